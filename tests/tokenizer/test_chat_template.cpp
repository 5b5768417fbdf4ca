// SPDX-License-Identifier: MIT
// Chat templates: recognised by their marks, written as the models were trained to read them, refused where they cannot be.
#include <QTemporaryDir>
#include <QTest>

#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"
#include "tests/tokenizer/small_byte_level.h"
#include "tests/tokenizer/system_texts.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

/// Templates in the manner of published ones: the marks that they write, in a loop over messages.
constexpr const char* chatMl = "{% for m in messages %}{% if loop.first and m['role'] != 'system' %}{{ "
                               "'<|im_start|>system\\nYou are Tale, made for "
                               "tests.<|im_end|>\\n' }}{% endif %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] "
                               "+ '<|im_end|>' + '\\n' }}{% "
                               "endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
constexpr const char* llama2 =
    "{{ bos_token + '[INST] ' + '<<SYS>>\\n' + system + '\\n<</SYS>>\\n\\n' + content + ' [/INST]' }}";
constexpr const char* llama3 =
    "{{ bos_token }}{{ '<|start_header_id|>' + role + '<|end_header_id|>\\n\\n' + content + '<|eot_id|>' }}";
constexpr const char* mistral = "{{ bos_token }}{{ '[INST] ' + content + ' [/INST]' }}";
constexpr const char* laterMistral = "{{ bos_token }}{{ '[INST] ' + content + '[/INST]' }}";
constexpr const char* tekkenMistral = "{{ bos_token }}{{ '[INST]' + content + '[/INST]' }}";
constexpr const char* zephyr = "{{ '<|user|>\\n' + content + eos_token }}";
constexpr const char* gemma =
    "{{ bos_token }}{{ '<start_of_turn>' + role + '\\n' + content | trim + '<end_of_turn>\\n' }}";
constexpr const char* phi3 = "{{ '<|user|>\\n' + content + '<|end|>\\n<|assistant|>\\n' }}";

} // namespace

