// SPDX-License-Identifier: MIT
#include "engine/trace/trace_input.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <zstd.h>

namespace draftscope {
namespace {

constexpr std::size_t chunk = 1 << 18;
constexpr std::string_view zstdMagic = "\x28\xB5\x2F\xFD";
// Between two blocks zstd asks for the next block's header.
constexpr std::size_t blockHeaderSize = 3;

} // namespace

void TraceInput::FreeContext::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

Result<TraceInput> TraceInput::open(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail("{} is a folder: choose a trace file.", path.string());
    TraceInput input;
    input.m_path = path;
    input.m_file.reset(std::fopen(path.c_str(), "rb"));
    if (!input.m_file)
        return fail("The trace {} cannot be opened ({}): check the name.", path.string(),
                    std::error_code(errno, std::generic_category()).message());
    char magic[4] = {};
    const std::size_t got = std::fread(magic, 1, sizeof magic, input.m_file.get());
    std::rewind(input.m_file.get());
    if (std::string_view(magic, got) == zstdMagic) {
        input.m_context.reset(ZSTD_createDCtx());
        input.m_unpacked.resize(ZSTD_DStreamOutSize());
    }
    input.m_raw.resize(chunk);
    return input;
}

Result<std::optional<TraceInput::Line>> TraceInput::next()
{
    std::size_t searched = 0;
    while (true) {
        const std::size_t end = m_text.find('\n', searched);
        if (end != std::string::npos) {
            Line line{m_text.substr(0, end), true};
            m_text.erase(0, end + 1);
            return line;
        }
        if (m_atEnd)
            break;
        searched = m_text.size();
        if (Result<void> filled = fill(); !filled)
            return tl::unexpected(filled.error());
    }
    if (m_text.empty())
        return std::optional<Line>();
    Line line{std::move(m_text), false};
    m_text.clear();
    return line;
}

Result<void> TraceInput::fill()
{
    const std::size_t count = std::fread(m_raw.data(), 1, m_raw.size(), m_file.get());
    if (count == 0) {
        m_atEnd = true;
        m_cut = m_context && m_hint != 0 && m_hint != blockHeaderSize;
        return {};
    }
    if (m_context)
        return decompress(count);
    m_text.append(m_raw.data(), count);
    return {};
}

Result<void> TraceInput::decompress(std::size_t count)
{
    ZSTD_inBuffer input{m_raw.data(), count, 0};
    bool moreOutput = true;
    while (input.pos < input.size || moreOutput) {
        ZSTD_outBuffer output{m_unpacked.data(), m_unpacked.size(), 0};
        m_hint = ZSTD_decompressStream(m_context.get(), &output, &input);
        if (ZSTD_isError(m_hint))
            return fail("The trace {} cannot be unpacked ({}): the file is damaged.", m_path.string(),
                        ZSTD_getErrorName(m_hint));
        m_text.append(m_unpacked.data(), output.pos);
        moreOutput = output.pos == output.size;
    }
    return {};
}

} // namespace draftscope
