// SPDX-License-Identifier: MIT
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/core/git_hash.h"
#include "engine/core/sha256.h"
#include "tests/test_main.h"

using namespace draftscope;

/// Against the examples that NIST publishes beside FIPS 180-4.
class TestSha256 : public QObject {
    Q_OBJECT
private slots:
    void examples_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("hash");
        QTest::newRow("nothing") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        QTest::newRow("one block") << QByteArray("abc")
                                   << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QTest::newRow("the length in a block of its own")
            << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
            << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        QTest::newRow("a million") << QByteArray(1'000'000, 'a')
                                   << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    }
    void examples()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, hash);
        for (const std::size_t piece : {std::size_t(1), std::size_t(63), std::size_t(64), std::size_t(4096)}) {
            Sha256 whole;
            for (auto rest = std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))); !rest.empty();) {
                const std::size_t count = std::min(piece, rest.size());
                whole.add(rest.first(count));
                rest = rest.subspan(count);
            }
            QCOMPARE(QString::fromStdString(whole.hexadecimal()), hash);
        }
    }
    /// Against git itself: `git hash-object`.
    void gitNamesContents()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("file").toStdString();
        const auto hashOf = [&](const QByteArray& bytes) {
            QFile file(path);
            const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
            file.close();
            const auto hash = gitBlobHashOf(path, [](std::uint64_t) { return true; });
            return isWritten && hash && *hash ? QString::fromStdString(**hash) : QString();
        };
        QCOMPARE(hashOf(""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        QCOMPARE(hashOf("test content\n"), "d670460b4b4aece5915caf5c68d12f560a9fe3e4");
        QCOMPARE(hashOf(QByteArray(1'000'000, 'a')), "de1fbf0c2f34f67f01f355f31ed0cf7319643c5e");
        const auto given = gitBlobHashOf(path, [](std::uint64_t) { return false; });
        QVERIFY(given && !*given);
        QVERIFY(!gitBlobHashOf(path / "none", [](std::uint64_t) { return true; }));
    }
};

DRAFTSCOPE_TEST(TestSha256)
#include "test_sha256.moc"
