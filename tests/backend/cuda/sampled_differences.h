// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/sampling/distribution.h"

namespace draftscope::test {

/// Logits of one context.
inline std::span<const float> row(const std::vector<float>& logits, int number, int size)
{
    return std::span(logits).subspan(std::size_t(number) * std::size_t(size), std::size_t(size));
}

/// Entries of a context as round_data.h says.
struct ReadDistributions {
    std::vector<float> weights;
    std::vector<double> scales;
    int vocabulary;

    [[nodiscard]] double at(int context, int id) const
    {
        if (id >= vocabulary)
            return 0;
        return double(weights[std::size_t(context) * std::size_t(vocabulary) + std::size_t(id)])
            * scales[std::size_t(context)];
    }
};

/// Says what differs, the first few times.
class Differences {
public:
    template <class T>
    void compare(std::string_view what, int place, T got, T expected)
    {
        if (std::memcmp(&got, &expected, sizeof(T)) != 0 && m_text.size() < 400)
            m_text += fmt::format("{} {} is {} instead of {}. ", what, place, got, expected);
    }
    void compare(std::string_view what, const ReadDistributions& got, int context, const Distribution& expected)
    {
        for (std::size_t i = 0; i < expected.size(); ++i)
            compare(what, int(i), got.at(context, int(i)), expected[i]);
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace draftscope::test
