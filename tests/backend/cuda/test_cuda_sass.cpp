// SPDX-License-Identifier: MIT
// The machine code of the CUDA module for compute capability 9.0, as cuobjdump prints it. What it checks cannot be seen
// in the sources, because ptxas orders instructions and assigns registers.
#include <QTest>

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

class TestCudaSass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void weightsAreAskedForBeforeTheWait_data();
    void weightsAreAskedForBeforeTheWait();
    void weightsArriveOneAfterTheOther_data();
    void weightsArriveOneAfterTheOther();
    void keysAndValuesAreAskedForAtOnce_data();
    void keysAndValuesAreAskedForAtOnce();
    void splitsDoNotMeet_data();
    void splitsDoNotMeet();
    void rowsAreReadInPieces_data();
    void rowsAreReadInPieces();
    void nothingIsSpilled_data();
    void nothingIsSpilled();

private:
    [[nodiscard]] static QStringList productKernels()
    {
        return {QStringLiteral("queriesKeysValuesKernel"), QStringLiteral("addToStreamKernel"),
                QStringLiteral("gateKernel"), QStringLiteral("logitsKernel")};
    }
    void addKernels(const QStringList& names, bool areQuantised = false) const;

    QMap<QString, QStringList> m_code; ///< instructions of each kernel, by its mangled name
};

void TestCudaSass::initTestCase()
{
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("cuobjdump")).isEmpty()
        ? QStandardPaths::findExecutable(QStringLiteral("cuobjdump"), {QStringLiteral("/usr/local/cuda/bin")})
        : QStringLiteral("cuobjdump");
    if (tool.isEmpty())
        QSKIP("There is no cuobjdump: it comes with the CUDA Toolkit, and as the Python packages nvidia-cuda-cuobjdump "
              "and "
              "nvidia-cuda-nvdisasm.");
    QProcess process;
    process.start(tool,
                  {QStringLiteral("-arch"), QStringLiteral("sm_90"), QStringLiteral("-sass"),
                   QStringLiteral(DRAFTSCOPE_CUDA_MODULE_FILE)});
    QVERIFY(process.waitForFinished(-1));
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(process.exitCode() == 0, qPrintable(errors));
    static const QRegularExpression function(QStringLiteral("Function : (\\S+)")),
        instruction(QStringLiteral("^\\s*/\\*[0-9a-f]{4,}\\*/\\s+(?:@!?U?P\\w+\\s+)?([^;]+);"));
    QString name;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        const QString text = QString::fromUtf8(line);
        if (const auto found = function.match(text); found.hasMatch())
            name = found.captured(1);
        else if (const auto code = instruction.match(text); code.hasMatch())
            m_code[name].append(code.captured(1).trimmed());
    }
    if (m_code.isEmpty())
        QSKIP("The module has no code for compute capability 9.0.");
}

/// Whether a kernel's weights are quantised.
static bool isQuantised(const QString& kernel)
{
    return kernel.contains(QStringLiteral("7NibblesE")) || kernel.contains(QStringLiteral("5BytesE"));
}

/// Stages of a kernel's ring: fewer where each holds activations of many rows, or a record of quantised weights.
static int stagesOf(const QString& kernel)
{
    return isQuantised(kernel) || kernel.contains(QRegularExpression(QStringLiteral("16ELi[48]E"))) ? 4 : 8;
}

/// A row for each instance with 16-bit weights, or quantised ones, of the kernels that are named.
void TestCudaSass::addKernels(const QStringList& names, bool areQuantised) const
{
    if (!areQuantised)
        QTest::addColumn<QString>("kernel");
    for (const QString& name : names)
        for (auto i = m_code.cbegin(); i != m_code.cend(); ++i)
            if (i.key().contains(name) && i.key().contains(QStringLiteral("Float16"))
                && isQuantised(i.key()) == areQuantised)
                QTest::addRow("%s", qPrintable(i.key())) << i.key();
}

void TestCudaSass::weightsAreAskedForBeforeTheWait_data()
{
    addKernels(productKernels());
    addKernels(productKernels(), true);
}

/// A kernel that begins while the one before it still runs has only this to do until that one ends.
void TestCudaSass::weightsAreAskedForBeforeTheWait()
{
    QFETCH(QString, kernel);
    const QStringList code = m_code[kernel];
    const auto wait = code.indexOf(QRegularExpression(QStringLiteral("^ACQBULK.*")));
    QVERIFY2(wait >= 0, "The kernel does not wait for the one before it.");
    const auto copies = code.mid(0, wait).filter(QRegularExpression(QStringLiteral("^LDGSTS\\.E\\.BYPASS\\.128")));
    QVERIFY2(copies.size() >= (stagesOf(kernel) == 8 ? 7 : 6), // of fewer stages each has two
             qPrintable(QStringLiteral("%1 copies of weights before the wait").arg(copies.size())));
}

void TestCudaSass::weightsArriveOneAfterTheOther_data()
{
    addKernels(productKernels());
}

