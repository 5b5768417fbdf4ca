// SPDX-License-Identifier: MIT
// Torch checkpoints: what is read, what is refused by name, and one sentence for every way in which one can lie.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "engine/formats/torch_checkpoint.h"
#include "tests/fixtures/torch_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestTorchCheckpoint : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    QString refusal(const std::string& file) const
    {
        writeFile(path("lie.pt"), file);
        const auto opened = TorchCheckpoint::open(path("lie.pt"));
        return opened ? QString("opened") : QString::fromStdString(opened.error().sentence);
    }

    static TorchWriter healthy()
    {
        TorchWriter writer("medusa");
        writer.tensor("a", {2, 3}, "FloatStorage", floats(6))
            .tensor("b", {2}, "BFloat16Storage", std::string(4, '\1'))
            .tensor("c", {1, 1}, "HalfStorage", std::string(2, '\2'))
            .tensor("ids", {2}, "LongStorage", littleEndian(std::int64_t(5)) + littleEndian(std::int64_t(-7)))
            .item("steps", pickled::number(70'000))
            .item("loss", std::string("G") + std::string("\x3f\xf0\0\0\0\0\0\0", 8))
            .item("names", "](" + pickled::text("x") + "Ne")
            .item("more", "}" + pickled::text("k") + "\x88s");
        return writer;
    }

private slots:
    void readsShapesAndBytes_data()
    {
        QTest::addColumn<bool>("zip64");
        QTest::newRow("sizes in 32 bits") << false;
        QTest::newRow("sizes in 64 bits") << true;
    }
    void readsShapesAndBytes()
    {
        QFETCH(bool, zip64);
        ZipWriter zip;
        zip.zip64 = zip64;
        writeFile(path("a.pt"), healthy().file(zip));
        const auto file = TorchCheckpoint::open(path("a.pt"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        const auto a = (*file)->tensor("a");
        QVERIFY(a);
        QCOMPARE(a->shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(std::string(reinterpret_cast<const char*>(a->data), a->bytes), floats(6));
        QCOMPARE((*file)->tensor("b")->type, WeightType::bf16);
        QCOMPARE((*file)->tensor("c")->type, WeightType::f16);
        QCOMPARE(*(*file)->wholeNumbers("ids"), (std::vector<std::int64_t>{5, -7}));
        QCOMPARE((*file)->names(), (std::vector<std::string>{"a", "b", "c", "ids"}));
        QVERIFY(QString::fromStdString((*file)->tensor("ids").error().sentence).contains("lies in a LongStorage"));
        QVERIFY(QString::fromStdString((*file)->tensor("d").error().sentence).contains("no tensor d"));
        QVERIFY(QString::fromStdString((*file)->wholeNumbers("a").error().sentence).contains("no tensor a of 64-bit"));
    }

    /// Two names of the same numbers, and a part of them.
    void tensorsMayShareAStorage()
    {
        TorchWriter writer;
        writer.storage(floats(6))
            .item("whole", pickled::tensor("FloatStorage", "0", 6, 0, {2, 3}, {3, 1}))
            .item("again", pickled::tensor("FloatStorage", "0", 6, 0, {2, 3}, {3, 1}))
            .item("second row", pickled::tensor("FloatStorage", "0", 6, 3, {1, 3}, {99, 1}))
            .item("nothing", pickled::tensor("FloatStorage", "0", 6, 6, {0, 3}, {7, 7}));
        writeFile(path("shared.pt"), writer.file());
        const auto file = TorchCheckpoint::open(path("shared.pt"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        QCOMPARE((*file)->tensor("whole")->data, (*file)->tensor("again")->data);
        const auto row = (*file)->tensor("second row");
        QCOMPARE(std::string(reinterpret_cast<const char*>(row->data), row->bytes), floats(3, 3));
        QCOMPARE((*file)->tensor("nothing")->bytes, std::size_t(0));
    }

    /// What newer protocols say in other opcodes, and what a parameter is.
    void readsOtherWaysToSayIt()
    {
        const std::string tensor = pickled::tensor("FloatStorage", "0", 2, 0, {2}, {1});
        const std::string name = std::string("\x8c\x01w\x94", 4), attributes = "}" + pickled::text("_metadata") + "}sb";
        const std::string parameter =
            pickled::text("torch._utils") + pickled::text("_rebuild_parameter") + "\x93" + tensor + "\x88N\x87R";
        const std::string frame = "\x95" + littleEndian(std::uint64_t(100));
        const std::string pickle =
            "\x80\x04" + frame + "}q\x01(" + name + parameter + std::string("h") + std::string(1, '\1') + "0u.";
        writeFile(path("other.pt"), torchFile(pickle, floats(2)));
        const auto file = TorchCheckpoint::open(path("other.pt"));
        QVERIFY2(file, file ? "" : file.error().sentence.c_str());
        QCOMPARE((*file)->tensor("w")->bytes, std::size_t(8));
        const std::string ordered = pickled::file(pickled::text("w") + tensor);
        writeFile(path("ordered.pt"), torchFile(ordered.substr(0, ordered.size() - 1) + attributes + ".", floats(2)));
        QVERIFY(TorchCheckpoint::open(path("ordered.pt")));
    }

    void refusesWhatIsNoTensor_data()
    {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QString>("asksFor");
        const auto row = [](const char* name, const std::string& pickle, const char* asksFor) {
            QTest::newRow(name) << QByteArray::fromStdString("\x80\x02" + pickle) << asksFor;
        };
        const std::string command = pickled::text("touch /tmp/executed") + "\x85R.";
        row("a command", pickled::global("os", "system") + command, "os.system");
        row("a command by its true name", pickled::global("posix", "system") + command, "posix.system");
        row("a builtin", pickled::global("builtins", "eval") + command, "builtins.eval");
        row("by the stack", pickled::text("subprocess") + pickled::text("Popen") + "\x93" + command,
            "subprocess.Popen");
        row("another function of torch", pickled::global("torch._utils", "_import_dotted_name") + command,
            "torch._utils._import_dotted_name");
        row("a whole module",
            "}" + pickled::text("m") + pickled::global("torch.nn.modules.linear", "Linear") + ")\x81s.",
            "torch.nn.modules.linear.Linear");
        row("a dressed-up storage", pickled::global("evil", "FloatStorage") + command, "evil.FloatStorage");
        row("a terminal's commands", pickled::global("os\x1b[2J", "system") + command, "os\\x1B[2J.system");
    }
    void refusesWhatIsNoTensor()
    {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, asksFor);
        QCOMPARE(refusal(torchFile(pickle.toStdString())),
                 QString("The torch file %1 asks for %2, which is not a tensor: use the safetensors file.")
                     .arg(QString::fromStdString(path("lie.pt").string()), asksFor));
        QVERIFY(!QFile::exists("/tmp/executed"));
    }

    void refusesLies_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& file, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << says;
        };
        const auto pickle = [&](const char* name, const std::string& opcodes, const char* says) {
            row(name, torchFile("\x80\x02" + opcodes, floats(6)), says);
        };
        const auto tensor = [&](const char* name, const std::string& opcodes, const char* says) {
            row(name, torchFile(pickled::file(pickled::text("t") + opcodes), floats(6)), says);
        };
        tensor("another storage's size", pickled::tensor("FloatStorage", "0", 7, 0, {7}, {1}), "another size");
        tensor("a size that wraps", pickled::tensor("FloatStorage", "0", (1ULL << 62) + 6, 0, {6}, {1}),
               "another size");
        tensor("a storage that is not there", pickled::tensor("FloatStorage", "1", 6, 0, {6}, {1}), "not there");
        tensor("another entry of the file", pickled::tensor("FloatStorage", "../data.pkl", 6, 0, {6}, {1}),
               "not there");
        tensor("past its storage", pickled::tensor("FloatStorage", "0", 6, 1, {6}, {1}), "outside its storage");
        tensor("far past its storage", pickled::tensor("FloatStorage", "0", 6, 1ULL << 62, {1}, {1}),
               "outside its storage");
        tensor("a product that wraps", pickled::tensor("FloatStorage", "0", 6, 0, {1ULL << 40, 1ULL << 40}, {1, 1}),
               "outside its storage");
        tensor("columns first", pickled::tensor("FloatStorage", "0", 6, 0, {2, 3}, {1, 2}), "row by row");
        tensor("one row again and again", pickled::tensor("FloatStorage", "0", 6, 0, {2, 3}, {0, 1}), "row by row");
        tensor("with gaps", pickled::tensor("FloatStorage", "0", 6, 0, {3}, {2}), "row by row");
        tensor("strides of another shape", pickled::tensor("FloatStorage", "0", 6, 0, {6}, {1, 1}), "not described");
        tensor("a negative size", pickled::tensor("FloatStorage", "0", 6, 0, {~0ULL}, {1}), "not described");
        tensor("many dimensions",
               pickled::tensor("FloatStorage", "0", 6, 0, std::vector<std::uint64_t>(17, 1),
                               std::vector<std::uint64_t>(17, 1)),
               "too many dimensions");
        tensor("an unknown type", pickled::tensor("QUInt8Storage", "0", 24, 0, {24}, {1}), "lies in a QUInt8Storage");
        tensor("no storage", pickled::global("torch._utils", "_rebuild_tensor_v2") + "(K\1K\1K\1K\1tR",
               "not described");
        tensor("too few arguments", pickled::global("torch._utils", "_rebuild_tensor_v2") + ")R", "not described");
        row("a name twice",
            TorchWriter()
                .tensor("t", {1}, "FloatStorage", floats(1))
                .tensor("t", {1}, "FloatStorage", floats(1))
                .file(),
            "names the tensor t twice");

        pickle("no end", "", "is cut");
        pickle("a cut text", "X" + littleEndian(100U) + "abc", "is cut");
        pickle("a huge text", "\x8d" + littleEndian(~std::uint64_t(0)) + "abc.", "is cut");
        pickle("a name without end", "ctorch\nFloat", "is cut");
        pickle("an empty stack", ".", "is not there");
        pickle("a value from in front of a mark", "K\1(0.", "is not there");
        pickle("no mark", "t.", "mark that is not there");
        pickle("nothing remembered", std::string("h\7.", 3), "is not there");
        pickle("an unknown instruction", "i.", "the instruction 0x69");
        pickle("no dictionary", "].", "no dictionary");
        pickle("a key without a value", "}(K\1u.", "has no value");
        pickle("adds to a number", "K\1K\2a.", "list that is none");
        pickle("attributes of a number", "K\1}b.", "what has none");
        pickle("bytes that are no text", "U\2\xff\xfe.", "not UTF-8");
        pickle("an endless number", "\x8b" + littleEndian(0x7FFFFFFFU) + ".", "too large");
        pickle("a call of a text", pickled::text("os.system") + ")R.", "no function");
        row("protocol 1", torchFile("\x80\1}."), "unknown protocol");

        const std::string healthyFile = healthy().file();
        row("an old torch file", "\x80\x02\x8a\x0al\xfc\x9c", "no zip file");
        row("cut", healthyFile.substr(0, healthyFile.size() / 2), "no directory at its end");
        row("cut at its end", healthyFile.substr(0, healthyFile.size() - 1), "no directory at its end");
        row("no beginning", "PK\3\4" + healthyFile.substr(200), "lies outside");
        row("no pickle", ZipWriter().add("archive/version", "3").file(), "has no data.pkl");
        row("two pickles", ZipWriter().add("a/data.pkl", "}.").add("b/data.pkl", "}.").file(), "has no data.pkl");
        row("big-endian", ZipWriter().add("a/data.pkl", "}.").add("a/byteorder", "big").file(), "big-endian");
        row("an entry twice", ZipWriter().add("a/data.pkl", "}.").add("a/data.pkl", "}.").file(), "a/data.pkl twice");
        ZipWriter deflated;
        deflated.method = 8;
        row("compressed", healthy().file(deflated), "is compressed");
        ZipWriter overlapping;
        const std::string inner = ZipWriter().add("a/data/1", "abcd").file();
        overlapping.align = 1;
        overlapping.add("a/data/0", inner).list("a/data/1", "abcd", 30 + 8 + 4);
        row("overlapping storages", overlapping.file(), "entries overlap");
        ZipWriter elsewhere;
        elsewhere.add("a/data/0", floats(4)).list("a/data/1", floats(4), 0);
        row("a name that is another's", elsewhere.file(), "lies outside");
        ZipWriter beyond;
        row("past the end", beyond.list("a/data/0", "", 1 << 20).add("a/data.pkl", "}.").file(), "lies outside");
        ZipWriter beyond64;
        beyond64.zip64 = true;
        row("far past the end", beyond64.list("a/data/0", "", ~std::size_t(0)).add("a/data.pkl", "}.").file(),
            "lies outside");
        std::string lying = healthyFile;
        lying.replace(lying.size() - 6, 4, littleEndian(0x7FFFFFFFU));
        row("a directory outside", lying, "outside the file");
        lying = healthyFile;
        lying.replace(lying.size() - 12, 2, littleEndian(std::uint16_t(900)));
        row("more entries than there are", lying, "directory is cut");
    }
    void refusesLies()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, says);
        const QString sentence = refusal(file.toStdString());
        QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
    }

    /// Containers that hold each other, and deep ones, end with the file that they are in.
    void containersMayHoldEachOther()
    {
        QCOMPARE(refusal(torchFile("\x80\x02}q\1" + pickled::text("self") + "h\1s.")), QString("opened"));
        const std::size_t depth = 1'000'000;
        const std::string deep = pickled::text("deep") + std::string(depth, '(') + std::string(depth, 'l');
        QCOMPARE(refusal(torchFile("\x80\x02}" + deep + "s.")), QString("opened"));
    }

    /// What this fixture writes is what other readers of zip files and pickles take for whole.
    void theFixtureWritesZipFiles()
    {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("There is no python3.");
        writeFile(path("a.pt"), healthy().file());
        QProcess process;
        process.start(python,
                      {"-c",
                       "import pickletools, sys, zipfile\n"
                       "archive = zipfile.ZipFile(sys.argv[1])\n"
                       "assert archive.testzip() is None\n"
                       "pickletools.dis(archive.read('medusa/data.pkl'))\n",
                       QString::fromStdString(path("a.pt").string())});
        QVERIFY(process.waitForFinished(-1));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QVERIFY(process.readAllStandardOutput().contains("BINPERSID"));
    }
};

DRAFTSCOPE_TEST(TestTorchCheckpoint)
#include "test_torch_checkpoint.moc"
