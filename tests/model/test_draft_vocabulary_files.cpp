// SPDX-License-Identifier: MIT
// Drafts whose head was cut to a part of the vocabulary, opened from directories, and the sentence for each way in
// which one can be wrong.
#include <functional>

#include <QTemporaryDir>
#include <QTest>

#include "engine/model/cut_draft.h"
#include "engine/model/model.h"
#include "engine/tokenizer/byte_level_alphabet.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

/// A tiny model that a head of five tokens was left of: c, d, a, f and the end of the text.
struct CutFiles {
    json config = tinyConfig();
    std::vector<std::int64_t> d2t = {5, 5, 1, 5, -2};
    std::string d2tType = "I64";
    bool hasD2t = true, hasT2d = true;
    std::uint64_t headRows = 5, embeddingRows = tinyVocabulary;

    CutFiles() { config["draft_vocab_size"] = 5; }
};

std::string numbers(const CutFiles& files)
{
    std::string bytes;
    for (const std::int64_t offset : files.d2t)
        bytes += files.d2tType == "I64" ? littleEndian(offset) : littleEndian(std::int32_t(offset));
    return bytes;
}

void writeCut(const std::filesystem::path& directory, const CutFiles& files)
{
    std::vector<NamedTensor> tensors = tinyTensors();
    for (NamedTensor& tensor : tensors) {
        if (tensor.name == "lm_head.weight")
            tensor.shape[0] = files.headRows;
        if (tensor.name == "model.embed_tokens.weight")
            tensor.shape[0] = files.embeddingRows;
    }
    writeTinyDirectory(directory, files.config, tensors);
    json header;
    std::string data;
    const auto add = [&](const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape,
                         const std::string& bytes) {
        header[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {data.size(), data.size() + bytes.size()}}};
        data += bytes;
    };
    for (std::size_t i = 0; i < tensors.size(); ++i)
        add(tensors[i].name, "F32", tensors[i].shape, floats(elementCount(tensors[i]), float(i)));
    if (files.hasD2t)
        add("d2t", files.d2tType, {files.d2t.size()}, numbers(files));
    if (files.hasT2d)
        add("t2d", "BOOL", {tinyVocabulary}, std::string(tinyVocabulary, '\1'));
    writeFile(directory / "model.safetensors", safetensorsFile(header.dump(), data));
}

/// The same as one GGUF file, whose d2t says the tokens themselves or, as that of a directory, what is to be added to
/// an index.
void writeCutGguf(const std::filesystem::path& path, const CutFiles& files)
{
    std::vector<NamedTensor> tensors = tinyTensors();
    for (NamedTensor& tensor : tensors)
        if (tensor.name == "lm_head.weight")
            tensor.shape[0] = files.headRows;
    GgufWriter writer = tinyGgufKeys();
    addTinyTensors(writer, tensors).tensor("d2t", {files.d2t.size()}, 27, numbers(files));
    writeFile(path, writer.file());
}

/// A tiny model of bytes, whose vocabulary is in vocab.json and merges.txt.
void writeBytes(const std::filesystem::path& directory)
{
    json config = tinyConfig(), vocabulary;
    config["vocab_size"] = 257;
    std::vector<NamedTensor> tensors = tinyTensors();
    for (NamedTensor& tensor : tensors)
        if (tensor.name == "lm_head.weight" || tensor.name == "model.embed_tokens.weight")
            tensor.shape[0] = 257;
    writeTinyDirectory(directory, config, tensors);
    std::filesystem::remove(directory / "tokenizer.model");
    for (int byte = 0; byte < 256; ++byte)
        vocabulary[byteLevelPieceOf(std::string(1, char(byte)))] = byte;
    vocabulary["ab"] = 256;
    writeFile(directory / "vocab.json", vocabulary.dump());
    writeFile(directory / "merges.txt", "#version: 0.2\na b\n");
}

} // namespace

Q_DECLARE_METATYPE(CutFiles)
Q_DECLARE_METATYPE(std::vector<std::int64_t>)

class TestDraftVocabularyFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    std::shared_ptr<const Model> opened(const char* name, const CutFiles& files) const
    {
        writeCut(path(name), files);
        const auto model = openModel(path(name));
        if (!model)
            qFatal("%s", model.error().sentence.c_str());
        return *model;
    }

