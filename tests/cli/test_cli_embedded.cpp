// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// The models that come with the program: what a person gets who names none.
class TestCliEmbedded : public QObject {
    Q_OBJECT

private slots:
    void theyAreListed()
    {
        const auto listed = cli({"models", "--json"});
        QCOMPARE(listed.status, 0);
        const QJsonArray models = listed.json()["models"].toArray();
        QVERIFY(models.size() >= 2);
        const QString table = cli({"models"}).out;
        for (const auto& model : models) {
            const QString name = model.toObject()["name"].toString();
            QVERIFY(table.contains(name));
            const auto inspected = cli({"inspect", "model", name});
            QVERIFY2(inspected.status == 0 && inspected.out.contains(QRegularExpression("parameters in (bf16|Q8_0)")),
                     qPrintable(inspected.out + inspected.err));
            QVERIFY2(inspected.out.contains("\nfamily       Llama\n"), qPrintable(inspected.out));
        }
    }

    /// What other programs keep on this machine, and which of these can draft for which.
    void foundOnesAreListed()
    {
        QTemporaryDir folder;
        const std::filesystem::path mine = folder.path().toStdString();
        std::filesystem::create_directory_symlink(DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama", mine / "random");
        std::filesystem::create_directory(mine / "broken");
        for (const char* name : {"config.json", "model.safetensors"})
            std::ofstream(mine / "broken" / name) << "{}";
        qputenv("DRAFTSCOPE_MODEL_FOLDERS", mine.c_str());
        const auto table = cli({"models"}), listed = cli({"models", "--json"});
        const auto decoded = cli({"generate", "--target", "random", "--tokens", "2", "--json"});
        qunsetenv("DRAFTSCOPE_MODEL_FOLDERS");
        QCOMPARE(table.status, 0);
        QVERIFY2(table.out.contains("your folders\n"), qPrintable(table.out));
        QVERIFY(table.out.contains("\nbroken  cannot be used: "));
        QVERIFY(table.out.contains("\nrandom  "));
        QJsonObject random;
        for (const auto& model : listed.json()["found"].toArray())
            if (model.toObject()["name"] == "random")
                random = model.toObject();
        QVERIFY(random["usable"].toBool() && random["parameters"].toDouble() > 0);
        QVERIFY2(decoded.status == 0, qPrintable(decoded.err)); // its name is as good as its path
    }

    /// A draft that comes with the program for a model which does not is found by what that model is, wherever it lies.
    void aDraftForSomebodysModelIsFound()
    {
        const QString random = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
        const QString hash = QRegularExpression("\nhash +(\\w+)").match(cli({"inspect", random}).out).captured(1);
        QCOMPARE(hash.size(), 16);
        QTemporaryDir folder;
        const auto list = [&](const QString& ofTarget) {
            std::ofstream(folder.filePath("embedded.json").toStdString())
                << QString(R"({"models": [{"name": "own", "directory": "%1", "role": "draft"}], "pairs": [{"name": "a",
                      "target_hash": "%2", "draft": "own"}], "default": {"target": "own", "draft": "own"}})")
                       .arg(random, ofTarget)
                       .toStdString();
        };
        qputenv("DRAFTSCOPE_MODELS", folder.path().toUtf8());
        list(hash);
        const auto drafted = cli({"generate", "--target", random, "--method", "two-model", "--tokens", "4", "--json"});
        const QString prompts = folder.filePath("prompts.jsonl");
        std::ofstream(prompts.toStdString()) << R"({"prompt": "Once", "kind": "story"})";
        const auto compared = cli({"compare", "--max-seconds", "0", "--target", random, "--prompts", prompts,
                                   "--methods", "two-model", "--tokens", "4", "--temperatures", "0", "--json"});
        list("0123456789abcdef");
        const auto alone = cli({"generate", "--target", random, "--method", "two-model", "--tokens", "4"});
        qunsetenv("DRAFTSCOPE_MODELS");
        QVERIFY2(drafted.status == 0, qPrintable(drafted.err));
        QCOMPARE(drafted.json()["method"].toString(), "two-model");
        QVERIFY2(compared.status == 0, qPrintable(compared.err));
        QVERIFY2(alone.err.contains("The method two-model needs a draft: add --draft"), qPrintable(alone.err));
    }

    void inspectSaysWhatLayersDo()
    {
        const QString families = DRAFTSCOPE_SOURCE_DIR "/tests/golden/families/";
        const auto told = [&](const char* name) { return cli({"inspect", families + name}).out; };
        QVERIFY(told("llama").contains("layers       with biases of q, k, v, o, gate, up, down\n"
                                       "positions    256, rope theta 10000, linear scaling by 2\n"));
        QVERIFY(told("mistral").contains("family       Mistral\n"));
        QVERIFY(told("mistral").contains("layers       with a window of 8 tokens in 2 of them\n"));
        QVERIFY(told("qwen3/model.gguf")
                    .contains("layers       with norms of q and k\n"
                              "positions    128, rope theta 1000000, YaRN scaling by 4\n"));
        QVERIFY(told("smollm3").contains("layers       with 1 without rotary positions\n"));
        QVERIFY(
            told("gemma2").contains("layers       with GELU, norms of what they add, scores capped at 3, a window of 8 "
                                    "tokens in 2 of them\n"));
        QVERIFY(told("gemma3").contains(
            "layers       with GELU, norms of q and k, norms of what they add, rope theta 10000 "
            "in 5 of them, a window of 8 tokens in 5 of them\n"));
    }

    void inspectListsWhatIsSupported()
    {
        const auto listed = cli({"inspect", "--supported"});
        QCOMPARE(listed.status, 0);
        for (const char* row :
             {"Families\n", "  Qwen2    Qwen2ForCausalLM, GGUF qwen2 ", "refused: mixtures of experts",
              "  Gemma 2  Gemma2ForCausalLM, GGUF gemma2 ", "  Gemma 3  Gemma3ForConditionalGeneration ", "  yarn  ",
              "  BF16  ", "  Q4_K  ", "  byte-level BPE  ",
              "Backends\n  cpu   all of these\n  cuda  all of these  refused: "})
            QVERIFY2(listed.out.contains(row), row);
        for (const QStringList& wrong : {QStringList{"inspect"}, QStringList{"inspect", "--supported", "tales-6m"}})
            QVERIFY(cli(wrong).err.contains("Name what to look into, or give --supported alone"));
    }

    void theDefaultPairDecodesByTwoModels()
    {
        const auto run = cli({"generate", "--tokens", "24", "--json"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QCOMPARE(run.json()["method"].toString(), "two-model");
        QCOMPARE(run.json()["token_ids"].toArray().size(), 24);
        QVERIFY(run.json()["acceptance_rate"].isDouble());
    }

    /// What the window begins with; whatever else is said counts, too.
    void withoutAPromptItTellsTheFirstStory()
    {
        const auto run = cli({"generate", "--json"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const QString text = run.json()["text"].toString();
        QVERIFY2(text.startsWith(" went to the park and saw a tiny"), qPrintable(text));
        const auto given = cli({"generate", "--json", "--prompt", "The capital of France is", "--tokens", "2"});
        QVERIFY2(given.status == 0, qPrintable(given.err));
        QVERIFY(!given.json()["text"].toString().startsWith(" went"));
        const auto other = cli({"generate", "--json", "--seed", "7", "--tokens", "24"});
        QVERIFY(other.json()["text"].toString() != text.left(other.json()["text"].toString().size()));
    }

    /// Trees are as large as gains most on this machine, and the trace says how large that is.
    void theMachineChoosesTheTree()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("tree.jsonl");
        const QStringList tree = {"generate", "--method", "eagle",         "--tree", "dynamic",
                                  "--tokens", "16",       "--temperature", "0",      "--json"};
        const auto run = cli(tree + QStringList{"--trace", trace});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QFile file(trace);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject options = QJsonDocument::fromJson(file.readLine()).object()["options"].toObject();
        const int nodes = options["tree-nodes"].toInt(-1);
        QVERIFY2(nodes >= 1 && nodes <= 64, qPrintable(QString::number(nodes)));
        QVERIFY(options["tree-levels"].toInt(-1) >= 0);
        const auto plain = cli({"generate", "--method", "plain", "--tokens", "16", "--temperature", "0", "--json"});
        QCOMPARE(run.json()["token_ids"], plain.json()["token_ids"]);
    }

    void benchSaysWhatItMeasures()
    {
        const auto bench = cli({"bench", "--turns", "1", "--tokens", "16", "--json"});
        QVERIFY2(bench.status == 0, qPrintable(bench.err));
        const QJsonObject measured = bench.json()["measured"].toObject();
        for (const char* key : {"plain_tokens_per_second", "two_model_tokens_per_second", "speed_up", "cost_ratio",
                                "verify_ratio", "bandwidth_bytes_per_second", "share_of_bandwidth"})
            QVERIFY2(measured[key].toDouble() > 0, key);
        QCOMPARE(measured["rows"].toArray().size(), 5);
        QCOMPARE(measured["rows"].toArray()[0].toObject()["over_one_row"].toDouble(), 1.0);
        QVERIFY(bench.json()["expected"].toObject()["speed_up"].toDouble() > 0);
        for (const char* key : {"draft_ms", "verify_ms", "sample_ms"})
            QVERIFY2(measured["phases"].toObject()[key].toDouble() > 0, key);
        const QJsonArray stages = measured["stages"].toObject()["stages"].toArray();
        QCOMPARE(stages.size(), 7);
        for (const QJsonValue& stage : stages)
            QVERIFY(stage["ms"].toDouble() > 0 && stage["bytes"].toDouble() > 0
                    && stage["share_of_bandwidth"].toDouble() > 0);
    }

    void losslessTestsBothPairs()
    {
        const auto lossless = cli({"lossless", "--texts", "2000", "--k", "3", "--json"});
        QVERIFY2(lossless.status == 0, qPrintable(lossless.out + lossless.err));
        QVERIFY(lossless.json()["passed"].toBool());
        QVERIFY(lossless.json()["untested"].toArray().isEmpty());
        int ofLetters = 0, ofChosen = 0;
        for (const QJsonValue& value : lossless.json()["cases"].toArray()) {
            const QJsonObject one = value.toObject();
            QCOMPARE(one["verdict"].toString(), "passed");
            QCOMPARE(one["k"].toInt(), 3);
            if (!one["sampler"]["greedy"].toBool())
                QVERIFY2(one["degrees_of_freedom"].toInt() > 0, qPrintable(one["name"].toString()));
            (one["pair"].toString().startsWith("five letters") ? ofLetters : ofChosen) += 1;
        }
        QCOMPARE(ofLetters, 5 * 4 + 1); // samplers, tests, greedy
        QCOMPARE(ofChosen, 2 * 4 + 1);
    }

    /// This prompt leaves the models next to no choice; the older check called that passed.
    void aBrokenRuleIsFoundAfterAnyPrompt()
    {
        const QStringList broken = {"lossless", "--texts",   "2000",    "--k",          "3",
                                    "--prompt", "Once upon", "--break", "q-temperature"};
        const auto table = cli(broken);
        QCOMPARE(table.status, 1);
        QVERIFY2(table.out.contains("✗ failed") && table.out.contains("Broken on purpose: ")
                     && table.out.trimmed().endsWith(": not lossless."),
                 qPrintable(table.out));
    }

    /// Each fault says what goes wrong, is in the trace and fails the check, which passes without it.
    void faultsAreTold()
    {
        const QStringList common = {"--texts", "1000", "--k", "3"};
        const auto found = cli(QStringList{"lossless", "--break", "p-instead-of-residual"} + common);
        QCOMPARE(found.status, 1);
        QVERIFY2(found.out.contains("Broken on purpose (p-instead-of-residual), not lossless: After a rejection"),
                 qPrintable(found.out));
        QCOMPARE(cli(QStringList{"lossless"} + common).status, 0);
        const auto block = cli(QStringList{"lossless", "--break", "contiguous-block", "--json"} + common);
        QCOMPARE(block.status, 1); // with the verifier that it is one of
        QCOMPARE(block.json()["broken"], "contiguous-block");

        QTemporaryDir directory;
        const QString trace = directory.filePath("broken.jsonl");
        const auto run = cli({"generate", "--break", "keep-rejected-kv", "--tokens", "16", "--json", "--trace", trace});
        QCOMPARE(run.status, 0);
        QVERIFY(run.err.contains("Broken on purpose (keep-rejected-kv), not lossless: "));
        QCOMPARE(run.json()["fault"], "keep-rejected-kv");
        QCOMPARE(run.json()["lossless"], false);
        for (const char* command : {"trace", "inspect"})
            QVERIFY(cli({command, trace}).out.contains("Broken on purpose (keep-rejected-kv), not lossless: "));
        QVERIFY(!cli({"trace", trace, "--csv"}).out.contains("Broken"));
    }

    /// A draft that is its own target favours no token.
    void whatIsNotTestedIsNotCalledPassed()
    {
        const auto same = cli(
            {"lossless", "--texts", "1000", "--k", "2", "--target", "tales-0.3m", "--draft", "tales-0.3m", "--json"});
        QVERIFY2(same.status == 0, qPrintable(same.out + same.err));
        int notTested = 0;
        for (const QJsonValue& value : same.json()["cases"].toArray()) {
            const QJsonObject one = value.toObject();
            if (one["verdict"].toString() != "not tested")
                continue;
            ++notTested;
            QCOMPARE(one["passed"].toBool(), false);
            QCOMPARE(one["degrees_of_freedom"].toInt(), 0);
            QCOMPARE(one["reason"].toString(), "the draft favours hardly any token over the target");
        }
        QCOMPARE(notTested, 2); // samplers
    }
};

DRAFTSCOPE_TEST(TestCliEmbedded)
#include "test_cli_embedded.moc"
