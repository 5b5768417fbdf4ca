// SPDX-License-Identifier: MIT
#include "engine/cli/output.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "engine/cli/interrupt.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

int writeError = 0;
bool hasStatusLine = false;

/// Waits until PIPE_BUF bytes can be written without standing still. False when the program is interrupted and no
/// program reads: the first Ctrl+C has to end it, whatever it is connected to.
bool waitForRoom(int descriptor)
{
    constexpr int milliseconds = 50;
    pollfd wanted = {descriptor, POLLOUT, 0};
    while (::poll(&wanted, 1, milliseconds) <= 0)
        if (isInterrupted())
            return false;
    return true;
}

/// 0, or why the bytes did not all arrive.
int writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        if (!waitForRoom(descriptor))
            return EINTR;
        const ssize_t count = ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
        if (count >= 0)
            bytes.remove_prefix(std::size_t(count));
        else if (errno != EINTR && errno != EAGAIN)
            return errno;
    }
    return 0;
}

} // namespace

void openClosedStreams()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            // The lowest free number is taken, which is this one. The wrong direction makes reads and writes fail.
            static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

bool isTerminal(std::FILE* stream)
{
    return isatty(fileno(stream)) == 1;
}

void print(std::string_view text)
{
    printExactly(printableText(text));
}

void printExactly(std::string_view bytes)
{
    clearStatusLine();
    const int error = writeAll(STDOUT_FILENO, bytes);
    if (error == EPIPE) { // the parent process has SIGPIPE ignored: do what it would have done
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    if (error != 0 && error != EINTR && writeError == 0)
        writeError = error;
}

Result<void> finishOutput()
{
    clearStatusLine();
    // Some file systems say only now that there was no room. The stream itself stays open, so that its number stays
    // taken.
    if (writeError == 0)
        if (const int copy = ::dup(STDOUT_FILENO); copy >= 0 && ::close(copy) != 0 && errno != EINTR)
            writeError = errno;
    if (writeError != 0)
        return fail("The output could not be written ({}): make room or write somewhere else.",
                    systemReason(writeError));
    return {};
}

void printError(std::string_view text)
{
    clearStatusLine();
    static_cast<void>(writeAll(STDERR_FILENO, printableText(text)));
}

void showStatusLine(std::string_view line)
{
    hasStatusLine = true;
    static_cast<void>(writeAll(STDERR_FILENO, "\r\033[K" + printableName(line)));
}

void clearStatusLine()
{
    if (!hasStatusLine)
        return;
    hasStatusLine = false;
    static_cast<void>(writeAll(STDERR_FILENO, "\r\033[K"));
}

} // namespace draftscope
