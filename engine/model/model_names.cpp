// SPDX-License-Identifier: MIT
#include "engine/model/model_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "engine/core/utf8.h"
#include "engine/model/hub_snapshots.h"
#include "engine/model/model_files.h"
#include "engine/model/ollama_store.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

bool isDigitAt(std::string_view text, std::size_t at)
{
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// "q4_k_m", "iq2_xxs", "tq1_0", "q8", "f16", "bf16", "fp16", "mxfp4", "mxfp4_moe": of small letters.
bool isQuantisation(std::string_view text)
{
    constexpr std::array floats{"f16", "f32", "bf16", "fp16", "fp32"};
    if (std::ranges::find(floats, text) != floats.end())
        return true;
    for (const std::string_view beginning : {"mxfp4", "nvfp4"})
        if (text.starts_with(beginning))
            return text.size() == beginning.size() || text[beginning.size()] == '_';
    if (text.starts_with('i') || text.starts_with('t'))
        text.remove_prefix(1);
    return text.starts_with('q') && isDigitAt(text, 1) && (text.size() == 2 || (text.size() > 3 && text[2] == '_'))
        && std::ranges::all_of(text, [](unsigned char each) { return std::isalnum(each) != 0 || each == '_'; });
}

/// Where the type of weights begins in a stem, with the separator in front of it; the stem's size where there is none.
std::size_t beginOfQuantisation(std::string_view stem)
{
    const std::string small = inSmallLetters(stem);
    for (std::size_t at = small.find_first_of("-._ "); at != std::string::npos;
         at = small.find_first_of("-._ ", at + 1))
        if (isQuantisation(std::string_view(small).substr(at + 1)))
            return at;
    return stem.size();
}

std::string withoutQuantisation(std::string_view stem)
{
    std::string name(stem.substr(0, beginOfQuantisation(stem)));
    for (const std::string_view mark : {"-ud", ".i1", "-i1", "-imat"}) // of how it was quantised
        if (name.size() < stem.size() && name.size() > mark.size()
            && inSmallLetters(name).substr(name.size() - mark.size()) == mark)
            name.erase(name.size() - mark.size());
    return name;
}

bool isHash(std::string_view name)
{
    constexpr std::size_t shortest = 32;
    if (name.starts_with("sha256"))
        name.remove_prefix(std::min<std::size_t>(name.size(), 7));
    return name.size() >= shortest && name.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// What programs call a file or a folder by themselves.
bool saysNothing(const std::string& name)
{
    constexpr std::array words{"",          "model",   "ggml-model", "pytorch_model", "gguf", "ggml",
                               "converted", "output",  "final",      "best",          "main", "hf",
                               "latest",    "weights", "snapshot",   "merged"};
    const std::string small = inSmallLetters(name);
    return std::ranges::find(words, small) != words.end() || small.starts_with("checkpoint-") || isHash(name)
        || small.starts_with("unsloth.");
}

/// For comparison: letters and digits alone, without what a repository adds.
std::string coreOf(std::string_view name)
{
    std::string core;
    for (const unsigned char each : inSmallLetters(name))
        if (std::isalnum(each) != 0)
            core += char(each);
    if (core.ends_with("gguf"))
        core.erase(core.size() - 4);
    return core;
}

std::string ownNameOf(const std::string& repository)
{
    return repository.substr(repository.rfind('/') + 1); // npos + 1 is 0
}

/// llama.cpp's cache has OWNER_REPOSITORY-GGUF_FILE.
std::optional<std::string> repositoryInStem(const std::string& stem)
{
    const std::size_t end = inSmallLetters(stem).find("-gguf_"), begin = stem.find('_');
    if (end == std::string::npos || begin >= end)
        return std::nullopt;
    return stem.substr(begin + 1, end + 5 - begin - 1);
}

/// "8k-lc100k-mix1-ep2": settings and places of a training, by the words that these begin with.
bool isOfTraining(std::string_view text)
{
    constexpr std::array words{"ep", "epoch", "step", "mix", "lr", "lc", "bs", "ckpt", "run", "exp", "seed", "iter"};
    const std::string small = inSmallLetters(text);
    for (std::size_t begin = 0; begin < small.size();) {
        const std::size_t end = std::min(small.find_first_of("-_ ", begin), small.size());
        const std::string_view part = std::string_view(small).substr(begin, end - begin);
        for (const std::string_view word : words)
            if (part.starts_with(word) && isDigitAt(part, word.size()))
                return true;
        begin = end + 1;
    }
    return false;
}

/// "Qwen2.5-0.5B-Instruct"; empty where what is stated is a name that a training had.
std::string goodName(const StatedNames& stated)
{
    constexpr std::size_t longest = 24;
    const auto isWord = [](const std::string& text) {
        return !text.empty() && text.size() <= longest && text.find_first_of(" /\\\n\t") == std::string::npos
            && !isHash(text);
    };
    if (!isWord(stated.basename) || saysNothing(stated.basename) || stated.sizeLabel.empty())
        return {};
    constexpr std::array known{"instruct", "it", "chat", "base", "coder", "thinking", "coder-instruct", "pt"};
    const bool isKnown = std::ranges::find(known, inSmallLetters(stated.finetune)) != known.end();
    if (!stated.finetune.empty() && !isKnown && !isOfTraining(stated.finetune))
        return {}; // whose place among the others general.name knows
    return fmt::format("{}-{}{}{}", stated.basename, stated.sizeLabel, isKnown ? "-" : "",
                       isKnown ? stated.finetune : "");
}

fs::path wholePath(const fs::path& path)
{
    std::error_code error;
    fs::path whole = fs::absolute(path, error).lexically_normal();
    if (error)
        return path;
    return whole.has_filename() ? whole : whole.parent_path(); // of "tales-6m/"
}

} // namespace

std::string quantisationOf(std::string_view stem)
{
    return std::string(stem.substr(std::min(beginOfQuantisation(stem) + 1, stem.size())));
}

std::string stemOfGguf(const fs::path& file)
{
    const std::string name = file.filename().string();
    if (const auto part = ggufPartOf(name))
        return part->before;
    return isGgufName(name) ? name.substr(0, name.size() - 5) : name;
}

std::string nameOfDirectory(const fs::path& directory)
{
    const fs::path whole = wholePath(directory);
    if (const auto repository = hubRepositoryOf(whole))
        return ownNameOf(*repository);
    const std::string name = whole.filename().string(), around = whole.parent_path().filename().string();
    return saysNothing(name) && !around.empty() ? around + '/' + name : name;
}

std::string nameOfGguf(const fs::path& file, const StatedNames& stated)
{
    const fs::path whole = wholePath(file);
    if (auto name = ollamaNameOf(whole))
        return *name;
    const std::string stem = stemOfGguf(whole);
    auto repository = hubRepositoryOf(whole);
    if (repository)
        repository = ownNameOf(*repository);
    if (!repository)
        repository = repositoryInStem(stem);
    const std::string base = withoutQuantisation(stem);
    if (repository
        && (saysNothing(base) || base.find(*repository) != std::string::npos || coreOf(base) == coreOf(*repository)))
        return *repository;
    const std::string around = whole.parent_path().filename().string();
    if (!repository && coreOf(around) == coreOf(base) && !base.empty())
        return around;
    if (!saysNothing(base))
        return base;
    if (const std::string good = goodName(stated); !good.empty())
        return good;
    constexpr std::size_t longestName = 100;
    // "llama" is what converters write when they know no better.
    if (!stated.name.empty() && stated.name != "llama" && !isHash(stated.name) && !isOfTraining(stated.name))
        return std::string(beginningOf(stated.name, longestName));
    return stem;
}

} // namespace draftscope
