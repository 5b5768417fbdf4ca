// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace draftscope::test {

/// An HTTP server on this machine that says what it is told to, a connection at a time.
class PretendedServer {
public:
    struct Answer {
        int status = 200;
        std::string body;
        bool breaksOff = false; ///< it promises more than it sends
    };
    /// Called on a thread of its own.
    using Answers = std::function<Answer(const std::string& path, const std::string& body)>;

    explicit PretendedServer(Answers answers) : m_answers(std::move(answers))
    {
        m_socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof(address);
        const bool isThere = ::bind(m_socket, reinterpret_cast<sockaddr*>(&address), length) == 0
            && ::listen(m_socket, 8) == 0
            && ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &length) == 0;
        m_port = isThere ? ntohs(address.sin_port) : 0;
        m_thread = std::thread([this] { serve(); });
    }
    ~PretendedServer()
    {
        m_ends = true;
        ::shutdown(m_socket, SHUT_RDWR);
        ::close(m_socket);
        m_thread.join();
    }
    PretendedServer(const PretendedServer&) = delete;
    PretendedServer& operator=(const PretendedServer&) = delete;

    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }

private:
    void serve()
    {
        while (!m_ends) {
            const int connection = ::accept(m_socket, nullptr, nullptr);
            if (connection < 0)
                return;
            answer(connection);
            ::close(connection);
        }
    }
    void answer(int connection)
    {
        std::string request;
        char piece[4096];
        std::size_t whole = std::string::npos;
        while (request.size() < whole) {
            const ssize_t count = ::read(connection, piece, sizeof(piece));
            if (count <= 0)
                return;
            request.append(piece, std::size_t(count));
            const std::size_t head = request.find("\r\n\r\n");
            if (head == std::string::npos || whole != std::string::npos)
                continue;
            const std::size_t length = request.find("Content-Length: ");
            whole = head + 4 + (length < head ? std::size_t(std::stoul(request.substr(length + 16))) : 0);
        }
        const std::size_t space = request.find(' '), end = request.find(' ', space + 1);
        const Answer said =
            m_answers(request.substr(space + 1, end - space - 1), request.substr(request.find("\r\n\r\n") + 4));
        send(connection,
             "HTTP/1.1 " + std::to_string(said.status) + " Said\r\nConnection: close\r\nContent-Length: "
                 + std::to_string(said.body.size() + (said.breaksOff ? 1000 : 0)) + "\r\n\r\n");
        for (std::size_t at = 0; at < said.body.size(); at += 700) { // in pieces, as a stream comes
            send(connection, said.body.substr(at, 700));
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    static void send(int connection, const std::string& bytes)
    {
        for (std::size_t sent = 0; sent < bytes.size();) {
            const ssize_t count = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (count <= 0)
                return;
            sent += std::size_t(count);
        }
    }

    Answers m_answers;
    int m_socket = -1, m_port = 0;
    std::atomic<bool> m_ends{false};
    std::thread m_thread;
};

} // namespace draftscope::test
