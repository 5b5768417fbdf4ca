// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/backend/cpu/float_buffer.h"
#include "engine/model/model.h"

namespace draftscope::cpu {

/// What keys and values are kept as.
enum class CacheType : std::uint8_t {
    f32,
    /// where those of every layer come from products of quantised weights with quantised activations, if the machine
    /// has instructions for it
    f16,
    bf16 ///< where those of every layer come from products of bf16 with bf16
};

/// The KV cache of a CPU pass: keys and values of all layers, [layer][kv head][slot][paddedHead]: what a head's queries
/// walk lies together. A slot's contents are undefined until a row writes them.
class KeyValueCache {
public:
    /// Throws std::bad_alloc.
    KeyValueCache(const Model& model, int slotCount, Arithmetic arithmetic);

    /// What one takes.
    [[nodiscard]] static std::size_t bytes(const Model& model, int slotCount, Arithmetic arithmetic);

    [[nodiscard]] int slotCount() const { return m_slotCount; }
    [[nodiscard]] int paddedHead() const { return m_paddedHead; }
    [[nodiscard]] CacheType type() const { return m_type; }
    [[nodiscard]] std::size_t elementSize() const { return sizeOf(m_type); } ///< bytes
    /// Keeps a key [headSize], or a value: rounded to the cache's type, and padded with zeros. Several slots may be
    /// written at once.
    void writeKey(int layer, int slot, int kvHead, const float* key) { write(m_keys, index(layer, slot, kvHead), key); }
    void writeValue(int layer, int slot, int kvHead, const float* value)
    {
        write(m_values, index(layer, slot, kvHead), value);
    }
    /// [slots, paddedHead] of a head. Element: float, Float16, or std::uint16_t, which holds a bf16, as type() says.
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

private:
    template <class Element>
    [[nodiscard]] static Element* elements(const FloatBuffer& buffer)
    {
        return reinterpret_cast<Element*>(buffer.at(0));
    }
    [[nodiscard]] static std::size_t sizeOf(CacheType type)
    {
        return type == CacheType::f32 ? sizeof(float) : sizeof(std::uint16_t);
    }
    [[nodiscard]] std::size_t index(int layer, int slot, int kvHead) const;
    void write(FloatBuffer& buffer, std::size_t index, const float* head);

    int m_layerCount, m_kvHeadCount, m_slotCount, m_headSize, m_paddedHead;
    CacheType m_type;
    FloatBuffer m_keys, m_values; ///< 16 bits take half the place of a float
};

} // namespace draftscope::cpu
