// SPDX-License-Identifier: MIT
// Chat templates of models: where they are found, what they are told, and what they make of conversations, against
// transformers (chat_templates.json, which make_chat_golden.py wrote).
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "engine/tokenizer/chat_source.h"
#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"
#include "tests/tokenizer/small_byte_level.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using nlohmann::json;

namespace {

constexpr const char* chatMl = "{% if messages[0].role != 'system' %}<|im_start|>system\nYou are Tale.<|im_end|>\n{% "
                               "endif %}{% for m in messages %}"
                               "{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n' }}{% endfor %}"
                               "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

ChatTemplate parsed(const std::string& jinja, std::map<std::string, std::string> tokens = {})
{
    auto chat = ChatTemplate::parse(jinja, std::move(tokens), "model.gguf");
    if (!chat)
        qFatal("%s", chat.error().sentence.c_str());
    return *chat;
}

QString sentence(const Error& error)
{
    return QString::fromStdString(error.sentence);
}

} // namespace

class TestChatTemplate : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void conversationsAreWrittenAsTransformersWritesThem()
    {
        std::ifstream file(DRAFTSCOPE_SOURCE_DIR "/tests/tokenizer/chat_templates.json");
        const auto golden = nlohmann::ordered_json::parse(file);
        const auto tokens = golden["tokens"].get<std::map<std::string, std::string>>();
        int written = 0, refused = 0;
        for (const auto& each : golden["cases"]) {
            const auto name = each["template"].get<std::string>();
            const auto chat = ChatTemplate::parse(golden["templates"][name].get<std::string>(), tokens, name);
            QVERIFY2(chat, chat ? "" : chat.error().sentence.c_str());
            const auto conversation =
                readConversation(golden["conversations"][each["conversation"].get<std::size_t>()].dump(), "It");
            QVERIFY2(conversation, conversation ? "" : conversation.error().sentence.c_str());
            const auto text = chat->render(*conversation, each["generation"].get<bool>());
            const QByteArray where = QByteArray::fromStdString(each.dump());
            QVERIFY2(text.has_value() == each.contains("text"), where + (text ? "" : text.error().sentence.c_str()));
            if (text) {
                ++written;
                QVERIFY2(*text == each["text"].get<std::string>(), where + "\n" + text->c_str());
                continue;
            }
            ++refused;
            if (each.contains("raised"))
                QVERIFY2(sentence(text.error()).contains(QString::fromStdString(each["raised"].get<std::string>())),
                         where);
        }
        QVERIFY(written > 100 && refused > 10);
    }

    void whatItCannotRunIsNamed()
    {
        const auto refused = ChatTemplate::parse("\n{% include 'x' %}", {}, "model.gguf");
        QVERIFY(!refused);
        QCOMPARE(sentence(refused.error()),
                 "The chat template of model.gguf cannot be run (line 2: the statement include is not supported): "
                 "write the text "
                 "that it would make yourself, and give it that instead of a message.");
        QCOMPARE(QString::fromStdString(refused.error().reason),
                 "Its chat template cannot be run (line 2: the statement include is not supported).");
        const auto raised = parsed("{{ raise_exception('No system role.') }}").render(conversationOf(nullptr, "Hi"));
        QCOMPARE(sentence(raised.error()),
                 "The chat template of model.gguf refuses this conversation: No system role.");
        QVERIFY(!parsed(chatMl).render({}));
    }

    void remarksSayWhatBecameOfMessages()
    {
        const auto tokenizer = tokenizerWith({"<|im_start|>", "<|im_end|>"});
        QVERIFY(tokenizer);
        const auto remarks = [&](const std::string& jinja, const char* system, const char* message) {
            const std::string told = system ? system : "";
            const auto made = parsed(jinja).promptOf(conversationOf(system ? &told : nullptr, message), *tokenizer);
            QStringList all;
            for (const std::string& remark : made->remarks)
                all << QString::fromStdString(remark);
            return all;
        };
        QCOMPARE(remarks(chatMl, nullptr, "Hi <you> [1]"), QStringList());
        QCOMPARE(remarks(chatMl, "Be brief.", "Hi"), QStringList());
        QCOMPARE(remarks(chatMl, nullptr, "a<|im_end|>b<|im_end|><|im_start|>"),
                 QStringList(
                     "A message has <|im_end|>, <|im_start|> in it, which the model reads as its own special token."));
        const char* const withoutSystem = "{% for m in messages if m.role == 'user' %}{{ m.content }}{% endfor %}";
        QCOMPARE(remarks(withoutSystem, " Be brief. ", "Hi"),
                 QStringList("The chat template leaves the system message out: the model does not read it."));
        QCOMPARE(remarks("{{ messages[0].content|trim }}", " Be brief. ", "Hi"), QStringList());
    }

    /// The marks are tokens, and the text is all that there is: no BOS comes in front.
    void idsAreThoseOfTheText()
    {
        const auto tokenizer = tokenizerWith({"<|im_start|>", "<|im_end|>"});
        QVERIFY(tokenizer);
        const auto made = parsed(chatMl).promptOf(conversationOf(nullptr, "Hi"), *tokenizer);
        const auto ids = tokenizer->encode(made->text);
        QVERIFY(made && ids);
        QCOMPARE(std::ranges::count(*ids, tokenizer->encode("<|im_start|>")->front()), 3);
        QCOMPARE(ids->front(), tokenizer->encode("<|im_start|>")->front());
    }

    void directoriesSayTheirTemplate()
    {
        const auto folder = path("says");
        std::filesystem::create_directory(folder);
        const auto tokenizer = tokenizerWith({});
        QVERIFY(tokenizer);
        const auto found = [&] {
            const auto source = chatSourceOf(folder, *tokenizer);
            return !source ? sentence(source.error())
                : *source  ? QString::fromStdString((*source)->place + ": " + (*source)->jinja)
                           : QString();
        };
        QCOMPARE(found(), QString());
        QVERIFY(sentence(chatTemplateOf(folder, *tokenizer).error()).contains("has no chat template"));
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", "one"}}).dump());
        QCOMPARE(found(), "tokenizer_config.json: one");
        const json tool = {{"name", "tool_use"}, {"template", "?"}},
                   defaultValue = {{"name", "default"}, {"template", "two"}};
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", {tool, defaultValue}}}).dump());
        QCOMPARE(found(), "tokenizer_config.json: two");
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", {tool}}}).dump());
        QVERIFY2(found().contains("several chat templates and none is called default"), qPrintable(found()));
        writeFile(folder / "chat_template.jinja", "three");
        QCOMPARE(found(), "chat_template.jinja: three");
        std::filesystem::create_directory(folder / "additional_chat_templates");
        writeFile(folder / "additional_chat_templates" / "rag.jinja", "?");
        QCOMPARE(found(), "chat_template.jinja: three");
        writeFile(folder / "additional_chat_templates" / "default.jinja", "four");
        QCOMPARE(found(), "additional_chat_templates/default.jinja: four");
        std::filesystem::remove(folder / "additional_chat_templates" / "default.jinja");
        std::filesystem::remove(folder / "chat_template.jinja");
        writeFile(folder / "tokenizer_config.json", json({{"chat_template", "one"}}).dump());
        QVERIFY2(found().contains("none is called default"), qPrintable(found()));
        writeFile(folder / "chat_template.jinja", std::string((1 << 20) + 1, ' '));
        QVERIFY2(found().contains("larger than 1024 KiB"), qPrintable(found()));
    }

    void namedTokensAreTold()
    {
        const auto folder = path("tokens");
        std::filesystem::create_directory(folder);
        const auto tokenizer = tokenizerWith({"<|im_start|>"});
        QVERIFY(tokenizer);
        writeFile(folder / "chat_template.jinja", "x");
        const auto tokens = [&] { return (**chatSourceOf(folder, *tokenizer)).specialTokens; };
        using Tokens = std::map<std::string, std::string>;
        QCOMPARE(tokens(), (Tokens{{"bos_token", "<|end|>"}})); // the tokenizer's own
        writeFile(folder / "tokenizer.json", "{}");
        QCOMPARE(tokens(), Tokens()); // which has those that are stated
        writeFile(folder / "tokenizer_config.json",
                  json({{"bos_token", nullptr},
                        {"eos_token", {{"content", "<e>"}, {"special", true}}},
                        {"image_token", "<i>"},
                        {"add_bos_token", true},
                        {"extra_special_tokens", {{"start", "<st>"}}}})
                      .dump());
        QCOMPARE(tokens(), (Tokens{{"eos_token", "<e>"}, {"image_token", "<i>"}, {"start", "<st>"}}));
        writeFile(folder / "special_tokens_map.json", json({{"eos_token", "<other>"}, {"pad_token", "<p>"}}).dump());
        QCOMPARE(tokens(),
                 (Tokens{{"eos_token", "<other>"}, {"image_token", "<i>"}, {"pad_token", "<p>"}, {"start", "<st>"}}));
        writeFile(folder / "tokenizer_config.json",
                  json({{"eos_token", "<e>"},
                        {"added_tokens_decoder", json::object()},
                        {"tokenizer_class", "PreTrainedTokenizerFast"}})
                      .dump());
        QCOMPARE(tokens(), (Tokens{{"eos_token", "<e>"}})); // the other file is not read any more
    }

    void conversationsComeBack()
    {
        const std::string written =
            R"([{"role":"system","content":"S"},{"role":"user","content":[{"type":"text","text":"a"},)"
            R"({"type":"text","text":"b"}]},{"role":"assistant","content":null,"tool_calls":[]}])";
        const auto conversation = readConversation(written, "The file x");
        QVERIFY(conversation);
        QCOMPARE(conversation->size(), 3U);
        QCOMPARE(QString::fromStdString(conversation->at(1).text), "ab");
        QVERIFY(conversation->at(0).json.empty() && !conversation->at(1).json.empty());
        QCOMPARE(QString::fromStdString(jsonOf(*conversation)), QString::fromStdString(written));
        QCOMPARE(*readConversation(jsonOf(*conversation), "It"), *conversation);
    }

    /// The grammar of JSON allows it, and no double can be so large.
    void aNumberIsTooLarge()
    {
        const auto conversation = readConversation(R"([{"role":"user","content":"x","n":1e999}])", "The file x");
        QVERIFY(!conversation);
        QCOMPARE(sentence(conversation.error()),
                 "The file x has a number that is too large to be read: write a smaller one.");
    }

private:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// A small vocabulary with these special tokens, whose BOS is <|end|> and begins prompts.
    std::shared_ptr<const Tokenizer> tokenizerWith(const QStringList& marks)
    {
        json document = smallByteLevelJson();
        int id = 260;
        for (const QString& mark : marks)
            document["added_tokens"].push_back(addedTokenJson(id++, mark.toStdString().c_str()));
        const auto folder = path("vocabulary");
        std::filesystem::create_directory(folder);
        writeFile(folder / "tokenizer.json", document.dump());
        writeFile(folder / "tokenizer_config.json", json({{"bos_token", "<|end|>"}, {"add_bos_token", true}}).dump());
        const auto tokenizer = loadTokenizer(folder);
        return tokenizer ? *tokenizer : nullptr;
    }

    QTemporaryDir m_folder;
};

DRAFTSCOPE_TEST(TestChatTemplate)
#include "test_chat_template.moc"
