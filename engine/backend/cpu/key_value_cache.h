// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/backend/cpu/float_buffer.h"
#include "engine/model/model.h"

namespace draftscope::cpu {

/// Keys and values of all layers, [layer][kv head][slot][paddedHead]: what a head's queries walk lies together. They are bf16 where
/// those of every layer come from products of bf16 with bf16; else all are f32. A slot's contents are undefined until a row writes them.
class KeyValueCache {
public:
    /// Throws std::bad_alloc.
    KeyValueCache(const Model& model, int slotCount, Arithmetic arithmetic);

    /// What one takes.
    [[nodiscard]] static std::size_t bytes(const Model& model, int slotCount, Arithmetic arithmetic);

    [[nodiscard]] int slotCount() const { return m_slotCount; }
    [[nodiscard]] int paddedHead() const { return m_paddedHead; }
    [[nodiscard]] bool isBf16() const { return m_isBf16; }
    [[nodiscard]] std::size_t elementSize() const { return m_isBf16 ? sizeof(std::uint16_t) : sizeof(float); }
    /// Keeps a key [headSize], or a value: rounded where they are bf16, and padded with zeros. Several slots may be written at once.
    void writeKey(int layer, int slot, int kvHead, const float* key) { write(m_keys, index(layer, slot, kvHead), key); }
    void writeValue(int layer, int slot, int kvHead, const float* value)
    {
        write(m_values, index(layer, slot, kvHead), value);
    }
    /// [slots, paddedHead] of a head. Element: std::uint16_t, which holds a bf16, where isBf16(), else float.
    template <class Element>
    [[nodiscard]] const Element* keys(int layer, int kvHead) const
    {
        return elements<Element>(m_keys) + index(layer, 0, kvHead);
    }
    template <class Element>
    [[nodiscard]] const Element* values(int layer, int kvHead) const
    {
        return elements<Element>(m_values) + index(layer, 0, kvHead);
    }
    void copySlot(int from, int to);

private:
    template <class Element>
    [[nodiscard]] static Element* elements(const FloatBuffer& buffer)
    {
        return reinterpret_cast<Element*>(buffer.at(0));
    }
    [[nodiscard]] std::size_t index(int layer, int slot, int kvHead) const;
    void write(FloatBuffer& buffer, std::size_t index, const float* head);

    int m_layerCount, m_kvHeadCount, m_slotCount, m_headSize, m_paddedHead;
    bool m_isBf16;
    FloatBuffer m_keys, m_values; ///< a bf16 takes half the place of a float
};

} // namespace draftscope::cpu
