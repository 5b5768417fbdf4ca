// SPDX-License-Identifier: MIT
// The CUDA backend is found, loaded and refused as a library of its own; here it runs on the simulated device.
#include <QTest>

#include <QJsonArray>

#include "engine/backend/backends.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cuda_module.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"
#include "tests/cli/command_line.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qunsetenv("DRAFTSCOPE_CUDA_MODULE");
        qunsetenv("DRAFTSCOPE_SIMULATED_BYTES");
    }
    void itLiesBesideTheProgram();
    void aDeviceIsTaken_data();
    void aDeviceIsTaken();
    void withoutOneCudaIsRefusedAndAutoSaysWhy_data();
    void withoutOneCudaIsRefusedAndAutoSaysWhy();
    void cpuDoesNotLook();
    void theCommandLineDecodesOnIt();
    void theCommandLineSaysWhyNot();
    void whatDoesNotFitIsForTheCpu();
    void aModelThatTheDeviceDoesNotTakeIsForTheCpu();
    void theCommandLineFallsBack();
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
    const auto chosen = Backends(name.toStdString()).choose();
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
    const auto cuda = Backends("cuda").choose();
    QVERIFY(!cuda);
    QVERIFY2(QString::fromStdString(cuda.error().sentence).contains(says), cuda.error().sentence.c_str());
    QVERIFY(cuda.error().sentence.ends_with('.'));
    const auto automatic = Backends("auto").choose();
    QVERIFY(automatic.has_value());
    QCOMPARE(std::string(automatic->backend->name()), "cpu");
    // The same without the advice to take the CPU.
    const QString reason = QString::fromStdString(automatic->reason);
    QVERIFY2(QString::fromStdString(cuda.error().sentence).startsWith(reason.chopped(1)) && reason.endsWith('.')
                 && !reason.contains("--backend"),
             qPrintable(reason));
}

void TestCudaModule::cpuDoesNotLook()
{
    useModule(modules + "/simulated_module.so");
    const auto chosen = Backends("cpu").choose();
    QVERIFY(chosen.has_value());
    QCOMPARE(std::string(chosen->backend->name()), "cpu");
    QVERIFY(chosen->reason.empty());
    QVERIFY(!Backends("gpu").choose());
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

void TestCudaModule::whatDoesNotFitIsForTheCpu()
{
    useModule(modules + "/simulated_module.so");
    const auto model = randomModel({.name = "small"});
    const PlannedPass little{model, 32};
    std::size_t slotBytes = 0;
    for (const char* name : {"auto", "cuda"}) {
        Backends backends(name, 1);
        const auto chosen = backends.choose({&little, 1});
        QVERIFY(chosen.has_value());
        QCOMPARE(std::string(chosen->backend->name()), "cuda");
        QVERIFY(chosen->reason.empty());
        QCOMPARE(chosen->plan.device, "SIMT executor");
        QVERIFY(chosen->plan.fits() && chosen->plan.needed > 0);
        slotBytes = chosen->plan.cache / 32;
    }
    // A cache that is a little larger than the simulated device.
    const PlannedPass much{model, int((std::size_t(4) << 30) / slotBytes) + 1};
    if (const auto onCpu = makeCpuBackend(1)->plan({&much, 1}); !onCpu || !onCpu->fits())
        QSKIP("This machine has too little free memory for what does not fit on the simulated device.");
    const auto refused = Backends("cuda", 1).choose({&much, 1});
    QVERIFY(!refused);
    QVERIFY2(refused.error().sentence.find("are free on SIMT executor: choose a smaller model") != std::string::npos,
             refused.error().sentence.c_str());
    Backends automatic("auto", 1);
    const auto chosen = automatic.choose({&much, 1});
    QVERIFY(chosen.has_value());
    QCOMPARE(std::string(chosen->backend->name()), "cpu");
    QVERIFY2(chosen->reason.text.starts_with("small needs ")
                 && chosen->reason.text.ends_with(" are free on SIMT executor."),
             chosen->reason.text.c_str());
    QVERIFY(chosen->plan.device.empty());
    // The choice is made anew for every run, on the same backends.
    QCOMPARE(std::string(automatic.choose({&little, 1})->backend->name()), "cuda");
    QCOMPARE(automatic.choose({&much, 1})->backend, chosen->backend);
    // A device that has failed all the same.
    const auto again = automatic.chooseAgain({&little, 1}, Error("Another program was faster."));
    QVERIFY(again.has_value());
    QCOMPARE(again->backend, chosen->backend);
    QCOMPARE(again->reason.text, "Another program was faster.");
    QCOMPARE(Backends("cuda", 1).chooseAgain({}, Error("Another program was faster.")).error().sentence,
             "Another program was faster.");
}

void TestCudaModule::aModelThatTheDeviceDoesNotTakeIsForTheCpu()
{
    useModule(modules + "/simulated_module.so");
    const PlannedPass pass{randomModel({.name = "wide", .headSize = 258}), 32};
    QVERIFY(!Backends("cuda").choose({&pass, 1}));
    const auto chosen = Backends("auto", 1).choose({&pass, 1});
    QVERIFY(chosen.has_value());
    QCOMPARE(std::string(chosen->backend->name()), "cpu");
    QCOMPARE(chosen->reason.text, "wide has heads of 258 elements, and the CUDA backend takes even sizes up to 256.");
}

void TestCudaModule::theCommandLineFallsBack()
{
    useModule(modules + "/simulated_module.so");
    const QString model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
    const auto decode = [&](const QStringList& more) {
        return cli(QStringList{"generate", "--target", model, "--prompt", "Hello", "--tokens", "4"} + more);
    };
    const QJsonObject fits = decode({"--json"}).json();
    QVERIFY(fits["backend"].toString().startsWith("CUDA · "));
    QCOMPARE(fits["backend_reason"].toString(), "");
    const double needed = fits["memory"].toObject()["needed_bytes"].toDouble();
    QVERIFY(needed > 1e6 && needed < fits["memory"].toObject()["free_bytes"].toDouble());
    qputenv("DRAFTSCOPE_SIMULATED_BYTES", QByteArray::number(qint64(needed) - 1));
    const Outcome automatic = decode({"--json"});
    QVERIFY2(automatic.json()["backend"].toString().startsWith("CPU · "), qPrintable(automatic.out + automatic.err));
    const QString reason = automatic.json()["backend_reason"].toString();
    QVERIFY2(reason.startsWith("random-llama needs ") && reason.endsWith(" are free on SIMT executor."),
             qPrintable(reason));
    QCOMPARE(decode({"--verbose"}).err.count('\n'), 3); // what, why, memory
    QVERIFY(decode({"--verbose"}).err.contains('\n' + reason + '\n'));
    const Outcome table = cli({"lossless", "--target", model, "--draft", model, "--texts", "1000", "--k", "2"});
    QVERIFY2(table.out.startsWith("CPU · ") && table.out.section('\n', 1, 1).contains("SIMT executor"),
             qPrintable(table.out));
    const Outcome refused = decode({"--backend", "cuda"});
    QCOMPARE(refused.status, 1);
    QVERIFY(refused.saysOneSentence());
    QVERIFY2(refused.err.startsWith("draftscope-cli: random-llama needs ")
                 && refused.err.contains(" are free on SIMT executor: choose a smaller model"),
             qPrintable(refused.err));
}

QTEST_GUILESS_MAIN(TestCudaModule)
#include "test_cuda_module.moc"
