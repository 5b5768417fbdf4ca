// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/select.cuh"

namespace draftscope::cuda {

struct CandidateMemory {
    static constexpr int bytes = 28 * 1024;
    alignas(8) unsigned char memory[bytes];
    int count;
};

/// The tokens of a row that a cut keeps: the row, or where they are few a list of them in shared memory. One object of
/// this class lives at a time in a block. Row has a type Key and forEach(visit).
template <class Row>
class Candidates {
public:
    using Key = typename Row::Key;

    __device__ Candidates(const Row& row, const Cut<Key>& cut) : m_row(row), m_cut(cut) {}

    /// Lists them, if they are not too many. Reads the row once.
    __device__ void list()
    {
        auto& memory = blockShared<CandidateMemory>();
        __syncthreads();
        if (block::thread() == 0)
            memory.count = 0;
        __syncthreads();
        forEach([&](Key key, int id) {
            if (const int place = atomicAdd(&memory.count, 1); place < capacity) {
                keys()[place] = key;
                ids()[place] = id;
            }
        });
        __syncthreads();
        if (memory.count <= capacity)
            m_listed = memory.count;
    }
    [[nodiscard]] __device__ bool isListed() const { return m_listed >= 0; }

    __device__ void tighten(const Cut<Key>& cut) { m_cut.tighten(cut); }
    [[nodiscard]] __device__ const Cut<Key>& cut() const { return m_cut; }

    /// visit(key, id) for all of this thread.
    template <class Visit>
    __device__ void forEach(const Visit& visit) const
    {
        const auto visitKept = [&](Key key, int id) {
            if (m_cut.keeps(key, id))
                visit(key, id);
        };
        if (!isListed()) {
            m_row.forEach(visitKept);
            return;
        }
        for (int i = block::thread(); i < m_listed; i += block::threads())
            visitKept(keys()[i], ids()[i]);
    }

private:
    static constexpr int capacity = CandidateMemory::bytes / int(sizeof(Key) + sizeof(int));
    [[nodiscard]] static __device__ Key* keys()
    {
        return reinterpret_cast<Key*>(blockShared<CandidateMemory>().memory);
    }
    [[nodiscard]] static __device__ int* ids() { return reinterpret_cast<int*>(keys() + capacity); }

    Row m_row;
    Cut<Key> m_cut;
    int m_listed = -1;
};

} // namespace draftscope::cuda
