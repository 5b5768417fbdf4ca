// SPDX-License-Identifier: MIT
// Streams of servers, and what is read from them.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <QFile>
#include <QStringList>

#include "engine/attach/served_stream.h"

namespace draftscope::test {

inline std::string streamPath(const char* name)
{
    return DRAFTSCOPE_SOURCE_DIR "/tests/attach/streams/" + std::string(name);
}

inline std::string recordedStream(const char* name)
{
    QFile file(QString::fromStdString(streamPath(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Texts of a stream; what was wrong with it goes to `flaw`.
inline std::vector<ServedText> textsIn(const std::string& stream, std::string* flaw = nullptr, std::size_t cut = 1000)
{
    ServedStream reader;
    Result<void> read;
    for (std::size_t i = 0; i < stream.size() && read; i += cut)
        read = reader.add(std::string_view(stream).substr(i, cut));
    if (read)
        read = reader.finish();
    if (flaw)
        *flaw = read ? std::string() : read.error().sentence;
    return reader.takeTexts();
}

inline QString roundsInWords(const ServedText& text)
{
    QStringList words;
    for (const ServedRound& round : text.rounds) {
        QString word = QString::number(round.tokens.size());
        word += ':' + (round.accepted ? QString::number(*round.accepted) : "?");
        word += '/' + (round.drafted ? QString::number(*round.drafted) : "?");
        if (round.steps != 1)
            word += 'x' + QString::number(round.steps);
        words += word;
    }
    return words.join(' ');
}

inline std::string jsonLines(std::initializer_list<const char*> pieces)
{
    std::string lines;
    for (const char* const piece : pieces)
        lines += std::string("data: ") + piece + "\n\n";
    return lines;
}

} // namespace draftscope::test
