// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <QByteArray>

#include "engine/core/replacing_file.h"

namespace draftscope {

/// `what` the file is, in sentences: "scene". A file that is there is replaced when the new one is whole. Errors: those
/// of the disk.
[[nodiscard]] inline Result<void> replaceFile(const std::filesystem::path& path, const QByteArray& bytes,
                                              const char* what)
{
    auto file = ReplacingFile::create(path, what);
    if (!file)
        return tl::unexpected(file.error());
    if (const auto written = file->write(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        !written)
        return written;
    return file->putInPlace();
}

} // namespace draftscope
