// SPDX-License-Identifier: MIT
#include "engine/formats/safetensors.h"
#include "engine/model/checkpoint.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

const TensorNames huggingFaceNames = {
    "model.embed_tokens.weight",
    "model.norm.weight",
    "lm_head.weight",
    "model.layers.%d.input_layernorm.weight",
    "model.layers.%d.post_attention_layernorm.weight",
    "model.layers.%d.self_attn.q_proj.weight",
    "model.layers.%d.self_attn.k_proj.weight",
    "model.layers.%d.self_attn.v_proj.weight",
    "model.layers.%d.self_attn.o_proj.weight",
    "model.layers.%d.mlp.gate_proj.weight",
    "model.layers.%d.mlp.up_proj.weight",
    "model.layers.%d.mlp.down_proj.weight",
    // What old versions of transformers saved of the rotary frequencies, which they computed from config.json.
    {"model.layers.%d.self_attn.rotary_emb.inv_freq", "model.rotary_emb.inv_freq"},
};

Result<std::shared_ptr<const Safetensors>> openWeights(const fs::path& directory)
{
    std::error_code ignored;
    if (const fs::path file = directory / "model.safetensors"; fs::exists(file, ignored))
        return Safetensors::open(file);
    if (const fs::path index = directory / "model.safetensors.index.json"; fs::exists(index, ignored))
        return Safetensors::openIndex(index);
    if (fs::exists(directory / "pytorch_model.bin", ignored)
        || fs::exists(directory / "pytorch_model.bin.index.json", ignored))
        return fail("{} holds only a torch checkpoint: convert it to safetensors.", directory.string());
    return fail("{} has no model.safetensors: download the model's weights there.", directory.string());
}

} // namespace

Result<Checkpoint> openHuggingFaceDirectory(const fs::path& directory)
{
    std::error_code ignored;
    if (!fs::exists(directory / "config.json", ignored))
        return fail("{} has no config.json: choose a Hugging Face model directory or a GGUF file.", directory.string());
    auto config = readHuggingFaceConfig(directory);
    if (!config)
        return tl::unexpected(config.error());
    auto tokenizer = loadTokenizer(directory);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const auto source = openWeights(directory);
    if (!source)
        return tl::unexpected(source.error());
    auto weights = mapWeights(**source, *config, huggingFaceNames);
    if (!weights)
        return tl::unexpected(weights.error());

    // "models/tales-6m/" has an empty last part, and "." none worth showing.
    const fs::path whole = fs::weakly_canonical(directory, ignored);
    const std::string name = whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
    return Checkpoint{name, std::move(*config), std::move(*weights), std::move(*tokenizer)};
}

} // namespace draftscope
