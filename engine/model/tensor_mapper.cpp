// SPDX-License-Identifier: MIT
#include "engine/model/tensor_mapper.h"

#include <cassert>

#include <fmt/ranges.h>

#include "engine/core/quantised_blocks.h"

namespace draftscope {

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

} // namespace

MatrixView TensorMapper::matrix(const std::string& name, int rows, int columns, bool hasBias)
{
    const auto view = take(name, {rows, columns});
    if (!view)
        return {};
    MatrixView matrix{aligned(*view), view->type, rows, columns};
    if (hasBias) {
        constexpr std::string_view ending = ".weight";
        assert(name.ends_with(ending));
        const auto bias =
            std::make_shared<std::vector<float>>(vector(name.substr(0, name.size() - ending.size()) + ".bias", rows));
        matrix.bias = bias->data();
        m_weights.storage.push_back(bias);
    }
    return matrix;
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
        m_error = Error{fmt::format("The tensor {} has {} elements where the configuration says {}: the files do not "
                                    "belong together, download them again.",
                                    name, numbers->size(), size)};
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
        m_error = Error{fmt::format("The tensor {} has the shape {} where the configuration says {}: the files do not "
                                    "belong together, download them again.",
                                    name, shapeText(view->shape), shapeText(shape))};
    return m_error ? std::nullopt : std::optional(std::move(*view));
}

/// Kernels read whole elements, and safetensors promises no alignment: a crooked tensor is copied. Blocks are read byte by
/// byte.
const void* TensorMapper::aligned(const TensorView& view)
{
    if (isQuantised(view.type) || reinterpret_cast<std::uintptr_t>(view.data) % bytesPer(view.type) == 0)
        return view.data;
    auto copy = std::make_shared<std::vector<std::byte>>(view.data, view.data + view.bytes);
    m_weights.storage.push_back(copy);
    return copy->data();
}

} // namespace draftscope
