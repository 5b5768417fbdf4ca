// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/key_value_cache.h"

#include <algorithm>

#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/kernels.h"

namespace draftscope::cpu {

namespace {

CacheType cacheTypeFor(const Model& model, Arithmetic arithmetic)
{
    const auto allMeet = [&](Packing packing) {
        return std::ranges::all_of(model.weights.layers, [&](const LayerWeights& layer) {
            return packingFor(layer.k.type, arithmetic) == packing && packingFor(layer.v.type, arithmetic) == packing;
        });
    };
    if (allMeet(Packing::bf16))
        return CacheType::bf16;
    return convertsFloat16() && allMeet(Packing::int8Groups) ? CacheType::f16 : CacheType::f32;
}

} // namespace

KeyValueCache::KeyValueCache(const Model& model, int slotCount, Arithmetic arithmetic)
    : m_layerCount(model.config.layerCount), m_kvHeadCount(model.config.kvHeadCount), m_slotCount(slotCount),
      m_headSize(model.config.headSize), m_paddedHead(paddedTo(headMultiple, model.config.headSize)),
      m_type(cacheTypeFor(model, arithmetic)), m_keys(index(m_layerCount, 0, 0) * elementSize() / sizeof(float)),
      m_values(index(m_layerCount, 0, 0) * elementSize() / sizeof(float))
{
}

std::size_t KeyValueCache::bytes(const Model& model, int slotCount, Arithmetic arithmetic)
{
    const ModelConfig& c = model.config;
    return 2 * std::size_t(c.layerCount) * std::size_t(slotCount) * std::size_t(c.kvHeadCount)
        * std::size_t(paddedTo(headMultiple, c.headSize)) * sizeOf(cacheTypeFor(model, arithmetic));
}

std::size_t KeyValueCache::index(int layer, int slot, int kvHead) const
{
    const auto size = [](int count) { return std::size_t(count); };
    return ((size(layer) * size(m_kvHeadCount) + size(kvHead)) * size(m_slotCount) + size(slot)) * size(m_paddedHead);
}

void KeyValueCache::write(FloatBuffer& buffer, std::size_t index, const float* head)
{
    switch (m_type) {
    case CacheType::f32:
        std::fill_n(std::copy_n(head, m_headSize, buffer.at(index)), m_paddedHead - m_headSize, 0.0f);
        break;
    case CacheType::f16:
        roundToFloat16(head, m_headSize, elements<Float16>(buffer) + index, m_paddedHead);
        break;
    case CacheType::bf16:
        roundToBf16(head, std::size_t(m_headSize), elements<std::uint16_t>(buffer) + index, std::size_t(m_paddedHead));
        break;
    }
}

} // namespace draftscope::cpu
