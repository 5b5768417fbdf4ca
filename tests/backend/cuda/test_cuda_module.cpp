// SPDX-License-Identifier: MIT
// The CUDA backend is found, loaded and refused as a library of its own; here it runs on the simulated device.
#include <QTest>

#include <QJsonArray>

#include "engine/backend/backends.h"
#include "engine/backend/cuda_module.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"
#include "tests/cli/command_line.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qunsetenv("DRAFTSCOPE_CUDA_MODULE"); }
    void itLiesBesideTheProgram();
    void aDeviceIsTaken_data();
    void aDeviceIsTaken();
    void withoutOneCudaIsRefusedAndAutoSaysWhy_data();
    void withoutOneCudaIsRefusedAndAutoSaysWhy();
    void cpuDoesNotLook();
    void theCommandLineDecodesOnIt();
    void theCommandLineSaysWhyNot();
};

namespace {

const QString modules = DRAFTSCOPE_TEST_MODULES;

void useModule(const QString& path)
{
    qputenv("DRAFTSCOPE_CUDA_MODULE", path.toUtf8());
}

} // namespace

void TestCudaModule::itLiesBesideTheProgram()
{
    const auto paths = cudaModulePaths();
    QVERIFY(!paths.empty());
    const QString expected =
        QCoreApplication::applicationDirPath().section('/', 0, -2) + "/lib/draftscope/draftscope_cuda.so";
    QCOMPARE(QString::fromStdString(paths[0].string()), expected);
    useModule("/somewhere/else.so");
    QCOMPARE(cudaModulePaths().size(), 1u);
    QCOMPARE(cudaModulePaths()[0].string(), "/somewhere/else.so");
}

void TestCudaModule::aDeviceIsTaken_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("auto") << "auto";
    QTest::newRow("cuda") << "cuda";
}

void TestCudaModule::aDeviceIsTaken()
{
    QFETCH(QString, name);
    useModule(modules + "/simulated_module.so");
    const auto chosen = backendNamed(name.toStdString());
    QVERIFY2(chosen.has_value(), chosen ? "" : chosen.error().sentence.c_str());
    QCOMPARE(std::string(chosen->backend->name()), "cuda");
    QVERIFY(chosen->reason.empty());

    const auto model = randomModel({.name = "small"});
    auto pass = chosen->backend->makePass(model, 32);
    QVERIFY(pass.has_value());
    QCOMPARE((*pass)->backendName(), "CUDA · SIMT executor · f32");
    const auto text = someText(10, 77);
    const Logits logits = decode(**pass, text, 4, slotsInOrder(10)),
                 expected = decode(*passOf(model, 1), text, 4, slotsInOrder(10));
    for (std::size_t i = 0; i < logits.size(); ++i)
        for (std::size_t t = 0; t < logits[i].size(); ++t)
            QVERIFY(std::fabs(logits[i][t] - expected[i][t]) < 1e-4f);
}

void TestCudaModule::withoutOneCudaIsRefusedAndAutoSaysWhy_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("says");
    QTest::newRow("built without") << modules + "/none.so"
                                   << "This Draftscope was built without CUDA";
    QTest::newRow("no device") << modules + "/no_device_module.so"
                               << "There is no CUDA device in this machine.";
    QTest::newRow("another build") << modules + "/other_build_module.so"
                                   << "is of another build of Draftscope";
    QTest::newRow("no library") << QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/README.md")
                                << "The CUDA backend cannot be loaded (";
}

void TestCudaModule::withoutOneCudaIsRefusedAndAutoSaysWhy()
{
    QFETCH(QString, module);
    QFETCH(QString, says);
    useModule(module);
    const auto cuda = backendNamed("cuda");
    QVERIFY(!cuda);
    QVERIFY2(QString::fromStdString(cuda.error().sentence).contains(says), cuda.error().sentence.c_str());
    QVERIFY(cuda.error().sentence.ends_with('.'));
    const auto automatic = backendNamed("auto");
    QVERIFY(automatic.has_value());
    QCOMPARE(std::string(automatic->backend->name()), "cpu");
    QCOMPARE(automatic->reason, cuda.error().sentence);
}

void TestCudaModule::cpuDoesNotLook()
{
    useModule(modules + "/simulated_module.so");
    const auto chosen = backendNamed("cpu");
    QVERIFY(chosen.has_value());
    QCOMPARE(std::string(chosen->backend->name()), "cpu");
    QVERIFY(chosen->reason.empty());
    QVERIFY(!backendNamed("gpu"));
}

/// The whole way: program, library, weights, pass, sampler.
void TestCudaModule::theCommandLineDecodesOnIt()
{
    useModule(modules + "/simulated_module.so");
    const QString model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
    const auto generate = [&](const char* backend) {
        return cli({"generate", "--target", model, "--prompt", "Hello", "--greedy", "--tokens", "8", "--json",
                    "--backend", backend});
    };
    const Outcome device = generate("cuda");
    QVERIFY2(device.status == 0, qPrintable(device.err));
    QVERIFY2(device.json()["backend"].toString().startsWith("CUDA · SIMT executor · "), qPrintable(device.out));
    QCOMPARE(device.json()["token_ids"].toArray().size(), 8);
    const Outcome automatic = generate("auto");
    QCOMPARE(automatic.json()["token_ids"], device.json()["token_ids"]);
    QCOMPARE(automatic.json()["backend"], device.json()["backend"]);
    QVERIFY(generate("cpu").json()["backend"].toString().startsWith("CPU · "));
}

void TestCudaModule::theCommandLineSaysWhyNot()
{
    useModule(modules + "/no_device_module.so");
    const Outcome refused = cli({"generate", "--backend", "cuda"});
    QCOMPARE(refused.status, 1);
    QVERIFY(refused.saysOneSentence());
    QCOMPARE(refused.err, "draftscope-cli: There is no CUDA device in this machine.\n");
}

QTEST_GUILESS_MAIN(TestCudaModule)
#include "test_cuda_module.moc"
