// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QFile>

namespace draftscope::test {

/// A copy of the small random model, NAME in a folder; its files may be damaged.
inline QString copyOfRandomModel(const QString& folder, const QString& name)
{
    const QString from = QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama/");
    QDir(folder).mkdir(name);
    const QString to = folder + '/' + name;
    for (const QString& entry : QDir(from).entryList({"config.json", "model.safetensors", "tokenizer.model"}))
        QFile::copy(from + entry, to + '/' + entry);
    return to;
}

inline bool rewrite(const QString& path, const QByteArray& bytes)
{
    QFile::remove(path);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

inline QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The same model for texts of at most so many tokens.
inline QString modelOfContext(const QString& folder, int tokens)
{
    const QString model = copyOfRandomModel(folder, QStringLiteral("short"));
    QByteArray config = contents(model + "/config.json");
    config.replace("\"max_position_embeddings\": 2048", "\"max_position_embeddings\": " + QByteArray::number(tokens));
    return rewrite(model + "/config.json", config) ? model : QString();
}

/// The same model with one word of its vocabulary spelled another way.
inline QString modelOfAnotherVocabulary(const QString& folder)
{
    const QString model = copyOfRandomModel(folder, QStringLiteral("another-vocabulary"));
    QByteArray tokenizer = contents(model + "/tokenizer.model");
    const QByteArray word("\xE2\x96\x81girl");
    const auto at = tokenizer.indexOf(word);
    if (at < 0)
        qFatal("The test's vocabulary has no word to change.");
    tokenizer[at + 4] = 'u';
    rewrite(model + "/tokenizer.model", tokenizer);
    return model;
}

/// A model that answers messages, in Zephyr's format.
inline QString talker(const QString& folder)
{
    const QString from = QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/tests/golden/families/llama/"), to = folder + "/talker";
    QDir(folder).mkdir("talker");
    for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
        QFile::copy(from + name, to + '/' + name);
    rewrite(
        to + "/tokenizer_config.json",
        "{\"eos_token\": \"<|endoftext|>\", \"chat_template\": \"{% for m in messages %}{{ '<|' + m.role + '|>\\\\n' + "
        "m.content + eos_token + '\\\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>\\\\n' }}{% "
        "endif %}\"}");
    return to;
}

} // namespace draftscope::test
