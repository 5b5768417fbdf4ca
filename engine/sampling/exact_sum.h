// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope {

/// A sum of up to 2^22 numbers from 0 to 1 whose bits do not depend on the order in which they are added, so that one
/// thread, the lanes of a SIMD register and the threads of a GPU get the same. Each number is cut into a multiple of
/// 2^-30 and a multiple of 2^-60 (what is smaller is rounded away); sums of such parts fit a double and are exact. No
/// operation may be contracted to a fused one (-ffp-contract=off, nvcc's -fmad=false). Kernels use it too.
class ExactSum {
public:
    static constexpr double toCoarse = 4194304.0, toFine = 1.5 / 256; ///< 2^22, 1.5 * 2^-8: their ulps are the grids

    constexpr ExactSum() = default;
    /// Of sums of both kinds of parts that the caller took itself.
    constexpr ExactSum(double coarse, double fine) : m_coarse(coarse), m_fine(fine) {}
    constexpr void add(double number)
    {
        const double coarse = (number + toCoarse) - toCoarse;
        m_coarse += coarse;
        m_fine += ((number - coarse) + toFine) - toFine;
    }
    constexpr void add(const ExactSum& other)
    {
        m_coarse += other.m_coarse;
        m_fine += other.m_fine;
    }
    /// Rounded once.
    [[nodiscard]] constexpr double value() const { return m_coarse + m_fine; }

private:
    double m_coarse = 0, m_fine = 0;
};

} // namespace draftscope
