// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/target_heads.h"

namespace draftscope::fixtures {

/// What tests of heads have in common: a head of random weights for each method, and the embedded target, which has
/// heads of its own.
class HeadsFixture {
protected:
    void prepare()
    {
        for (const char* method : headMethods)
            writeHeadFor(path(method), method);
        if (std::filesystem::exists(m_models / "tales-6m" / "model.safetensors")) {
            const auto loaded = loadModel(m_models / "tales-6m");
            QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
            m_embedded = *loaded;
        }
    }
    std::string path(const std::string& method) const
    {
        return m_directory.filePath(QString::fromStdString(method)).toStdString();
    }
    static void addShapes()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        for (const char* method : headMethods)
            for (const char* shape : {"chain", "fixed-widths", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
        QTest::addRow("medusa, best-first") << std::string("medusa") << std::string("best-first");
    }

    const std::filesystem::path m_models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
    std::shared_ptr<const Model> m_embedded; ///< null where it is not there

private:
    QTemporaryDir m_directory;
};

} // namespace draftscope::fixtures
