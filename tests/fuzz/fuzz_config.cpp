// SPDX-License-Identifier: MIT
// config.json and generation_config.json of a Hugging Face directory; the input is both.
#include <fstream>

#include "engine/model/checkpoint.h"
#include "engine/model/config_limits.h"
#include "tests/fuzz/input_file.h"

using namespace draftscope;

namespace {

/// A directory whose two files lead to whatever input is open.
class Directory {
public:
    const std::filesystem::path& leadTo(const std::filesystem::path& file)
    {
        if (file != m_file)
            for (const char* name : {"config.json", "generation_config.json"}) {
                std::filesystem::remove(m_folder.path() / name);
                std::filesystem::create_symlink(file, m_folder.path() / name);
            }
        m_file = file;
        return m_folder.path();
    }

private:
    fuzz::MemoryFolder m_folder;
    std::filesystem::path m_file;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static Directory directory;
    const fuzz::InputFile input(data, size);
    const auto config = readHuggingFaceConfig(directory.leadTo(input.path()));
    fuzz::requireSentence(config);
    if (config) {
        fuzz::require(checkConfig(*config, "here").has_value());
        const auto pairs = std::size_t(config->rotatedSize() / 2);
        for (const int length : {1, config->contextLength}) {
            const std::vector<float> frequencies = ropeFrequencies(*config, length);
            fuzz::require(frequencies.size() == pairs);
            fuzz::require(config->sameRopeUntil(length) >= length);
        }
        fuzz::require(config->localRopeTheta == 0 || localRopeFrequencies(*config).size() == pairs);
        for (const TokenId token : config->endOfText)
            fuzz::require(token >= 0 && token < config->vocabularySize);
    }
    return 0;
}
