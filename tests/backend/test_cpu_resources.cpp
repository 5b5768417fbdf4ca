// SPDX-License-Identifier: MIT
// What the CPU backend does where there is too little of something, or where two threads want it.
#include <cstddef>
#include <fstream>
#include <limits>
#include <thread>

#include <sys/resource.h>

#include <QRegularExpression>
#include <QTest>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/core/simd_targets.h"
#include "engine/session/start_session.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

#include <hwy/detect_targets.h>

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool hasLimits = false; // sanitizers keep terabytes of addresses
#else
constexpr bool hasLimits = true;
#endif

/// So many bytes of addresses more than are in use, and no others, for as long as it lives.
class ShortOfMemory {
public:
    explicit ShortOfMemory(std::size_t bytes)
    {
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        getrlimit(RLIMIT_AS, &m_before);
        const rlimit tight{rlim_t(pages * 4096 + bytes), m_before.rlim_max};
        setrlimit(RLIMIT_AS, &tight);
    }
    ~ShortOfMemory() { setrlimit(RLIMIT_AS, &m_before); }
    ShortOfMemory(const ShortOfMemory&) = delete;
    ShortOfMemory& operator=(const ShortOfMemory&) = delete;

private:
    rlimit m_before{};
};

} // namespace

class TestCpuResources : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBufferThatDoesNotFit()
    {
        if (!hasLimits)
            QSKIP("Sanitizers end the program over an allocation of that size.");
        cpu::FloatBuffer buffer(16);
        buffer.at(0)[3] = 5;
        QVERIFY_EXCEPTION_THROWN(buffer.reserve(std::numeric_limits<std::size_t>::max() / 16), std::bad_alloc);
        QCOMPARE(buffer.at(0)[3], 5.0f);
        buffer.reserve(8); // it still knows its size
        QCOMPARE(buffer.at(0)[3], 5.0f);
        QVERIFY_EXCEPTION_THROWN(cpu::FloatBuffer(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
    }

    void aCacheThatDoesNotFitIsASentence()
    {
        if (!hasLimits)
            QSKIP("Sanitizers need more addresses than the limit leaves.");
        const auto model = makeTinyModel();
        const auto backend = makeCpuBackend(1);
        const ShortOfMemory limit(std::size_t(64) << 20);
        const auto pass = backend->makePass(model, 10'000'000); // 2.5 GB
        QVERIFY(!pass);
        QCOMPARE(pass.error().sentence,
                 std::string("There is not enough memory for 10000000 K/V slots of Tiny: "
                             "generate fewer tokens or choose a smaller model."));
    }

    /// Before anything is allocated.
    void aPlanThatDoesNotFitIsRefused()
    {
        TinyModelOptions options;
        options.context = 1'000'000'000;
        const auto model = makeTinyModel(options);
        SessionSettings settings;
        settings.method = "plain";
        settings.maxTokens = options.context;
        const auto passes = passesFor({model, nullptr}, settings, "Once");
        QVERIFY(passes);
        for (const char* name : {"cpu", "auto"}) {
            Backends backends(name, 1);
            const auto chosen = backends.choose(*passes);
            QVERIFY(!chosen);
            const QString says = QString::fromStdString(chosen.error().sentence);
            QVERIFY2(says.contains("Tiny needs 528.00 GB ") && says.contains("choose a smaller model, make the text ")
                         && says.endsWith(" tokens shorter, or close other programs."),
                     qPrintable(says));
            const auto started = startSession({model, nullptr}, settings, "Once", backends);
            QVERIFY(!started);
            const auto withoutNumbers = [](const std::string& sentence) { // what is free changes meanwhile
                return QString::fromStdString(sentence).remove(QRegularExpression("[0-9.]+"));
            };
            QCOMPARE(withoutNumbers(started.error().sentence), withoutNumbers(chosen.error().sentence));
            QVERIFY(backends.choose()); // there is a backend, for something smaller
            settings.maxTokens = 10;
            QVERIFY(startSession({model, nullptr}, settings, "Once", backends));
            settings.maxTokens = options.context;
        }
    }

    void aLimitOfTheControlGroupIsNamed()
    {
        LoadPlan plan;
        plan.models = {"Tiny"};
        plan.isLimited = true;
        plan.add({.weights = std::size_t(3) << 30});
        plan.free = std::size_t(1) << 30;
        QVERIFY2(QString::fromStdString(plan.shortfall())
                     .endsWith("are free under the memory limit of this control group (cgroup)."),
                 plan.shortfall().text.c_str());
    }

    void aPassThatDoesNotFitIsASentence()
    {
        if (!hasLimits)
            QSKIP("Sanitizers need more addresses than the limit leaves.");
        TinyModelOptions options;
        options.context = 200'000;
        const auto model = makeTinyModel(options);
        const auto backend = makeCpuBackend(1);
        auto pass = backend->makePass(model, 200'000);
        QVERIFY(pass);
        Rows rows;
        for (int i = 0; i < 200'000; ++i) // buffers of about 250 MB
            rows.rows.push_back({5, i, 0, i, {}, false});
        rows.prefixes.emplace_back();
        const ShortOfMemory limit(std::size_t(64) << 20);
        try {
            (*pass)->run(rows, {});
            QFAIL("It should not fit.");
        } catch (const BackendFailure& failure) {
            QCOMPARE(std::string(failure.what()),
                     std::string("There is not enough memory to run 200000 tokens of Tiny "
                                 "together: close other programs, or choose a smaller "
                                 "model."));
        }
    }

    /// Passes of two sessions on two threads wait for each other. Under ThreadSanitizer they would meet otherwise.
    void twoThreads()
    {
        const TinyPair models = makeTinyPair();
        SessionSettings settings;
        settings.maxTokens = 40;
        QVERIFY(twoThreadsWriteWhatOneWrites({models.target, models.draft}, settings, makeCpuBackend(3)));
    }

    /// Kernels know the targets that they were written for. Bits of all others are disabled, of later versions too.
    void onlyKnownTargetsAreCompiled()
    {
        constexpr long long sse2 = 1LL << 14, neonWithoutAes = 1LL << 29;
        constexpr long long known =
            HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_NEON | HWY_EMU128 | HWY_SCALAR | sse2 | neonWithoutAes;
        for (int bit = 0; bit < 63; ++bit)
            QCOMPARE(((HWY_DISABLED_TARGETS) >> bit & 1) != 0, (known >> bit & 1) == 0);
        QVERIFY((HWY_TARGETS & ~known) == 0);
    }
};

DRAFTSCOPE_TEST(TestCpuResources)
#include "test_cpu_resources.moc"
