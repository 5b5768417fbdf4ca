// SPDX-License-Identifier: MIT
#include "engine/attach/stream_lines.h"

namespace draftscope {
namespace {

constexpr std::size_t longestDocument = 64'000'000; ///< bytes

} // namespace

Result<void> StreamLines::add(std::string_view bytes, const Take& take)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        m_line += bytes.substr(0, end);
        if (m_line.size() + m_document.size() > longestDocument)
            return fail("The stream has a line of more than {} MB, which is no answer of a server.",
                        longestDocument / 1'000'000);
        if (end == std::string_view::npos)
            return {};
        bytes.remove_prefix(end + 1);
        const std::string line = std::move(m_line);
        m_line.clear();
        if (Result<void> taken = takeLine(line, take); !taken)
            return taken;
    }
    return {};
}

Result<void> StreamLines::finish(const Take& take)
{
    const std::string line = std::move(m_line);
    m_line.clear();
    if (Result<void> taken = takeLine(line, take); !taken)
        return taken;
    const std::string document = std::move(m_document);
    m_document.clear();
    return document.empty() ? Result<void>() : take(document);
}

Result<void> StreamLines::takeLine(std::string_view line, const Take& take)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (m_depth == 0) {
        for (const std::string_view field : {"data:", "error:"}) // llama.cpp called an event "error:" once
            if (line.starts_with(field))
                line.remove_prefix(field.size());
        while (line.starts_with(' '))
            line.remove_prefix(1);
        // Comments keep a connection open; the other fields of an event say nothing here.
        if (line.empty() || line.starts_with(':') || line == "[DONE]" || line.starts_with("event:")
            || line.starts_with("id:") || line.starts_with("retry:"))
            return {};
    }
    m_document += line;
    m_document += m_depth > 0 ? "\n" : "";
    for (const char character : line) {
        if (m_isInString) {
            m_isInString = m_isEscaped || character != '"';
            m_isEscaped = !m_isEscaped && character == '\\';
        } else if (character == '"') {
            m_isInString = true;
        } else if (character == '{' || character == '[') {
            ++m_depth;
        } else if (character == '}' || character == ']') {
            --m_depth;
        }
    }
    if (m_depth > 0)
        return {};
    m_depth = 0;
    m_isInString = m_isEscaped = false;
    const std::string document = std::move(m_document);
    m_document.clear();
    return take(document);
}

} // namespace draftscope
