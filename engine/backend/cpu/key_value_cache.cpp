// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/key_value_cache.h"

#include <algorithm>

#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

KeyValueCache::KeyValueCache(const ModelConfig& config, int slotCount)
    : m_layerCount(config.layerCount), m_kvHeadCount(config.kvHeadCount), m_slotCount(slotCount),
      m_paddedHead(paddedTo(headMultiple, config.headSize)), m_keys(index(m_layerCount, 0, 0)),
      m_values(index(m_layerCount, 0, 0))
{
}

std::size_t KeyValueCache::bytes(const ModelConfig& config, int slotCount)
{
    return 2 * std::size_t(config.layerCount) * std::size_t(slotCount) * std::size_t(config.kvHeadCount)
        * std::size_t(paddedTo(headMultiple, config.headSize)) * sizeof(float);
}

void KeyValueCache::copySlot(int from, int to)
{
    for (int layer = 0; layer < m_layerCount; ++layer)
        for (int head = 0; head < m_kvHeadCount; ++head) {
            std::copy_n(keys(layer, from, head), m_paddedHead, keys(layer, to, head));
            std::copy_n(values(layer, from, head), m_paddedHead, values(layer, to, head));
        }
}

std::size_t KeyValueCache::index(int layer, int slot, int kvHead) const
{
    const auto size = [](int count) { return std::size_t(count); };
    return ((size(layer) * size(m_kvHeadCount) + size(kvHead)) * size(m_slotCount) + size(slot)) * size(m_paddedHead);
}

} // namespace draftscope::cpu
