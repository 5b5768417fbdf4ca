// SPDX-License-Identifier: MIT
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// Every method on the same prompts.
namespace {

/// A copy of the smallest embedded model, to be changed, called "model"; empty where it cannot be made.
QString smallModelIn(const QTemporaryDir& folder)
{
    const QString model = folder.filePath("model");
    const QDir from(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m");
    bool isWhole = QDir().mkpath(model);
    for (const QString& name : from.entryList(QDir::Files))
        isWhole = isWhole && QFile::copy(from.filePath(name), model + '/' + name);
    return isWhole ? model : QString();
}

} // namespace

class TestCliCompare : public QObject {
    Q_OBJECT

private slots:
    void everyMethodOnEveryKind()
    {
        const QByteArray prompts = R"({"prompt": "Once upon a time. Once upon a", "kind": "story"}

{"turns": ["def largest(numbers):", "and then"], "category": "code", "question_id": 7}
{"prompt": "One two three"}
)";
        const auto run = cli({"compare", "--max-seconds", "0", "--prompts", "-", "--tokens", "24", "--json"}, prompts);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonArray rows = QJsonDocument::fromJson(run.out.toUtf8()).array();
        QStringList seen;
        for (const QJsonValue& row : rows) {
            const QString method = row["method"].toString(), kind = row["kind"].toString();
            seen << QString("%1 %2 %3").arg(kind).arg(row["temperature"].toDouble()).arg(method);
            QCOMPARE(row["prompts"].toInt(), kind == "all" ? 3 : 1);
            QVERIFY(row["tokens_per_second"].toDouble() > 0);
            QVERIFY(row["speed_up"].toDouble() > 0);
            QVERIFY(row["ms_to_first_token"].toDouble() > 0 && row["prompt_tokens_per_second"].toDouble() > 0);
            QVERIFY(row["repetitions"].toInt() == 1 && row["busy"].isBool());
            QVERIFY(row["memory_mb"].toDouble() > 1);
            QVERIFY(row["tokens_per_step"].toDouble() >= 1);
            const bool isPlain = method == "plain";
            QCOMPARE(row["acceptance_rate"].isNull(), row["draft_yield"].isNull());
            if (isPlain) {
                QVERIFY(row["acceptance_rate"].isNull());
                QCOMPARE(row["tokens_per_step"].toDouble(), 1.0);
                QCOMPARE(row["speed_up"].toDouble(), 1.0);
            }
            QVERIFY(!isPlain || row["published"].isUndefined()); // it is what others compare with
            if (method == "two-model") {
                QCOMPARE(row["published"]["tokens_per_step"].toDouble(), 2.28);
                QVERIFY(row["published"]["source"].toString().contains("arXiv 2401.07851"));
                QVERIFY(row["tokens_per_step"].toDouble() > 1.5);
                QVERIFY(row["cost_ratio"].toDouble() > 0 && row["cost_ratio"].toDouble() < 1);
                QVERIFY(row["predicted_speed_up"].toDouble() > 0);
            }
        }
        QStringList ways; // all that need no file, in the order of the table of methods
        for (const QJsonValue& listed : QJsonDocument::fromJson(cli({"methods", "--json"}).out.toUtf8()).array()) {
            const QString shape = listed["shape"].toString();
            const bool isChain = shape == "chain" || shape == "none";
            const QString way = listed["name"].toString() + (isChain ? QString() : "+" + shape);
            if (listed["embedded"].toBool() && !ways.contains(way))
                ways << way;
        }
        QVERIFY2(ways.contains("plain") && ways.contains("eagle3+dynamic") && ways.contains("lookahead+merged-chains"),
                 qPrintable(ways.join(' ')));
        QStringList expected;
        for (const char* kind : {"story", "code", "prompts", "all"})
            for (const int temperature : {0, 1})
                for (const QString& way : ways)
                    expected << QString("%1 %2 %3").arg(kind).arg(temperature).arg(way);
        QCOMPARE(seen, expected);
    }

