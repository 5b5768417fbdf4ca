// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "tests/widgets/sample_recording.h"
#include "widgets/text/text_view.h"

namespace draftscope::sample {

inline std::vector<QRectF> rectsOf(const TextView& view)
{
    std::vector<QRectF> rects;
    for (int i = 0; i < view.tokenCount(); ++i)
        rects.push_back(view.tokenRect(i));
    return rects;
}

inline std::vector<CommittedToken> words(int count)
{
    const TokenId some[] = {she, wanted, to, fly, it, up};
    std::vector<CommittedToken> text;
    for (int i = 0; i < count; ++i)
        text.push_back({some[i % 6], i % 5 == 4 ? TokenSource::residual : TokenSource::accepted, i % 5});
    return text;
}

} // namespace draftscope::sample
