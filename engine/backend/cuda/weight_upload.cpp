// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_upload.h"

#include <cstring>

namespace draftscope::cuda {

namespace {

constexpr std::size_t pieceBytes = std::size_t(16) << 20; ///< enough to keep the bus busy while the other one is filled

} // namespace

std::size_t WeightUpload::stagingBytes(std::size_t rowBytes)
{
    return 2 * std::max(rowBytes, pieceBytes);
}

Result<WeightUpload> WeightUpload::create(std::size_t rowBytes)
{
    WeightUpload upload;
    const std::size_t bytes = stagingBytes(rowBytes) / 2;
    for (Piece& piece : upload.m_pieces) {
        auto host = PinnedBuffer<unsigned char>::allocate(bytes, "bringing weights to the device");
        if (!host)
            return tl::unexpected(host.error());
        auto device = DeviceBuffer<unsigned char>::allocate(bytes, "bringing weights to the device");
        if (!device)
            return tl::unexpected(device.error());
        piece.host = std::move(*host);
        piece.device = std::move(*device);
    }
    return upload;
}

const void* WeightUpload::bring(const unsigned char* from, std::size_t bytes)
{
    Piece& piece = m_pieces[m_next];
    piece.free.synchronize();
    std::memcpy(piece.host.data(), from, bytes);
    m_stream.copy(piece.device.data(), static_cast<const unsigned char*>(piece.host.data()), bytes);
    return piece.device.data();
}

} // namespace draftscope::cuda
