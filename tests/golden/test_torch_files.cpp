// SPDX-License-Identifier: MIT
// Medusa heads in files that torch wrote (torch/make_torch_files.py), and the logits that torch computed with them.
#include <fstream>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/model/draft_head.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

constexpr double torchTolerance = 1e-5;
const std::filesystem::path torchFolder = DRAFTSCOPE_SOURCE_DIR "/tests/golden/torch";

} // namespace

class TestTorchFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::shared_ptr<const Model> m_target = randomModel({.name = "target", .hidden = 8, .vocabulary = 16});

    Result<std::shared_ptr<const DraftHead>> open(const std::string& name) const
    {
        const std::filesystem::path path = m_directory.filePath(QString::fromStdString(name)).toStdString();
        std::filesystem::create_directories(path);
        std::filesystem::copy_file(torchFolder / (name + ".pt"), path / "medusa_lm_head.pt",
                                   std::filesystem::copy_options::overwrite_existing);
        return openDraftHead(path, *m_target);
    }

private Q_SLOTS:
    void logitsEqualTorch_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"state-dict", "protocol-4", "parameters", "one-storage", "bf16", "f16"})
            QTest::newRow(name) << name;
    }
    void logitsEqualTorch()
    {
        QFETCH(QString, name);
        const auto head = open(name.toStdString());
        QVERIFY2(head, head ? "" : head.error().sentence.c_str());
        const auto expected = nlohmann::json::parse(std::ifstream(torchFolder / "expected.json"));
        QCOMPARE((*head)->models.size(), expected["logits"].size());
        for (std::size_t h = 0; h < (*head)->models.size(); ++h) {
            Rows rows{{}, {{}}};
            std::vector<float> states;
            for (const auto& state : expected["states"]) {
                rows.rows.push_back({});
                for (const auto& value : state)
                    states.push_back(value.get<float>());
            }
            rows.inputStates = states;
            const Logits logits = test::run(*passOf((*head)->models[h], 1, 1), rows);
            double worst = 0;
            for (std::size_t row = 0; row < logits.size(); ++row)
                for (std::size_t i = 0; i < logits[row].size(); ++i)
                    worst = std::max(worst,
                                     std::abs(double(logits[row][i]) - expected["logits"][h][row].at(i).get<double>()));
            QCOMPARE(logits.size(), expected["states"].size());
            QVERIFY2(worst < torchTolerance, qPrintable(QString::number(worst)));
        }
    }

    void refusesTheOthersOfTorch_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("transposed") << "transposed"
                                    << "The tensor 0.0.linear.weight of ";
        QTest::newRow("before 1.6") << "before-1.6"
                                    << "no zip file, as torch has written them since version 1.6";
        QTest::newRow("module") << "module"
                                << "asks for torch.nn.modules.linear.Linear, which is not a tensor";
    }
    void refusesTheOthersOfTorch()
    {
        QFETCH(QString, name);
        QFETCH(QString, says);
        const auto head = open(name.toStdString());
        QVERIFY(!head);
        QVERIFY2(QString::fromStdString(head.error().sentence).contains(says), head.error().sentence.c_str());
    }
};

DRAFTSCOPE_TEST(TestTorchFiles)
#include "test_torch_files.moc"
