// SPDX-License-Identifier: MIT
#include "engine/core/message.h"

#include <cassert>

namespace draftscope {

std::string MessageArguments::nextPlace()
{
    std::size_t begin = m_id.find('{', m_from);
    while (begin != std::string_view::npos && begin + 1 < m_id.size() && m_id[begin + 1] == '{') // "{{" is a brace
        begin = m_id.find('{', begin + 2);
    const std::size_t end = m_id.find('}', begin);
    assert(begin != std::string_view::npos && end != std::string_view::npos);
    m_from = end + 1;
    return std::string(m_id.substr(begin, m_from - begin));
}

} // namespace draftscope