    /// Plain decoding is what the others are measured against, whatever is asked for.
    void someMethods()
    {
        const auto run = cli({"compare", "--max-seconds", "0", "--methods", "prompt-lookup", "--temperatures", "0.5",
                              "--tokens", "12", "--csv", "--ngram-min", "1"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const QStringList lines = run.out.split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines[0].startsWith("method,kind,temperature,prompts,tokens_per_step,"));
        for (const QString& line : lines) {
            QCOMPARE(line.count(','), 18);
            QVERIFY(line.startsWith("method,") || line.startsWith("plain,\"") || line.startsWith("prompt-lookup,\""));
        }
        QVERIFY(lines.last().startsWith("prompt-lookup,\"all\",0.5,"));
        const auto table =
            cli({"compare", "--max-seconds", "0", "--methods", "plain,suffix-automaton", "--tokens", "12"});
        QVERIFY(table.out.contains("speed-up") && table.out.contains("suffix-automaton")
                && !table.out.contains("two-model"));
    }

    /// Both from the stages' times of the rounds, as the window has them, over the same prompts: also where a text ends
    /// in the first round of some of them.
    void theSpeedUpIsTheRatioOfTheSpeeds()
    {
        const auto run = cli({"compare", "--max-seconds", "0", "--methods", "two-model", "--temperatures", "0",
                              "--tokens", "5", "--json"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        double plain = 0;
        int compared = 0;
        for (const QJsonValue& row : QJsonDocument::fromJson(run.out.toUtf8()).array()) {
            const double speed = row["tokens_per_second"].toDouble();
            if (row["method"] == "plain")
                plain = speed;
            else if (++compared; std::abs(row["speed_up"].toDouble() - speed / plain) > 1e-9 * speed / plain)
                QFAIL(qPrintable(run.out));
        }
        QVERIFY(compared > 1);
    }

    /// It repeats what it decodes, and says between which numbers the speed-up lies. A text counts once, however often
    /// it is decoded.
    void speedUpsHaveIntervals()
    {
        const QByteArray prompt = "{\"prompt\": \"Once upon a time\"}\n";
        const auto rowOf = [&](const char* seconds) {
            const auto run = cli({"compare", "--methods", "two-model", "--temperatures", "0", "--tokens", "24",
                                  "--prompts", "-", "--json", "--max-seconds", seconds},
                                 prompt);
            return QJsonDocument::fromJson(run.out.toUtf8()).array().last();
        };
        const QJsonValue once = rowOf("0"), often = rowOf("2");
        QVERIFY(often["repetitions"].toInt() > 1);
        for (const char* same : {"tokens_per_step", "acceptance_rate", "draft_yield"})
            QCOMPARE(often[same], once[same]);
        const double speedUp = often["speed_up"].toDouble();
        QVERIFY(often["speed_up_lower"].toDouble() < speedUp && often["speed_up_upper"].toDouble() > speedUp);
        const auto wrong = cli({"compare", "--max-seconds", "-1"});
        QVERIFY(wrong.status == 2 && wrong.err.contains("--max-seconds"));
    }

    void aReportIsMarkdown()
    {
        const auto run = cli({"compare", "--max-seconds", "0", "--methods", "prompt-lookup", "--temperatures", "0",
                              "--tokens", "12", "--markdown"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        for (const char* line :
             {"# Comparison of ways to decode\n", "\n| date | 20", "\n| machine | ", "\n| seed | ", "\n## story\n",
              "\n## all\n", "\n| plain | temperature 0 | 22 | 1.00; median 1.00, quartiles 1.00 – 1.00 | – |",
              "\n| prompt-lookup | temperature 0 | 22 | ", " *published elsewhere* |\n|---|",
              " | *prompt lookup (PLD), Vicuna 7B v1.3, Spec-Bench, T = 0: 1.73 tokens per step, 1.64×* |\n",
              "measured with other models on other machines.\n", "\n- *measured speed-up*: "})
            QVERIFY2(run.out.contains(line), line);
        QCOMPARE(cli({"compare", "--markdown", "--csv"}).status, 2);
        QCOMPARE(cli({"compare", "--markdown", "--html"}).status, 2);
    }

    /// Several drafts stand side by side, each beside plain decoding; the report says which is fastest.
    void draftsStandSideBySide()
    {
        const QByteArray prompt = "{\"prompt\": \"Once upon a time\", \"kind\": \"story\"}\n";
        const QStringList both{"compare",   "--drafts",  "tales-0.8m, tales-0.3m",
                               "--methods", "two-model", "--temperatures",
                               "0",         "--tokens",  "24",
                               "--prompts", "-",         "--max-seconds",
                               "0"};
        const auto run = cli(both + QStringList{"--json"}, prompt);
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QStringList rows;
        std::map<QString, double> tokensPerStep;
        for (const QJsonValue& row : QJsonDocument::fromJson(run.out.toUtf8()).array()) {
            rows << row["kind"].toString() + ' ' + row["side"].toString() + ' ' + row["method"].toString();
            tokensPerStep[rows.back()] = row["tokens_per_step"].toDouble();
        }
        QCOMPARE(rows,
                 (QStringList{"story tales-0.8m plain", "story tales-0.8m two-model", "story tales-0.3m plain",
                              "story tales-0.3m two-model", "all tales-0.8m plain", "all tales-0.8m two-model",
                              "all tales-0.3m plain", "all tales-0.3m two-model"}));
        // Each as it is alone.
        for (const char* draft : {"tales-0.8m", "tales-0.3m"}) {
            const auto alone = cli({"compare", "--draft", draft, "--methods", "two-model", "--temperatures", "0",
                                    "--tokens", "24", "--prompts", "-", "--max-seconds", "0", "--json"},
                                   prompt);
            QCOMPARE(QJsonDocument::fromJson(alone.out.toUtf8()).array().last()["tokens_per_step"].toDouble(),
                     tokensPerStep[QStringLiteral("all %1 two-model").arg(draft)]);
        }
        const auto html = cli(both + QStringList{"--html"}, prompt);
        QVERIFY(html.out.startsWith("<!doctype html>") && html.out.contains("<svg")
                && html.out.contains("class=\"conclusion\""));
        QVERIFY(cli(both + QStringList{"--draft", "tales-0.3m"}).err.contains("--drafts takes the place of --draft"));
    }

    /// What the window has saved is decoded again, lane by lane, and two saved comparisons are set beside each other.
    void savedLanesAreDecodedAgain()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("run.jsonl"), file = folder.filePath("lanes.json");
        QCOMPARE(cli({"generate", "--prompt", "Once upon a time", "--k", "3", "--temperature", "0", "--tokens", "24",
                      "--trace", trace})
                     .status,
                 0);
        QFile read(trace);
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QByteArray header = read.readLine().trimmed();
        const auto saved = [&](double speedUp) {
            return QByteArray(
                       R"({"type": "draftscope comparison", "format": 1, "date": "d", "program": "p", "machine": "m",
                "times": "turns", "prompt_title": "", "prompts": [], "lanes": [{"name": "1 · Two models",
                   "settings": "K 3", "tokens": 24,
                "prompts": 1, "figures": {"speed_up": {"value": )")
                + QByteArray::number(speedUp) + ", \"lower\": " + QByteArray::number(speedUp - 0.05)
                + ", \"upper\": " + QByteArray::number(speedUp + 0.05) + "}}, \"header\": " + header + "}]}";
        };
        test::write(file, saved(1.4));
        const auto run = cli({"compare", "--lanes", file, "--json", "--max-seconds", "0"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const QJsonValue lane = QJsonDocument::fromJson(run.out.toUtf8()).array().last();
        QCOMPARE(lane["side"].toString(), QString("1 · Two models"));
        QCOMPARE(lane["temperature"].toDouble(), 0.0);
        // The same rounds as those of the run that it was saved of.
        const auto generated = cli(
            {"generate", "--prompt", "Once upon a time", "--k", "3", "--temperature", "0", "--tokens", "24", "--json"});
        QCOMPARE(lane["tokens_per_step"].toDouble(), generated.json()["tokens_per_step"].toDouble());
        test::write(folder.filePath("after.json"), saved(1.6));
        const auto beside = cli({"compare", "--before", file, "--after", folder.filePath("after.json")});
        QVERIFY2(beside.status == 0
                     && beside.out.contains("1.40 (1.35 to 1.45) | 1.60 (1.55 to 1.65) | +14.3 %, beyond noise"),
                 qPrintable(beside.out + beside.err));
        QCOMPARE(cli({"compare", "--before", file}).status, 2);
        QVERIFY(cli({"compare", "--lanes", trace}).saysOneSentence());
    }

    /// Kinds and temperatures stand together, whichever lane had them first.
    void lanesOfSeveralTemperatures()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("lanes.json");
        QJsonArray lanes;
        for (const char* temperature : {"1", "0"}) {
            const QString trace = folder.filePath(QString("run-%1.jsonl").arg(temperature));
            QCOMPARE(
                cli({"generate", "--k", "2", "--temperature", temperature, "--tokens", "8", "--trace", trace}).status,
                0);
            QFile read(trace);
            QVERIFY(read.open(QIODevice::ReadOnly));
            lanes.append(QJsonObject{{"name", QString("T ") + temperature},
                                     {"settings", ""},
                                     {"tokens", 8},
                                     {"prompts", 1},
                                     {"figures", QJsonObject()},
                                     {"header", QJsonDocument::fromJson(read.readLine()).object()}});
        }
        const QJsonObject comparison{{"type", "draftscope comparison"},
                                     {"format", 1},
                                     {"date", "d"},
                                     {"program", "p"},
                                     {"machine", "m"},
                                     {"times", "turns"},
                                     {"prompt_title", ""},
                                     {"prompts", QJsonArray()},
                                     {"lanes", lanes}};
        test::write(file, QJsonDocument(comparison).toJson(QJsonDocument::Compact));
        const auto run = cli({"compare", "--lanes", file, "--prompts", "-", "--json", "--max-seconds", "0"},
                             "{\"prompt\": \"Once\", \"kind\": \"a\"}\n{\"prompt\": \"Two\", \"kind\": \"b\"}\n");
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QStringList rows;
        for (const QJsonValue& row : QJsonDocument::fromJson(run.out.toUtf8()).array())
            if (row["method"] != "plain")
                rows << row["kind"].toString() + ' ' + row["side"].toString();
        QCOMPARE(rows.join(", "), QString("a T 0, a T 1, b T 0, b T 1, all T 0, all T 1"));
    }

    /// What would be ignored is refused.
    void savedComparisonsTakeNoSettings_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        const auto add = [](const QStringList& arguments, const char* says) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << QString(says);
        };
        add({"--lanes", "a", "--k", "3"}, "leave --k out");
        add({"--lanes", "a", "--target", "tales-6m"}, "leave --target out");
        add({"--lanes", "a", "--temperatures", "0"}, "leave --temperatures out");
        add({"--lanes", "a", "--threads", "-1"}, "The number of threads is -1");
        add({"--before", "a", "--after", "b", "--json"}, "leave --json and --csv out");
        add({"--before", "a", "--after", "b", "--seed", "3"}, "leave --seed out");
        add({"--before", "a", "--after", "b", "--lanes", "c"}, "leave --lanes out");
        add({"--drafts", "tales-0.3m,"}, "--drafts has an empty name in it");
    }
    void savedComparisonsTakeNoSettings()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, says);
        const auto refused = cli(QStringList{"compare"} + arguments);
        QVERIFY2(refused.status == 2 && refused.saysOneSentence() && refused.err.contains(says),
                 qPrintable(refused.err));
    }

    void aKindMayBeCalledAll()
    {
        const auto run = cli({"compare", "--max-seconds", "0", "--prompts", "-", "--tokens", "12", "--methods", "plain",
                              "--temperatures", " 0, 1", "--json"},
                             "{\"prompt\": \"Once\", \"kind\": \"all\"}\n{\"prompt\": \"Once\", \"kind\": \"b\"}\n");
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QStringList rows;
        for (const QJsonValue& row : QJsonDocument::fromJson(run.out.toUtf8()).array())
            rows << QString("%1 %2").arg(row["kind"].toString()).arg(row["prompts"].toInt());
        QCOMPARE(rows.join(", "), QString("all 1, all 1, b 1, b 1, all 2, all 2"));
    }

    /// An empty prompt is none for a model without a begin-of-text token, and none was asked for.
    void aModelThatNeedsAPrompt()
    {
        const QTemporaryDir folder;
        const QString model = smallModelIn(folder);
        QVERIFY(!model.isEmpty());
        QFile config(model + "/tokenizer_config.json");
        QVERIFY(config.open(QIODevice::ReadOnly));
        QByteArray text = config.readAll();
        config.close();
        QVERIFY(text.contains("\"add_bos_token\": true"));
        text.replace("\"add_bos_token\": true", "\"add_bos_token\": false");
        config.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QVERIFY(config.open(QIODevice::WriteOnly) && config.write(text) == text.size());
        config.close();
        const auto run = cli({"compare", "--max-seconds", "0", "--target", model, "--prompts", "-", "--tokens", "12"},
                             "{\"prompt\": \"Once upon\"}\n{\"prompt\": \"\\u0000\"}\n");
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QCOMPARE(run.err,
                 QString("draftscope-cli: Methods that need a draft are left out: add --draft for them.\n"
                         "draftscope-cli: Methods that draft with heads or several models are left out: The method "
                         "medusa needs a head that was trained for %1/model: choose its directory or GGUF file, or "
                         "another method.\n")
                     .arg(QDir(folder.path()).dirName()));
        QVERIFY(run.out.contains("suffix-automaton") && !run.out.contains("two-model"));
        const auto machine = cli({"roofline", "--machine", "this", "--target", model}); // which asks for no prompt
        QVERIFY2(machine.status == 0, qPrintable(machine.err));
    }

    void messagesNeedATemplate()
    {
        const auto refused = cli({"compare", "--max-seconds", "0", "--methods", "plain", "--chat", "--tokens", "4"});
        QVERIFY2(refused.saysOneSentence() && refused.err.contains("has no chat template"), qPrintable(refused.err));
    }

    /// What is decoded is the text that the template makes: a prompt that is too long is counted with it.
    void messagesAreDecodedAsTheTemplateWritesThem()
    {
        const QTemporaryDir folder;
        const QString model = smallModelIn(folder);
        QVERIFY(!model.isEmpty());
        QFile config(model + "/tokenizer_config.json");
        config.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QVERIFY(config.open(QIODevice::ReadOnly));
        auto fields = QJsonDocument::fromJson(config.readAll()).object();
        config.close();
        fields["chat_template"] = "{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}";
        QVERIFY(config.open(QIODevice::WriteOnly) && config.write(QJsonDocument(fields).toJson()) > 0);
        config.close();

        const QByteArray message(2000, 'x');
        const auto refusal = [&](const QStringList& more) {
            return cli(QStringList{"compare", "--max-seconds", "0", "--target", model, "--methods", "plain",
                                   "--prompts", "-"}
                           + more,
                       "{\"prompt\": \"" + message + "\"}\n")
                .err;
        };
        const auto ids = [&](const QStringList& more) {
            const auto run = cli(QStringList{"tokenize", "--tokenizer", model} + more + QStringList{QString(message)});
            return run.status == 0 ? run.out.split(' ', Qt::SkipEmptyParts).size() : -1;
        };
        const auto says = [](qsizetype count) { return QString("The prompt has %1 tokens").arg(count); };
        const qsizetype bare = ids({"--special"}), templated = ids({"--chat", "--system", "Be kind."});
        QVERIFY(bare > 256 && templated > bare);
        QVERIFY2(refusal({}).contains(says(bare)), qPrintable(refusal({})));
        const QString chat = refusal({"--chat", "--system", "Be kind."});
        QVERIFY2(chat.contains(says(templated)), qPrintable(chat));
    }

    void promptsThatDoNotFitAreLeftOut()
    {
        const QByteArray longPrompt(9000, 'x');
        const auto run = cli({"compare", "--max-seconds", "0", "--prompts", "-", "--tokens", "12", "--json"},
                             "{\"prompt\": \"" + longPrompt + "\"}\n{\"prompt\": \"Once\"}\n");
        QVERIFY2(run.status == 0, qPrintable(run.err));
        QVERIFY2(run.err.startsWith("draftscope-cli: 1 of 2 prompts are left out: The prompt has "),
                 qPrintable(run.err));
        const auto none =
            cli({"compare", "--max-seconds", "0", "--prompts", "-", "--json"}, "{\"prompt\": \"" + longPrompt + "\"}");
        QCOMPARE(none.status, 1);
        QVERIFY(none.saysOneSentence());
        QVERIFY(none.err.startsWith("draftscope-cli: None of the prompts can be decoded: The prompt has "));
    }

    void wrongUse_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* input, int status,
                            const char* says) {
            QTest::newRow(name) << arguments << QByteArray(input) << status << says;
        };
        row("no such method", {"--methods", "plain,hydra"}, "", 2, "There is no method \"hydra\": choose one of ");
        row("one method", {"--method", "plain"}, "", 2, "The following arguments were not expected");
        row("a temperature in words", {"--temperatures", "0,warm"}, "", 2, "\"warm\" is no temperature: write numbers");
        row("no temperature", {"--temperatures", "0,"}, "", 2, "\"\" is no temperature: write numbers");
        row("an option of none of them", {"--methods", "two-model", "--ngram-max", "3"}, "", 2,
            "None of these methods has the option ngram-max: leave it out");
        row("an option out of range", {"--ngram-max", "40"}, "", 2, "Max n-gram is 40: choose");
        row("a target without a draft",
            {"--target", DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama", "--methods", "two-model"}, "", 2,
            "The method two-model needs a draft: add --draft");
        row("both forms", {"--json", "--csv"}, "", 2, "--json");
        row("no JSON", {"--prompts", "-"}, "Once upon a time\n", 1,
            "Line 1 of the standard input is no JSON object: write");
        row("no prompt", {"--prompts", "-"}, "{\"prompt\": \"a\"}\n{\"text\": \"b\"}\n", 1,
            "Line 2 of the standard input has no \"prompt\": write");
        row("nothing", {"--prompts", "-"}, "\n\n", 1, "The standard input has no prompts: write");
        row("a head of another kind", {"--methods", "eagle", "--head", "tales-6m-medusa", "--prompts", "-"},
            "{\"prompt\": \"Once\"}\n", 1, "is a head of the kind Medusa: choose the method medusa");
        row("no file", {"--prompts", "/nowhere.jsonl"}, "", 1, "The file /nowhere.jsonl cannot be opened");
    }
    void wrongUse()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        QFETCH(QString, says);
        const auto run = cli(QStringList{"compare"} + arguments, input);
        QCOMPARE(run.status, status);
        QVERIFY2(run.saysOneSentence() && run.err.contains(says), qPrintable(run.err));
    }
};

DRAFTSCOPE_TEST(TestCliCompare)
#include "test_cli_compare.moc"
