// SPDX-License-Identifier: MIT
#include <QTest>

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
};

DRAFTSCOPE_TEST(TestSha256)
#include "test_sha256.moc"
