// SPDX-License-Identifier: MIT
// A query gets the same bits whichever queries are taken with it and however much of their paths they share, and what
// softmax attention over the keys and values as they are kept gives, in f32, f16 and bf16.
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/core/quantised_blocks.h"
#include "engine/core/random.h"
#include "tests/simd_target.h"

using namespace draftscope;
using namespace draftscope::cpu;

namespace {

using Floats = std::vector<float>;

constexpr int slotCount = 300;

Floats numbers(int count, std::uint32_t which)
{
    Floats values;
    for (int i = 0; i < count; ++i)
        values.push_back(float(2 * uniform(3, which, 0, std::uint32_t(i), Purpose::plain) - 1));
    return values;
}

/// Slots that lie anywhere: the first `shared` are those of every path, the others only of this one.
std::vector<int> pathOf(int which, int shared, int length)
{
    std::vector<int> path;
    for (int j = 0; j < length; ++j)
        path.push_back(j < shared ? (j * 37) % 251 : 251 + (j * 7 + which * 11) % 49);
    return path;
}

template <class Element>
struct Query {
    std::vector<QueryElement<Element>> query;
    Floats scores, out;
    std::vector<int> path;
};

float valueOf(float kept)
{
    return kept;
}

float valueOf(Float16 kept)
{
    return halfToFloat(std::uint16_t(kept));
}

float valueOf(std::uint16_t bf16)
{
    return std::bit_cast<float>(std::uint32_t(bf16) << 16);
}

template <class Element>
std::vector<Element> kept(const Floats& values)
{
    std::vector<Element> out(std::size_t(paddedTo(headMultiple, int(values.size()))));
    if constexpr (std::is_same_v<Element, Float16>)
        roundToFloat16(values.data(), int(values.size()), out.data(), int(out.size()));
    else if constexpr (std::is_same_v<Element, std::uint16_t>)
        std::ranges::transform(values, out.begin(),
                               [](float value) { return Element(std::bit_cast<std::uint32_t>(value) >> 16); });
    else
        std::ranges::copy(values, out.begin());
    return out;
}

template <class Element>
class Head {
public:
    explicit Head(int headSize) : m_size(headSize), m_padded(paddedTo(headMultiple, headSize))
    {
        m_keys = kept<Element>(padded(numbers(slotCount * m_size, 1)));
        m_values = kept<Element>(padded(numbers(slotCount * m_size, 2)));
    }

    [[nodiscard]] Query<Element> query(int which, int shared, int length) const
    {
        const int scores = paddedTo(headMultiple, length);
        return {kept<QueryElement<Element>>(padded(numbers(m_size, 10 + std::uint32_t(which)))),
                Floats(std::size_t(scores)), Floats(std::size_t(m_padded)), pathOf(which, shared, length)};
    }
    void attendTo(std::span<Query<Element>> queries, int shared) const
    {
        std::vector<AttentionQuery<Element>> group;
        for (Query<Element>& one : queries)
            group.push_back(
                {one.query.data(), one.path.data(), int(one.path.size()), one.scores.data(), one.out.data()});
        attend(AttentionGroup<Element>{group, shared, m_keys.data(), m_values.data(), m_padded, scale()});
    }
    /// In double, by the definition.
    [[nodiscard]] std::vector<double> expected(const Query<Element>& query) const
    {
        std::vector<double> weights, out(std::size_t(m_padded), 0.0);
        for (const int slot : query.path) {
            double dot = 0;
            for (std::size_t i = 0; i < query.query.size(); ++i)
                dot += double(valueOf(query.query[i])) * double(valueOf(m_keys[std::size_t(slot * m_padded) + i]));
            weights.push_back(std::exp(double(scale()) * dot));
        }
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (std::size_t j = 0; j < weights.size(); ++j)
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] += weights[j] / sum * double(valueOf(m_values[std::size_t(query.path[j] * m_padded) + i]));
        return out;
    }

private:
    [[nodiscard]] float scale() const { return 1 / std::sqrt(float(m_size)); }
    /// Rows of m_size numbers, with zeros behind each.
    [[nodiscard]] Floats padded(const Floats& rows) const
    {
        Floats out;
        for (std::size_t first = 0; first < rows.size(); first += std::size_t(m_size)) {
            out.insert(out.end(), rows.begin() + std::ptrdiff_t(first), rows.begin() + std::ptrdiff_t(first) + m_size);
            out.resize(out.size() + std::size_t(m_padded - m_size));
        }
        return out;
    }

    int m_size, m_padded;
    std::vector<Element> m_keys, m_values;
};

template <class Element>
void checkSoftmaxAttention()
{
    for (const int headSize : {8, 16, 64, 80, 128})
        for (const int length : {1, 2, 3, 4, 5, 16, 61, 200}) {
            const Head<Element> head(headSize);
            std::vector<Query<Element>> alone = {head.query(0, 0, length)};
            head.attendTo(alone, 0);
            const std::vector<double> expected = head.expected(alone[0]);
            for (std::size_t i = 0; i < expected.size(); ++i)
                QVERIFY2(std::abs(double(alone[0].out[i]) - expected[i]) < 2e-6,
                         qPrintable(QString("head %1, length %2, element %3").arg(headSize).arg(length).arg(i)));
        }
}

template <class Element>
void checkThatCompanyChangesNothing()
{
    for (const int headSize : {16, 64, 80, 128})
        for (const int shared : {0, 1, 3, 4, 7, 8, 64, 101})
            for (int count = 1; count <= queriesTogether; ++count) {
                const Head<Element> head(headSize);
                std::vector<Query<Element>> alone, together;
                for (int q = 0; q < count; ++q)
                    alone.push_back(head.query(q, shared, std::max(1, shared + q * 3 - (q == 2 ? 6 : 0))));
                together = alone;
                for (Query<Element>& one : alone)
                    head.attendTo(std::span(&one, 1), int(one.path.size()));
                head.attendTo(together, shared);
                for (int q = 0; q < count; ++q)
                    QVERIFY2(
                        together[std::size_t(q)].out == alone[std::size_t(q)].out,
                        qPrintable(
                            QString("head %1, shared %2, query %3 of %4").arg(headSize).arg(shared).arg(q).arg(count)));
            }
}

} // namespace

class TestCpuAttention : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addSimdTargets(); }
    void init()
    {
        QFETCH_GLOBAL(qlonglong, target);
        test::useSimdTarget(target);
    }
    void cleanup() { test::useBestSimdTarget(); }

    void isSoftmaxAttention() { checkSoftmaxAttention<float>(); }
    void isSoftmaxAttentionOverFloat16()
    {
        if (!convertsFloat16())
            QSKIP("This machine does not convert f16.");
        checkSoftmaxAttention<Float16>();
    }
    void isSoftmaxAttentionOverBf16()
    {
        if (!hasBf16Product())
            QSKIP("This machine's processor has no AVX512_BF16.");
        checkSoftmaxAttention<std::uint16_t>();
    }
    void companyChangesNothing() { checkThatCompanyChangesNothing<float>(); }
    void companyChangesNothingOverFloat16()
    {
        if (!convertsFloat16())
            QSKIP("This machine does not convert f16.");
        checkThatCompanyChangesNothing<Float16>();
    }
    void companyChangesNothingOverBf16()
    {
        if (!hasBf16Product())
            QSKIP("This machine's processor has no AVX512_BF16.");
        checkThatCompanyChangesNothing<std::uint16_t>();
    }
};

QTEST_APPLESS_MAIN(TestCpuAttention)
#include "test_cpu_attention.moc"
