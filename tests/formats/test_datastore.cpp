// SPDX-License-Identifier: MIT
// Datastores: what is written is found again, and a damaged file gives a sentence or fewer matches.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <random>

#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/datastore_writer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

using Text = std::vector<TokenId>;

Text randomText(std::size_t length, unsigned letters, unsigned seed)
{
    std::mt19937 random(seed);
    Text text(length);
    for (TokenId& token : text)
        token = TokenId(random() % letters);
    return text;
}

std::string contentsOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

QString sentenceOf(const auto& outcome)
{
    return outcome ? QString() : QString::fromStdString(outcome.error().sentence);
}

/// Where the tokens that begin like the pattern begin.
std::vector<std::size_t> placesOf(const Text& text, const Text& pattern)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i + pattern.size() <= text.size(); ++i)
        if (std::equal(pattern.begin(), pattern.end(), text.begin() + std::ptrdiff_t(i)))
            places.push_back(i);
    return places;
}

} // namespace

class TestDatastore : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    std::shared_ptr<const Datastore> written(const Text& text, const DatastoreFacts& facts) const
    {
        auto writer = DatastoreWriter::create(path("store"));
        if (!writer || !writer->finish(facts, text))
            qFatal("The datastore could not be written.");
        const auto store = Datastore::open(path("store"));
        if (!store)
            qFatal("%s", store.error().sentence.c_str());
        return *store;
    }