/// A warp multiplies what has arrived while what comes behind it is on its way: it never waits for all copies, and
/// sends for the next between two products.
void TestCudaSass::weightsArriveOneAfterTheOther()
{
    QFETCH(QString, kernel);
    const QStringList code = m_code[kernel];
    static const QRegularExpression copy(QStringLiteral("^LDGSTS")), product(QStringLiteral("^HMMA")),
        wait(QStringLiteral("^DEPBAR\\.LE SB0, (0x[0-9a-f]+)"));
    int waits = 0, turns = 0;
    bool isBehindProduct = false;
    for (const QString& instruction : code) {
        if (const auto found = wait.match(instruction); found.hasMatch()) {
            QCOMPARE(found.captured(1).toInt(nullptr, 16), stagesOf(kernel) - 2); // one is free and one is waited for
            ++waits;
        }
        if (instruction.contains(copy)) {
            turns += isBehindProduct;
            isBehindProduct = false;
        }
        isBehindProduct = isBehindProduct || instruction.contains(product);
    }
    QVERIFY2(waits >= stagesOf(kernel), qPrintable(QStringLiteral("%1 waits for copies").arg(waits)));
    QVERIFY2(turns >= stagesOf(kernel) - 2, qPrintable(QStringLiteral("%1 copies behind products").arg(turns)));
}

void TestCudaSass::keysAndValuesAreAskedForAtOnce_data()
{
    QStringList kernels;
    for (const char* type : {"8BFloat16", "7Float16"})
        for (const char* kind :
             {"Li1ELb0ELb0E", "Li2ELb0ELb0E", "Li1ELb1ELb1E", "Li2ELb1ELb1E"}) // and with capped scores
            kernels.append(QStringLiteral("attentionKernelINS0_%1E%2").arg(QLatin1String(type), QLatin1String(kind)));
    addKernels(kernels);
}

/// Of heads of up to 128 elements; there are no registers for those of larger ones.
void TestCudaSass::keysAndValuesAreAskedForAtOnce()
{
    QFETCH(QString, kernel);
    const QStringList code = m_code[kernel];
    const QRegularExpression product(QStringLiteral("^HMMA.*")), load(QStringLiteral("^LDG\\.E\\.128 "));
    const auto first = code.indexOf(product), last = code.lastIndexOf(product);
    QVERIFY(first > 0);
    const auto before = code.mid(0, first).filter(load).size();
    QCOMPARE(before, kernel.contains(QStringLiteral("ELi1E")) ? 16 : 32); // 32 keys and values
    QCOMPARE(code.mid(first, last - first).filter(load).size(), 0);
}

void TestCudaSass::splitsDoNotMeet_data()
{
    addKernels({QStringLiteral("attentionKernel")});
}

/// Splits meet in mergeKernel() only: no warp counts others, waits for what they wrote or drops the multiprocessor's
/// L1.
void TestCudaSass::splitsDoNotMeet()
{
    QFETCH(QString, kernel);
    QVERIFY(m_code[kernel].filter(QRegularExpression(QStringLiteral("^(MEMBAR|ATOM|RED|CCTL)"))).isEmpty());
}

void TestCudaSass::rowsAreReadInPieces_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<bool>("writes");
    for (const auto& [name, writes] : {std::pair("findLargestKernel", false),
                                       {"weighKernel", true},
                                       {"drawKernel", true},
                                       {"targetDistributionsKernel", true},
                                       {"drawCandidatesKernel", true},
                                       {"judgeChainKernel", false},
                                       {"judgeTreeKernel", false},
                                       {"listingKernel", false}}) {
        const bool hasCode = !m_code.isEmpty();
        bool isThere = false;
        for (auto i = m_code.cbegin(); i != m_code.cend(); ++i)
            if (i.key().contains(QLatin1String(name))) {
                QTest::addRow("%s", name) << i.key() << writes;
                isThere = true;
            }
        QVERIFY2(isThere || !hasCode, name);
    }
}

/// The sampler's kernels read rows of logits and weights, and write the weights, 16 bytes at a time.
void TestCudaSass::rowsAreReadInPieces()
{
    QFETCH(QString, kernel);
    QFETCH(bool, writes);
    const auto count = [&](const char* what) {
        return m_code[kernel].filter(QRegularExpression(QLatin1String(what))).size();
    };
    QVERIFY(count("^LDG\\.E\\.128 ") >= 4);
    QVERIFY(!writes || count("^STG\\.E\\.128 ") >= 4);
}

void TestCudaSass::nothingIsSpilled_data()
{
    // The others have arrays in local memory: rotations by large angles, heads of more than 128 elements.
    addKernels({QStringLiteral("gateKernel"), QStringLiteral("logitsKernel")});
}

void TestCudaSass::nothingIsSpilled()
{
    QFETCH(QString, kernel);
    const auto local = m_code[kernel].filter(QRegularExpression(QStringLiteral("^(STL|LDL)")));
    QVERIFY2(local.isEmpty(), qPrintable(QStringLiteral("%1 accesses of local memory").arg(local.size())));
}

QTEST_GUILESS_MAIN(TestCudaSass)
#include "test_cuda_sass.moc"
