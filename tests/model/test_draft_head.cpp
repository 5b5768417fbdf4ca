// SPDX-License-Identifier: MIT
// Medusa and EAGLE heads opened in all forms in which they are published (GGUF files: test_gguf_head), and the sentence
// for each way in which one can be wrong.
#include <QTest>

#include "engine/model/draft_head.h"
#include "engine/model/pass_part.h"
#include "tests/fixtures/head_files.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/model/head_folder.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestDraftHead : public QObject, HeadFolder {
    Q_OBJECT

private slots:
    void opensMedusa_data()
    {
        QTest::addColumn<bool>("asTorch");
        QTest::newRow("safetensors") << false;
        QTest::newRow("torch") << true;
    }
    void opensMedusa()
    {
        QFETCH(bool, asTorch);
        const auto opened = open(medusaFiles(32, 99, 5), asTorch);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        const DraftHead& head = **opened;
        QCOMPARE(head.kind, DraftHeadKind::medusa);
        QCOMPARE(QString::fromStdString(head.name), "head");
        QCOMPARE(head.models.size(), std::size_t(5)); // the configuration says 2
        const Model& third = *head.models[2];
        QCOMPARE(QString::fromStdString(third.name), "head, head 3");
        QCOMPARE(third.config.input, RowInput::state);
        QCOMPARE(third.config.contextLength, m_target->config.contextLength);
        QCOMPARE(third.weights.entry.blocks.size(), std::size_t(1));
        QCOMPARE(third.record.parameters, 32 * 32 + 32 + 99 * 32);
        QCOMPARE(third.record.hash.size(), std::size_t(16));
        QVERIFY(third.record.hash != head.models[1]->record.hash);
        QVERIFY(third.tokenizer == m_target->tokenizer);
        QVERIFY(readWeights(third));
    }

    void opensEagle()
    {
        const auto opened = open(eagleFiles({}));
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->kind, DraftHeadKind::eagle);
        QCOMPARE((*opened)->targetStates, std::vector<int>{HiddenStates::afterFinalNorm});
        const Model& model = *(*opened)->models.front();
        QCOMPARE(model.weights.embedding.data, m_target->weights.embedding.data); // shared, not copied
        QCOMPARE(model.weights.head.data, m_target->weights.head.data);
        QVERIFY(model.weights.layers.front().inputNorm.empty() && model.weights.finalNorm.empty());
        QCOMPARE(model.record.parameters, 32 * 64 + 32 + 32 + 24 * 32 + 2 * 12 * 32 + 32 * 24 + 3 * 44 * 32);
        QVERIFY(readWeights(model));

        // The bias says the configuration; where it does not, the file.
        HeadFiles files = eagleFiles({}, false);
        files.config.erase("bias");
        QVERIFY((*open(files))->models.front()->weights.entry.fcBias.empty());
        files = eagleFiles({}, true, true);
        files.config.erase("bias");
        const auto own = open(files, true);
        QVERIFY((*own)->models.front()->weights.entry.fcBias.size() == 32);
        QVERIFY((*own)->models.front()->weights.embedding.data != m_target->weights.embedding.data);
    }

    /// As FR-Spec drafts: the head is the target's, but of few tokens.
    void opensEagleOfFrequentTokens_data()
    {
        QTest::addColumn<bool>("isQuantised");
        QTest::newRow("f32") << false;
        QTest::newRow("Q8_0") << true;
    }
    void opensEagleOfFrequentTokens()
    {
        QFETCH(bool, isQuantised);
        const auto target = std::make_shared<Model>(*m_target);
        const std::string blocks = q8_0BytesOf(HeadFiles().random("head", {99, 32}));
        if (isQuantised)
            target->weights.head = {blocks.data(), WeightType::q8_0, 99, 32};
        HeadFiles files = eagleFiles({});
        writeHead(path(), files);
        const std::int64_t parameters = (*openDraftHead(path(), *target))->models.front()->record.parameters;
        cutVocabulary(files, 40);
        writeHead(path(), files);
        const auto opened = openDraftHead(path(), *target);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        const Model& model = *(*opened)->models.front();
        QCOMPARE(model.config.logitCount(), 40);
        QCOMPARE(model.config.vocabularySize, 99);
        QCOMPARE(model.record.parameters, parameters);
        const MatrixView &head = model.weights.head, &whole = target->weights.head;
        QCOMPARE(head.type, whole.type);
        QCOMPARE(head.rows, 40);
        for (int i = 0; i < 40; ++i) {
            QCOMPARE(model.weights.tokenOfLogit[std::size_t(i)], 2 * i);
            QVERIFY(isRowOf(head, i, whole, 2 * i));
        }
        files.random("lm_head.weight", {40, 32}); // which then counts
        writeHead(path(), files);
        const auto own = openDraftHead(path(), *target);
        QVERIFY2(own, qPrintable(sentenceOf(own)));
        QCOMPARE((*own)->models.front()->weights.head.type, WeightType::f32);
        QCOMPARE((*own)->models.front()->record.parameters, parameters + 40 * 32);
        files.d2t.clear();
        writeHead(path(), files);
        QVERIFY(sentenceOf(openDraftHead(path(), *target)).contains("no tensor d2t"));
    }

    /// The target may go away before its head.
    void aHeadKeepsWhatItShares()
    {
        auto target = makeTinyModel({.layers = 8});
        writeHead(path(), eagleFiles({}));
        const auto head = *openDraftHead(path(), *target);
        const std::string hash = head->models.front()->record.hash;
        target.reset();
        QVERIFY(readWeights(*head->models.front()));
        QVERIFY(!hash.empty());
    }

    void readsLayersByEitherConvention_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QList<int>>("entering");
        QTest::newRow("none") << QByteArray("{}") << QList<int>{2, 4, 5};
        QTest::newRow("outputs") << QByteArray(R"({"eagle_config":{"eagle_aux_hidden_state_layer_ids":[1,3,4]}})")
                                 << QList<int>{2, 4, 5};
        QTest::newRow("inputs") << QByteArray(R"({"eagle_config":{"eagle_aux_hidden_state_layer_ids":[2,4,5]}})")
                                << QList<int>{2, 4, 5};
        QTest::newRow("behind the last") << QByteArray(R"({"eagle_aux_hidden_state_layer_ids":[4,6,8]})")
                                         << QList<int>{4, 6, 8};
        QTest::newRow("the last's output")
            << QByteArray(R"({"eagle_aux_hidden_state_layer_ids":[1,5,7]})") << QList<int>{2, 6, 8};
        QTest::newRow("null") << QByteArray(R"({"eagle_aux_hidden_state_layer_ids":null,"eagle_config":null})")
                              << QList<int>{2, 4, 5};
    }
    void readsLayersByEitherConvention()
    {
        QFETCH(QByteArray, config);
        QFETCH(QList<int>, entering);
        HeadFiles files = eagle3Files({}, {.layerIds = {}});
        files.config.update(nlohmann::json::parse(config.toStdString()));
        const auto opened = open(files);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE(QList<int>((*opened)->targetStates.begin(), (*opened)->targetStates.end()), entering);
    }

    void opensEagle3_data()
    {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<bool>("asTorch");
        QTest::newRow("official") << "midlayer." << true;
        QTest::newRow("speculators") << "layers.0." << false;
    }
    void opensEagle3()
    {
        QFETCH(QString, layer);
        QFETCH(bool, asTorch);
        const auto opened = open(eagle3Files({}, {.layer = layer.toStdString()}), asTorch);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QCOMPARE((*opened)->kind, DraftHeadKind::eagle3);
        QCOMPARE((*opened)->models.front()->weights.tokenOfLogit.size(), std::size_t(40));
        QCOMPARE((*opened)->models.front()->weights.tokenOfLogit.back(), 78);
        const ModelConfig& config = (*opened)->models.front()->config;
        QCOMPARE(config.featureSize, 96);
        QCOMPARE(config.logitCount(), 40);
        QCOMPARE(config.vocabularySize, 99);
    }

    /// The configuration of the speculators library has the layer's in an object of its own.
    void opensASpeculatorsWrapper()
    {
        HeadFiles files = eagle3Files({}, {.layer = "layers.0.", .normBeforeResidual = true});
        nlohmann::json wrapped = {{"architectures", {"Eagle3Speculator"}},
                                  {"speculators_model_type", "eagle3"},
                                  {"draft_vocab_size", 40},
                                  {"norm_before_residual", true},
                                  {"target_hidden_size", nullptr},
                                  {"transformer_layer_config", eagleConfig({})}};
        wrapped["transformer_layer_config"]["hidden_size"] = 32;
        files.config = wrapped;
        const auto opened = open(files);
        QVERIFY2(opened, qPrintable(sentenceOf(opened)));
        QVERIFY((*opened)->models.front()->config.normBeforeResidual);
        files.config["speculators_model_type"] = "mlp";
        QVERIFY(sentenceOf(open(files)).contains("a speculator of the type mlp"));
    }

    /// What such a head reads is not agreed upon.
    void targetsWithScaledEmbeddingsHaveNoHeads()
    {
        for (const bool isCapped : {false, true}) {
            auto target = std::make_shared<Model>(*m_target);
            (isCapped ? target->config.logitCap : target->config.embeddingScale) = 30;
            QVERIFY(sentenceOf(openDraftHead(path(), *target)).contains("heads are not supported yet"));
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("says");
        QTest::addColumn<std::function<void(HeadFiles&)>>("change");
        QTest::addColumn<int>("kind"); // 0: Medusa, 1: EAGLE, 2: EAGLE-3
        using Change = std::function<void(HeadFiles&)>;
        const auto row = [](const char* name, int kind, const char* says, const Change& change) {
            QTest::newRow(name) << QString(says) << change << kind;
        };
        row("Medusa of another width", 0, "tokens and hidden size 24, and Tiny target has 99 and 32",
            [](HeadFiles& f) { f = medusaFiles(24, 99); });
        row("Medusa of another vocabulary", 0, "for a target of 98 tokens",
            [](HeadFiles& f) { f = medusaFiles(32, 98); });
        row("a head that is not there", 0, "has no head 1, but one of number 2", [](HeadFiles& f) {
            f.tensors.erase("1.1.weight");
            f.tensors.erase("1.0.linear.weight");
            f.tensors.erase("1.0.linear.bias");
        });
        row("a block that is not there", 0, "no tensor 1.0.linear.bias",
            [](HeadFiles& f) { f.tensors.erase("1.0.linear.bias"); });
        row("a block of another shape", 0, "The tensor 2.0.linear.weight has the shape [32, 31]", [](HeadFiles& f) {
            f.random("2.0.linear.weight", {32, 31});
        });
        row("a tensor for nothing", 0, "has the tensor 0.0.linear.scale, which",
            [](HeadFiles& f) { f.random("0.0.linear.scale", {32}); });
        row("no heads", 0, "named as Medusa's heads are", [](HeadFiles& f) {
            f.tensors.clear();
            f.random("lm_head.weight", {99, 32});
        });
        row("EAGLE of another width", 1, "hidden size 40, and Tiny target has 99 and 32",
            [](HeadFiles& f) { f = eagleFiles({.hidden = 40}); });
        row("EAGLE of another vocabulary", 1, "for a target of 32000 tokens",
            [](HeadFiles& f) { f.config["vocab_size"] = 32000; });
        row("no fc", 1, "fc.weight: it is not an EAGLE head", [](HeadFiles& f) { f.tensors.erase("fc.weight"); });
        row("no bias where one is said to be", 1, "no tensor fc.bias",
            [](HeadFiles& f) { f.tensors.erase("fc.bias"); });
        row("a bias where none is said to be", 1, "has the tensor fc.bias, which",
            [](HeadFiles& f) { f.config["bias"] = false; });
        row("a bias that is not there", 1, "has no tensor layers.0.self_attn.q_proj.bias",
            [](HeadFiles& f) { f.config["qkv_bias"] = true; });
        row("a bias of the layer that is not named", 1, "has the tensor layers.0.self_attn.q_proj.bias, which",
            [](HeadFiles& f) { f.random("layers.0.self_attn.q_proj.bias", {32}); });
        row("an input norm of the first layer", 1, "has the tensor layers.0.input_layernorm.weight",
            [](HeadFiles& f) { f.random("layers.0.input_layernorm.weight", {32}); });
        row("a layer that is not there", 1, "no tensor layers.1.input_layernorm.weight",
            [](HeadFiles& f) { f.config["num_hidden_layers"] = 2; });
        row("a half fc", 1, "The tensor fc.weight has the shape [32, 32]", [](HeadFiles& f) {
            f.random("fc.weight", {32, 32});
        });
        row("no size", 1, "intermediate_size is missing", [](HeadFiles& f) { f.config.erase("intermediate_size"); });
        row("EAGLE-3 of another target's width", 2, "hidden size 48, and Tiny target has 99 and 32",
            [](HeadFiles& f) { f.config["target_hidden_size"] = 48; });
        row("EAGLE-3 of a deeper target", 2, "layers that Tiny target does not have, whose layers are 8",
            [](HeadFiles& f) {
                f.config["eagle_config"]["eagle_aux_hidden_state_layer_ids"] = {2, 16, 29};
            });
        row("the output of a layer that is not there", 2, "does not have, whose layers are 8", [](HeadFiles& f) {
            f.config["eagle_config"]["eagle_aux_hidden_state_layer_ids"] = {1, 4, 8};
        });
        row("layers by name", 2, "are no numbers",
            [](HeadFiles& f) { f.config["eagle_config"]["eagle_aux_hidden_state_layer_ids"] = {"last"}; });
        row("no layers", 2, "does not have", [](HeadFiles& f) {
            f.config["eagle_config"]["eagle_aux_hidden_state_layer_ids"] = nlohmann::json::array();
        });
        row("four features", 2, "The tensor fc.weight has the shape [32, 96]", [](HeadFiles& f) {
            f.config["eagle_config"]["eagle_aux_hidden_state_layer_ids"] = {2, 3, 4, 5};
        });
        row("no features", 2, "use_aux_hidden_state off",
            [](HeadFiles& f) { f.config["eagle_config"]["use_aux_hidden_state"] = false; });
        row("no d2t", 2, "no tensor d2t", [](HeadFiles& f) { f.d2t.clear(); });
        row("a short d2t", 2, "d2t has 39 elements where the configuration says 40",
            [](HeadFiles& f) { f.d2t.pop_back(); });
        row("a token twice", 2, "gives logit 1 a token that another logit has", [](HeadFiles& f) { f.d2t[1] = -1; });
        row("a token in front of the first", 2, "gives logit 0 a token", [](HeadFiles& f) { f.d2t[0] = -1; });
        row("a token behind the last", 2, "gives logit 39 a token", [](HeadFiles& f) { f.d2t[39] = 60; });
        row("a token far behind the last", 2, "gives logit 3 a token", [](HeadFiles& f) { f.d2t[3] = INT64_MAX; });
        row("no embedding of its own", 2, "no tensor embed_tokens.weight",
            [](HeadFiles& f) { f = eagle3Files({.hidden = 24}); });
        row("more logits than tokens", 2, "draft_vocab_size", [](HeadFiles& f) { f.config["draft_vocab_size"] = 100; });
        row("a norm that is not there", 2, "no input_norm.weight",
            [](HeadFiles& f) { f.config["norm_before_fc"] = true; });
        row("two layers", 2, "has 2 layers", [](HeadFiles& f) { f.config["num_hidden_layers"] = 2; });
        row("scaled logits", 2, "has a logit_scale", [](HeadFiles& f) { f.config["logit_scale"] = 0.5; });
        row("a word for a flag", 2, "neither true nor false",
            [](HeadFiles& f) { f.config["norm_before_residual"] = "yes"; });
    }
    void refuses()
    {
        QFETCH(QString, says);
        QFETCH(std::function<void(HeadFiles&)>, change);
        QFETCH(int, kind);
        HeadFiles files = kind == 0 ? medusaFiles(32, 99) : kind == 1 ? eagleFiles({}) : eagle3Files({});
        QVERIFY2(open(files), qPrintable(sentenceOf(open(files))));
        change(files);
        for (const bool asTorch : {false, true}) {
            const QString sentence = sentenceOf(open(files, asTorch));
            QVERIFY2(sentence.contains(says) && sentence.endsWith('.'), qPrintable(sentence));
        }
    }

    void refusesPrograms()
    {
        std::filesystem::remove_all(path());
        std::filesystem::create_directories(path());
        writeFile(path() / "medusa_lm_head.pt",
                  torchFile("\x80\x02" + pickled::global("os", "system") + pickled::text("touch /tmp/x") + "\x85R."));
        const QString sentence = sentenceOf(openDraftHead(path(), *m_target));
        QVERIFY2(sentence.endsWith("asks for os.system, which is not a tensor: use the safetensors file."),
                 qPrintable(sentence));
    }

    void saysWhatItWants()
    {
        std::filesystem::remove_all(path());
        QCOMPARE(sentenceOf(openDraftHead(path(), *m_target)),
                 QString("There is no %1: choose the directory that the head's files lie in, or its GGUF file.")
                     .arg(QString::fromStdString(path().string())));
        std::filesystem::create_directories(path());
        QVERIFY(sentenceOf(openDraftHead(path(), *m_target)).contains("has no medusa_lm_head.safetensors"));
        writeHead(path(), eagleFiles({}));
        std::filesystem::remove(path() / "config.json");
        QVERIFY(sentenceOf(openDraftHead(path(), *m_target)).contains("config.json does not exist"));
    }
};

DRAFTSCOPE_TEST(TestDraftHead)
#include "test_draft_head.moc"
