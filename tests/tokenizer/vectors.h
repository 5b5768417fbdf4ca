// SPDX-License-Identifier: MIT
// llama.cpp's own test items for a vocabulary: texts, and the ids that they have.
#pragma once

#include <QTest>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/tokenizer/tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"

namespace draftscope::test {

inline QString shown(const std::vector<TokenId>& ids)
{
    return QString::fromStdString(fmt::format("{}", fmt::join(ids, " ")));
}

/// `name` is that of a pair of files in ../shared/data, without their endings. The separator lines' own newline belongs
/// to neither item.
inline void compareWithVectors(const Tokenizer& tokenizer, const std::string& name)
{
    const auto vectors = fixtures::sharedData("tokenizers/vectors/" + name);
    const auto items = QByteArray::fromStdString(fixtures::readFile(vectors.string() + ".inp"));
    const auto lines = QByteArray::fromStdString(fixtures::readFile(vectors.string() + ".out")).split('\n');
    const QByteArray separator = "\n__ggml_vocab_test__\n";
    int start = 0, item = 0;
    for (;; ++item) {
        const int end = int(items.indexOf(separator, start));
        const QByteArray text = items.mid(start, end < 0 ? -1 : end - start);
        const auto ids = tokenizer.encode(text.toStdString());
        QVERIFY(ids);
        QCOMPARE(shown(*ids), QString(lines.at(item)).trimmed());
        QCOMPARE(QByteArray::fromStdString(tokenizer.decode(*ids)), text);
        if (end < 0)
            break;
        start = end + int(separator.size());
    }
    QCOMPARE(item + 1, 47); // the last one is empty
}

} // namespace draftscope::test
