// SPDX-License-Identifier: MIT
// Forward passes on the CUDA backend: on the simulated device, or where the test is built for one, on a real one.
#pragma once

#include <QTest>

#include "engine/backend/cuda/cuda_backend.h"
#include "engine/core/quantised_blocks.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"

namespace draftscope::test {

inline constexpr WeightType allTypes[] = {WeightType::f32, WeightType::f16, WeightType::bf16};

/// The backend that this program was linked with; null on a machine without a device.
[[nodiscard]] inline std::shared_ptr<Backend> cudaBackend()
{
    auto backend = cuda::makeCudaBackend();
    return backend ? *backend : nullptr;
}

/// Skips a test program that was built for a device where there is none. The simulated device is always there.
inline void skipWithoutDevice()
{
    const auto backend = cuda::makeCudaBackend();
#ifdef DRAFTSCOPE_ON_DEVICE
    if (!backend)
        QSKIP(backend.error().sentence.c_str());
#else
    QVERIFY2(backend.has_value(), backend ? "" : backend.error().sentence.c_str());
#endif
}

[[nodiscard]] inline std::unique_ptr<ForwardPass> cudaPass(Backend& backend, std::shared_ptr<const Model> model,
                                                           int slots = 256)
{
    auto pass = backend.makePass(std::move(model), slots);
    if (!pass)
        qFatal("%s", pass.error().sentence.c_str());
    return std::move(*pass);
}

/// In f32, only the order of sums differs. In 16 bits, activations are rounded before each of a layer's four products
/// and keys and values when they are stored, where the CPU keeps f32: a relative error of 2^-11 or 2^-8 at most each
/// time, half of that on average and of random sign, which the two or three layers of these models neither add up fully
/// nor cancel. A wrong index anywhere gives differences near 1.
[[nodiscard]] inline double tolerance(WeightType type)
{
    return type == WeightType::f32 ? 1e-5 : type == WeightType::f16 ? 5e-3 : 2e-2;
}

/// Logits of the last token of a text whose others were read as a prompt.
[[nodiscard]] inline Logits behindPrompt(ForwardPass& pass, const std::vector<TokenId>& text)
{
    const auto slots = slotsInOrder(int(text.size()));
    const int last = int(text.size()) - 1;
    Rows prompt{{}, {{}}, true};
    for (int i = 0; i < last; ++i)
        prompt.rows.push_back({text[std::size_t(i)], i, 0, i, std::span(slots).first(std::size_t(i)), false});
    pass.run(prompt, {});
    const Rows behind{{{text.back(), last, 0, last, {}, true}}, {std::span(slots).first(std::size_t(last))}};
    return run(pass, behind);
}

/// A copy of a model with the same numbers in f32, so that nothing is rounded on the way.
[[nodiscard]] inline std::shared_ptr<const Model> inFloats(const Model& model)
{
    auto copy = std::make_shared<Model>(model);
    const bool isTied = model.weights.head.data == model.weights.embedding.data;
    const auto convert = [&](MatrixView& matrix) {
        auto floats = std::make_shared<std::vector<float>>(std::size_t(matrix.rows) * std::size_t(matrix.columns));
        toFloats(matrix.type, static_cast<const std::byte*>(matrix.data), *floats);
        matrix.data = floats->data();
        matrix.type = WeightType::f32;
        copy->weights.storage.push_back(floats);
    };
    convert(copy->weights.embedding);
    if (copy->weights.positions.data)
        convert(copy->weights.positions);
    for (LayerWeights& layer : copy->weights.layers)
        for (MatrixView* const matrix : layer.matrices())
            if (matrix->data)
                convert(*matrix);
    if (isTied)
        copy->weights.head = copy->weights.embedding;
    else
        convert(copy->weights.head);
    return copy;
}

} // namespace draftscope::test
