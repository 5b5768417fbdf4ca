// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/handle.h"
#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

template <class T>
inline constexpr runtime::ProductType productType = runtime::ProductType::f32;
template <>
inline constexpr runtime::ProductType productType<BFloat16> = runtime::ProductType::bf16;
template <>
inline constexpr runtime::ProductType productType<Float16> = runtime::ProductType::f16;

/// The library of matrix products, for the calling thread's device. How it sums depends on the number of rows, so only
/// rows of a prompt go this way. Used by one thread at a time.
class Products {
public:
    /// Without a library where there is none that can be loaded; then whyNone is one sentence.
    [[nodiscard]] static Products load(std::string& whyNone) { return Products(runtime::createProducts(whyNone)); }

    [[nodiscard]] bool areThere() const { return m_state != nullptr; }
    /// Puts a product into the stream; not during a capture.
    void multiply(Stream& stream, const runtime::MatrixProduct& product) const
    {
        stream.putOther();
        runtime::multiply(m_state.get(), stream.state(), product);
    }

private:
    explicit Products(runtime::ProductsState* state) : m_state(state) {}
    Handle<runtime::ProductsState, runtime::destroyProducts> m_state;
};

} // namespace draftscope::cuda