private slots:
    void whatIsWrittenIsFound_data()
    {
        QTest::addColumn<int>("vocabulary");
        QTest::addColumn<int>("length");
        QTest::newRow("two bytes a token") << 512 << 1000;
        QTest::newRow("an odd number of them") << 65'536 << 1001;
        QTest::newRow("four bytes a token") << 65'537 << 1001;
        QTest::newRow("no text at all") << 16 << 0;
    }
    void whatIsWrittenIsFound()
    {
        QFETCH(int, vocabulary);
        QFETCH(int, length);
        Text text = randomText(std::size_t(length), 5, 1);
        for (TokenId& token : text)
            token = token == 0 ? vocabulary - 1 : token;
        const DatastoreFacts facts{vocabulary, 0x0123'4567'89ab'cdef, 3};
        const auto store = written(text, facts);
        QCOMPARE(store->facts(), facts);
        QCOMPARE(store->size(), text.size());
        for (std::size_t i = 0; i < text.size(); ++i)
            QCOMPARE(store->token(i), text[i]);
        QCOMPARE(store->token(text.size()), noToken);
        QVERIFY(store->check());
        QVERIFY(store->unchanged());
        std::mt19937 random(2);
        for (int n = 0; n < 200; ++n) {
            Text pattern = randomText(1 + random() % 5, 5, 100 + unsigned(n));
            for (TokenId& token : pattern)
                token = token == 0 ? vocabulary - 1 : token;
            const auto found = store->find(pattern);
            QVERIFY(found);
            std::vector<std::size_t> places;
            for (std::size_t rank = found->begin; rank < found->end; ++rank)
                places.push_back(*store->suffix(rank));
            std::ranges::sort(places);
            QCOMPARE(places, placesOf(text, pattern));
        }
        QCOMPARE(store->find(Text{7})->size(), std::size_t(0));
        QCOMPARE(store->find({})->size(), text.size());
    }

    void nothingStaysOfWhatIsNotFinished()
    {
        const QString folder = m_directory.filePath("left");
        QVERIFY(QDir().mkpath(folder));
        const std::filesystem::path place = folder.toStdString() + "/store";
        {
            const auto writer = DatastoreWriter::create(place);
            QVERIFY(writer);
            QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden).size(), 1);
        }
        QVERIFY(QDir(folder).isEmpty(QDir::Files | QDir::Hidden));
        std::atomic<bool> cancelled = true;
        Progress progress;
        progress.cancelled = &cancelled;
        const auto stop = [&] {
            auto writer = DatastoreWriter::create(place);
            static_cast<void>(writer->finish({8, 0, noToken}, Text(100, 1), progress));
        };
        QVERIFY_EXCEPTION_THROWN(stop(), Cancelled);
        QVERIFY(QDir(folder).isEmpty(QDir::Files | QDir::Hidden));
    }

    void onlyADatastoreIsReplaced()
    {
        writeFile(path("novel.txt"), "It was a dark and stormy night.");
        QVERIFY(sentenceOf(DatastoreWriter::create(path("novel.txt"))).contains("holds no whole datastore"));
        QVERIFY(sentenceOf(DatastoreWriter::create(path("."))).contains("is a folder"));
        QVERIFY(sentenceOf(DatastoreWriter::create(path("nowhere/store"))).contains("No such file or directory"));
        written({1, 2}, {8, 1, noToken});
        QCOMPARE(written({3}, {8, 2, noToken})->facts().tokenizerHash, 2U);
    }

    void damagedHeaders_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<quint32>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("another file") << 0 << 0x46554747U << "is no datastore";
        QTest::newRow("a later version") << 8 << 2U << "has format 2";
        QTest::newRow("another width") << 12 << 4U << "impossible size";
        QTest::newRow("no width") << 12 << 0U << "impossible size";
        QTest::newRow("no vocabulary") << 16 << 0U << "impossible size";
        QTest::newRow("a negative vocabulary") << 16 << 0x8000'0000U << "impossible size";
        QTest::newRow("a separator outside") << 20 << 16U << "separator";
        QTest::newRow("fewer tokens") << 32 << 9U << "size is not that";
        QTest::newRow("more tokens") << 32 << 11U << "size is not that";
        QTest::newRow("very many tokens") << 36 << 0x4000'0000U << "size is not that";
    }
    void damagedHeaders()
    {
        QFETCH(int, at);
        QFETCH(quint32, value);
        QFETCH(QString, says);
        written(randomText(10, 16, 1), {16, 0, noToken});
        std::string bytes = contentsOf(path("store"));
        bytes.replace(std::size_t(at), 4, littleEndian(std::uint32_t(value)));
        writeFile(path("damaged"), bytes);
        const QString sentence = sentenceOf(Datastore::open(path("damaged")));
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    void cutFilesAreRefused()
    {
        written(randomText(10, 16, 1), {16, 0, noToken});
        const std::string bytes = contentsOf(path("store"));
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            writeFile(path("cut"), bytes.substr(0, length));
            QVERIFY(sentenceOf(Datastore::open(path("cut"))).endsWith('.'));
        }
        writeFile(path("cut"), bytes + '\0');
        QVERIFY(sentenceOf(Datastore::open(path("cut"))).contains("size is not that"));
        QVERIFY(sentenceOf(Datastore::open(path("none"))).contains("does not exist"));
    }

    /// Whatever lies behind the header: a sentence, or tokens of the vocabulary.
    void damagedContentsAreHarmless()
    {
        const Text text = randomText(64, 4, 1);
        written(text, {16, 0, noToken});
        const std::string bytes = contentsOf(path("store"));
        std::mt19937 random(5);
        int noticed = 0;
        for (int n = 0; n < 300; ++n) {
            std::string bent = bytes;
            for (int i = 0; i < 4; ++i)
                bent[48 + random() % (bytes.size() - 48)] = char(random());
            writeFile(path("bent"), bent);
            const auto store = Datastore::open(path("bent"));
            QVERIFY(store);
            for (std::size_t i = 0; i < (*store)->size(); ++i)
                QVERIFY((*store)->token(i) >= noToken && (*store)->token(i) < 16);
            for (int length = 1; length <= 4; ++length) {
                const auto found = (*store)->find(std::span(text).subspan(10, std::size_t(length)));
                if (!found) {
                    QVERIFY(sentenceOf(found).contains("a suffix begins behind its end"));
                    continue;
                }
                QVERIFY(found->begin <= found->end && found->end <= (*store)->size());
            }
            const auto whole = (*store)->check();
            QVERIFY(whole || sentenceOf(whole).contains("is damaged ("));
            noticed += whole ? 0 : 1;
        }
        QVERIFY(noticed > 250); // what else was changed still is in order
    }

    void aFileThatChangesIsNoticed()
    {
        const auto store = written(randomText(50'000, 16, 1), {16, 0, noToken});
        std::filesystem::resize_file(path("store"), 1000);
        static_cast<void>(store->find(Text{1, 2, 3})); // zeros, and no crash
        QVERIFY(sentenceOf(store->unchanged()).contains("was changed or shortened"));
    }
};

DRAFTSCOPE_TEST(TestDatastore)
#include "test_datastore.moc"
