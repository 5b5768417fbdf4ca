// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/key_value_cache.h"

#include <algorithm>

#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

KeyValueCache::KeyValueCache(const ModelConfig& config, int slotCount)
    : m_layerCount(config.layerCount), m_slotCount(slotCount), m_paddedHead(paddedTo(headMultiple, config.headSize)),
      m_slotStride(std::size_t(config.kvHeadCount) * std::size_t(m_paddedHead)),
      m_keys(std::size_t(m_layerCount) * std::size_t(slotCount) * m_slotStride),
      m_values(std::size_t(m_layerCount) * std::size_t(slotCount) * m_slotStride)
{
}

std::size_t KeyValueCache::bytes(const ModelConfig& config, int slotCount)
{
    return 2 * std::size_t(config.layerCount) * std::size_t(slotCount) * std::size_t(config.kvHeadCount)
        * std::size_t(paddedTo(headMultiple, config.headSize)) * sizeof(float);
}

void KeyValueCache::copySlot(int from, int to)
{
    for (int layer = 0; layer < m_layerCount; ++layer) {
        std::copy_n(keys(layer, from, 0), m_slotStride, keys(layer, to, 0));
        std::copy_n(values(layer, from, 0), m_slotStride, values(layer, to, 0));
    }
}

std::size_t KeyValueCache::index(int layer, int slot, int kvHead) const
{
    return (std::size_t(layer) * std::size_t(m_slotCount) + std::size_t(slot)) * m_slotStride
        + std::size_t(kvHead) * std::size_t(m_paddedHead);
}

} // namespace draftscope::cpu
