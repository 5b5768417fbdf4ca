// SPDX-License-Identifier: MIT
// Models opened from directories and GGUF files, and the sentence for each way in which one can be wrong.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include "engine/model/model.h"
#include "tests/fixtures/shared_data.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

class TestLoadModel : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

private slots:
    void opensADirectory()
    {
        writeTinyDirectory(path("tiny"));
        double share = 0;
        const auto loaded = loadModel(path("tiny"), {[&](double done, std::string_view) { share = done; }});
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Model& model = **loaded;
        QCOMPARE(model.name, "tiny");
        QCOMPARE(model.config.headSize, 4);
        QCOMPARE(model.config.bos, 1);
        QVERIFY(model.isEndOfText(2) && !model.isEndOfText(3));
        QVERIFY(!model.weights.interleavedRope);
        QCOMPARE(model.weights.layers.size(), std::size_t(2));
        QCOMPARE(model.weights.layers[1].down.rows, tinyHidden);
        QCOMPARE(model.weights.layers[1].down.columns, tinyInner);
        QCOMPARE(firstFloat(model.weights.head), 2.0f); // each tensor counts up from its place in the list
        QCOMPARE(model.weights.finalNorm, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(share, 1.0);

        // Embedding and head 16x8 each, norms 5x8, and in each of 2 layers q, o 8x8, k, v 4x8, three of 12x8.
        const int layer = 2 * 64 + 2 * 32 + 3 * 96;
        QCOMPARE(model.record.parameters, 2 * 128 + 5 * 8 + 2 * layer);
        QCOMPARE(model.weights.bytesPerPass(), std::size_t(4 * (128 + 5 * 8 + 2 * layer)));
        QCOMPARE(model.record.weightType, "f32");
        QCOMPARE(model.record.layers, 2);
        QCOMPARE(model.record.context, 32);
        QCOMPARE(model.record.hash.size(), std::size_t(16));
    }

    void opensGgufOfTheSameModel()
    {
        writeTinyDirectory(path("tiny"));
        GgufWriter writer = tinyGgufKeys();
        writeFile(path("Tiny-F32.gguf"), addTinyTensors(writer).file());
        const auto directory = loadModel(path("tiny")), file = loadModel(path("Tiny-F32.gguf"));
        QVERIFY2(directory && file, qPrintable(sentenceOf(file)));
        QCOMPARE((*file)->name, "Tiny");
        QVERIFY((*file)->weights.interleavedRope);
        QCOMPARE((*file)->record.parameters, (*directory)->record.parameters);
        QCOMPARE((*file)->weights.finalNorm, (*directory)->weights.finalNorm);
        for (int i = 0; i < tinyLayers; ++i) {
            const LayerWeights &a = (*file)->weights.layers[std::size_t(i)],
                               &b = (*directory)->weights.layers[std::size_t(i)];
            QCOMPARE(a.inputNorm, b.inputNorm);
            QCOMPARE(a.postAttentionNorm, b.postAttentionNorm);
            for (const auto matrix : {&LayerWeights::q, &LayerWeights::k, &LayerWeights::v, &LayerWeights::o,
                                      &LayerWeights::gate, &LayerWeights::up, &LayerWeights::down}) {
                QCOMPARE((a.*matrix).bytes(), (b.*matrix).bytes());
                QVERIFY(std::memcmp((a.*matrix).data, (b.*matrix).data, (a.*matrix).bytes()) == 0);
            }
        }
        QVERIFY(checkPair(**file, **directory));
    }

    /// Q4_0 layers of 32 columns, a Q8_0 embedding that is the head as well.
    void opensAQuantisedGguf()
    {
        GgufWriter writer = tinyGgufKeys(32, 64);
        for (const NamedTensor& tensor : tinyTensors(true, false)) {
            std::vector<std::uint64_t> sizes;
            for (const std::uint64_t size : tensor.shape) // 8 columns become 32, and so on
                sizes.push_back(size == tinyInner ? 64 : size == tinyVocabulary ? size : 4 * size);
            std::reverse(sizes.begin(), sizes.end());
            const std::string name = ggufName(tensor.name);
            const bool isEmbedding = name == "token_embd.weight";
            if (sizes.size() == 1)
                writer.tensor(name, sizes, 0, floats(32));
            else // blocks of the bytes 1, 2, 3, ..
                writer.tensor(name, sizes, isEmbedding ? 8 : 2,
                              countedBytes(sizes[0] / 32 * sizes[1] * (isEmbedding ? 34 : 18)));
        }
        writeFile(path("quantised.gguf"), writer.file());
        const auto loaded = loadModel(path("quantised.gguf"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Weights& weights = (*loaded)->weights;
        QCOMPARE(weights.embedding.type, WeightType::q8_0);
        QCOMPARE(weights.head.data, weights.embedding.data);
        QCOMPARE(weights.layers[1].down.type, WeightType::q4_0);
        QCOMPARE(weights.layers[1].down.bytes(), std::size_t(32 * 2 * 18));
        QVERIFY(weights.types() == (std::vector<WeightType>{WeightType::q4_0, WeightType::q8_0}));
        // Of 32 columns: q, o 32 rows, k, v 16, gate, up 64, and down 32 of 64 columns.
        const std::size_t layer = (2 * 32 + 2 * 16 + 2 * 64 + 2 * 32) * 18;
        QCOMPARE(weights.bytesPerPass(), 2 * layer + 16 * 34 + 5 * 32 * sizeof(float));
        QCOMPARE((*loaded)->record.weightType, "Q4_0");
        QCOMPARE((*loaded)->record.parameters, 2 * (64 + 32 + 128 + 64) * 32 + 16 * 32 + 5 * 32);
        QVERIFY(static_cast<const char*>(weights.embedding.data)[0] == 1);
    }

    void ggufNamesAreShownWhole_data()
    {
        QTest::addColumn<QString>("stated");
        QTest::addColumn<QString>("shown");
        const QString published = "Meta Llama 3.1 8B Instruct, abliterated, third attempt, 8k";
        QTest::newRow("none") << ""
                              << "model";
        QTest::newRow("no better known") << "llama"
                                         << "model";
        QTest::newRow("of sixty letters") << published << published;
        QTest::newRow("endless") << QString(5000, 'x') << QString(100, 'x');
    }
    void ggufNamesAreShownWhole()
    {
        QFETCH(QString, stated);
        QFETCH(QString, shown);
        GgufWriter writer = tinyGgufKeys();
        writer.key("general.name", stated.toStdString());
        writeFile(path("model.gguf"), addTinyTensors(writer).file());
        const auto loaded = loadModel(path("model.gguf"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        QCOMPARE(QString::fromStdString((*loaded)->name), shown);
    }

    void tiedModelsMayStoreEither_data()
    {
        QTest::addColumn<bool>("embedding");
        QTest::addColumn<bool>("head");
        QTest::newRow("the embedding") << true << false;
        QTest::newRow("the head") << false << true;
    }
    void tiedModelsMayStoreEither()
    {
        QFETCH(bool, embedding);
        QFETCH(bool, head);
        json config = tinyConfig();
        config["tie_word_embeddings"] = true;
        writeTinyDirectory(path("tied"), config, tinyTensors(embedding, head));
        const auto directory = loadModel(path("tied"));
        QVERIFY2(directory, qPrintable(sentenceOf(directory)));
        QCOMPARE((*directory)->weights.head.data, (*directory)->weights.embedding.data);
        QCOMPARE((*directory)->record.parameters, 128 + 5 * 8 + 2 * 480);

        GgufWriter writer = tinyGgufKeys();
        writeFile(path("tied.gguf"), addTinyTensors(writer, tinyTensors(embedding, head)).file());
        const auto file = loadModel(path("tied.gguf"));
        QVERIFY2(file, qPrintable(sentenceOf(file)));
        QVERIFY((*file)->config.tiedEmbeddings);
    }

    void crookedTensorsAreCopied()
    {
        // A header whose length is odd moves every tensor off its alignment; the format allows it.
        writeTinyDirectory(path("crooked"));
        const std::string straight = readFile(path("crooked") / "model.safetensors");
        std::uint64_t length;
        std::memcpy(&length, straight.data(), sizeof length);
        std::string header = straight.substr(8, length);
        while ((8 + header.size()) % 4 != 1)
            header += ' ';
        writeFile(path("crooked") / "model.safetensors", safetensorsFile(header, straight.substr(8 + length)));
        const auto loaded = loadModel(path("crooked"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const MatrixView& q = (*loaded)->weights.layers[0].q;
        QCOMPARE(reinterpret_cast<std::uintptr_t>(q.data) % 4, std::uintptr_t(0));
        QCOMPARE(firstFloat(q), 5.0f);
    }

    void tensorsAreNamedWhenWrong_data()
    {
        QTest::addColumn<QString>("tensor");
        for (const NamedTensor& tensor : tinyTensors())
            QTest::newRow(tensor.name.c_str()) << QString::fromStdString(tensor.name);
    }
    void tensorsAreNamedWhenWrong()
    {
        QFETCH(QString, tensor);
        auto missing = tinyTensors(), wrong = tinyTensors();
        std::erase_if(missing, [&](const NamedTensor& each) { return each.name == tensor.toStdString(); });
        for (NamedTensor& each : wrong)
            if (each.name == tensor.toStdString())
                ++each.shape.back();
        writeTinyDirectory(path("missing"), tinyConfig(), missing);
        QVERIFY2(sentenceOf(loadModel(path("missing"))).contains("has no tensor " + tensor),
                 qPrintable(sentenceOf(loadModel(path("missing")))));
        writeTinyDirectory(path("wrong"), tinyConfig(), wrong);
        QVERIFY2(sentenceOf(loadModel(path("wrong"))).contains("The tensor " + tensor + " has the shape ["),
                 qPrintable(sentenceOf(loadModel(path("wrong")))));
    }

    /// A family's own tensors: taken, and asked for.
    void refusesTensorsThatAreLeft_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("layers");
        QTest::addColumn<QString>("says");
        const char* const use =
            ", which Draftscope has no use for and cannot leave out without changing what the model "
            "says: use another model.";
        QTest::newRow("a bias") << "model.layers.1.self_attn.q_proj.bias" << tinyLayers
                                << QString(" has the tensor model.layers.1.self_attn.q_proj.bias") + use;
        QTest::newRow("a norm of another family") << "model.layers.0.self_attn.q_norm.weight" << tinyLayers
                                                  << QString("model.layers.0.self_attn.q_norm.weight") + use;
        QTest::newRow("anything") << "visual.merger.weight" << tinyLayers << QString("visual.merger.weight") + use;
        QTest::newRow("rotary frequencies") << "model.layers.1.self_attn.rotary_emb.inv_freq" << tinyLayers << "loaded";
        QTest::newRow("more layers") << "" << tinyLayers - 1
                                     << "says 1 layer and the file has 2: the files do not belong together, download "
                                        "them again.";
    }
    void refusesTensorsThatAreLeft()
    {
        QFETCH(QString, tensor);
        QFETCH(int, layers);
        QFETCH(QString, says);
        auto tensors = tinyTensors();
        if (!tensor.isEmpty())
            tensors.push_back({tensor.toStdString(), {tinyHidden}});
        json config = tinyConfig();
        config["num_hidden_layers"] = layers;
        writeTinyDirectory(path("left"), config, tensors);
        QVERIFY2(sentenceOf(loadModel(path("left"))).endsWith(says), qPrintable(sentenceOf(loadModel(path("left")))));
    }

    void refusesTensorsThatAreLeftInGguf_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QString>("says");
        QTest::newRow("a norm of another family")
            << "blk.0.attn_q_norm.weight"
            << " has the tensor blk.0.attn_q_norm.weight and 1 more like it, which Draftscope has no use for";
        QTest::newRow("a layer") << "blk.2.attn_q.weight"
                                 << "says 2 layers and the file has 3: the files do not belong together";
        QTest::newRow("rotary factors") << "rope_freqs.weight"
                                        << "loaded";
    }
    void refusesTensorsThatAreLeftInGguf()
    {
        QFETCH(QString, tensor);
        QFETCH(QString, says);
        GgufWriter writer = tinyGgufKeys();
        addTinyTensors(writer);
        if (tensor.endsWith("norm.weight"))
            writer.tensor("blk.1.attn_q_norm.weight", {4}, 0, floats(4));
        writer.tensor(tensor.toStdString(), {2}, 0, floats(2, 1)); // two pairs a head
        writeFile(path("left.gguf"), writer.file());
        const auto loaded = loadModel(path("left.gguf"));
        QVERIFY2(sentenceOf(loaded).contains(says), qPrintable(sentenceOf(loaded)));
        if (loaded)
            QCOMPARE((*loaded)->config.ropeFactors, (std::vector<float>{1, 2})); // it is honoured
    }

    /// Files of tied models may hold the matrix twice; if both are not the same, the model has two, and says so.
    void tiedMatricesMayBeTwo()
    {
        json config = tinyConfig();
        config["tie_word_embeddings"] = true;
        writeTinyDirectory(path("twice"), config, tinyTensors());
        const auto two = loadModel(path("twice"));
        QVERIFY2(two, qPrintable(sentenceOf(two)));
        QVERIFY2((*two)->warning.text.ends_with(
                     "says that model.embed_tokens.weight and lm_head.weight are the same, and they "
                     "are not: the model is read with both, as transformers does."),
                 (*two)->warning.text.c_str());
        QVERIFY((*two)->weights.head.data != (*two)->weights.embedding.data && !(*two)->config.tiedEmbeddings);
        config["tie_word_embeddings"] = false;
        writeTinyDirectory(path("untied"), config, tinyTensors());
        const auto untied = loadModel(path("untied"));
        QVERIFY(untied && (*untied)->warning.empty());
        QCOMPARE((*two)->record.hash, (*untied)->record.hash);
        // tinySafetensors() gives each tensor other numbers, so the second is written over the first.
        std::string bytes = readFile(path("twice") / "model.safetensors");
        std::uint64_t header;
        std::memcpy(&header, bytes.data(), sizeof header);
        const json entries = json::parse(bytes.substr(8, header));
        const auto place = [&](const char* name) { return 8 + header + std::size_t(entries[name]["data_offsets"][0]); };
        const std::size_t size = std::size_t(tinyVocabulary) * tinyHidden * 4;
        bytes.replace(place("lm_head.weight"), size, bytes.substr(place("model.embed_tokens.weight"), size));
        std::filesystem::remove(path("twice") / "model.safetensors");
        writeFile(path("twice") / "model.safetensors", bytes);
        const auto loaded = loadModel(path("twice"));
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        QCOMPARE((*loaded)->weights.head.data, (*loaded)->weights.embedding.data);
        QVERIFY((*loaded)->warning.empty() && (*loaded)->config.tiedEmbeddings);
    }

    /// Any part opens the model, and so does the folder; it is the same as in one file.
    void opensAModelInParts()
    {
        const auto tensors = tinyTensors();
        GgufWriter whole = tinyGgufKeys(), first = tinyGgufKeys(), second;
        for (GgufWriter* part : {&first, &second})
            part->rawKey("split.no", 2, littleEndian(std::uint16_t(part == &second)))
                .rawKey("split.count", 2, littleEndian(std::uint16_t(2)))
                .rawKey("split.tensors.count", 5, littleEndian(std::int32_t(tensors.size())));
        for (std::size_t i = 0; i < tensors.size(); ++i)
            for (GgufWriter* writer : {&whole, i % 3 == 0 ? &first : &second})
                writer->tensor(ggufName(tensors[i].name), {tensors[i].shape.rbegin(), tensors[i].shape.rend()}, 0,
                               floats(elementCount(tensors[i]), float(i)));
        std::filesystem::create_directories(path("parts"));
        const auto one = path("parts") / "tiny-00001-of-00002.gguf", two = path("parts") / "tiny-00002-of-00002.gguf";
        writeFile(path("whole.gguf"), whole.file());
        writeFile(one, first.file());
        writeFile(two, second.file());
        const auto expected = loadModel(path("whole.gguf"));
        QVERIFY2(expected, qPrintable(sentenceOf(expected)));
        for (const auto& opened : {path("parts"), one, two}) {
            const auto model = loadModel(opened);
            QVERIFY2(model, qPrintable(sentenceOf(model)));
            QCOMPARE((*model)->record.hash, (*expected)->record.hash);
            QCOMPARE((*model)->weights.files.size(), std::size_t(2));
        }
        std::filesystem::remove(two);
        QVERIFY2(sentenceOf(loadModel(path("parts")))
                     .endsWith("the part tiny-00002-of-00002.gguf is missing: download it, too."),
                 qPrintable(sentenceOf(loadModel(path("parts")))));
    }

    /// A pipe in the place of any file of a model: opening it would wait for ever.
    void refusesPipes_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"config.json", "generation_config.json", "model.safetensors", "tokenizer.model", "tokenizer_config.json"})
            QTest::newRow(file) << file;
    }
    void refusesPipes()
    {
        QFETCH(QString, file);
        writeTinyDirectory(path("pipes"));
        const auto pipe = path("pipes") / file.toStdString();
        std::filesystem::remove(pipe);
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(sentenceOf(loadModel(path("pipes"))),
                 QString("%1 is a pipe, not a regular file: choose a file.").arg(pipe.c_str()));
        const auto gguf = path("pipe.gguf");
        QVERIFY(::mkfifo(gguf.c_str(), 0600) == 0 || errno == EEXIST);
        QVERIFY(sentenceOf(loadModel(gguf)).contains("is a pipe, not a regular file"));
    }

    void noticesWeightsThatShrink()
    {
        writeTinyDirectory(path("shrinks"));
        const auto file = path("shrinks") / "model.safetensors";
        const auto opened = openModel(path("shrinks"));
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        std::filesystem::resize_file(file, 5000);
        QCOMPARE(
            readWeights(**opened).error().sentence,
            fmt::format("The file {} was changed or shortened while it was in use: load it again when it is whole.",
                        file.string()));
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("says");
        QTest::newRow("config") << "config.json"
                                << "has no config.json";
        QTest::newRow("weights") << "model.safetensors"
                                 << "has no model.safetensors";
        QTest::newRow("vocabulary") << "tokenizer.model"
                                    << "has no vocabulary";
    }
    void saysWhatIsMissing()
    {
        QFETCH(QString, file);
        QFETCH(QString, says);
        writeTinyDirectory(path("part"));
        std::filesystem::remove(path("part") / file.toStdString());
        QVERIFY2(sentenceOf(loadModel(path("part"))).contains(says), qPrintable(sentenceOf(loadModel(path("part")))));
    }

    void saysWhatToChoose()
    {
        writeTinyDirectory(path("tiny"));
        QVERIFY(sentenceOf(loadModel("/no/such")).startsWith("There is no model at /no/such"));
        QVERIFY(sentenceOf(loadModel(path("tiny") / "model.safetensors")).contains("choose the directory"));
        writeFile(path("tiny") / "pytorch_model.bin", "x");
        std::filesystem::remove(path("tiny") / "model.safetensors");
        QVERIFY(sentenceOf(loadModel(path("tiny"))).contains("only a torch checkpoint"));
    }

    void refusesAVocabularyLargerThanTheEmbedding()
    {
        writeTinyDirectory(path("large"));
        auto pieces = tinyPieces();
        pieces.push_back({"zz", -200, PieceType::normal});
        writeFile(path("large") / "tokenizer.model", tinyTokenizer(pieces));
        QVERIFY(sentenceOf(loadModel(path("large"))).contains("has 17 tokens, but its embedding only 16"));
    }

    void canBeCancelled()
    {
        writeTinyDirectory(path("tiny"));
        const std::atomic<bool> cancelled = true;
        const auto loaded = loadModel(path("tiny"), {{}, &cancelled});
        QCOMPARE(sentenceOf(loaded), "Loading tiny was cancelled.");
    }

    void hashTellsWeightsApart()
    {
        writeTinyDirectory(path("one"));
        writeTinyDirectory(path("copy"));
        writeTinyDirectory(path("other"));
        std::string bytes = readFile(path("other") / "model.safetensors");
        bytes[bytes.size() - 1] = char(bytes.back() ^ 1);
        writeFile(path("other") / "model.safetensors", bytes);
        const auto hash = [&](const char* name) { return (*loadModel(path(name)))->record.hash; };
        QCOMPARE(hash("one"), hash("copy"));
        QVERIFY(hash("one") != hash("other"));
    }

    void opensStories260K()
    {
        const auto file = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(file);
        const auto loaded = loadModel(file);
        QVERIFY2(loaded, qPrintable(sentenceOf(loaded)));
        const Model& model = **loaded;
        QCOMPARE(model.name, "stories260K");
        QCOMPARE(model.config.layerCount, 5);
        QCOMPARE(model.config.headCount, 8);
        QCOMPARE(model.config.kvHeadCount, 4);
        QCOMPARE(model.config.contextLength, 2048); // what the file says
        QVERIFY(model.isEndOfText(2));
        // The embedding begins as in llama2.c's own checkpoint of the same weights, after its 7 numbers.
        const std::string original = readFile(sharedData("models/stories260K/stories260K.bin"));
        QVERIFY(std::memcmp(model.weights.embedding.data, original.data() + 28, model.weights.embedding.bytes()) == 0);
    }
};

DRAFTSCOPE_TEST(TestLoadModel)
#include "test_load_model.moc"
