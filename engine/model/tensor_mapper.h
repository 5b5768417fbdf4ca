// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/formats/tensor_source.h"
#include "engine/model/weights.h"

namespace draftscope {

/// How the tensor of a matrix lies in a checkpoint.
struct MatrixForm {
    bool hasBias = false;      ///< there is one, too: see biasName()
    bool isTransposed = false; ///< [columns, rows]: it is copied
};

/// That of "a.weight" is "a.bias".
[[nodiscard]] std::string biasName(std::string_view name);

/// Takes a checkpoint's tensors by name, checks their shapes, and remembers the first Error, so that what takes a model
/// reads like a table. What has to be copied is kept in `weights.storage`.
class TensorMapper {
public:
    TensorMapper(const TensorSource& source, Weights& weights) : m_source(source), m_weights(weights) {}

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Names of all tensors that were asked for.
    [[nodiscard]] const std::set<std::string, std::less<>>& taken() const { return m_taken; }

    /// A matrix as it lies in the file, its bias beside it. Empty after an Error.
    [[nodiscard]] MatrixView matrix(const std::string& name, int rows, int columns, const MatrixForm& form = {});
    /// Matrices of so many rows each, which lie one below the other in a tensor and make up all of it. Empty after an
    /// Error.
    [[nodiscard]] std::vector<MatrixView> stacked(const std::string& name, const std::vector<int>& rows, int columns,
                                                  const MatrixForm& form = {});
    /// A norm or a bias, as f32. Empty after an Error.
    [[nodiscard]] std::vector<float> vector(const std::string& name, int size);
    /// A tensor of as many whole numbers. Empty after an Error.
    [[nodiscard]] std::vector<std::int64_t> wholeNumbers(const std::string& name, int size);

private:
    std::optional<TensorView> take(const std::string& name, const std::vector<std::int64_t>& shape);
    const void* aligned(const TensorView& view);
    const void* transposed(const TensorView& view, int rows, int columns);

    const TensorSource& m_source;
    Weights& m_weights;
    std::set<std::string, std::less<>> m_taken;
    std::optional<Error> m_error;
};

} // namespace draftscope
