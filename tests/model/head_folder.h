// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <filesystem>
#include <memory>

#include <QString>
#include <QTemporaryDir>

#include "engine/model/draft_head.h"
#include "tests/fixtures/head_files.h"
#include "tests/fixtures/tiny_model.h"

namespace draftscope::fixtures {

/// A folder for a head's files, and the target that it is opened for.
struct HeadFolder {
    QTemporaryDir m_directory;
    std::shared_ptr<const Model> m_target = makeTinyModel({.layers = 8, .name = "Tiny target"});

    [[nodiscard]] std::filesystem::path path() const { return m_directory.filePath("head").toStdString(); }
    [[nodiscard]] Result<std::shared_ptr<const DraftHead>> open(const HeadFiles& files, bool asTorch = false) const
    {
        writeHead(path(), files, asTorch);
        return openDraftHead(path(), *m_target);
    }
    [[nodiscard]] static QString sentenceOf(const Result<std::shared_ptr<const DraftHead>>& opened)
    {
        return opened ? QString("opened") : QString::fromStdString(opened.error().sentence);
    }
};

/// Whether row `i` of a matrix is row `j` of another one, byte for byte.
inline bool isRowOf(const MatrixView& matrix, int i, const MatrixView& whole, int j)
{
    return matrix.type == whole.type && matrix.columns == whole.columns
        && std::memcmp(static_cast<const char*>(matrix.data) + std::size_t(i) * matrix.rowBytes(),
                       static_cast<const char*>(whole.data) + std::size_t(j) * whole.rowBytes(), whole.rowBytes())
        == 0;
}

} // namespace draftscope::fixtures
