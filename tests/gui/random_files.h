// SPDX-License-Identifier: MIT
// Files that a person drops, opens and types the names of: good ones and every kind of bad one, in a folder of their
// own.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "engine/catalogue/embedded.h"
#include "engine/trace/trace_file.h"
#include "foreign_model.h"
#include "tests/record/example_recording.h"

namespace draftscope::test {

class RandomFiles {
public:
    RandomFiles()
    {
        const QString trace = path("good.jsonl");
        const auto saved = saveTrace(trace.toStdString(), example::recording());
        m_isMade = saved && saveTrace(path("good.jsonl.zst").toStdString(), example::recording());
        const QByteArray good = contents(trace), packed = contents(path("good.jsonl.zst"));
        write("cut.jsonl", good.left(good.size() * 2 / 3));
        write("cut.jsonl.zst", packed.left(packed.size() / 2));
        write("future.jsonl", QByteArray(good).replace(R"("format":2)", R"("format":99)"));
        write("header.jsonl", good.left(good.indexOf('\n') + 1));
        write("nodes.jsonl", QByteArray(good).replace(R"("parent":-1)", R"("parent":77)"));
        write("other.jsonl", "{\"type\":\"round\"}\n[1, 2]\n\"\n");
        write("empty.jsonl", {});
        write("noise.bin", QByteArray(70'000, '\x9b'));
        write("false.gguf", "GGUF\x03" + QByteArray(4096, '\x7f'));
        write("prompts.txt", "Once upon a time\n\nThe dog\nA \xF0\x9F\x90\xB1 sat\n");
        write("comparison.json", R"({"type":"comparison","format":1,"lanes":[{}]})");
        copyEmbedded("tales-0.8m");
        copyEmbedded("tales-6m");
        copyOfRandomModel(m_folder.path(), QStringLiteral("random"));
        copyOfRandomModel(m_folder.path(), QStringLiteral("damaged"));
        write("damaged/config.json", "{\"model_type\": \"llama\"");
        QDir(m_folder.path()).mkdir(QStringLiteral("nothing"));
    }

    [[nodiscard]] bool isMade() const { return m_isMade; }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    /// All that there is to drop or open, and some that is not there or cannot be read.
    [[nodiscard]] QStringList paths() const
    {
        QStringList paths{path("missing.jsonl"), QStringLiteral("/proc/self/mem"), QStringLiteral("/dev/null"),
                          m_folder.path()};
        for (const QString& name : QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name))
            paths << path(name);
        return paths;
    }
    /// Cuts the weights of a copied model, or writes them whole again.
    void spoil(const QString& model, bool isWhole) const
    {
        const QString weights = path(model + "/model.safetensors");
        if (!isWhole)
            QFile::resize(weights, 4096);
        else if (const auto from = resolveModel(model.toStdString()))
            rewrite(weights, contents(QString::fromStdString((*from / "model.safetensors").string())));
    }

private:
    void write(const QString& name, const QByteArray& bytes) { m_isMade = rewrite(path(name), bytes) && m_isMade; }
    void copyEmbedded(const std::string& model)
    {
        const auto from = resolveModel(model);
        m_isMade = from && m_isMade;
        if (from)
            std::filesystem::copy(*from, path(QString::fromStdString(model)).toStdString());
    }

    QTemporaryDir m_folder;
    bool m_isMade = false;
};

} // namespace draftscope::test
