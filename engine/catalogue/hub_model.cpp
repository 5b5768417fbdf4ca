// SPDX-License-Identifier: MIT
#include "engine/catalogue/hub_model.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/ranges.h>

#include "engine/core/http_client.h"
#include "engine/core/printable.h"
#include "engine/formats/json_document.h"
#include "engine/model/model_files.h"
#include "engine/model/model_names.h"

namespace draftscope {

namespace {

constexpr std::size_t longestText = std::size_t(64) << 20; ///< of a listing or an index, as of all JSON files
constexpr std::string_view prefix = "hf:", weightsName = "model.safetensors",
                           indexName = "model.safetensors.index.json";
/// What stands beside weights. Those that a repository lacks are not needed.
constexpr std::array<std::string_view, 10> companions{"config.json",
                                                      "generation_config.json",
                                                      "tokenizer.json",
                                                      "tokenizer_config.json",
                                                      "tokenizer.model",
                                                      "vocab.json",
                                                      "merges.txt",
                                                      "added_tokens.json",
                                                      "special_tokens_map.json",
                                                      "chat_template.jinja"};

bool isHexadecimal(std::string_view text, std::size_t length)
{
    return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// A path that stays below the folder it is put into, on every system: parts of printable characters between single
/// slashes.
bool staysInside(std::string_view path)
{
    if (path.empty() || path.size() > 400)
        return false;
    for (std::size_t begin = 0; begin <= path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part.empty() || part == "." || part == ".." || part.find_first_of("\\:") != std::string_view::npos
            || std::ranges::any_of(part, [](unsigned char each) { return each < ' ' || each == 0x7f; }))
            return false;
        begin = end + 1;
    }
    return true;
}

/// OWNER or NAME, as the Hub allows them. Two dashes would be the end of the owner in a cache.
bool isRepositoryPart(std::string_view part)
{
    constexpr std::string_view allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    return !part.empty() && part.size() <= 96 && part.find_first_not_of(allowed) == std::string_view::npos
        && part.find("--") == std::string_view::npos && part.find("..") == std::string_view::npos && part != ".";
}

std::string textOf(const nlohmann::json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What the makers say in the model's card, which the Hub repeats among its tags.
std::string licenceOf(const nlohmann::json& listing)
{
    constexpr std::string_view key = "license:";
    if (const auto tags = listing.find("tags"); tags != listing.end() && tags->is_array())
        for (const nlohmann::json& tag : *tags)
            if (tag.is_string() && tag.get_ref<const std::string&>().starts_with(key))
                return printableName(tag.get<std::string>().substr(key.size()));
    return {};
}

/// What stands behind the site in an address of it, from the first letter on; empty where it is none.
std::string_view addressIn(std::string_view text)
{
    for (const std::string_view site : {"https://huggingface.co/", "https://hf.co/", "huggingface.co/", "hf.co/"})
        if (text.starts_with(site) && text.size() > site.size())
            return text.substr(site.size());
    return {};
}

/// Of an address of the site what the short form calls the same: "OWNER/NAME/FILE.gguf@REVISION".
std::string shortForm(std::string_view address)
{
    std::vector<std::string> parts;
    address = address.substr(0, address.find_first_of("?#"));
    while (address.ends_with('/'))
        address.remove_suffix(1);
    for (std::size_t begin = 0; begin <= address.size();) {
        const auto end = std::min(address.find('/', begin), address.size());
        parts.emplace_back(address.substr(begin, end - begin));
        begin = end + 1;
    }
    const bool namesRevision = parts.size() > 3 && (parts[2] == "tree" || parts[2] == "blob" || parts[2] == "resolve");
    if (!namesRevision)
        return std::string(address);
    const std::vector<std::string> file(parts.begin() + 4, parts.end());
    return fmt::format("{}/{}{}{}@{}", parts[0], parts[1], file.empty() ? "" : "/", fmt::join(file, "/"), parts[3]);
}

/// One file of the listing; nothing where it is none that anybody could have.
std::optional<HubFile> fileOf(const nlohmann::json& sibling, const std::string& commit)
{
    HubFile file{textOf(sibling, "rfilename"), textOf(sibling, "blobId")};
    if (!staysInside(file.path))
        return {};
    if (const auto size = sibling.find("size"); size != sibling.end() && size->is_number_unsigned())
        file.bytes = size->get<std::uint64_t>();
    if (const auto lfs = sibling.find("lfs"); lfs != sibling.end())
        if (const std::string sha256 = textOf(*lfs, "sha256"); isHexadecimal(sha256, 64))
            file.blob = file.sha256 = sha256;
    file.blobIsGitHash = isHexadecimal(file.blob, 40);
    if (!file.blobIsGitHash && !isHexadecimal(file.blob, 64)) { // a name that no other download has
        file.blob = commit + '-' + file.path;
        std::ranges::replace(file.blob, '/', '-');
    }
    return file;
}

class Listing {
public:
    Listing(const HubName& name, const HubServer& server, const Progress& progress)
        : m_server(server), m_progress(progress), m_host(printableName(server.address))
    {
        m_model.name = name;
    }

    Result<HubModel> run()
    {
        if (auto read = readListing(); !read)
            return tl::unexpected(read.error());
        auto chosen = choose();
        if (!chosen)
            return tl::unexpected(chosen.error());
        for (const HubFile& file : m_model.files)
            m_model.bytes += file.bytes.value_or(0);
        return std::move(m_model);
    }

private:
    [[nodiscard]] const std::string& repository() const { return m_model.name.repository; }

    Result<nlohmann::json> object(const std::string& path, const Message& what)
    {
        std::string text;
        const HubReceiver receiver{.from = [] { return std::uint64_t(0); },
                                   .begin = [&](std::uint64_t) -> Result<void> {
                                       text.clear();
                                       return {};
                                   },
                                   .take = [&](std::span<const std::byte> bytes) -> Result<void> {
                                       if (text.size() + bytes.size() > longestText)
                                           return fail(
                                               "What {} gives as {} is longer than {} MiB: see that HF_ENDPOINT "
                                               "is right, if it is set.",
                                               m_host, what, longestText >> 20);
                                       text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                                       return {};
                                   },
                                   .isWhole = [] { return true; }};
        if (auto asked = askHub(m_server, path, what, receiver, m_progress); !asked)
            return tl::unexpected(asked.error());
        auto parsed = parseJsonObject(text, "What " + m_host + " gives as " + what.text);
        if (parsed)
            return parsed;
        return fail(
            "What {} gives as {} is not what the Hub says of models: see that HF_ENDPOINT is right, if it is set.",
            m_host, what);
    }

    Result<void> readListing()
    {
        const HubName& name = m_model.name;
        const Message what = name.revision == "main"
            ? message("the model {}", repository())
            : message("the revision {} of the model {}", printableName(name.revision), repository());
        const auto listing = object(
            fmt::format("/api/models/{}/revision/{}?blobs=true", repository(), escapedForUrl(name.revision)), what);
        if (!listing)
            return tl::unexpected(listing.error());
        m_model.commit = textOf(*listing, "sha");
        m_model.licence = licenceOf(*listing);
        const auto siblings = listing->find("siblings");
        if (!isHexadecimal(m_model.commit, 40) || siblings == listing->end() || !siblings->is_array())
            return fail(
                "What {} gives as {} names no commit and no files: see that HF_ENDPOINT is right, if it is set.",
                m_host, what);
        for (const nlohmann::json& sibling : *siblings)
            if (sibling.is_object())
                if (auto file = fileOf(sibling, m_model.commit))
                    m_there.push_back(std::move(*file));
        return {};
    }

    [[nodiscard]] const HubFile* find(std::string_view path) const
    {
        const auto found = std::ranges::find(m_there, path, &HubFile::path);
        return found == m_there.end() ? nullptr : &*found;
    }

    /// Error: there is none. What `needs` it is "model.safetensors.index.json", say.
    Result<void> take(const std::string& path, std::string_view needs)
    {
        const HubFile* file = find(path);
        if (!file)
            return fail(
                "The file {} of {} names {}, which is not among its files: ask its makers, or choose another revision.",
                needs, repository(), printableName(path));
        m_model.files.push_back(*file);
        return {};
    }

    Result<void> choose()
    {
        if (!m_model.name.file.empty())
            return chooseGguf(m_model.name.file);
        if (!m_model.name.quantisation.empty())
            return chooseGguf();
        const bool isWhole = find(weightsName);
        if (!find("config.json") || (!isWhole && !find(indexName)))
            return chooseGguf();
        for (const std::string_view name : companions)
            if (const HubFile* file = find(name))
                m_model.files.push_back(*file);
        return isWhole ? take(std::string(weightsName), {}) : chooseShards();
    }

    Result<void> chooseShards()
    {
        const HubFile& index = *find(indexName);
        const auto parsed = object(pathOf(index, m_model), Message{describe(index, m_model.name)});
        if (!parsed)
            return tl::unexpected(parsed.error());
        std::set<std::string> shards;
        if (const auto map = parsed->find("weight_map"); map != parsed->end() && map->is_object())
            for (const nlohmann::json& shard : *map)
                shards.insert(shard.is_string() ? shard.get<std::string>() : std::string());
        if (shards.empty())
            return fail("The file {} names no weights: ask its makers, or choose another revision.",
                        describe(index, m_model.name));
        m_model.files.push_back(index);
        for (const std::string& shard : shards)
            if (auto taken = take(shard, indexName); !taken)
                return taken;
        return {};
    }

    /// `path` names a file, one of its parts, or all of them together.
    Result<void> chooseGguf(const std::string& path)
    {
        const auto part = ggufPartOf(path);
        std::string first = path;
        if (part)
            first = nameOfGgufPart({part->before, 1, part->count});
        else if (!find(path))
            first = firstPartOf(path).value_or(path);
        if (!find(first) && !part)
            return fail("The model {} has no file {}: {}.", repository(), printableName(path), whatThereIs());
        const GgufPart parts = ggufPartOf(first).value_or(GgufPart{{}, 1, 1});
        for (int number = 1; number <= parts.count; ++number) {
            const std::string each = parts.before.empty() ? first : nameOfGgufPart({parts.before, number, parts.count});
            const HubFile* file = find(each);
            if (!file)
                return fail("The model {} has no file {}, which is a part of {}: {}.", repository(),
                            printableName(each), printableName(path), whatThereIs());
            m_model.files.push_back(*file);
        }
        m_model.isGguf = true;
        return {};
    }

    /// Of "FOLDER/NAME.gguf" where the file is there in parts.
    [[nodiscard]] std::optional<std::string> firstPartOf(std::string_view path) const
    {
        for (const std::string& each : ggufs())
            if (const auto part = ggufPartOf(each); part && part->before + ".gguf" == path)
                return each;
        return std::nullopt;
    }

    Result<void> chooseGguf()
    {
        std::vector<std::string> names = ggufs();
        const std::string& wanted = m_model.name.quantisation;
        if (!wanted.empty())
            std::erase_if(names, [&](const std::string& name) {
                return inSmallLetters(quantisationOf(stemOfGguf(name))) != inSmallLetters(wanted);
            });
        if (names.size() == 1)
            return chooseGguf(names.front());
        if (!names.empty())
            return fail("The model {} has {} GGUF files ({}): name one of them, as in hf:{}/{}.", repository(),
                        names.size(), printableName(fmt::format("{}", fmt::join(names, ", "))), repository(),
                        printableName(names.front()));
        if (!wanted.empty())
            return fail("The model {} has no GGUF file of {}: {}.", repository(), printableName(wanted), whatThereIs());
        return fail("The model {} has neither safetensors with a config.json nor a model in GGUF, which are what this "
                    "program reads: choose another model.",
                    repository());
    }

    /// A model in several parts is there once, by the first of them.
    [[nodiscard]] std::vector<std::string> ggufs() const
    {
        std::vector<std::string> names;
        for (const HubFile& file : m_there)
            if (isGgufModelName(file.path))
                names.push_back(file.path);
        return names;
    }
    [[nodiscard]] Message whatThereIs() const
    {
        const auto names = ggufs();
        return names.empty() ? phrase("it has no model in GGUF, choose another one")
                             : Message{printableName(fmt::format("choose {}", fmt::join(names, ", ")))};
    }

    HubModel m_model;
    const HubServer& m_server;
    const Progress& m_progress;
    std::string m_host;
    std::vector<HubFile> m_there;
};

} // namespace

bool isHubName(std::string_view text)
{
    return text.starts_with(prefix) || !addressIn(text).empty();
}

Result<HubName> hubNameOf(std::string_view text)
{
    const std::string_view address = addressIn(text);
    const std::string written = !address.empty() ? shortForm(address)
        : text.starts_with(prefix)               ? std::string(text.substr(prefix.size()))
                                                 : std::string(text);
    std::string_view rest = written;
    HubName name;
    if (const auto at = rest.find('@'); at != std::string_view::npos) {
        name.revision = rest.substr(at + 1);
        rest = rest.substr(0, at);
    }
    const auto slash = std::min(rest.find('/'), rest.size());
    const auto end = std::min(rest.find('/', std::min(slash + 1, rest.size())), rest.size());
    name.repository = rest.substr(0, end);
    name.file = rest.substr(std::min(end + 1, rest.size()));
    const auto colon = name.repository.find(':');
    const bool namesType = colon != std::string::npos && colon > slash;
    if (namesType) {
        name.quantisation = name.repository.substr(colon + 1);
        name.repository.erase(colon);
    }
    if (!isHubName(text) || slash == rest.size() || !isRepositoryPart(rest.substr(0, slash))
        || !isRepositoryPart(std::string_view(name.repository).substr(slash + 1)) || !staysInside(name.revision)
        || (namesType && (!isRepositoryPart(name.quantisation) || end < rest.size()))
        || (end < rest.size() && (!staysInside(name.file) || !isGgufName(name.file))))
        return fail("\"{}\" names no model of the Hugging Face Hub: say hf:OWNER/NAME or hf:OWNER/NAME/FILE.gguf, and "
                    "@REVISION behind it if it is not to be the newest.",
                    printableName(text));
    return name;
}

std::string describe(const HubModel& model)
{
    return fmt::format("{}, {:.1f} MB in {} file{}{}{}", model.name.repository, double(model.bytes) / 1e6,
                       model.files.size(), model.files.size() == 1 ? "" : "s", model.licence.empty() ? "" : ", ",
                       model.licence);
}

std::string describe(const HubFile& file, const HubName& name)
{
    return fmt::format("{} of {}", printableName(file.path), name.repository);
}

std::string pathOf(const HubFile& file, const HubModel& model)
{
    return fmt::format("/{}/resolve/{}/{}", model.name.repository, model.commit, escapedForUrl(file.path, "/"));
}

Result<HubModel> findHubModel(const HubName& name, const HubServer& server, const Progress& progress)
{
    return Listing(name, server, progress).run();
}

} // namespace draftscope
