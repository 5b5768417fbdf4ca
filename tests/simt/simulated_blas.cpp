// SPDX-License-Identifier: MIT
// The BLAS calls of the simulated device, as plain loops in float.
#include <vector>

#include "engine/backend/cuda/runtime.h"
#include "tests/simt/half_conversions.h"
#include "tests/simt/simulation.h"

namespace draftscope::cuda::runtime {

struct BlasState {};

namespace {

std::vector<float> floatsOf(const void* values, GemmType type, std::size_t count)
{
    std::vector<float> floats(count);
    for (std::size_t i = 0; i < count; ++i)
        floats[i] = type == GemmType::f32 ? static_cast<const float*>(values)[i]
            : type == GemmType::f16       ? simt::floatOfFloat16(static_cast<const std::uint16_t*>(values)[i])
                                          : simt::floatOfBFloat16(static_cast<const std::uint16_t*>(values)[i]);
    return floats;
}

/// Sums in an order that depends on the number of rows, as a library's may: from the column `rows` on and around.
void multiplyNow(const Gemm& product)
{
    const auto rows = std::size_t(product.rows), outputs = std::size_t(product.outputs),
               width = std::size_t(product.width);
    const std::vector<float> activations = floatsOf(product.activations, product.type, rows * width),
                             weights = floatsOf(product.weights, product.type, outputs * width);
    const std::size_t begin = rows % width;
    const auto sumOver = [&](std::size_t row, std::size_t output, std::size_t from, std::size_t to, float sum) {
        for (std::size_t k = from; k < to; ++k)
            sum += activations[row * width + k] * weights[output * width + k];
        return sum;
    };
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t output = 0; output < outputs; ++output) {
            float& out = product.out[row * std::size_t(product.outStride) + output];
            const float sum = sumOver(row, output, 0, begin, sumOver(row, output, begin, width, 0));
            out = product.adds ? out + sum : sum;
        }
}

void checkReach(const Call& call, const void* from, std::size_t bytes, const char* what)
{
    const simt::SimulatedMemory& memory = simulation().memory;
    if (!memory.contains(from) || memory.bytesFrom(from) < bytes)
        call.fail(fmt::format("{} of {} bytes are not in device memory", what, bytes));
    if (reinterpret_cast<std::uintptr_t>(from) % 16 != 0)
        call.fail(fmt::format("{} are not aligned", what));
}

} // namespace

BlasState* createBlas(std::string& whyNone)
{
    const Call call("preparing its products");
    if (!simulation().device.hasBlas) {
        whyNone = "The simulated device has no products.";
        return nullptr;
    }
    ++simulation().live.blasHandles;
    return new BlasState;
}

void destroyBlas(BlasState* blas) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    --simulation().live.blasHandles;
    delete blas;
}

void multiply(BlasState*, StreamState* stream, const Gemm& product)
{
    const Call call("multiplying matrices");
    call.refuseInCapture(stream);
    const std::size_t bytes = product.type == GemmType::f32 ? 4 : 2;
    const auto rows = std::size_t(product.rows), outputs = std::size_t(product.outputs),
               width = std::size_t(product.width);
    checkReach(call, product.activations, rows * width * bytes, "activations");
    checkReach(call, product.weights, outputs * width * bytes, "weights");
    checkReach(call, product.out, ((rows - 1) * std::size_t(product.outStride) + outputs) * sizeof(float), "sums");
    checkReach(call, product.workspace, gemmWorkspaceBytes, "scratch");
    ++simulation().gemms;
    stream->add([product] { multiplyNow(product); }, simulation().device.lazyStreams);
}

} // namespace draftscope::cuda::runtime
