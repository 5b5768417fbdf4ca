// SPDX-License-Identifier: MIT
// A fuzzer's input as a file, and a folder in memory, for loaders that take a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace draftscope::fuzz {

/// A file in memory that goes with the object.
class InputFile {
public:
    InputFile(const std::uint8_t* data, std::size_t size) : m_file(::memfd_create("input", MFD_CLOEXEC))
    {
        if (m_file < 0 || ::write(m_file, data, size) != ssize_t(size))
            std::abort();
    }
    ~InputFile() { ::close(m_file); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_file); }

private:
    int m_file;
};

/// Ends the program, so that the fuzzer reports the input.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// A folder in memory that goes with the object.
class MemoryFolder {
public:
    MemoryFolder()
    {
        char name[] = "/dev/shm/draftscope-fuzz-XXXXXX"; // mkdtemp() writes over the X
        require(::mkdtemp(name) != nullptr);
        m_path = name;
    }
    ~MemoryFolder() { std::filesystem::remove_all(m_path); }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// What every loader promises of what it refuses.
template <class Outcome>
void requireSentence(const Outcome& outcome)
{
    require(outcome.has_value() || (outcome.error().sentence.size() > 10 && outcome.error().sentence.ends_with('.')));
}

} // namespace draftscope::fuzz
