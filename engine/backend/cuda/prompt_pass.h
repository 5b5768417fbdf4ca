// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/backend/cuda/pass_kernels.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "engine/backend/cuda/prompt_kernels.h"
#include "engine/backend/cuda/prompt_memory.h"

namespace draftscope::cuda {

/// Reads rows of a prompt with the library's products, many rows at a time; only attention takes them in pieces of
/// productRows with the kernel of every pass. Leaves keys and values, and the hidden states that are asked for, and
/// computes no logits. Weights lie in tiles and the
/// library wants rows: they are put in order for each product, some at a time, which is cheap beside a product over
/// hundreds of rows and takes no second copy of the model.
template <class T>
class PromptPass {
public:
    /// Error: no memory.
    [[nodiscard]] static Result<PromptPass> create(std::shared_ptr<PromptTools> tools, const PassShape& shape);

    /// Puts rows [first, first + count) into the stream, promptRows at most, and waits for them. Throws DeviceError.
    void run(Stream& stream, const DeviceWeights<T>& weights, const PassMemory<T>& memory, const Rows& rows,
             std::size_t first, std::size_t count);

private:
    /// Rows that attention takes together.
    struct Piece {
        const PassInput* input; ///< on the device
        const int* list;        ///< likewise
        int first, count;
        PassSize size;
    };
    /// Rows and weights as the operands and results of products are found.
    struct Work;

    PromptPass(std::shared_ptr<PromptTools> tools, const PassShape& shape)
        : m_tools(std::move(tools)), m_shape(shape), m_layout(shape, sizeof(T)), m_rows(shape.longFrom)
    {
    }
    template <class U>
    [[nodiscard]] U* at(std::size_t offset) const
    {
        return reinterpret_cast<U*>(m_tools->scratch() + offset);
    }
    /// Floats from the hidden states that are asked for in one place to the next.
    [[nodiscard]] std::size_t statesStride() const { return std::size_t(m_layout.rows) * streamWidth(); }
    [[nodiscard]] std::size_t streamWidth() const { return std::size_t(m_shape.hiddenTiles * tileSize); }
    void send(Stream& stream, const Rows& rows, std::size_t first, std::size_t count);
    void reserveStates(std::size_t places);
    /// Takes the stream to pinned memory for who wants it where it enters a layer, or after the final norm; these come
    /// last.
    void takeStates(const Work& work, const Rows& rows, int entering);
    /// Gives what was taken of rows [first, first + count).
    void giveStates(const Rows& rows, std::size_t first, std::size_t count) const;
    /// `addsToStream`: what was attended to goes to the stream; else only keys and values are left.
    void addAttention(const Work& work, std::size_t layer, bool addsToStream);
    void addFeedForward(const Work& work, std::size_t layer);
    /// Where a product goes: rows of `out` are outStride floats apart.
    struct Product {
        float* out;
        int outStride;
        bool adds;
    };
    /// The stream gets the product of what is in m_layout.narrow, and a bias, through an RMSNorm: both may be null.
    void addToStream(const Work& work, const DeviceMatrix& weights, int columnTiles, const float* bias,
                     const float* norm);
    /// product (+)= activations [rows, columnTiles] · weights.
    void multiply(const Work& work, const Product& product, const T* activations, const DeviceMatrix& weights,
                  int outputTiles, int columnTiles);

    std::shared_ptr<PromptTools> m_tools;
    PassShape m_shape;
    PromptLayout m_layout;
    PinnedBuffer<unsigned char> m_input; ///< m_layout.inputBytes()
    PinnedBuffer<float> m_states;        ///< [asked, rows, hiddenTiles * 16]; not there until they are wanted
    PassRows m_rows;
    std::vector<Piece> m_pieces;
};

} // namespace draftscope::cuda
