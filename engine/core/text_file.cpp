// SPDX-License-Identifier: MIT
#include "engine/core/text_file.h"

#include "engine/core/regular_file.h"

namespace draftscope {

Result<std::string> readTextFile(const std::filesystem::path& path, std::size_t most)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail("{} is a folder: choose a text file.", path.string());
    auto file = RegularFile::open(path);
    if (!file && !file.error().reason.empty())
        return fail("The file {} cannot be opened ({}): check the name.", path.string(), file.error().reason);
    if (!file)
        return tl::unexpected(file.error());
    const auto tooLong = [&] {
        return fail("The file {} has more than {} MiB: choose a smaller one.", path.string(), most >> 20);
    };
    if (file->size() > most)
        return tooLong();
    std::string text;
    char buffer[1 << 16];
    while (true) {
        const auto count = file->read(buffer);
        if (!count)
            return tl::unexpected(count.error());
        if (*count == 0)
            return text;
        text.append(buffer, *count);
        if (text.size() > most) // it grows while it is read
            return tooLong();
    }
}

} // namespace draftscope
