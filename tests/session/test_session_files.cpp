// SPDX-License-Identifier: MIT
// Prompts that cannot fit, and files of a model that change under a decode.
#include <QTemporaryDir>
#include <QTest>

#include "engine/model/backend.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// Knows how few tokens a text may have, and counts how often it is asked for all of them.
class CountingTokenizer final : public ByteTokenizer {
public:
    Result<std::vector<TokenId>> encode(std::string_view text) const override
    {
        ++encoded;
        return ByteTokenizer::encode(text);
    }
    std::size_t fewestTokens(std::string_view text) const override { return text.size(); }

    mutable int encoded = 0;
};

} // namespace

class TestSessionFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }

private slots:
    void longPromptsAreRefusedBeforeTheyAreSplit()
    {
        const auto tokenizer = std::make_shared<CountingTokenizer>();
        auto model = std::make_shared<Model>(*makeTinyModel());
        model->tokenizer = tokenizer;
        SessionSettings settings;
        settings.method = "plain";
        const auto refused = [&](std::size_t length) {
            const auto session = Session::create({model, {}}, settings, std::string(length, 'x'), makeCpuBackend(1));
            return session ? std::string("(begun)") : session.error().sentence;
        };
        QCOMPARE(refused(128),
                 "The prompt has at least 128 tokens and the context of Tiny holds 128, one of them for "
                 "the answer: shorten the prompt.");
        QCOMPARE(refused(100'000'000),
                 "The prompt has at least 100000000 tokens and the context of Tiny holds 128, one "
                 "of them for the answer: shorten the prompt.");
        QCOMPARE(tokenizer->encoded, 0);
        QCOMPARE(refused(127),
                 "The prompt has 128 tokens and the context of Tiny holds 128, one of them for the answer: "
                 "shorten the prompt."); // with BOS
        QCOMPARE(refused(126), "(begun)");
        QCOMPARE(tokenizer->encoded, 2);
    }

    /// What has been decoded stays; what would be decoded from what is left of the file does not come.
    void aFileThatShrinksEndsTheDecode()
    {
        writeTinyDirectory(path("shrinks"));
        const auto file = path("shrinks") / "model.safetensors";
        const auto model = loadModel(path("shrinks"));
        QVERIFY2(model, model ? "" : model.error().sentence.c_str());
        SessionSettings settings;
        settings.method = "plain";
        settings.sampler.greedy = true;
        const auto session = makeSession({*model, {}}, settings, "abc");
        session->finishRound();
        const auto before = tokensOf(*session);
        std::filesystem::resize_file(file, 4096);
        QString said;
        try {
            session->finishRound();
        } catch (const BackendFailure& failure) {
            said = failure.what();
        }
        QCOMPARE(
            said.toStdString(),
            fmt::format("The file {} was changed or shortened while it was in use: load it again when it is whole.",
                        file.string()));
        QCOMPARE(tokensOf(*session), before);
    }
};

DRAFTSCOPE_TEST(TestSessionFiles)
#include "test_session_files.moc"
