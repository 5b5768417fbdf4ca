// SPDX-License-Identifier: MIT
// The small files of a Hugging Face directory that belong together: vocabulary, merges, special tokens, chat template,
// the index of its weights. The input is several of them, between lines "=", each with its name in a line in front.
#include <algorithm>
#include <fstream>
#include <optional>

#include "engine/core/utf8.h"
#include "engine/formats/safetensors.h"
#include "engine/tokenizer/chat_template.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "tests/fuzz/encode_texts.h"
#include "tests/fuzz/read_tensors.h"

using namespace draftscope;

namespace {

constexpr std::string_view names[] = {"tokenizer.model",
                                      "tokenizer.json",
                                      "vocab.json",
                                      "merges.txt",
                                      "tokenizer_config.json",
                                      "special_tokens_map.json",
                                      "added_tokens.json",
                                      "chat_template.jinja",
                                      "model.safetensors.index.json",
                                      "a.safetensors",
                                      "additional_chat_templates/default.jinja"};

class Folder {
public:
    Folder() { std::filesystem::create_directory(path() / "additional_chat_templates"); }

    [[nodiscard]] const std::filesystem::path& path() const { return m_folder.path(); }

    /// Names that no such folder has are left out.
    void fill(std::string_view input)
    {
        constexpr std::string_view between = "\n=\n";
        for (const std::string_view name : std::exchange(m_there, {}))
            std::filesystem::remove(path() / name);
        while (!input.empty()) {
            const std::string_view part = input.substr(0, input.find(between));
            input.remove_prefix(std::min(part.size() + between.size(), input.size()));
            const std::string_view line = part.substr(0, part.find('\n'));
            const auto* const name = std::ranges::find(names, line);
            if (name == std::end(names))
                continue;
            const std::string_view text = part.substr(std::min(line.size() + 1, part.size()));
            std::ofstream(path() / *name, std::ios::binary).write(text.data(), std::streamsize(text.size()));
            m_there.push_back(*name);
        }
    }

private:
    fuzz::MemoryFolder m_folder;
    std::vector<std::string_view> m_there;
};

void requireWords(const auto& outcome)
{
    fuzz::requireSentence(outcome);
    fuzz::require(outcome || isUtf8(outcome.error().sentence));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static Folder folder;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    folder.fill(input);
    const auto tokenizer = loadTokenizer(folder.path(), 512);
    requireWords(tokenizer);
    if (tokenizer) {
        fuzz::encodeTexts(**tokenizer, input);
        const auto chat = chatTemplateOf(folder.path(), **tokenizer);
        requireWords(chat);
        const Conversation turns = {{"system", "Be brief."}, {"user", "Hello é"}};
        if (chat)
            requireWords(chat->promptOf(turns, **tokenizer, {}));
    }
    const auto weights = Safetensors::openIndex(folder.path() / "model.safetensors.index.json");
    requireWords(weights);
    if (weights)
        fuzz::readTensors(**weights);
    return 0;
}
