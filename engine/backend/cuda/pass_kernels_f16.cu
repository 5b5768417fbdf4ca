// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_kernels.cuh"

namespace draftscope::cuda {

template void launchPass<Float16>(Stream&, const PassArguments<Float16>&, const PassSize&,
                                  const std::function<void(PassStage)>&);
template void launchAttention<Float16>(Stream&, const PassArguments<Float16>&, const PassSize&, std::size_t);

} // namespace draftscope::cuda
