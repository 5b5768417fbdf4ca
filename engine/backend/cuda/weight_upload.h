// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "engine/backend/cuda/repack.h"
#include "engine/core/error.h"

namespace draftscope::cuda {

/// Brings matrices from a memory map to the device through two pieces of pinned memory: while one is on its way and is
/// repacked, the other one is filled.
class WeightUpload {
public:
    /// For matrices of rows of up to rowBytes. Error: no memory.
    [[nodiscard]] static Result<WeightUpload> create(std::size_t rowBytes);
    /// Device memory that it takes.
    [[nodiscard]] static std::size_t stagingBytes(std::size_t rowBytes);

    /// Puts a matrix where its tiles or records lie; afterTook(bytes) is called after each piece and says whether to go
    /// on.
    template <class T, class AfterTook>
    bool put(unsigned char* to, const WeightKind& kind, const MatrixView& matrix, const RowPlacement& placement,
             const AfterTook& afterTook)
    {
        const std::size_t rowBytes = matrix.rowBytes();
        const int most = int(std::min(m_pieces[0].host.bytes() / rowBytes, std::size_t(mostRows)));
        for (int row = 0; row < matrix.rows; row += most) {
            const int count = std::min(most, matrix.rows - row);
            const auto* from = static_cast<const unsigned char*>(matrix.data) + std::size_t(row) * rowBytes;
            const void* raw = bring(from, std::size_t(count) * rowBytes);
            launchRepack<T>(m_stream, to, kind, {raw, matrix.type, row, count, matrix.columns}, placement);
            m_pieces[m_next].free.record(m_stream);
            m_next = 1 - m_next;
            if (!afterTook(std::size_t(count) * rowBytes))
                return false;
        }
        return true;
    }

    [[nodiscard]] Stream& stream() { return m_stream; }

private:
    static constexpr int mostRows = 65535; ///< of a grid
    struct Piece {
        PinnedBuffer<unsigned char> host;
        DeviceBuffer<unsigned char> device;
        Event free; ///< recorded when what is in it has been repacked
    };

    WeightUpload() = default;
    /// Copies bytes into the next piece, and from there to the device.
    [[nodiscard]] const void* bring(const unsigned char* from, std::size_t bytes);

    std::array<Piece, 2> m_pieces;
    std::size_t m_next = 0;
    Stream m_stream; ///< behind what it works on, so that it ends first
};

} // namespace draftscope::cuda
