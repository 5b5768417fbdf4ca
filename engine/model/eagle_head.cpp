// SPDX-License-Identifier: MIT
// EAGLE's heads. Which one it is say the tensors: only EAGLE-3 has a norm of its hidden states. (A GGUF file names its
// kind, too; the two agree.)
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <span>

#include "engine/formats/json_document.h"
#include "engine/model/checkpoint.h"
#include "engine/model/config_fields.h"
#include "engine/model/draft_head_parts.h"
#include "engine/model/logit_tokens.h"
#include "engine/model/pass_part.h"

namespace draftscope {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 2> needless = {
    ".rotary_emb.inv_freq", // computed from config.json
    "t2d",                  // which tokens have a logit: d2t says it, too
};

const json& layerConfig(const json& document)
{
    const auto wrapped = document.find("transformer_layer_config"); // of the speculators library
    return wrapped != document.end() && wrapped->is_object() ? *wrapped : document;
}

/// eagle_aux_hidden_state_layer_ids, which lies in eagle_config or beside it.
const json* layerIds(const json& document)
{
    for (const json* place : {&document, document.contains("eagle_config") ? &document["eagle_config"] : nullptr})
        if (place && place->is_object())
            if (const auto found = place->find("eagle_aux_hidden_state_layer_ids");
                found != place->end() && !found->is_null())
                return &*found;
    return nullptr;
}

/// Where the features come from, as HiddenStates::entering. Lists that begin with 1 name the layers whose output is
/// read, others those whose input is. Without a list: entering 2, the middle one, and the last but two.
Result<std::vector<int>> targetStatesOf(const json& document, const std::string& where, const Model& target)
{
    const int layers = target.config.layerCount;
    std::vector<int> states = {2, layers / 2, layers - 3};
    if (const json* ids = layerIds(document)) {
        states.clear();
        for (const json& id : ids->is_array() ? *ids : json::array()) {
            if (!id.is_number_integer() || id < 0 || id > INT16_MAX)
                return fail(
                    "In {} the layers whose hidden states the head reads are no numbers: download the file again.",
                    where);
            states.push_back(id.get<int>());
        }
        if (!states.empty() && states.front() == 1)
            for (int& state : states)
                ++state;
    }
    const bool areThere = std::ranges::all_of(states, [&](int state) { return state >= 0 && state <= layers; });
    if (states.empty() || states.size() > 16 || !areThere)
        return fail("The head of {} reads hidden states of layers that {} does not have, whose layers are {}: choose a "
                    "head that "
                    "was trained for it.",
                    where, target.name, layers);
    return states;
}

Result<void> checkSwitches(const json& document, const std::string& where)
{
    const std::string type = document.value("speculators_model_type", json()).is_string()
        ? document["speculators_model_type"].get<std::string>()
        : "eagle";
    if (type != "eagle" && type != "eagle3")
        return fail("{} is a speculator of the type {}, which is not supported yet: use an EAGLE head.", where, type);
    for (const json* place : {&document, document.contains("eagle_config") ? &document["eagle_config"] : nullptr})
        if (place && place->is_object() && place->value("use_aux_hidden_state", json()) == false)
            return fail("{} has use_aux_hidden_state off, which is not supported yet: use another head.", where);
    if (const json scale = document.value("logit_scale", json()); !scale.is_null() && scale != 1.0)
        return fail("{} has a logit_scale, which is not supported yet: use another head.", where);
    return {};
}

/// What the tensors of an EAGLE head become. The configuration is read before.
class EagleReader {
public:
    EagleReader(const TensorSource& source, const Model& target, Model& model)
        : m_source(source), m_target(target), m_model(model), m_mapper(source, model.weights)
    {
    }

    [[nodiscard]] const TensorMapper& mapper() const { return m_mapper; }
    [[nodiscard]] ModelConfig& config() { return m_model.config; }
    [[nodiscard]] Weights& weights() { return m_model.weights; }

