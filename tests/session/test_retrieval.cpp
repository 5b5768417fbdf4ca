// SPDX-License-Identifier: MIT
// Sessions that draft from a datastore: their texts are those of the target, and what is wrong with the file is said.
#include <numeric>

#include <QTemporaryDir>
#include <QTest>

#include "engine/analysis/statistics.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/fixtures/datastore_file.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestRetrieval : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::string path(const char* name) const { return m_directory.filePath(name).toStdString(); }

    /// Of both methods that read a datastore, as METHOD or METHOD+SHAPE.
    static SessionSettings settingsFor(const std::string& way, const std::string& datastore)
    {
        SessionSettings settings;
        const Combination combination = *combinationNamed(way);
        const std::string method(combination.method->name);
        chooseMethod(settings, method);
        chooseShape(settings, combination.shape->name);
        setFile(settings, method == "retrieval" ? "datastore" : "corpus", datastore);
        settings.topTokens = 0;
        return settings;
    }

    static void addMethods()
    {
        QTest::addColumn<std::string>("method");
        for (const char* method : {"retrieval", "retrieval+fixed-widths", "retrieval+dynamic", "suffix-automaton"})
            QTest::newRow(method) << std::string(method);
    }

    static QString refusal(const Pair& pair, const SessionSettings& settings)
    {
        const auto session = Session::create(pair, settings, "Once", makeCpuBackend(1));
        return session ? QString() : QString::fromStdString(session.error().sentence);
    }

private slots:
    void greedyTextsAreThoseOfTheTarget_data() { addMethods(); }
    void greedyTextsAreThoseOfTheTarget()
    {
        QFETCH(std::string, method);
        const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const auto target = loadModel(models / "tales-6m");
        QVERIFY(target);
        const Pair pair{*target, nullptr};
        const std::vector<std::string> prompts = {"", "Once upon a time", "The dragon said: \"", "It was raining"};
        std::vector<std::string> texts; // what a target would write, and something else
        for (const std::string& prompt : {prompts[1], std::string("One day, a little bird")})
            texts.push_back((*target)->tokenizer->decode(greedyTokens(pair, "plain", 1, prompt, 100)));
        texts.emplace_back("The dragon said: \"I am a big and scary dragon!\" The little girl was not scared.");
        writeDatastore(path("tales"), *(*target)->tokenizer, texts);
        DraftCounts counts;
        for (const std::string& prompt : prompts)
            QVERIFY(writesWhatPlainWrites(pair, settingsFor(method, path("tales")), prompt, counts));
        QVERIFY(counts.drafted > 100 && counts.accepted > 50);
    }

    /// The first token, against p as the session tells it: Pearson's test at 10^-4, with fixed seeds.
    void sampledTokensFollowTheTarget_data() { addMethods(); }
    void sampledTokensFollowTheTarget()
    {
        QFETCH(std::string, method);
        const auto model = makeTinyModel();
        const Pair pair{model, nullptr};
        writeDatastore(path("tiny"), *model->tokenizer, {"Once upon", "Once more", "Once up"});
        SessionSettings settings = settingsFor(method, path("tiny"));
        settings.sampler.temperature = 1;
        settings.draftLength = 3;
        settings.maxTokens = 4; // no more is drafted than there is room for
        std::vector<double> counts(std::size_t(model->config.vocabularySize)), p(counts.size());
        int drafted = 0, accepted = 0;
        for (std::uint64_t seed = 0; seed < 4000; ++seed) {
            settings.seed = seed;
            const auto session = makeSession(pair, settings, "Once");
            const RoundRecord& round = session->finishRound();
            QCOMPARE(round.verifier, std::string("deterministic-children"));
            drafted += int(round.nodes.size());
            accepted += round.nodes.empty() || round.nodes[0].verdict != Verdict::accepted ? 0 : 1;
            ++counts[std::size_t(round.committed.front().token)];
            if (seed == 0)
                for (const DistributionEntry& token : session->distribution(0, int(p.size())).top)
                    p[std::size_t(token.token)] = double(token.p);
        }
        QVERIFY(drafted >= 4000 && accepted > 0);
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        QVERIFY(std::abs(sum - 1) < 1e-4);
        for (double& each : p)
            each /= sum;
        QVERIFY(chiSquareTest(counts, p).pValue > 1e-4);
    }

    void theHeaderNamesTheFile()
    {
        const auto model = makeTinyModel();
        writeDatastore(path("tiny"), *model->tokenizer, {"Once upon a time"});
        const auto session = makeSession({model, nullptr}, settingsFor("retrieval", path("tiny")), "Once");
        const TraceHeader header = session->header();
        QCOMPARE(header.files, (std::map<std::string, std::string>{{"datastore", path("tiny")}}));
        QCOMPARE(header.options,
                 (std::map<std::string, int>{{"suffix-max", 16}, {"suffix-min", 2}, {"places-max", 256}}));
        QVERIFY(header.lossless);
    }

    void whatIsWrongWithTheFileIsSaid_data() { addMethods(); }
    void whatIsWrongWithTheFileIsSaid()
    {
        QFETCH(std::string, method);
        const auto model = makeTinyModel();
        const Pair pair{model, nullptr};
        QVERIFY(refusal(pair, settingsFor(method, path("none"))).contains("does not exist"));
        writeFile(path("text"), "Once upon a time");
        QVERIFY(refusal(pair, settingsFor(method, path("text"))).contains("is no datastore"));
        auto writer = DatastoreWriter::create(path("other"));
        QVERIFY(writer && writer->finish({model->tokenizer->size(), 1, noToken}, std::vector<TokenId>{5, 6}));
        QCOMPARE(refusal(pair, settingsFor(method, path("other"))),
                 QString("The datastore %1 was built with another tokenizer than that of Tiny: build one for this "
                         "target.")
                     .arg(QString::fromStdString(path("other"))));
    }

    void aFileIsNamedWhereItIsNeededOnly()
    {
        const auto sentence = [](const SessionSettings& settings) {
            const auto checked = check(settings);
            return checked ? QString() : QString::fromStdString(checked.error().sentence);
        };
        QCOMPARE(sentence(settingsFor("suffix-automaton", "")), QString());
        QVERIFY(sentence(settingsFor("retrieval", "")).contains("needs a datastore"));
        SessionSettings plain;
        plain.method = "plain";
        plain.files["datastore"] = "/tmp/x";
        QVERIFY(sentence(plain).contains("The method plain reads no datastore"));
    }

    void aFileThatIsCutMeanwhileEndsTheDecode()
    {
        const auto model = makeTinyModel();
        writeDatastore(path("cut"), *model->tokenizer, {"Once upon a time"});
        const auto session = makeSession({model, nullptr}, settingsFor("retrieval", path("cut")), "Once");
        session->finishRound();
        std::filesystem::resize_file(path("cut"), 60);
        QVERIFY_EXCEPTION_THROWN(session->finishRound(), DecodeFailure);
    }
};

DRAFTSCOPE_TEST(TestRetrieval)
#include "test_retrieval.moc"
