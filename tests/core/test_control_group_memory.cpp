// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "engine/core/control_group_memory.h"
#include "engine/core/machine_memory.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// A root folder with files that a test writes.
class Root {
public:
    Root& with(const std::string& path, const std::string& contents)
    {
        const auto full = this->path() / path;
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full) << contents;
        return *this;
    }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    /// "available of limit", or "none"
    [[nodiscard]] QString memory() const
    {
        const auto memory = controlGroupMemory(path());
        return memory ? QString("%1 of %2").arg(memory->available).arg(memory->limit) : "none";
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

/// Limits of control groups, on trees of files as the kernel shows them.
class TestControlGroupMemory : public QObject {
    Q_OBJECT
private slots:
    void noGroups()
    {
        QCOMPARE(Root().memory(), "none");
        QCOMPARE(Root().with("proc/self/cgroup", "0::/\n").memory(), "none");
        QCOMPARE(Root().with("proc/self/cgroup", "nonsense\n:\n::\n0::\n").memory(), "none");
    }

    void version2()
    {
        Root root;
        root.with("proc/self/cgroup", "0::/user.slice/run.scope\n");
        root.with("sys/fs/cgroup/user.slice/run.scope/memory.max", "max\n");
        root.with("sys/fs/cgroup/user.slice/run.scope/memory.current", "100\n");
        QCOMPARE(root.memory(), "none");
        root.with("sys/fs/cgroup/user.slice/run.scope/memory.max", "1000\n");
        QCOMPARE(root.memory(), "900 of 1000");
        root.with("sys/fs/cgroup/user.slice/run.scope/memory.stat",
                  "anon 20\nfile 80\ninactive_file 30\nactive_file 40\nslab 3\n");
        QCOMPARE(root.memory(), "970 of 1000"); // cached files can be dropped
        root.with("sys/fs/cgroup/user.slice/run.scope/memory.current", "2000\n");
        QCOMPARE(root.memory(), "0 of 1000");
    }

    void version2UpTheTree()
    {
        Root root;
        root.with("proc/self/cgroup", "0::/a/b/c\n");
        root.with("sys/fs/cgroup/a/b/c/memory.max", "1000\n");
        root.with("sys/fs/cgroup/a/b/c/memory.current", "900\n");
        root.with("sys/fs/cgroup/a/b/memory.max", "max\n");
        root.with("sys/fs/cgroup/a/memory.max", "5000\n");
        root.with("sys/fs/cgroup/a/memory.current", "4950\n");
        QCOMPARE(root.memory(), "50 of 1000"); // a's neighbours have taken the rest
    }

    void version1()
    {
        Root root;
        root.with("proc/self/cgroup", "9:cpu,cpuacct:/x\n4:freezer,memory:/docker/1234\n0::/\n");
        root.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        root.with("sys/fs/cgroup/memory/memory.usage_in_bytes", "77\n");
        QCOMPARE(root.memory(), "none");
        root.with("sys/fs/cgroup/memory/docker/1234/memory.limit_in_bytes", "3000\n");
        root.with("sys/fs/cgroup/memory/docker/1234/memory.usage_in_bytes", "1000\n");
        root.with("sys/fs/cgroup/memory/docker/1234/memory.stat",
                  "inactive_file 1\nactive_file 1\ntotal_inactive_file 200\ntotal_active_file 50\n");
        QCOMPARE(root.memory(), "2250 of 3000");
    }

    /// Within a container the path is one of the host, and the mount is the container's own group.
    void withinAContainer()
    {
        Root root;
        root.with("proc/self/cgroup", "4:memory:/docker/1234\n");
        root.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000\n");
        root.with("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
        QCOMPARE(root.memory(), "2000 of 3000");
        Root other;
        other.with("proc/self/cgroup", "0::/../../host/path\n");
        other.with("sys/fs/cgroup/memory.max", "3000\n");
        other.with("sys/fs/cgroup/memory.current", "500\n");
        QCOMPARE(other.memory(), "2500 of 3000");
    }

    void beside()
    {
        Root root;
        root.with("proc/self/cgroup", "0::/u\n");
        root.with("sys/fs/cgroup/unified/u/memory.max", "700\n");
        root.with("sys/fs/cgroup/unified/u/memory.current", "100\n");
        QCOMPARE(root.memory(), "600 of 700");
    }

    void theMachinesMemoryIsWithinIt()
    {
        Root root;
        root.with("proc/self/cgroup", "0::/\n");
        const MachineMemory whole = machineMemory(root.path());
        QVERIFY(whole.available > 0 && whole.total >= whole.available && !whole.isLimited);
        root.with("sys/fs/cgroup/memory.max", "1000000\n").with("sys/fs/cgroup/memory.current", "400000\n");
        const MachineMemory limited = machineMemory(root.path());
        QCOMPARE(limited.available, std::size_t(600000));
        QCOMPARE(limited.total, std::size_t(1000000));
        QVERIFY(limited.isLimited);
        root.with("sys/fs/cgroup/memory.max", "9000000000000000\n"); // more than there is
        QCOMPARE(machineMemory(root.path()).total, whole.total);
        QVERIFY(!machineMemory(root.path()).isLimited);
    }
};

DRAFTSCOPE_TEST(TestControlGroupMemory)
#include "test_control_group_memory.moc"
