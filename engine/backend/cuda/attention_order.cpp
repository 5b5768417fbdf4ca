// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/attention_order.h"

#include <algorithm>
#include <array>

namespace draftscope::cuda {

namespace {

bool sharePrefix(const PassRow& a, const PassRow& b)
{
    return a.prefixFirst == b.prefixFirst && a.prefixCount == b.prefixCount;
}

/// Whether the path of `row` is that of `parent` and one slot more.
bool continues(const PassRow& row, const PassRow& parent, std::span<const int> list)
{
    if (!sharePrefix(row, parent) || row.ancestorCount != parent.ancestorCount + 1)
        return false;
    const auto own = list.subspan(std::size_t(row.ancestorFirst), std::size_t(row.ancestorCount));
    if (own.back() != parent.slot)
        return false;
    const auto before = list.subspan(std::size_t(parent.ancestorFirst), std::size_t(parent.ancestorCount));
    return std::ranges::equal(own.first(before.size()), before);
}

constexpr int none = -1;

/// The tree that the rows are, by row.
struct Tree {
    std::array<int, maxRows> parent, firstChild, nextSibling;

    Tree(const PassInput& input, std::span<const int> list)
    {
        for (int row = 0; row < input.rowCount; ++row) {
            parent[std::size_t(row)] = row - 1; // a row comes after its ancestors
            while (parent[std::size_t(row)] >= 0
                   && !continues(input.rows[row], input.rows[parent[std::size_t(row)]], list))
                --parent[std::size_t(row)];
        }
        firstChild.fill(none);
        for (int row = input.rowCount - 1; row >= 0; --row)
            if (const int above = parent[std::size_t(row)]; above != none) {
                nextSibling[std::size_t(row)] = firstChild[std::size_t(above)];
                firstChild[std::size_t(above)] = row;
            } else {
                nextSibling[std::size_t(row)] = none;
            }
    }
};

} // namespace

void orderForAttention(PassInput& input, std::span<const int> list)
{
    const Tree tree(input, list);
    int placed = 0;
    const auto place = [&](int row) {
        const bool continuesLast = placed > 0 && tree.parent[std::size_t(row)] == input.order[placed - 1].number;
        input.order[placed++] = {input.rows[row], row, continuesLast};
    };
    const auto placeSubtree = [&](int root) {
        place(root);
        for (int row = root;;) { // down where there is a child, else to the next one that is not placed
            if (tree.firstChild[std::size_t(row)] != none) {
                row = tree.firstChild[std::size_t(row)];
            } else {
                while (row != root && tree.nextSibling[std::size_t(row)] == none)
                    row = tree.parent[std::size_t(row)];
                if (row == root)
                    return;
                row = tree.nextSibling[std::size_t(row)];
            }
            place(row);
        }
    };
    std::array<bool, maxRows> isGrouped = {};
    input.groupCount = 0;
    for (int first = 0; first < input.rowCount; ++first) {
        if (isGrouped[std::size_t(first)])
            continue;
        const int begin = placed;
        for (int row = first; row < input.rowCount; ++row) {
            if (!sharePrefix(input.rows[row], input.rows[first]))
                continue;
            isGrouped[std::size_t(row)] = true;
            if (tree.parent[std::size_t(row)] == none)
                placeSubtree(row);
        }
        input.groups[input.groupCount++] = {begin, placed - begin};
    }
}

} // namespace draftscope::cuda
