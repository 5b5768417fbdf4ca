// SPDX-License-Identifier: MIT
#include "engine/core/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace draftscope {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds turn = 50ms; ///< between two looks
constexpr std::chrono::milliseconds grace = 1s;  ///< from asking to end until being ended
constexpr std::size_t mostSaid = std::size_t(64) << 10;

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }
    void close()
    {
        if (m_number >= 0)
            ::close(m_number);
        m_number = -1;
    }

private:
    int m_number;
};

/// "NAME=value", each name once.
std::vector<std::string> environmentOf(const ChildProcess& child)
{
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string_view known(*each);
        const bool isStated = std::ranges::any_of(
            child.environment, [&](const auto& stated) { return known.substr(0, known.find('=')) == stated.first; });
        if (!isStated)
            all.emplace_back(known);
    }
    for (const auto& [name, value] : child.environment)
        all.push_back(fmt::format("{}={}", name, value));
    return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// 0 and the process, or the number of the error.
std::pair<int, pid_t> start(const ChildProcess& child, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (const int error = ::posix_spawn_file_actions_init(&actions))
        return {error, 0};
    if (const int error = ::posix_spawnattr_init(&attributes)) {
        ::posix_spawn_file_actions_destroy(&actions);
        return {error, 0};
    }
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    ::posix_spawn_file_actions_addchdir_np(&actions, child.folder.c_str());
    sigset_t restored, none;
    ::sigemptyset(&restored);
    ::sigemptyset(&none);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ})
        ::sigaddset(&restored, signal);
    ::posix_spawnattr_setsigdefault(&attributes, &restored);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0); // one of its own, which can be ended as a whole
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::vector<std::string> command = child.command, environment = environmentOf(child);
    pid_t process = 0;
    const int error = ::posix_spawnp(&process, command.front().c_str(), &actions, &attributes,
                                     pointersTo(command).data(), pointersTo(environment).data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return {error, process};
}

/// Nothing while it runs.
std::optional<int> statusOf(pid_t process)
{
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return std::nullopt;
    if (ended < 0)
        return 127;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int end(pid_t process)
{
    ::kill(-process, SIGTERM);
    const auto begin = std::chrono::steady_clock::now();
    bool isKilled = false;
    while (true) {
        if (const auto status = statusOf(process)) {
            ::kill(-process, SIGKILL); // what it has left behind
            return *status;
        }
        if (!isKilled && std::chrono::steady_clock::now() - begin > grace)
            isKilled = ::kill(-process, SIGKILL) == 0;
        std::this_thread::sleep_for(5ms);
    }
}

/// What is there to be read; no more than is kept, so that a program that writes without end does not keep us from
/// looking around.
void readFrom(int pipe, std::string& said)
{
    std::array<char, 4096> buffer;
    ssize_t count = 0;
    for (std::size_t taken = 0; taken < mostSaid && (count = ::read(pipe, buffer.data(), buffer.size())) > 0;
         taken += std::size_t(count))
        said.append(buffer.data(), std::size_t(count));
    if (said.size() > mostSaid)
        said.erase(0, said.size() - mostSaid);
}

} // namespace

Result<ChildEnd> runChild(const ChildProcess& child, const std::function<bool()>& goesOn)
{
    const auto cannot = [&](int error) {
        const std::string reason = systemReason(error);
        return tl::unexpected(errorOf(message("The program {} cannot be started ({}): install it, or look at PATH.",
                                              child.command.front(), reason),
                                      Message{reason}));
    };
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return cannot(errno);
    Descriptor output(ends[0]), input(ends[1]);
    ::fcntl(output.number(), F_SETFL, O_NONBLOCK);
    const auto [error, process] = start(child, input.number());
    if (error != 0)
        return cannot(error);
    input.close();
    ChildEnd result;
    while (true) {
        if (const auto status = statusOf(process)) {
            readFrom(output.number(), result.said);
            result.status = *status;
            return result;
        }
        if (!goesOn()) {
            result.status = end(process);
            return result;
        }
        pollfd written{output.number(), POLLIN, 0};
        ::poll(&written, 1, int(turn.count()));
        if (written.revents & (POLLHUP | POLLERR)) // it has closed its streams, and may go on
            std::this_thread::sleep_for(5ms);
        readFrom(output.number(), result.said);
    }
}

} // namespace draftscope
