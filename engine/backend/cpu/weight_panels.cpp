// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/weight_panels.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <tuple>

#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/quantised_product.h"
#include "engine/core/quantised_blocks.h"

namespace draftscope::cpu {

namespace {

void putHalf(std::uint8_t* at, int row, std::uint16_t bits)
{
    std::memcpy(at + 2 * row, &bits, sizeof bits);
}

/// Puts a row's group into a panel.
void putGroup(const QuantisedGroup& group, const PanelLayout& layout, int zero, int row, std::uint8_t* out)
{
    if (layout.hasScales) {
        out[row] = std::uint8_t(group.s[0]);
        out[layout.rows + row] = layout.scalesOfGroup == 2 ? std::uint8_t(group.s[1]) : group.t;
    }
    std::uint8_t q[groupSize];
    for (int i = 0; i < groupSize; ++i)
        q[i] = std::uint8_t(group.q[i] + zero);
    std::uint32_t words[groupSize / 4]; // four columns each
    std::memcpy(words, q, sizeof q);
    const auto put = [to = out + layout.scales + 4 * row, &layout](int vector, std::uint32_t word) {
        std::memcpy(to + vector * 4 * layout.rows, &word, sizeof word);
    };
    if (layout.bits == 8) {
        for (int vector = 0; vector < 8; ++vector)
            put(vector, words[vector]);
        return;
    }
    constexpr std::uint32_t lower = 0x0F0F0F0F, one = 0x01010101, two = 0x03030303;
    for (int vector = 0; vector < 4; ++vector)
        put(vector, (words[vector] & lower) | (words[vector + 4] & lower) << 4);
    std::uint32_t fifth = 0, upper[2] = {0, 0};
    for (int k = 0; k < 8; ++k) {
        fifth |= (words[k] >> 4 & one) << k;
        upper[k / 4] |= (words[k] >> 4 & two) << 2 * (k % 4);
    }
    if (layout.bits == 5)
        put(4, fifth);
    if (layout.bits == 6) {
        put(4, upper[0]);
        put(5, upper[1]);
    }
}

/// Puts a row into a panel.
void putRow(WeightType type, const PanelLayout& layout, const std::byte* from, int columns, int row, std::uint8_t* out)
{
    for (int index = 0; index < columns / groupSize; ++index) {
        const QuantisedGroup group = readGroup(type, from, index);
        std::uint8_t* const block = out + std::size_t(index / layout.groups) * layout.block;
        const int inBlock = index % layout.groups;
        if (inBlock == 0) {
            putHalf(block, row, group.d);
            if (layout.hasM)
                putHalf(block + 2 * layout.rows, row, group.m);
        }
        putGroup(group, layout, storedZero(type), row, block + layout.header + std::size_t(inBlock) * layout.group);
    }
}

/// Panel `panel` of a matrix of such floats.
template <class Float>
void packFloatPanel(const MatrixView& matrix, int panel, Float* out)
{
    const int first = panel * floatPanelRows, rows = std::min(floatPanelRows, matrix.rows - first);
    const std::size_t columns = std::size_t(matrix.columns);
    const auto* const from = static_cast<const Float*>(matrix.data) + std::size_t(first) * columns;
    const bool besideEachOther = matrix.type == WeightType::bf16;
    const std::size_t rowStep = besideEachOther ? 2 : 1, columnStep = besideEachOther ? 1 : floatPanelRows;
    constexpr std::size_t together = 64; // columns, whose lines in the panel the nearest cache holds
    for (std::size_t begin = 0; begin < columns; begin += together)
        for (int row = 0; row < rows; ++row)
            for (std::size_t column = begin; column < std::min(begin + together, columns); ++column)
                std::memcpy(
                    &out[column / 2 * 2 * floatPanelRows + column % 2 * columnStep + std::size_t(row) * rowStep],
                    from + std::size_t(row) * columns + column, sizeof(Float));
}

/// Panel `panel` of a quantised matrix.
void packQuantisedPanel(const MatrixView& matrix, int panel, std::uint8_t* out)
{
    const PanelLayout layout = panelLayout(matrix.type, quantisedPanelRows());
    const int first = panel * layout.rows, end = std::min(first + layout.rows, matrix.rows);
    for (int row = first; row < end; ++row)
        putRow(matrix.type, layout, static_cast<const std::byte*>(matrix.data) + std::size_t(row) * matrix.rowBytes(),
               matrix.columns, row - first, out);
}

bool isSame(const MatrixView& a, const MatrixView& b)
{
    return std::tie(a.data, a.type, a.rows, a.columns) == std::tie(b.data, b.type, b.rows, b.columns);
}

/// All matrices that products read.
std::vector<MatrixView*> productMatrices(Weights& weights)
{
    std::vector<MatrixView*> all = {&weights.entry.fc, &weights.head};
    for (ResidualBlock& block : weights.entry.blocks)
        all.push_back(&block.weight);
    for (LayerWeights& layer : weights.layers)
        for (MatrixView* matrix : layer.matrices())
            all.push_back(matrix);
    return all;
}

std::size_t bytesOfPanel(WeightType type, int columns)
{
    return isQuantised(type) ? panelBytes(panelLayout(type, quantisedPanelRows()), columns)
                             : floatPanelBytes(type, columns);
}

constexpr std::size_t panelAlignment = 128;

/// Memory for the panels of a model, in huge pages where the system gives them to who asks: with small ones a pass that
/// reads all of it waits for their addresses. Throws std::bad_alloc.
std::shared_ptr<std::uint8_t> panelMemory(std::size_t size)
{
    const std::shared_ptr<std::uint8_t> memory(
        static_cast<std::uint8_t*>(std::aligned_alloc(panelAlignment, paddedTo(panelAlignment, size))),
        [](std::uint8_t* bytes) { std::free(bytes); });
    if (!memory)
        throw std::bad_alloc();
#if defined(__linux__)
    const auto page = std::size_t(sysconf(_SC_PAGESIZE));
    const std::size_t first =
        paddedTo(page, reinterpret_cast<std::uintptr_t>(memory.get())) - reinterpret_cast<std::uintptr_t>(memory.get());
    if (first < size) // where the system refuses, pages are small
        madvise(memory.get() + first, (size - first) / page * page, MADV_HUGEPAGE);
#endif
    return memory;
}

} // namespace

void packPanels(const MatrixView& matrix, int first, int end, std::uint8_t* out)
{
    const std::size_t bytes = bytesOfPanel(matrix.type, matrix.columns);
    for (int panel = first; panel < end; ++panel) {
        std::uint8_t* const to = out + std::size_t(panel) * bytes;
        std::fill_n(to, bytes, std::uint8_t(0));
        if (matrix.type == WeightType::f32)
            packFloatPanel(matrix, panel, reinterpret_cast<float*>(to));
        else if (!isQuantised(matrix.type))
            packFloatPanel(matrix, panel, reinterpret_cast<std::uint16_t*>(to));
        else
            packQuantisedPanel(matrix, panel, to);
    }
}

int panelsOf(const MatrixView& matrix)
{
    const int rows = isQuantised(matrix.type) ? quantisedPanelRows() : floatPanelRows;
    return (matrix.rows + rows - 1) / rows;
}

std::size_t panelBytes(const MatrixView& matrix)
{
    return std::size_t(panelsOf(matrix)) * bytesOfPanel(matrix.type, matrix.columns);
}

std::shared_ptr<WeightPanels> WeightPanels::ofThisProcess()
{
    static const auto panels = std::make_shared<WeightPanels>();
    return panels;
}

std::shared_ptr<const Model> WeightPanels::withPanels(std::shared_ptr<const Model> model, ThreadPool& pool,
                                                      const Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    const auto reserved = pool.reserve();
    auto changed = std::make_shared<Model>(*model);
    const std::vector<MatrixView*> matrices = productMatrices(changed->weights);
    std::vector<const MatrixView*> missing;
    std::size_t size = 0;
    for (const MatrixView* matrix : matrices) {
        const auto isIt = [matrix](const MatrixView* other) { return isSame(*other, *matrix); };
        if (matrix->data && !find(*matrix) && std::ranges::none_of(missing, isIt)) {
            missing.push_back(matrix);
            size += paddedTo(panelAlignment, panelBytes(*matrix));
        }
    }
    const std::shared_ptr<std::uint8_t> memory = missing.empty() ? nullptr : panelMemory(size);
    std::size_t used = 0;
    double done = 0;
    for (MatrixView* matrix : matrices) {
        progress.tell(done++ / double(matrices.size()), "Arranging the weights of " + model->name);
        if (!matrix->data)
            continue;
        Entry* entry = find(*matrix);
        if (!entry) {
            const std::shared_ptr<std::uint8_t> made(memory, memory.get() + used);
            used += paddedTo(panelAlignment, panelBytes(*matrix));
            pool.split(panelsOf(*matrix), 16, [&](int first, int end) {
                for (int panel = first; panel < end && !progress.isCancelled(); ++panel)
                    packPanels(*matrix, panel, panel + 1, made.get());
            });
            if (progress.isCancelled())
                throw Cancelled();
            m_entries.push_back({*matrix, quantisedPanelRows(), made, {}});
            entry = &m_entries.back();
        }
        const auto isThis = [&](const std::weak_ptr<const Model>& known) { return known.lock() == model; };
        if (std::ranges::none_of(entry->models, isThis))
            entry->models.push_back(model);
        matrix->data = entry->panels.get();
        changed->weights.storage.push_back(entry->panels);
    }
    return changed;
}

bool WeightPanels::has(const MatrixView& matrix)
{
    const std::lock_guard lock(m_mutex);
    return find(matrix) != nullptr;
}

WeightPanels::Entry* WeightPanels::find(const MatrixView& matrix)
{
    std::erase_if(m_entries, [](Entry& entry) {
        std::erase_if(entry.models, [](const std::weak_ptr<const Model>& model) { return model.expired(); });
        return entry.models.empty();
    });
    const auto found = std::ranges::find_if(m_entries, [&, rows = quantisedPanelRows()](const Entry& entry) {
        return isSame(entry.matrix, matrix) && (entry.quantisedRows == rows || !isQuantised(matrix.type));
    });
    return found == m_entries.end() ? nullptr : &*found;
}

} // namespace draftscope::cpu