private slots:
    void opensACutHead()
    {
        const auto model = opened("cut", {});
        QCOMPARE(model->config.vocabularySize, tinyVocabulary);
        QCOMPARE(model->config.draftVocabularySize, 5);
        QCOMPARE(model->config.logitCount(), 5);
        QCOMPARE(model->weights.tokenOfLogit, (std::vector<TokenId>{5, 6, 3, 8, 2}));
        QCOMPARE(model->weights.embedding.rows, tinyVocabulary);
        QCOMPARE(model->weights.head.rows, 5);
        QCOMPARE(model->record.vocabulary, tinyVocabulary);
        QCOMPARE(model->record.draftVocabulary, 5);
        writeTinyDirectory(path("whole"));
        const auto whole = openModel(path("whole"));
        QVERIFY(whole);
        QCOMPARE((*whole)->record.draftVocabulary, 0);
        QCOMPARE(model->record.parameters, (*whole)->record.parameters - (tinyVocabulary - 5) * tinyHidden);
        QVERIFY(checkPair(**whole, *model));
        QVERIFY(checkTarget(**whole));
        QCOMPARE(checkPair(*model, **whole).error().sentence,
                 "cut is a draft with logits for 5 of its 16 tokens (d2t), so it cannot be the target: choose a whole "
                 "model.");
        QCOMPARE(checkTarget(*model).error().sentence, checkPair(*model, **whole).error().sentence);
    }

    /// Whatever files its vocabulary lies in, and whatever an earlier draft left in the directory.
    void aCutDraftHasTheVocabularyOfItsWhole()
    {
        writeBytes(path("bytes"));
        writeTinyDirectory(path("letters"));
        for (const char* name : {"bytes", "letters", "bytes"}) {
            const auto whole = openModel(path(name));
            QVERIFY2(whole, whole ? "" : whole.error().sentence.c_str());
            const std::vector<TokenId> kept = {2, 5, 7};
            const auto written = writeCutDraft(**whole, kept, path("cutOfIt"));
            QVERIFY2(written, written ? "" : written.error().sentence.c_str());
            const auto cut = openModel(path("cutOfIt"));
            QVERIFY2(cut, cut ? "" : cut.error().sentence.c_str());
            QCOMPARE((*cut)->weights.tokenOfLogit, kept);
            QVERIFY(checkPair(**whole, **cut));
            QCOMPARE(*(*cut)->tokenizer->encode("abba"), *(*whole)->tokenizer->encode("abba"));
        }
        QVERIFY(!std::filesystem::exists(path("cutOfIt") / "tokenizer.model"));
    }

    void aDraftIsNotWrittenOverItself()
    {
        writeTinyDirectory(path("itself"));
        const auto whole = openModel(path("itself"));
        QVERIFY(whole);
        const auto written = writeCutDraft(**whole, std::vector<TokenId>{2}, path("itself") / ".." / "itself");
        QVERIFY(!written);
        QVERIFY(written.error().sentence.ends_with(
            "is the directory of the draft itself: choose another one for the cut draft."));
        QVERIFY(openModel(path("itself")));
    }

    void opensACutHeadOfAGgufFile_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("d2t");
        QTest::newRow("tokens") << std::vector<std::int64_t>{2, 3, 5, 6, 8};
        QTest::newRow("offsets") << std::vector<std::int64_t>{2, 2, 3, 3, 4};
    }
    void opensACutHeadOfAGgufFile()
    {
        QFETCH(std::vector<std::int64_t>, d2t);
        CutFiles files;
        files.d2t = d2t;
        writeCutGguf(path("cut.gguf"), files);
        const auto model = openModel(path("cut.gguf"));
        QVERIFY2(model, model ? "" : model.error().sentence.c_str());
        QCOMPARE((*model)->config.draftVocabularySize, 5);
        QCOMPARE((*model)->weights.tokenOfLogit, (std::vector<TokenId>{2, 3, 5, 6, 8}));
        QCOMPARE((*model)->weights.head.rows, 5);
        QVERIFY(!(*model)->config.tiedEmbeddings);
        QCOMPARE(checkTarget(**model).error().sentence,
                 "cut is a draft with logits for 5 of its 16 tokens (d2t), so it cannot be the target: choose a whole "
                 "model.");
    }

    void allTokensOfAGgufFileMayHaveALogit()
    {
        CutFiles files;
        files.headRows = tinyVocabulary;
        files.d2t.assign(tinyVocabulary, 0);
        writeCutGguf(path("all.gguf"), files);
        const auto model = openModel(path("all.gguf"));
        QVERIFY2(model, model ? "" : model.error().sentence.c_str());
        QCOMPARE((*model)->config.draftVocabularySize, 0);
        QVERIFY((*model)->weights.tokenOfLogit.empty() && checkTarget(**model));
    }

    void damageOfAGgufFileIsSaid()
    {
        CutFiles files;
        files.d2t = {2, 3, 5, 6, 16};
        writeCutGguf(path("damaged.gguf"), files);
        QVERIFY(sentenceOf(openModel(path("damaged.gguf"))).contains("gives logit 4 a token"));
        files = {};
        files.headRows = 6;
        writeCutGguf(path("damaged.gguf"), files);
        QVERIFY(sentenceOf(openModel(path("damaged.gguf"))).contains("The tensor output.weight has the shape [6, 8]"));
    }

    /// Published files leave some of it out.
    void sizeAndSetMayBeLeftOut()
    {
        CutFiles files;
        files.config.erase("draft_vocab_size");
        files.hasT2d = false;
        QCOMPARE(opened("without", files)->config.draftVocabularySize, 5);
    }

    /// config.json is often that of the whole model.
    void headsOfTiedModelsAreTheirOwn()
    {
        CutFiles files;
        files.config["tie_word_embeddings"] = true;
        const auto model = opened("tied", files);
        QVERIFY(!model->config.tiedEmbeddings);
        QVERIFY(model->weights.head.data != model->weights.embedding.data);
    }

    void theSameWeightsOfOtherTokensAreAnotherModel()
    {
        CutFiles other;
        other.d2t[0] = 4;
        QVERIFY(opened("one", {})->record.hash != opened("other", other)->record.hash);
    }

    /// A head of all tokens in their own order is that of a whole model.
    void allTokensMayHaveALogit()
    {
        CutFiles files;
        files.config["draft_vocab_size"] = tinyVocabulary;
        files.headRows = tinyVocabulary;
        files.d2t.assign(tinyVocabulary, 0);
        const auto whole = opened("all", files);
        QCOMPARE(whole->config.draftVocabularySize, 0);
        QVERIFY(whole->weights.tokenOfLogit.empty());
        QVERIFY(checkTarget(*whole));
    }

    void damageIsSaid_data()
    {
        QTest::addColumn<CutFiles>("files");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* sentence, const std::function<void(CutFiles&)>& damage) {
            CutFiles files;
            damage(files);
            QTest::newRow(name) << files << QString(sentence);
        };
        row("no d2t", "has no tensor d2t, which says whose tokens its logits are",
            [](CutFiles& f) { f.hasD2t = false; });
        row("only t2d", "has no tensor d2t, which says whose tokens its logits are", [](CutFiles& f) {
            f.hasD2t = false;
            f.config.erase("draft_vocab_size");
        });
        row("32 bits", "has no tensor d2t of 64-bit whole numbers", [](CutFiles& f) { f.d2tType = "I32"; });
        row("a short d2t", "The tensor d2t of", [](CutFiles& f) { f.d2t.pop_back(); });
        row("an empty d2t", "has 0 elements where the configuration says 5", [](CutFiles& f) { f.d2t.clear(); });
        row("nothing at all", "has 0 elements", [](CutFiles& f) {
            f.d2t.clear();
            f.config.erase("draft_vocab_size");
        });
        row("a token twice", "gives logit 1 a token that another logit has", [](CutFiles& f) { f.d2t[1] = 4; });
        row("a token in front of the first", "gives logit 0 a token", [](CutFiles& f) { f.d2t[0] = -1; });
        row("a token behind the last", "gives logit 4 a token", [](CutFiles& f) { f.d2t[4] = 12; });
        row("a token far behind the last", "gives logit 3 a token", [](CutFiles& f) { f.d2t[3] = INT64_MAX; });
        row("ids instead of offsets", "gives logit 4 a token", [](CutFiles& f) { f.d2t = {3, 5, 6, 8, 15}; });
        row("another head", "The tensor lm_head.weight has the shape [6, 8] where the configuration says [5, 8]",
            [](CutFiles& f) { f.headRows = 6; });
        row("a cut embedding",
            "has 5 rows and the vocabulary has 16 tokens: a draft reads all tokens of its target, so only its head may "
            "be smaller",
            [](CutFiles& f) { f.embeddingRows = 5; });
        row("another order of all tokens",
            "puts all 16 tokens of the vocabulary in another order, and only the head of a part of them may have an "
            "order of its own: use the whole model instead",
            [](CutFiles& f) {
                f.config["draft_vocab_size"] = tinyVocabulary;
                f.headRows = tinyVocabulary;
                f.d2t.assign(tinyVocabulary, 0);
                f.d2t[3] = 1;
                f.d2t[4] = -1;
            });
        row("no logits", "The draft_vocab_size in", [](CutFiles& f) { f.config["draft_vocab_size"] = 0; });
        row("more logits than tokens", "is 17, outside 1 to 16",
            [](CutFiles& f) { f.config["draft_vocab_size"] = 17; });
        row("a size that is none", "the value of draft_vocab_size is not a size",
            [](CutFiles& f) { f.config["draft_vocab_size"] = "many"; });
        row("padding only", "gives no logit a token of its vocabulary", [](CutFiles& f) {
            f.config["vocab_size"] = 40;
            f.embeddingRows = 40;
            f.d2t.assign(5, 20);
        });
    }
    void damageIsSaid()
    {
        QFETCH(CutFiles, files);
        QFETCH(QString, sentence);
        writeCut(path("damaged"), files);
        const auto model = openModel(path("damaged"));
        QVERIFY(!model);
        const QString said = QString::fromStdString(model.error().sentence);
        QVERIFY2(said.contains(sentence), qPrintable(said));
    }
};

DRAFTSCOPE_TEST(TestDraftVocabularyFiles)
#include "test_draft_vocabulary_files.moc"
