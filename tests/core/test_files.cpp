// SPDX-License-Identifier: MIT
// Files that are no files, and files that change while they are mapped.
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "engine/core/memory_map.h"
#include "tests/fixtures/checkpoint_files.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    const std::size_t m_page = std::size_t(::sysconf(_SC_PAGESIZE));

    std::filesystem::path path(const char* name) const { return m_directory.filePath(name).toStdString(); }
    static QString refusal(const std::filesystem::path& file)
    {
        const auto opened = RegularFile::open(file);
        return opened ? QString("opened") : QString::fromStdString(opened.error().sentence);
    }

private slots:
    /// Faults elsewhere go to who handled them before, or end the program as they always did. This comes first, while
    /// no handler is installed yet that the children would share.
    void leavesOtherFaultsAlone_data()
    {
        QTest::addColumn<bool>("handled");
        QTest::newRow("a handler was there") << true;
        QTest::newRow("none was there") << false;
    }
    void leavesOtherFaultsAlone()
    {
        QFETCH(bool, handled);
        writeFile(path("foreign"), std::string(2 * m_page, 'x'));
        writeFile(path("own"), "x");
        const int file = ::open(path("foreign").c_str(), O_RDONLY | O_CLOEXEC);
        auto* const data = static_cast<volatile char*>(::mmap(nullptr, 2 * m_page, PROT_READ, MAP_SHARED, file, 0));
        std::filesystem::resize_file(path("foreign"), m_page);
        const pid_t child = ::fork();
        if (child == 0) {
            struct sigaction action = {};
            action.sa_handler = handled ? +[](int) { ::_exit(42); } : SIG_DFL;
            ::sigaction(SIGBUS, &action, nullptr);
            const auto own = MemoryMap::open(path("own"));
            ::kill(::getpid(), own ? 0 : SIGKILL);
            (void)data[m_page];
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        if (handled)
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 42);
        else
            QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
        ::munmap(const_cast<char*>(data), 2 * m_page);
        ::close(file);
    }

    /// Opening a pipe that has no writer would wait for ever: this test would not end.
    void refusesWhatIsNoFile()
    {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        QCOMPARE(refusal(path("pipe")),
                 QString("%1 is a pipe, not a regular file: choose a file.").arg(path("pipe").c_str()));
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address = {AF_UNIX, "socket"};
        const auto here = std::filesystem::current_path();
        std::filesystem::current_path(m_directory.path().toStdString()); // a socket's path may be 107 bytes long
        QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        std::filesystem::current_path(here);
        QVERIFY(refusal(path("socket")).contains("is a socket, not a regular file"));
        ::close(socket);
        QVERIFY(refusal("/dev/zero").contains("is a device, not a regular file"));
        QVERIFY(refusal("/").contains("is a folder, not a regular file"));
        QCOMPARE(refusal("/no/such"), "The file /no/such does not exist: check its name.");
        QVERIFY(!MemoryMap::open(path("pipe")));
    }

    /// What was cut off reads as zeros, in every thread, and the map says so.
    void survivesAFileThatShrinks()
    {
        writeFile(path("short"), std::string(3 * m_page, 'x'));
        const auto map = MemoryMap::open(path("short"));
        QVERIFY(map);
        const auto bytes = (*map)->bytes();
        QVERIFY((*map)->unchanged());
        std::filesystem::resize_file(path("short"), m_page);
        QCOMPARE(char(bytes[m_page - 1]), 'x');
        std::thread([&] { QCOMPARE(char(bytes[2 * m_page]), '\0'); }).join();
        QCOMPARE(char(bytes[m_page]), '\0');
        QCOMPARE(
            (*map)->unchanged().error().sentence,
            fmt::format("The file {} was changed or shortened while it was in use: load it again when it is whole.",
                        path("short").string()));
    }

    void noticesAFileThatIsOverwritten()
    {
        writeFile(path("changed"), std::string(m_page, 'x'));
        const auto map = MemoryMap::open(path("changed"));
        QVERIFY(map && (*map)->unchanged());
        std::filesystem::last_write_time(path("changed"),
                                         std::filesystem::file_time_type::clock::now()
                                             + std::chrono::seconds(5)); // as another program does by writing
        QVERIFY(!(*map)->unchanged());
    }

    /// A file that takes the name of a mapped one is another file.
    void doesNotMindAFileThatIsReplaced()
    {
        writeFile(path("old"), std::string(m_page, 'x'));
        const auto map = MemoryMap::open(path("old"));
        writeFile(path("new"), "short");
        std::filesystem::rename(path("new"), path("old"));
        QVERIFY((*map)->unchanged());
        QCOMPARE(char((*map)->bytes()[m_page - 1]), 'x');
    }
};

DRAFTSCOPE_TEST(TestFiles)
#include "test_files.moc"
