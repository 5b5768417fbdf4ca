// SPDX-License-Identifier: MIT
// Vocabularies that the sentencepiece library would fail on, and those at the edge that it takes.
#include <QTest>

#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/shared_data.h"
#include "tests/test_main.h"
#include "tests/tokenizer/small_vocabulary.h"
#include "tests/tokenizer/vectors.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using test::shown;

namespace {

/// A character map with one rule a pair: texts of one byte and their replacements.
std::string characterMap(const std::vector<std::pair<char, std::string>>& rules)
{
    std::vector<std::uint32_t> units(512, 0x8000'0000U); // no unit is a child of another
    std::string replacements;
    units[0] = 256U << 10; // the root's children begin at 256
    std::uint32_t leaf = 0;
    for (const auto& [byte, replacement] : rules) {
        const std::uint32_t child = 256U ^ std::uint32_t(static_cast<unsigned char>(byte));
        while (leaf == 0 || (units[leaf] & 0x7FFF'FFFFU) != 0)
            ++leaf; // a unit of the first block for each value
        units[child] = ((child ^ leaf) << 10) | 0x100U | std::uint32_t(static_cast<unsigned char>(byte));
        units[leaf] = 0x8000'0000U | std::uint32_t(replacements.size());
        replacements += replacement + '\0';
        ++leaf;
    }
    std::string bytes = littleEndian(std::uint32_t(units.size() * 4));
    for (const std::uint32_t unit : units)
        bytes += littleEndian(unit);
    return bytes + replacements;
}

} // namespace

class TestSentencepieceCheck : public QObject {
    Q_OBJECT
private slots:
    void refusesPiecesThatTheLibraryCannotTake_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("unigram");
        QTest::addColumn<QString>("says");
        const QByteArray zero(1, '\0');
        const QString zeroByte = "The piece 266 of the vocabulary of small contains a zero byte: download it again.";
        QTest::newRow("a zero byte first") << zero << 4 << false << zeroByte;
        QTest::newRow("a zero byte within") << "a" + zero + "b" << 4 << false << zeroByte;
        QTest::newRow("a zero byte in a unigram model") << zero << 1 << true << zeroByte;
        QTest::newRow("a zero byte that is merged") << zero << 1 << false << "";
        QTest::newRow("a long piece") << QByteArray(4097, 'x') << 1 << false
                                      << "The piece 266 of the vocabulary of small has 4097 bytes, more than 4096: "
                                         "download it again.";
        QTest::newRow("a piece without text") << QByteArray() << 1 << false << "cannot be used (";
        QTest::newRow("a piece twice") << QByteArray("he") << 1 << false << "cannot be used (";
        QTest::newRow("bytes that are no text") << QByteArray("\xff") << 1 << false << "";
    }
    void refusesPiecesThatTheLibraryCannotTake()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, type);
        QFETCH(bool, unigram);
        QFETCH(QString, says);
        auto pieces = smallVocabulary();
        pieces.push_back({text.toStdString(), 0, PieceType(type)});
        SentencePieceSpec spec = smallSpec();
        spec.model = unigram ? SentencePieceModel::unigram : SentencePieceModel::bpe;
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, spec), "small");
        QCOMPARE(bool(made), says.isEmpty());
        if (made)
            QVERIFY((*made)->encode("the the" + text.toStdString()) || text == "\xff");
        else
            QVERIFY2(QString::fromStdString(made.error().sentence).contains(says), made.error().sentence.c_str());
    }

    /// The library collects user-defined pieces that match at one place in an array of 64.
    void userDefinedPiecesMayNestOnlySoFar_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("fine");
        QTest::newRow("64") << 64 << true;
        QTest::newRow("65") << 65 << false;
    }
    void userDefinedPiecesMayNestOnlySoFar()
    {
        QFETCH(int, count);
        QFETCH(bool, fine);
        auto pieces = smallVocabulary();
        for (int length = 1; length <= count; ++length)
            pieces.push_back({std::string(std::size_t(length), 'u'), 0, PieceType::userDefined});
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(pieces, smallSpec()), "small");
        QCOMPARE(bool(made), fine);
        if (made)
            QCOMPARE((*made)->encode(std::string(130, 'u'))->size(), std::size_t(1 + 3));
        else
            QCOMPARE(made.error().sentence,
                     "The vocabulary of small has more than 64 user-defined pieces that begin with each other, which "
                     "sentencepiece cannot take: use another model.");
    }

    void normalisationRulesWork()
    {
        SentencePieceSpec spec = smallSpec();
        spec.characterMap = characterMap({{'T', "t"}, {'H', "h"}, {'E', "e"}, {'0', ""}});
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "rules");
        QVERIFY2(made, made ? "" : made.error().sentence.c_str());
        QCOMPARE(shown(*(*made)->encode("T0HE")), "261");
        QCOMPARE((*made)->fewestTokens(std::string(1000, '0')), std::size_t(0));
    }

    void refusesBrokenNormalisationRules_data()
    {
        QTest::addColumn<QByteArray>("map");
        QTest::addColumn<QString>("says");
        const QByteArray good = QByteArray::fromStdString(characterMap({{'T', "t"}}));
        const int child = 4 + 4 * (256 ^ 'T');
        const auto unit = [](std::uint32_t bits) { return QByteArray::fromStdString(littleEndian(bits)); };
        const QString outside = "rules of the vocabulary of broken are damaged (they point outside themselves): ";
        QTest::newRow("one byte") << QByteArray("x") << "(they are cut)";
        QTest::newRow("a trie longer than the map")
            << QByteArray(good).replace(0, 4, unit(1 << 30)) << "(they are cut)";
        QTest::newRow("a trie of no units") << unit(0) + "x"
                                            << "(they are cut)";
        QTest::newRow("half a unit") << unit(2) + "xxx"
                                     << "(they are cut)";
        QTest::newRow("half a block") << unit(400) + QByteArray(401, '\0') << outside;
        QTest::newRow("a root that points away") << QByteArray(good).replace(4, 4, unit(600U << 10)) << outside;
        QTest::newRow("a child that points far away")
            << QByteArray(good).replace(child, 4, unit(0x7FFF'FE00U | std::uint32_t('T'))) << outside;
        QTest::newRow("a circle") << QByteArray(good).replace(child, 4,
                                                              unit(std::uint32_t('T') << 10 | std::uint32_t('T')))
                                  << "(they lead in a circle)";
        QTest::newRow("a value behind the end")
            << QByteArray(good).replace(4 + 4, 4, unit(0x8000'0000U | 2U)) << outside;
        QTest::newRow("a replacement without an end") << good.chopped(1) << "(a replacement is too long)";
        QTest::newRow("a long replacement") << QByteArray::fromStdString(characterMap({{'T', std::string(1025, 't')}}))
                                            << "(a replacement is too long)";
    }
    void refusesBrokenNormalisationRules()
    {
        QFETCH(QByteArray, map);
        QFETCH(QString, says);
        SentencePieceSpec spec = smallSpec();
        spec.characterMap = map.toStdString();
        const auto made = SentencePieceTokenizer::fromProto(writeSentencePieceProto(smallVocabulary(), spec), "broken");
        QVERIFY(!made);
        QVERIFY2(QString::fromStdString(made.error().sentence).contains(says), made.error().sentence.c_str());
    }

    /// Files on which loading or encoding once crashed; each is refused or splits a text.
    void crashesOfTheLibraryStayAway()
    {
        const auto folder = sharedData("broken/tokenizer-models");
        DRAFTSCOPE_NEEDS_DATA(folder);
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const auto made = loadTokenizer(entry.path());
            if (made)
                (void)(*made)->encode("The Quick  ﬁ ① brown fox");
            else
                QVERIFY2(made.error().sentence.ends_with('.'), made.error().sentence.c_str());
            ++files;
        }
        QCOMPARE(files, 45);
        const auto charsmap = loadTokenizer(sharedData("broken/crafted-charsmap"));
        QVERIFY(QString::fromStdString(charsmap.error().sentence).contains("they point outside themselves"));
        const auto zero = loadTokenizer(sharedData("broken/piece-begins-with-nul"));
        QVERIFY(QString::fromStdString(zero.error().sentence).contains("contains a zero byte"));
    }
};

DRAFTSCOPE_TEST(TestSentencepieceCheck)
#include "test_sentencepiece_check.moc"
