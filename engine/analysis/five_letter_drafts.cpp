// SPDX-License-Identifier: MIT
#include "engine/analysis/five_letter_drafts.h"

#include <cmath>
#include <filesystem>

#include <unistd.h>

#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/random_matrices.h"
#include "engine/formats/datastore_writer.h"
#include "engine/model/model_record.h"
#include "engine/tokenizer/tokenizer_hash.h"

namespace draftscope {
namespace {

constexpr int medusaHeads = 4;
constexpr std::uint64_t headSeed = 6;      // another than the target's
constexpr float draftQueryKeyScale = 2.0f; // as the target's

std::shared_ptr<Model> beginHead(const Model& target, RowInput input, std::string name)
{
    auto model = std::make_shared<Model>();
    model->name = std::move(name);
    model->path = "(in memory)";
    model->tokenizer = target.tokenizer;
    model->config.input = input;
    model->config.hiddenSize = target.config.hiddenSize;
    model->config.vocabularySize = target.config.vocabularySize;
    model->config.contextLength = target.config.contextLength;
    model->config.endOfText = target.config.endOfText;
    model->weights.storage = target.weights.storage;
    model->weights.embedding = target.weights.embedding;
    model->weights.head = target.weights.head;
    return model;
}

DraftHead medusa(const Model& target)
{
    DraftHead head{DraftHeadKind::medusa, "five letters: Medusa", "(in memory)", {}, {HiddenStates::afterFinalNorm}};
    for (int i = 0; i < medusaHeads; ++i) {
        auto model = beginHead(target, RowInput::state, head.name);
        model->weights.embedding = {};
        RandomMatrices random(model->weights, 0, headSeed + std::uint64_t(i));
        const int hidden = target.config.hiddenSize;
        model->weights.entry.blocks = {{random.make(hidden, hidden, 1), std::vector<float>(std::size_t(hidden), 0.1f)}};
        model->record = describe(*model);
        head.models.push_back(std::move(model));
    }
    return head;
}

/// The decoder layer of an EAGLE head, which reads rows of `width`.
LayerWeights layerOf(const ModelConfig& config, RandomMatrices& random, int width)
{
    const int queries = config.headCount * config.headSize, keys = config.kvHeadCount * config.headSize;
    LayerWeights layer;
    layer.postAttentionNorm.assign(std::size_t(config.hiddenSize), 1.0f);
    layer.q = random.make(queries, width, draftQueryKeyScale);
    layer.k = random.make(keys, width, draftQueryKeyScale);
    layer.v = random.make(keys, width, 1);
    layer.o = random.make(config.hiddenSize, queries, 1);
    layer.gate = random.make(config.intermediateSize, config.hiddenSize, 1);
    layer.up = random.make(config.intermediateSize, config.hiddenSize, 1);
    layer.down = random.make(config.hiddenSize, config.intermediateSize, 1);
    return layer;
}

/// EAGLE-1 and 2 read the target's embedding and head; EAGLE-3 has a head of its own, without the letter d.
DraftHead eagle(const Model& target, bool isThird)
{
    DraftHead head{isThird ? DraftHeadKind::eagle3 : DraftHeadKind::eagle,
                   isThird ? "five letters: EAGLE-3" : "five letters: EAGLE",
                   "(in memory)",
                   {},
                   {HiddenStates::afterFinalNorm}};
    auto model = beginHead(target, isThird ? RowInput::tokenBesideState : RowInput::tokenAndState, head.name);
    ModelConfig& config = model->config;
    config.intermediateSize = target.config.intermediateSize;
    config.layerCount = 1;
    config.headCount = target.config.headCount;
    config.kvHeadCount = target.config.kvHeadCount;
    config.headSize = target.config.headSize;
    const int hidden = config.hiddenSize;
    Weights& weights = model->weights;
    RandomMatrices random(weights, 0, headSeed);
    if (isThird) {
        head.targetStates = {0, 1, target.config.layerCount};
        config.featureSize = int(head.targetStates.size()) * hidden;
        weights.tokenOfLogit = {0, 1, 2, 4};
        config.draftVocabularySize = int(weights.tokenOfLogit.size());
        weights.head = random.make(config.draftVocabularySize, hidden, 1);
        weights.finalNorm.assign(std::size_t(hidden), 1.0f);
    }
    weights.entry.fc = random.make(hidden, isThird ? config.featureSize : 2 * hidden, 1);
    LayerWeights layer = layerOf(config, random, isThird ? 2 * hidden : hidden);
    if (isThird)
        layer.embeddingNorm = layer.inputNorm = weights.finalNorm;
    weights.layers.push_back(std::move(layer));
    model->record = describe(*model);
    head.models.push_back(std::move(model));
    return head;
}

/// Random texts: of five letters every short ending is among them.
std::vector<TokenId> randomTexts(const Model& target)
{
    constexpr std::uint32_t count = 600;
    std::vector<TokenId> letters;
    for (std::uint32_t i = 0; i < count; ++i)
        letters.push_back(TokenId(uniform(headSeed, 0, i, 0, Purpose::plain) * target.config.vocabularySize));
    return letters;
}

Result<std::shared_ptr<const Datastore>> datastoreFor(const Model& target)
{
    static int number = 0; // of those that are there at once
    std::error_code failed;
    const auto directory = std::filesystem::temp_directory_path(failed);
    if (failed)
        return fail("There is no directory for temporary files: name one that is there in TMPDIR.");
    const auto path = directory / fmt::format("draftscope-lossless-{}-{}.datastore", getpid(), number++);
    auto writer = DatastoreWriter::create(path);
    if (!writer)
        return tl::unexpected(writer.error());
    const Tokenizer& tokenizer = *target.tokenizer;
    if (const auto written = writer->finish({tokenizer.size(), tokenizerHash(tokenizer), noToken}, randomTexts(target));
        !written)
        return tl::unexpected(written.error());
    auto datastore = Datastore::open(path);
    if (!datastore)
        return datastore;
    const Datastore* const texts = datastore->get();
    return std::shared_ptr<const Datastore>(texts, [kept = std::move(*datastore), path](const Datastore*) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    });
}

} // namespace

Pair fiveLetterPairFor(const Method& method, bool endsText)
{
    // Of two layers none is between the first and the last, which layer skipping keeps.
    return fiveLetterPair(endsText, method.draftsWithTarget ? 3 : 2);
}

Result<MethodData> fiveLetterData(const Method& method, const Model& target)
{
    MethodData data;
    if (method.head)
        data.head = std::make_shared<DraftHead>(*method.head == DraftHeadKind::medusa
                                                    ? medusa(target)
                                                    : eagle(target, *method.head == DraftHeadKind::eagle3));
    if (method.mergesDrafts)
        data.drafts.push_back(otherFiveLetterDraft(target.tokenizer->eos() != noToken));
    if (!method.needsFile() || !method.openDatastore)
        return data;
    auto datastore = datastoreFor(target);
    if (!datastore)
        return tl::unexpected(datastore.error());
    data.datastore = std::move(*datastore);
    return data;
}

} // namespace draftscope
