// SPDX-License-Identifier: MIT
// A cache that models of a pretended Hub are fetched into.
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/catalogue/hub_cache.h"
#include "tests/fixtures/pretended_hub.h"

namespace draftscope::test {

namespace fs = std::filesystem;

/// Pseudo-random bytes, always the same.
inline QByteArray weights(int count)
{
    QByteArray bytes(count, '\0');
    for (int i = 0; i < count; ++i)
        bytes[i] = char((unsigned(i) * 7919 + unsigned(i) / 251) % 256);
    return bytes;
}

inline QMap<QString, QByteArray> directory()
{
    return {{"README.md", "# Tale"},
            {"config.json", "{}"},
            {"tokenizer.json", "{\"a\":1}"},
            {"model.safetensors", weights(300'000)},
            {"pytorch_model.bin", "never"}};
}

inline const QMap<QString, QByteArray> oneGguf{{"tale-Q8_0.gguf", weights(100'000)}, {"mmproj-tale.gguf", "images"}};

/// Answers the first `times` requests for files with `answer` of the usual one.
inline PretendedHub::Answer atFirst(int times, std::function<HubAnswer(const HubRequest&, HubAnswer)> answer)
{
    return [=, left = std::make_shared<int>(times)](const HubRequest& request, const HubAnswer& honest) {
        return request.path.contains("/resolve/") && (*left)-- > 0 ? answer(request, honest) : honest;
    };
}

inline QByteArray contentOf(const fs::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("is not there");
}

template <class T>
QString wordsOf(const Result<T>& result)
{
    return result ? "all went well" : QString::fromStdString(result.error().sentence);
}

inline bool isSentence(const QString& text)
{
    return text.endsWith('.') && !text.contains('\n') && (text[0].isUpper() || text[0] == '"');
}
inline QStringList entriesOf(const fs::path& path)
{
    return QDir(QString::fromStdString(path.string()))
        .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// Made anew for each test.
class HubFolder {
public:
    HubFolder()
    {
        qputenv("no_proxy", "*");
        for (const char* name : {"HF_ENDPOINT", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_HUB_OFFLINE", "HF_TOKEN_PATH",
                                 "TRANSFORMERS_OFFLINE", "HF_HUB_DISABLE_SYMLINKS", "HF_HUB_DISABLE_IMPLICIT_TOKEN"})
            qunsetenv(name);
        qputenv("HF_HOME", (m_folder.path() + "/home").toUtf8());
    }
    [[nodiscard]] fs::path folder() const { return m_folder.path().toStdString(); }
    [[nodiscard]] fs::path cache() const { return folder() / "hub"; }
    [[nodiscard]] fs::path part() const
    {
        return cache() / "models--maker--tale" / "blobs"
            / (PretendedHub::hashOf(oneGguf["tale-Q8_0.gguf"]).toStdString() + ".incomplete");
    }
    /// Of oneGguf; -1 where there is none.
    [[nodiscard]] int partSize() const
    {
        std::error_code error;
        const auto size = fs::file_size(part(), error);
        return error ? -1 : int(size);
    }
    void leavePart(const QByteArray& bytes) const
    {
        fs::create_directories(part().parent_path());
        QFile file(QString::fromStdString(part().string()));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("There is no room for a file.");
    }
    static HubServer serverOf(const PretendedHub& hub)
    {
        return {.address = hub.address().toStdString(), .pause = std::chrono::milliseconds(1)};
    }
    [[nodiscard]] Result<fs::path> get(const HubServer& server, const char* text = "hf:maker/tale",
                                       const Progress& progress = {}) const
    {
        const auto name = hubNameOf(text);
        if (!name)
            return tl::unexpected(name.error());
        const auto model = findHubModel(*name, server, progress);
        if (!model)
            return tl::unexpected(model.error());
        return fetchHubModel(*model, server, cache(), progress);
    }
    [[nodiscard]] Result<fs::path> get(const PretendedHub& hub, const char* text = "hf:maker/tale",
                                       const Progress& progress = {}) const
    {
        return get(serverOf(hub), text, progress);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace draftscope::test
