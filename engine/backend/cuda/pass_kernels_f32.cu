// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_kernels.cuh"

namespace draftscope::cuda {

template void launchPass<float>(Stream&, const PassArguments<float>&, const PassSize&,
                                const std::function<void(PassStage)>&);
template void launchAttention<float>(Stream&, const PassArguments<float>&, const PassSize&, std::size_t);

} // namespace draftscope::cuda