class TestChatTemplate : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void formatsAreRecognised_data()
    {
        QTest::addColumn<QString>("jinja");
        QTest::addColumn<QString>("name");
        QTest::newRow("ChatML") << chatMl << "ChatML";
        QTest::newRow("Llama 2") << llama2 << "Llama 2";
        QTest::newRow("Llama 3") << llama3 << "Llama 3";
        QTest::newRow("Mistral") << mistral << "Mistral";
        QTest::newRow("Zephyr") << zephyr << "Zephyr";
        QTest::newRow("Gemma") << gemma << "Gemma";
        QTest::newRow("Phi-3") << phi3 << "Phi-3";
        QTest::newRow("Phi-4") << "{{ '<|im_start|>' + role + '<|im_sep|>' + content }}"
                               << "";
        QTest::newRow("with a system prompt of its own") << "[SYSTEM_PROMPT][/SYSTEM_PROMPT][INST][/INST]"
                                                         << "";
        QTest::newRow("another") << "{{ 'USER: ' + content + ' ASSISTANT:' }}"
                                 << "";
        QTest::newRow("no end behind the user") << "{{ '<|user|>\n' + content }}{% if a %}{{ eos_token }}{% endif %}"
                                                << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void formatsAreRecognised()
    {
        QFETCH(const QString, jinja);
        QFETCH(const QString, name);
        const auto chat = recogniseChatTemplate(jinja.toStdString());
        QCOMPARE(chat.has_value(), !name.isEmpty());
        if (chat)
            QCOMPARE(QString::fromUtf8(nameOf(chat->format)), name);
    }

    void whatTheySayBeforehandIsKept()
    {
        QCOMPARE(recogniseChatTemplate(chatMl)->defaultSystem, std::string("You are Tale, made for tests."));
        QVERIFY(!recogniseChatTemplate(chatMl)->writesBos);
        QVERIFY(recogniseChatTemplate(llama3)->writesBos);
        QVERIFY(recogniseChatTemplate(laterMistral)->closesTightly && !recogniseChatTemplate(mistral)->closesTightly);
    }

    /// Braces, quotes and escapes are words like others; what a message is put together from is not.
    void anyWordsMayBeSaidBeforehand_data()
    {
        QTest::addColumn<QString>("jinja");
        QTest::addColumn<QString>("system");
        for (const auto& [name, jinja, system] : test::systemTexts)
            QTest::newRow(name) << QString::fromUtf8(jinja) << QString::fromUtf8(system);
    }
    void anyWordsMayBeSaidBeforehand()
    {
        QFETCH(const QString, jinja);
        QFETCH(const QString, system);
        const auto chat = recogniseChatTemplate(jinja.toStdString());
        QVERIFY(chat && chat->format == ChatFormat::chatMl);
        QCOMPARE(QString::fromStdString(chat->defaultSystem), system);
    }

    void textsAreWhatTheModelsRead_data()
    {
        QTest::addColumn<QString>("jinja");
        QTest::addColumn<QStringList>("marks");
        QTest::addColumn<QString>("alone");
        QTest::addColumn<QString>("told");
        QTest::newRow("ChatML")
            << chatMl << QStringList{"<|im_start|>", "<|im_end|>"}
            << "<|im_start|>system\nYou are Tale, made for tests.<|im_end|>\n<|im_start|>user\nHi!<|im_end|>\n"
               "<|im_start|>assistant\n"
            << "<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nHi!<|im_end|>\n<|im_start|>assistant\n";
        QTest::newRow("Llama 2") << llama2 << QStringList() << "[INST] Hi! [/INST]"
                                 << "[INST] <<SYS>>\nBe short.\n<</SYS>>\n\nHi! [/INST]";
        QTest::newRow("Llama 3")
            << llama3 << QStringList{"<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"}
            << "<|end|><|start_header_id|>user<|end_header_id|>\n\nHi!<|eot_id|><|start_header_id|>assistant"
               "<|end_header_id|>\n\n"
            << "<|end|><|start_header_id|>system<|end_header_id|>\n\nBe short.<|eot_id|><|start_header_id|>user"
               "<|end_header_id|>\n\nHi!<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n";
        QTest::newRow("Mistral") << mistral << QStringList() << "<|end|>[INST] Hi! [/INST]"
                                 << "<|end|>[INST] Be short.\n\nHi! [/INST]";
        QTest::newRow("later Mistral") << laterMistral << QStringList() << "<|end|>[INST] Hi![/INST]"
                                       << "<|end|>[INST] Be short.\n\nHi![/INST]";
        QTest::newRow("tekken Mistral") << tekkenMistral << QStringList{"[INST]", "[/INST]"}
                                        << "<|end|>[INST]Hi![/INST]"
                                        << "<|end|>[INST]Be short.\n\nHi![/INST]";
        QTest::newRow("Zephyr") << zephyr << QStringList{"</s>"} << "<|user|>\nHi!</s>\n<|assistant|>\n"
                                << "<|system|>\nBe short.</s>\n<|user|>\nHi!</s>\n<|assistant|>\n";
        QTest::newRow("Gemma") << gemma << QStringList{"<start_of_turn>", "<end_of_turn>"}
                               << "<|end|><start_of_turn>user\nHi!<end_of_turn>\n<start_of_turn>model\n"
                               << "<|end|><start_of_turn>user\nBe short.\n\nHi!<end_of_turn>\n<start_of_turn>model\n";
        QTest::newRow("Phi-3") << phi3 << QStringList{"<|user|>", "<|assistant|>"}
                               << "<|user|>\nHi!<|end|>\n<|assistant|>\n"
                               << "<|system|>\nBe short.<|end|>\n<|user|>\nHi!<|end|>\n<|assistant|>\n";
    }
    void textsAreWhatTheModelsRead()
    {
        QFETCH(const QString, jinja);
        QFETCH(const QStringList, marks);
        QFETCH(const QString, alone);
        QFETCH(const QString, told);
        const auto tokenizer = tokenizerWith(marks);
        QVERIFY(tokenizer);
        const auto chat = recogniseChatTemplate(jinja.toStdString());
        QVERIFY(chat);
        const auto withBos = [&](const QString& text) { // <|end|> stands for BOS, which Llama 2's template writes, too
            return chat->format == ChatFormat::llama2 ? "<|end|>" + text : text;
        };
        QCOMPARE(QString::fromStdString(*chatPrompt(*chat, {}, "Hi!", *tokenizer)), withBos(alone));
        QCOMPARE(QString::fromStdString(*chatPrompt(*chat, "Be short.", "Hi!", *tokenizer)), withBos(told));
        QCOMPARE(*chatPrompt(*chat, {}, "Hi!\n", *tokenizer) == *chatPrompt(*chat, {}, "Hi!", *tokenizer), chat->trims);
        const auto nothing = chatPrompt(*chat, "", "Hi!", *tokenizer);
        QVERIFY(nothing->find("You are") == std::string::npos);
        // Marks are tokens, and the whole comes back.
        const auto tokens = tokenizer->encode(*nothing);
        for (const QString& mark : marks)
            QVERIFY(std::ranges::count(*tokens, tokenizer->encode(mark.toStdString())->front()) > 0);
    }

    void marksThatNobodyFindsAreSaid()
    {
        const auto tokenizer = tokenizerWith({"<|im_start|>"});
        const auto prompt = chatPrompt(*recogniseChatTemplate(chatMl), {}, "Hi!", *tokenizer);
        QVERIFY(!prompt);
        QCOMPARE(QString::fromStdString(prompt.error().sentence),
                 QStringLiteral(
                     "The chat template of this model (ChatML) writes <|im_end|>, which its tokenizer does not find in "
                     "texts: write a text to go on with instead of a message."));
    }

    /// A word of its own in the vocabulary that texts do not lead to, as sentencepiece has it.
    void wordsThatAreTokensAreLookedFor()
    {
        json document = smallByteLevelJson();
        document["model"]["vocab"]["[INST]"] = 260; // no merge makes it
        const auto folder = path("words");
        std::filesystem::create_directory(folder);
        writeFile(folder / "tokenizer.json", document.dump());
        const auto tokenizer = loadTokenizer(folder);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().sentence.c_str());
        const auto prompt = chatPrompt(*recogniseChatTemplate(tekkenMistral), {}, "Hi!", **tokenizer);
        QVERIFY(!prompt && prompt.error().sentence.find("writes [INST], which") != std::string::npos);
    }

    void directoriesSayTheirTemplate()
    {
        const auto folder = path("says");
        std::filesystem::create_directory(folder);
        QVERIFY(chatTemplateOf(folder).error().sentence.find("has no chat template") != std::string::npos);
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", chatMl}}).dump());
        QCOMPARE(chatTemplateOf(folder)->format, ChatFormat::chatMl);
        const json named = {{{"name", "tool_use"}, {"template", "?"}}, {{"name", "default"}, {"template", llama3}}};
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", named}}).dump());
        QCOMPARE(chatTemplateOf(folder)->format, ChatFormat::llama3);
        writeFile(folder / "chat_template.jinja", gemma);
        QCOMPARE(chatTemplateOf(folder)->format, ChatFormat::gemma);
        writeFile(folder / "chat_template.jinja", "{{ 'USER: ' }");
        QVERIFY(chatTemplateOf(folder).error().sentence.find("none of those that are known") != std::string::npos);
        writeFile(folder / "chat_template.jinja", std::string((1 << 20) + 1, ' '));
        QVERIFY(chatTemplateOf(folder).error().sentence.find("larger than 1024 KiB") != std::string::npos);
    }

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// A small vocabulary with these special tokens, whose BOS is <|end|> and does not begin prompts.
    std::shared_ptr<const Tokenizer> tokenizerWith(const QStringList& marks)
    {
        json document = smallByteLevelJson();
        int id = 260;
        for (const QString& mark : marks)
            document["added_tokens"].push_back(addedTokenJson(id++, mark.toStdString().c_str()));
        const auto folder = path("vocabulary");
        std::filesystem::create_directory(folder);
        writeFile(folder / "tokenizer.json", document.dump());
        writeFile(folder / "tokenizer_config.json",
                  json({{"bos_token", "<|end|>"}, {"eos_token", "</s>"}, {"add_bos_token", false}}).dump());
        const auto tokenizer = loadTokenizer(folder);
        return tokenizer ? *tokenizer : nullptr;
    }

    QTemporaryDir m_folder;
};

DRAFTSCOPE_TEST(TestChatTemplate)
#include "test_chat_template.moc"