    void readEntry(bool hasBias)
    {
        const int columns = config().featureSize > 0 ? config().featureSize : 2 * config().hiddenSize;
        if (m_source.has("input_norm.weight"))
            weights().entry.fcNorm = m_mapper.vector("input_norm.weight", config().featureSize);
        weights().entry.fc = m_mapper.matrix("fc.weight", config().hiddenSize, columns);
        if (hasBias)
            weights().entry.fcBias = m_mapper.vector("fc.bias", config().hiddenSize);
    }
    /// The embedding, or the target's where the file has none.
    void readEmbedding()
    {
        const bool fits = m_target.config.hiddenSize == config().hiddenSize;
        weights().embedding = m_source.has("embed_tokens.weight") || !fits
            ? m_mapper.matrix("embed_tokens.weight", config().vocabularySize, config().hiddenSize)
            : m_target.weights.embedding;
    }
    /// The head with what says whose tokens its logits are; or the target's where the file has none and it fits, whole
    /// or the rows of those tokens.
    Result<void> readHead()
    {
        if (m_source.has("d2t") || config().draftVocabularySize > 0) {
            const std::vector<std::int64_t> offsets = m_mapper.wholeNumbers("d2t", config().logitCount());
            auto tokens = tokensOfLogits(offsets, config().vocabularySize, m_source.path().string());
            if (!tokens)
                return tl::unexpected(tokens.error());
            weights().tokenOfLogit = std::move(*tokens);
        }
        if (m_source.has("lm_head.weight") || m_target.config.hiddenSize != config().hiddenSize)
            weights().head = m_mapper.matrix("lm_head.weight", config().logitCount(), config().hiddenSize);
        else if (!weights().tokenOfLogit.empty())
            weights().head = rowsOfTargetHead(weights().tokenOfLogit);
        else
            weights().head = m_target.weights.head;
        return {};
    }
    void readLayer(const std::string& prefix, bool hasInputNorm, bool readsEmbedding)
    {
        const ModelConfig& c = config();
        const int queries = c.headCount * c.headSize, keys = c.kvHeadCount * c.headSize;
        const int width = readsEmbedding ? 2 * c.hiddenSize : c.hiddenSize;
        const auto matrix = [&](const char* name, int rows, int columns, bool hasBias) {
            return m_mapper.matrix(prefix + name + ".weight", rows, columns, {.hasBias = hasBias});
        };
        const auto norm = [&](const char* name) { return m_mapper.vector(prefix + name + ".weight", c.hiddenSize); };
        LayerWeights layer;
        if (readsEmbedding) {
            layer.embeddingNorm = norm("input_layernorm");
            layer.inputNorm = norm("hidden_norm");
        } else if (hasInputNorm) {
            layer.inputNorm = norm("input_layernorm");
        }
        layer.postAttentionNorm = norm("post_attention_layernorm");
        layer.q = matrix("self_attn.q_proj", queries, width, c.hasQueryKeyValueBias);
        layer.k = matrix("self_attn.k_proj", keys, width, c.hasQueryKeyValueBias);
        layer.v = matrix("self_attn.v_proj", keys, width, c.hasQueryKeyValueBias);
        layer.o = matrix("self_attn.o_proj", c.hiddenSize, queries, c.hasAttentionOutputBias);
        layer.gate = matrix("mlp.gate_proj", c.intermediateSize, c.hiddenSize, c.hasMlpBias);
        layer.up = matrix("mlp.up_proj", c.intermediateSize, c.hiddenSize, c.hasMlpBias);
        layer.down = matrix("mlp.down_proj", c.hiddenSize, c.intermediateSize, c.hasMlpBias);
        weights().layers.push_back(std::move(layer));
    }
    /// Whether readHead() copied them: they are none of the head's own parameters.
    [[nodiscard]] bool hasRowsOfTargetHead() const { return m_hasRowsOfTargetHead; }
    void readFinalNorm() { weights().finalNorm = m_mapper.vector("norm.weight", config().hiddenSize); }

private:
    /// A copy, in the type that they have there.
    MatrixView rowsOfTargetHead(std::span<const TokenId> tokens)
    {
        const MatrixView& whole = m_target.weights.head;
        assert(!whole.bias); // of no family
        const auto rows = std::make_shared<std::vector<std::byte>>(tokens.size() * whole.rowBytes());
        for (std::size_t i = 0; i < tokens.size(); ++i)
            std::memcpy(rows->data() + i * whole.rowBytes(),
                        static_cast<const std::byte*>(whole.data) + std::size_t(tokens[i]) * whole.rowBytes(),
                        whole.rowBytes());
        weights().storage.push_back(rows);
        m_hasRowsOfTargetHead = true;
        return {rows->data(), whole.type, int(tokens.size()), whole.columns};
    }

