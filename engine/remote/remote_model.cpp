// SPDX-License-Identifier: MIT
#include "engine/remote/remote_model.h"

#include <utility>

#include "engine/core/http_client.h"
#include "engine/core/target_unavailable.h"
#include "engine/remote/check_vocabulary.h"

namespace draftscope {
namespace {

/// Does what may throw. The Error is its sentence.
template <class Value, class Work>
Result<Value> askedOf(const ServerSpec& spec, const Work& work)
{
    try {
        return work();
    } catch (const TargetUnavailable& unavailable) {
        return failureOf(unavailable.sentence());
    } catch (const Cancelled&) {
        return fail("Asking the server at {} was cancelled.", spec.url);
    }
}

Result<void> giveVocabulary(RemoteServer& server, const std::shared_ptr<const Tokenizer>& tokenizer)
{
    server.useVocabulary(tokenizer);
    return {};
}

Result<void> checkCount(const RemoteServer& server, const ServerSpec& spec)
{
    const int most = server.facts().mostLikeliest;
    if (most == 0 || spec.probabilities == ServerSpec::automatic)
        return {};
    const int own = server.facts().ownStrings;
    if (own > 0 && (spec.probabilities == ServerSpec::allOfThem || (spec.probabilities > most && most == own)))
        return fail("The server {} names tokens by strings, and lists only the {} tokens that have one of their own: "
                    "ask it for probabilities=auto, or use a server that takes token ids (llama-server, vLLM, SGLang).",
                    server.connection().name(), own);
    if (spec.probabilities == ServerSpec::allOfThem
        && (server.facts().vocabularySize == 0 || most < server.facts().vocabularySize))
        return fail("The server {} lists {} tokens behind a text at most: ask it for probabilities=auto, or start it "
                    "so that it lists all.",
                    server.connection().name(), most);
    if (spec.probabilities > most)
        return fail("The server {} lists {} tokens behind a text at most, and {} are asked for: ask for fewer, or "
                    "start it so that it lists more.",
                    server.connection().name(), most, spec.probabilities);
    return {};
}

std::string nameWithoutType(std::string name)
{
    constexpr std::string_view type = ".gguf";
    if (name.ends_with(type))
        name.resize(name.size() - type.size());
    return name;
}

std::shared_ptr<const Model> modelOf(const RemoteServer& server, const ServerSpec& spec, const Model& like)
{
    const ServerFacts& facts = server.facts();
    auto model = std::make_shared<Model>();
    model->name = message("{} at {}", nameWithoutType(facts.model), server.connection().name()).text;
    model->path = like.path; // where its chat template is
    model->tokenizer = like.tokenizer;
    model->config.vocabularySize = facts.vocabularySize > 0 ? facts.vocabularySize : like.config.vocabularySize;
    // A token is asked for behind every text, and it counts.
    model->config.contextLength = facts.contextLength > 1 ? facts.contextLength - 1 : like.config.contextLength;
    model->config.endOfText = like.config.endOfText;
    model->record.name = model->name;
    model->record.path = written(spec);
    model->record.vocabulary = model->config.vocabularySize;
    model->record.context = model->config.contextLength;
    return model;
}

} // namespace

bool isBehindServer(const Model& model)
{
    return isServerAddress(model.record.path);
}

Result<std::shared_ptr<const Model>> openRemoteModel(const std::string& written,
                                                     const std::shared_ptr<const Model>& like, const Progress& progress)
{
    const auto spec = readServerSpec(written);
    if (!spec)
        return tl::unexpected(spec.error());
    if (!like)
        return fail("The target is behind a server, which keeps its tokenizer to itself: choose a draft with the same "
                    "vocabulary, also where it does not draft.");
    progress.tell(-1, "Asking the server");
    const auto server = connectServer(*spec, keyOfEnvironment(), progress);
    if (!server)
        return tl::unexpected(server.error());
    if (const auto told = askedOf<void>(*spec, [&] { return giveVocabulary(**server, like->tokenizer); }); !told)
        return tl::unexpected(told.error());
    if (const auto fine = checkCount(**server, *spec); !fine)
        return tl::unexpected(fine.error());
    const auto same =
        askedOf<void>(*spec, [&] { return checkVocabulary(**server, *like->tokenizer, like->name, progress); });
    if (!same)
        return tl::unexpected(same.error());
    return modelOf(**server, *spec, *like);
}

std::shared_ptr<const Model> asAsked(const Model& model, const RemoteTarget& target)
{
    auto asked = std::make_shared<Model>(model);
    asked->record.path = written(target.asked());
    return asked;
}

Result<std::unique_ptr<RemoteTarget>> makeRemoteTarget(const Model& model, const WantedOfP& wanted,
                                                       const Progress& progress)
{
    const auto spec = readServerSpec(model.record.path);
    if (!spec)
        return tl::unexpected(spec.error());
    auto server = connectServer(*spec, keyOfEnvironment(), progress);
    if (!server)
        return tl::unexpected(server.error());
    if (const auto now = modelOf(**server, *spec, model);
        now->name != model.name || now->config.vocabularySize != model.config.vocabularySize)
        return fail("{} is no longer there, but {}: load the pair again.", model.name, now->name);
    if (const auto told = askedOf<void>(*spec, [&] { return giveVocabulary(**server, model.tokenizer); }); !told)
        return tl::unexpected(told.error());
    if (const auto fine = checkCount(**server, *spec); !fine)
        return tl::unexpected(fine.error());
    return std::make_unique<RemoteTarget>(std::move(*server), *spec, model.name, model.config.vocabularySize,
                                          model.tokenizer->size(), wanted);
}

} // namespace draftscope
