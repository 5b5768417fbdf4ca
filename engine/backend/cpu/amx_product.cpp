// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/amx_product.h"

#if defined(__AMX_TILE__) && defined(__AMX_BF16__) && defined(__AVX512F__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/backend/cpu/amx_product-inl.h"

namespace draftscope::cpu {
namespace {

/// The tiles of the thread. Their numbers are part of an instruction: GCC's functions for them take no constants of
/// templates.
class MachineTiles {
public:
    static void setRows(int first, int second)
    {
        // Takes as long as some products, so it is done where it changes: nothing else in this process uses tiles.
        thread_local int currentFirst = 0, currentSecond = 0;
        if (currentFirst == first && currentSecond == second)
            return;
        struct alignas(64) {
            std::uint8_t palette = 1, startRow = 0, reserved[14] = {};
            std::uint16_t rowBytes[16] = {};
            std::uint8_t rows[16] = {};
        } configuration;
        for (int tile = 0; tile < tileCount; ++tile) {
            configuration.rowBytes[tile] = tileRowBytes;
            configuration.rows[tile] = std::uint8_t(rowsOfTile(tile, first, second));
        }
        asm volatile("ldtilecfg %0" ::"m"(configuration));
        currentFirst = first;
        currentSecond = second;
    }
    template <int tile>
    static void clear()
    {
        asm volatile("tilezero %%tmm%c0" ::"i"(tile));
    }
    template <int tile>
    static void load(const void* from, std::size_t stride)
    {
        asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(stride), "i"(tile) : "memory");
    }
    template <int to, int activations, int weights>
    static void addProducts()
    {
        asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(to), "i"(activations), "i"(weights));
    }
    template <int tile>
    static void store(void* to, std::size_t stride)
    {
        asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(stride), "i"(tile) : "memory");
    }
};

/// Linux gives a process tiles when it has asked, as a thread's state is larger with them.
bool mayHaveTiles()
{
    constexpr long requestPermission = 0x1023, tileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

} // namespace

bool hasAmxProduct()
{
    static const bool has =
        hasBf16Product() && __builtin_cpu_supports("amx-tile") && __builtin_cpu_supports("amx-bf16") && mayHaveTiles();
    return has;
}

void multiplyBf16InTiles(const Bf16Product& product, int begin, int end)
{
    multiplyInTiles<MachineTiles>(product, begin, end);
}

} // namespace draftscope::cpu

#else

namespace draftscope::cpu {

bool hasAmxProduct()
{
    return false;
}
void multiplyBf16InTiles(const Bf16Product&, int, int) {}

} // namespace draftscope::cpu

#endif