    const TensorSource& m_source;
    const Model& m_target;
    Model& m_model;
    TensorMapper m_mapper;
    bool m_hasRowsOfTargetHead = false;
};

/// EAGLE-1 and 2: fc over [embedding; state], layers of which the first has no input norm, and the target's head, or
/// its rows of frequent tokens (FR-Spec, Zhao et al., arXiv 2502.14856).
Result<void> readEagle(EagleReader& reader, const TensorSource& source, ConfigFields& fields, const std::string& where)
{
    // Absent means true to the authors' code and false to others': then the file says it.
    const bool hasBias = fields.find("bias") ? fields.flag("bias") : source.has("fc.bias");
    if (auto logits = readDraftVocabularySize(fields, where, reader.config()); !logits)
        return logits;
    reader.config().input = RowInput::tokenAndState;
    reader.readEmbedding();
    reader.readEntry(hasBias);
    for (int i = 0; i < reader.config().layerCount && !reader.mapper().error(); ++i)
        reader.readLayer(fmt::format("layers.{}.", i), i > 0, false);
    if (fields.error())
        return tl::unexpected(*fields.error());
    return reader.readHead();
}

/// EAGLE-3: fc over the joined features of the target, one layer that reads [embedding; state], a norm of its own, and
/// nearly always a head.
Result<void> readEagle3(EagleReader& reader, const TensorSource& source, ConfigFields& fields, const json& document,
                        const std::string& where, const Model& target, DraftHead& head)
{
    auto states = targetStatesOf(document, where, target);
    if (!states)
        return tl::unexpected(states.error());
    head.kind = DraftHeadKind::eagle3;
    head.targetStates = std::move(*states);
    ModelConfig& config = reader.config();
    if (config.layerCount != 1)
        return fail("The head of {} has {} layers, and EAGLE-3 heads of one are supported: use another head.", where,
                    config.layerCount);
    config.input = RowInput::tokenBesideState;
    config.featureSize = int(head.targetStates.size()) * target.config.hiddenSize;
    config.normBeforeResidual = fields.flag("norm_before_residual");
    const bool hasFeatureNorm = fields.flag("norm_before_fc");
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (auto logits = readDraftVocabularySize(fields, where, config); !logits)
        return logits;
    if (hasFeatureNorm && !source.has("input_norm.weight"))
        return fail("{} has norm_before_fc set, and there is no input_norm.weight: download it again.", where);

    reader.readEmbedding();
    reader.readEntry(false);
    reader.readLayer(source.has("midlayer.hidden_norm.weight") ? "midlayer." : "layers.0.", true, true);
    reader.readFinalNorm();
    return reader.readHead();
}

} // namespace

Result<void> readEagleHead(const TensorSource& source, const Model& target, DraftHead& head)
{
    const std::string where = (head.path / "config.json").string();
    const auto document = readJsonObject(where);
    if (!document)
        return tl::unexpected(document.error());
    if (auto switches = checkSwitches(*document, where); !switches)
        return switches;
    ConfigFields layer(layerConfig(*document), where);
    auto shape = readLlamaShape(layer, where);
    if (!shape)
        return tl::unexpected(shape.error());
    if (auto window = checkNoWindow(layer, where, *shape); !window)
        return window;
    return readEagleHead(source, *document, std::move(*shape), where, false, target, head);
}

Result<void> readEagleHead(const TensorSource& source, const json& document, ModelConfig shape,
                           const std::string& where, bool isInterleaved, const Model& target, DraftHead& head)
{
    if (!source.has("fc.weight"))
        return fail("{} has no tensor fc.weight: it is not an EAGLE head.", source.path().string());
    if (shape.ropeFollowsLength())
        return fail("The head of {} rotates by frequencies that follow the length of the text (longrope, dynamic), "
                    "which is not "
                    "supported yet: use another head.",
                    where);
    ConfigFields fields(document, where);
    const bool isEagle3 = source.has("midlayer.hidden_norm.weight") || source.has("layers.0.hidden_norm.weight");
    const int readsHidden = isEagle3 ? fields.size("target_hidden_size", shape.hiddenSize) : shape.hiddenSize;
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (readsHidden != target.config.hiddenSize || shape.vocabularySize != target.config.vocabularySize)
        return fail(
            "The head {} is for a target of {} tokens and hidden size {}, and {} has {} and {}: choose a head that was "
            "trained for it.",
            head.path.string(), shape.vocabularySize, readsHidden, target.name, target.config.vocabularySize,
            target.config.hiddenSize);

    head.kind = DraftHeadKind::eagle;
    head.targetStates = {HiddenStates::afterFinalNorm};
    auto model = beginHead(source, target, head, head.name);
    model->config = std::move(shape);
    model->weights.interleavedRope = isInterleaved;
    EagleReader reader(source, target, *model);
    auto read = isEagle3 ? readEagle3(reader, source, fields, document, where, target, head)
                         : readEagle(reader, source, fields, where);
    if (reader.mapper().error())
        return tl::unexpected(*reader.mapper().error());
    if (!read)
        return read;
    if (auto nothing = checkNothingLeft(source, reader.mapper(), needless); !nothing)
        return nothing;
    model->config.tiedEmbeddings = model->weights.head.data == model->weights.embedding.data;
    finishHead(*model, target);
    if (reader.hasRowsOfTargetHead())
        model->record.parameters -= std::int64_t(model->weights.head.rows) * model->weights.head.columns;
    head.models = {std::move(model)};
    return {};
}

} // namespace draftscope
