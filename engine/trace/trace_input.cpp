// SPDX-License-Identifier: MIT
#include "engine/trace/trace_input.h"

#include <algorithm>

#include <zstd.h>

namespace draftscope {
namespace {

constexpr std::size_t chunk = 1 << 18;
constexpr std::string_view zstdMagic = "\x28\xB5\x2F\xFD";
// Between two blocks zstd asks for the next block's header.
constexpr std::size_t blockHeaderSize = 3;
// A round of 64 drafts has 1 MB, a header as much as its prompt.
constexpr std::size_t longestLine = std::size_t(64) << 20;
// Traces unpack to some ten times their size. A file that was made to fill the memory or the day grows to more than
// this.
constexpr std::uint64_t greatestGrowth = 1000, alwaysFine = std::uint64_t(64) << 20;

} // namespace

void TraceInput::FreeContext::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

Result<TraceInput> TraceInput::open(const std::filesystem::path& path, const Progress& progress)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail("{} is a folder: choose a trace file.", path.string());
    auto file = RegularFile::open(path);
    if (!file && !file.error().reason.empty())
        return fail("The trace {} cannot be opened ({}): check the name.", path.string(), file.error().reason);
    if (!file)
        return tl::unexpected(file.error());
    TraceInput input(path, std::move(*file), progress);
    input.m_raw.resize(chunk);
    if (Result<void> begun = input.read(); !begun)
        return tl::unexpected(begun.error());
    if (std::string_view(input.m_raw.data(), input.m_rawEnd).starts_with(zstdMagic))
        if (input.m_context.reset(ZSTD_createDCtx()); !input.m_context)
            throw std::bad_alloc(); // the reader has a sentence for it
    return input;
}

Result<std::optional<TraceInput::Line>> TraceInput::next()
{
    std::size_t searched = m_begin;
    while (true) {
        const std::size_t end = m_text.find('\n', searched);
        if (end != std::string::npos) {
            const Line line{std::string_view(m_text).substr(m_begin, end - m_begin), true};
            m_begin = end + 1;
            return line;
        }
        if (m_atEnd)
            break;
        if (m_text.size() - m_begin > longestLine)
            return fail("A line of {} is longer than {} MiB: the file is damaged or is no trace.", m_path.string(),
                        longestLine >> 20);
        m_text.erase(0, m_begin); // at most the beginning of one line stays
        m_begin = 0;
        searched = m_text.size();
        if (Result<void> filled = fill(); !filled)
            return tl::unexpected(filled.error());
    }
    if (m_begin == m_text.size())
        return std::optional<Line>();
    const Line line{std::string_view(m_text).substr(m_begin), false};
    m_begin = m_text.size();
    return line;
}

Result<std::string_view> TraceInput::beginning(std::size_t most)
{
    while (m_text.size() < most && !m_atEnd)
        if (Result<void> filled = fill(); !filled)
            return tl::unexpected(filled.error());
    return std::string_view(m_text).substr(0, most);
}

Result<void> TraceInput::fill()
{
    if (m_progress.isCancelled())
        return fail("Reading {} was cancelled.", m_path.string());
    if (m_rawBegin == m_rawEnd && !m_holdsBack)
        if (Result<void> more = read(); !more)
            return more;
    if (m_rawBegin == m_rawEnd && !m_holdsBack) {
        m_atEnd = true;
        m_cut = m_context && m_hint != 0 && m_hint != blockHeaderSize;
        return {};
    }
    const std::size_t before = m_text.size();
    if (m_context) {
        if (Result<void> unpacked = decompress(); !unpacked)
            return unpacked;
    } else {
        m_text.append(m_raw.data() + m_rawBegin, m_rawEnd - m_rawBegin);
        m_rawBegin = m_rawEnd;
    }
    m_textTotal += m_text.size() - before;
    if (m_textTotal > alwaysFine && m_textTotal / greatestGrowth > m_rawTotal)
        return fail("The trace {} unpacks to more than {} times its size: it is damaged or forged.", m_path.string(),
                    greatestGrowth);
    return {};
}

Result<void> TraceInput::read()
{
    const Result<std::size_t> count = m_file.read(m_raw);
    if (!count)
        return tl::unexpected(count.error());
    m_rawBegin = 0;
    m_rawEnd = *count;
    m_rawTotal += *count;
    m_progress.tell(std::min(1.0, double(m_rawTotal) / double(std::max<std::uint64_t>(m_file.size(), 1))),
                    "Reading " + m_path.filename().string());
    return {};
}

/// One stretch of output, so that a file that unpacks to gigabytes is stopped at the first line that is too long.
Result<void> TraceInput::decompress()
{
    const std::size_t before = m_text.size();
    m_text.resize(before + ZSTD_DStreamOutSize());
    ZSTD_inBuffer input{m_raw.data(), m_rawEnd, m_rawBegin};
    ZSTD_outBuffer output{m_text.data() + before, m_text.size() - before, 0};
    m_hint = ZSTD_decompressStream(m_context.get(), &output, &input);
    m_rawBegin = input.pos;
    m_holdsBack = output.pos == output.size;
    m_text.resize(before + output.pos);
    if (ZSTD_isError(m_hint))
        return fail("The trace {} cannot be unpacked ({}): the file is damaged.", m_path.string(),
                    ZSTD_getErrorName(m_hint));
    return {};
}

} // namespace draftscope
