// SPDX-License-Identifier: MIT
// Machines and models as others have published them.
#include <algorithm>

#include "engine/analysis/roofline.h"

namespace draftscope {

/// Peaks are of dense 16-bit products. What is computed from published figures says how.
const std::vector<RooflineMachine>& publishedMachines()
{
    static const std::vector<RooflineMachine> all{
        {"h200", "H200", 4.8e12, 989e12, 141e9, 50e6, 0,
         "NVIDIA H200 datasheet (SXM): 4.8 TB/s, 141 GB, BF16 1,979 TFLOP/s with sparsity, half of it without; "
         "L2 of the same GPU from the H100 whitepaper."},
        {"h100", "H100", 3.35e12, 989e12, 80e9, 50e6, 0,
         "NVIDIA H100 datasheet (SXM): 3.35 TB/s, 80 GB, BF16 1,979 TFLOP/s with sparsity, half of it without; L2 from "
         "the H100 whitepaper."},
        {"rtx-4090", "RTX 4090", 1.008e12, 165.2e12, 24e9, 72e6, 0,
         "NVIDIA Ada GPU architecture whitepaper: 1,008 GB/s, 24 GB, FP16 165.2 TFLOP/s with FP32 sums and without "
         "sparsity, L2 of 72 MB."},
        {"m4", "Apple M4", 100e9, 2.9e12, 32e9, 0, 0,
         "Hübner et al., arXiv 2502.05317, which measured them on the GPU: 100 GB/s, 2.9 TFLOP/s (FP32); 32 GB is the "
         "largest MacBook with an M4 (Apple)."},
        {"phone", "Snapdragon 8 Gen 3", 76.8e9, 0.71e12, 12e9, 0, 0,
         "Computed from Qualcomm's product brief for its CPU cores: LPDDR5X at 4,800 MHz on 64 bits; one Cortex-X4 at "
         "3.3 GHz with four, and five Cortex-A720 at 3.2 and 3.0 GHz with two units of eight FP16 products and sums; "
         "12 GB are those of a usual phone with it."},
    };
    return all;
}

/// From the models' config.json on the Hugging Face Hub and their model cards.
const std::vector<RooflineModel>& publishedModels()
{
    static const std::vector<RooflineModel> all{
        {"0.5b", "Qwen2.5 0.5B", 0.494e9, 24, 2 * 2 * 64, 14 * 64, 16, "Qwen/Qwen2.5-0.5B"},
        {"1b", "Llama 3.2 1B", 1.236e9, 16, 2 * 8 * 64, 32 * 64, 16, "meta-llama/Llama-3.2-1B"},
        {"3b", "Llama 3.2 3B", 3.213e9, 28, 2 * 8 * 128, 24 * 128, 16, "meta-llama/Llama-3.2-3B"},
        {"8b", "Llama 3.1 8B", 8.03e9, 32, 2 * 8 * 128, 32 * 128, 16, "meta-llama/Llama-3.1-8B"},
        {"14b", "Qwen2.5 14B", 14.77e9, 48, 2 * 8 * 128, 40 * 128, 16, "Qwen/Qwen2.5-14B"},
        {"32b", "Qwen2.5 32B", 32.76e9, 64, 2 * 8 * 128, 40 * 128, 16, "Qwen/Qwen2.5-32B"},
        {"70b", "Llama 3.1 70B", 70.55e9, 80, 2 * 8 * 128, 64 * 128, 16, "meta-llama/Llama-3.1-70B"},
    };
    return all;
}

const RooflineMachine* machineNamed(std::string_view id)
{
    const auto found = std::ranges::find(publishedMachines(), id, &RooflineMachine::id);
    return found == publishedMachines().end() ? nullptr : &*found;
}

const RooflineModel* sizedModelNamed(std::string_view id)
{
    const auto found = std::ranges::find(publishedModels(), id, &RooflineModel::id);
    return found == publishedModels().end() ? nullptr : &*found;
}

} // namespace draftscope
