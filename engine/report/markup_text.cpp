// SPDX-License-Identifier: MIT
#include "engine/report/markup_text.h"

namespace draftscope {

std::string htmlText(std::string_view text)
{
    std::string html;
    for (const char c : text)
        if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else if (c == '&')
            html += "&amp;";
        else if (c == '"')
            html += "&quot;";
        else
            html += c;
    return html;
}

std::string markdownCell(std::string_view text)
{
    std::string safe;
    for (const char c : text) {
        if (c == '|' || c == '\\')
            safe += '\\';
        safe += c == '\n' || c == '\r' ? ' ' : c;
    }
    return safe;
}

} // namespace draftscope
