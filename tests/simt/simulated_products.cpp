// SPDX-License-Identifier: MIT
// Products of the simulated device, with plain loops in float.
#include <vector>

#include "engine/backend/cuda/runtime.h"
#include "tests/simt/half_conversions.h"
#include "tests/simt/simulation.h"

namespace draftscope::cuda::runtime {

struct ProductsState {};

namespace {

std::vector<float> floatsOf(const void* values, ProductType type, std::size_t count)
{
    std::vector<float> floats(count);
    for (std::size_t i = 0; i < count; ++i)
        floats[i] = type == ProductType::f32 ? static_cast<const float*>(values)[i]
            : type == ProductType::f16       ? simt::floatOfFloat16(static_cast<const std::uint16_t*>(values)[i])
                                             : simt::floatOfBFloat16(static_cast<const std::uint16_t*>(values)[i]);
    return floats;
}

/// Sums in an order that depends on the number of rows, as a library's may: from the column `rows` on and around.
void multiplyNow(const MatrixProduct& product)
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

ProductsState* createProducts(std::string& whyNone)
{
    const Call call("preparing its products");
    if (!simulation().device.hasProducts) {
        whyNone = "The simulated device has no products.";
        return nullptr;
    }
    ++simulation().live.products;
    return new ProductsState;
}

void destroyProducts(ProductsState* products) noexcept
{
    const std::scoped_lock lock(simulation().mutex);
    --simulation().live.products;
    delete products;
}

void multiply(ProductsState*, StreamState* stream, const MatrixProduct& product)
{
    const Call call("multiplying matrices");
    call.refuseInCapture(stream);
    const std::size_t bytes = product.type == ProductType::f32 ? 4 : 2;
    const auto rows = std::size_t(product.rows), outputs = std::size_t(product.outputs),
               width = std::size_t(product.width);
    checkReach(call, product.activations, rows * width * bytes, "activations");
    checkReach(call, product.weights, outputs * width * bytes, "weights");
    checkReach(call, product.out, ((rows - 1) * std::size_t(product.outStride) + outputs) * sizeof(float), "sums");
    checkReach(call, product.workspace, productWorkspaceBytes, "scratch");
    ++simulation().products;
    stream->add([product] { multiplyNow(product); }, simulation().device.lazyStreams);
}

} // namespace draftscope::cuda::runtime
