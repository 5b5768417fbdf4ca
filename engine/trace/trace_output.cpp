// SPDX-License-Identifier: MIT
#include "engine/trace/trace_output.h"

#include <system_error>

#include <zstd.h>

namespace draftscope {
namespace {

// On rounds of ten kilobytes level 3 takes twice as long and packs no better (measured on traces of the embedded pair).
constexpr int compressionLevel = 1;

/// The sentence has two gaps: the path and the reason.
tl::unexpected<Error> failFor(const std::string& reason,
                              fmt::format_string<const std::string&, const std::string&> sentence,
                              const std::filesystem::path& path)
{
    const std::string place = path.string();
    return tl::unexpected<Error>(errorOf(message(sentence, std::as_const(place), reason), Message{reason}));
}

} // namespace

void TraceOutput::FreeContext::operator()(ZSTD_CCtx_s* context) const
{
    ZSTD_freeCCtx(context);
}

Result<TraceOutput> TraceOutput::create(const std::filesystem::path& path)
{
    TraceOutput output;
    output.m_path = path;
    Result<LockedFile> file = LockedFile::openEmptied(path);
    if (!file)
        return tl::unexpected(file.error());
    output.m_file = std::move(*file);
    if (path.extension() == ".zst") {
        output.m_context.reset(ZSTD_createCCtx());
        if (!output.m_context)
            return fail("There is not enough memory to compress {}: close other programs, or save it without .zst.",
                        path.string());
        ZSTD_CCtx_setParameter(output.m_context.get(), ZSTD_c_compressionLevel, compressionLevel);
        output.m_buffer.resize(ZSTD_CStreamOutSize());
    }
    return output;
}

Result<void> TraceOutput::writeLine(std::string_view line)
{
    return m_context ? compress(line, false) : write(line);
}

Result<void> TraceOutput::close()
{
    if (!m_file.isOpen())
        return {};
    Result<void> result = m_context ? compress({}, true) : Result<void>();
    if (const int error = m_file.close(); error != 0 && result)
        result = failFor(systemReason(error), "The trace {} could not be closed ({}): what was written stays.", m_path);
    return result;
}

Result<void> TraceOutput::write(std::string_view bytes)
{
    if (const int error = m_file.write(bytes); error != 0)
        return failFor(systemReason(error),
                       "The trace {} cannot be written on ({}): what was written stays; make room and save it again.",
                       m_path);
    return {};
}

Result<void> TraceOutput::compress(std::string_view bytes, bool end)
{
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
        ZSTD_outBuffer output{m_buffer.data(), m_buffer.size(), 0};
        left = ZSTD_compressStream2(m_context.get(), &output, &input, end ? ZSTD_e_end : ZSTD_e_flush);
        if (ZSTD_isError(left))
            return failFor(ZSTD_getErrorName(left), "The trace {} cannot be compressed ({}): save it without .zst.",
                           m_path);
        if (Result<void> written = write({m_buffer.data(), output.pos}); !written)
            return written;
    } while (left > 0 || input.pos < input.size);
    return {};
}

} // namespace draftscope
