// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cpu/float_buffer.h"
#include "engine/model/model_config.h"

namespace draftscope::cpu {

/// Keys and values of all layers as f32, [layer][kv head][slot][paddedHead]: what a head's queries walk lies together. A
/// slot's contents are undefined until a row writes them.
class KeyValueCache {
public:
    KeyValueCache(const ModelConfig& config, int slotCount);

    /// What one takes.
    [[nodiscard]] static std::size_t bytes(const ModelConfig& config, int slotCount);

    [[nodiscard]] int slotCount() const { return m_slotCount; }
    [[nodiscard]] int paddedHead() const { return m_paddedHead; }
    [[nodiscard]] float* keys(int layer, int slot, int kvHead) const { return m_keys.at(index(layer, slot, kvHead)); }
    [[nodiscard]] float* values(int layer, int slot, int kvHead) const
    {
        return m_values.at(index(layer, slot, kvHead));
    }
    void copySlot(int from, int to);

private:
    [[nodiscard]] std::size_t index(int layer, int slot, int kvHead) const;

    int m_layerCount, m_kvHeadCount, m_slotCount, m_paddedHead;
    FloatBuffer m_keys, m_values;
};

} // namespace draftscope::cpu
