// SPDX-License-Identifier: MIT
#include "engine/model/tensor_mapper.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>

#include <fmt/ranges.h>

#include "engine/core/quantised_blocks.h"

namespace draftscope {

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

/// Rows [first, first + count) of a matrix that there is.
MatrixView rowsOf(const MatrixView& matrix, int first, int count)
{
    MatrixView rows = matrix;
    rows.data = static_cast<const std::byte*>(matrix.data) + std::size_t(first) * matrix.rowBytes();
    rows.rows = count;
    rows.bias = matrix.bias ? matrix.bias + first : nullptr;
    return rows;
}

} // namespace

std::string biasName(std::string_view name)
{
    constexpr std::string_view ending = ".weight";
    assert(name.ends_with(ending));
    return std::string(name.substr(0, name.size() - ending.size())) + ".bias";
}

MatrixView TensorMapper::matrix(const std::string& name, int rows, int columns, const MatrixForm& form)
{
    const auto view = form.isTransposed ? take(name, {columns, rows}) : take(name, {rows, columns});
    if (!view)
        return {};
    MatrixView matrix{form.isTransposed ? transposed(*view, rows, columns) : aligned(*view), view->type, rows, columns};
    if (form.hasBias) {
        const auto bias = std::make_shared<std::vector<float>>(vector(biasName(name), rows));
        matrix.bias = bias->data();
        m_weights.storage.push_back(bias);
    }
    return matrix;
}

std::vector<MatrixView> TensorMapper::stacked(const std::string& name, const std::vector<int>& rows, int columns,
                                              const MatrixForm& form)
{
    const MatrixView whole = matrix(name, std::accumulate(rows.begin(), rows.end(), 0), columns, form);
    std::vector<MatrixView> parts(rows.size());
    int first = 0;
    for (std::size_t i = 0; whole.data && i < rows.size(); first += rows[i++])
        parts[i] = rowsOf(whole, first, rows[i]);
    return parts;
}

std::vector<float> TensorMapper::vector(const std::string& name, int size)
{
    const auto view = take(name, {size});
    std::vector<float> values(view ? std::size_t(size) : 0);
    if (view)
        toFloats(view->type, view->data, values);
    return values;
}

std::vector<std::int64_t> TensorMapper::wholeNumbers(const std::string& name, int size)
{
    if (m_error)
        return {};
    m_taken.insert(name);
    auto numbers = m_source.wholeNumbers(name);
    if (!numbers)
        m_error = numbers.error();
    else if (numbers->size() != std::size_t(size))
        m_error = errorOf(message("The tensor {} has {} elements where the configuration says {}: the files do not "
                                  "belong together, download them again.",
                                  name, numbers->size(), size));
    return m_error ? std::vector<std::int64_t>() : std::move(*numbers);
}

std::optional<TensorView> TensorMapper::take(const std::string& name, const std::vector<std::int64_t>& shape)
{
    if (m_error)
        return std::nullopt;
    m_taken.insert(name);
    auto view = m_source.tensor(name);
    if (!view)
        m_error = view.error();
    else if (view->shape != shape)
        m_error = errorOf(message("The tensor {} has the shape {} where the configuration says {}: the files do not "
                                  "belong together, download them again.",
                                  name, shapeText(view->shape), shapeText(shape)));
    return m_error ? std::nullopt : std::optional(std::move(*view));
}

/// Kernels read whole elements, and safetensors promises no alignment: a crooked tensor is copied. Blocks are read byte
/// by byte.
const void* TensorMapper::aligned(const TensorView& view)
{
    if (isQuantised(view.type) || reinterpret_cast<std::uintptr_t>(view.data) % bytesPer(view.type) == 0)
        return view.data;
    auto copy = std::make_shared<std::vector<std::byte>>(view.data, view.data + view.bytes);
    m_weights.storage.push_back(copy);
    return copy->data();
}

/// In tiles, so that what is written stays in the cache until its lines are full.
const void* TensorMapper::transposed(const TensorView& view, int rows, int columns)
{
    assert(!isQuantised(view.type)); // they have no elements; a format with both does not exist
    constexpr int tile = 64;
    const std::size_t element = bytesPer(view.type);
    auto copy = std::make_shared<std::vector<std::byte>>(view.bytes);
    for (int top = 0; top < rows; top += tile)
        for (int left = 0; left < columns; left += tile)
            for (int row = top; row < std::min(top + tile, rows); ++row)
                for (int column = left; column < std::min(left + tile, columns); ++column)
                    std::memcpy(
                        copy->data() + (std::size_t(row) * std::size_t(columns) + std::size_t(column)) * element,
                        view.data + (std::size_t(column) * std::size_t(rows) + std::size_t(row)) * element, element);
    m_weights.storage.push_back(copy);
    return copy->data();
}

} // namespace draftscope
