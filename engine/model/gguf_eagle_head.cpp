// SPDX-License-Identifier: MIT
// EAGLE heads as GGUF files, which may be quantised. Rows of q and k are permuted as in other GGUF files.
// general.architecture "eagle3" is what llama.cpp's converter writes of a published directory of an EAGLE-3 head. The
// keys beside those of a Llama are eagle3.target_layers (the layers of the target that are read, as
// eagle_aux_hidden_state_layer_ids of config.json), eagle3.target_hidden_size, eagle3.norm_before_residual and
// eagle3.norm_before_fc.
// "eagle" is an EAGLE-1/2 head under the same names. No other program is known to write one; this project's recipe
// does.
#include <array>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/formats/gguf.h"
#include "engine/model/config_limits.h"
#include "engine/model/draft_head_parts.h"
#include "engine/model/gguf_fields.h"
#include "engine/model/logit_tokens.h"

namespace draftscope {

namespace {

using nlohmann::json;

/// The name of a published head's tensor, without what its layer is called, and that of GGUF. Where two names of GGUF
/// are known, the first that is there counts.
constexpr std::pair<std::string_view, std::string_view> headTensors[] = {
    {"embed_tokens.weight", "token_embd.weight"},
    {"fc.weight", "fc.weight"},
    {"fc.bias", "fc.bias"},
    {"input_norm.weight", "enc.output_norm.weight"},
    {"input_layernorm.weight", "blk.0.attn_norm.weight"},
    {"hidden_norm.weight", "blk.0.attn_norm_2.weight"},
    {"hidden_norm.weight", "blk.0.hidden_norm.weight"},
    {"self_attn.q_proj.weight", "blk.0.attn_q.weight"},
    {"self_attn.k_proj.weight", "blk.0.attn_k.weight"},
    {"self_attn.v_proj.weight", "blk.0.attn_v.weight"},
    {"self_attn.o_proj.weight", "blk.0.attn_output.weight"},
    {"self_attn.q_proj.bias", "blk.0.attn_q.bias"},
    {"self_attn.k_proj.bias", "blk.0.attn_k.bias"},
    {"self_attn.v_proj.bias", "blk.0.attn_v.bias"},
    {"self_attn.o_proj.bias", "blk.0.attn_output.bias"},
    {"post_attention_layernorm.weight", "blk.0.ffn_norm.weight"},
    {"mlp.gate_proj.weight", "blk.0.ffn_gate.weight"},
    {"mlp.up_proj.weight", "blk.0.ffn_up.weight"},
    {"mlp.down_proj.weight", "blk.0.ffn_down.weight"},
    {"mlp.gate_proj.bias", "blk.0.ffn_gate.bias"},
    {"mlp.up_proj.bias", "blk.0.ffn_up.bias"},
    {"mlp.down_proj.bias", "blk.0.ffn_down.bias"},
    {"norm.weight", "output_norm.weight"},
    {"lm_head.weight", "output.weight"},
    {"d2t", "d2t"},
    {"d2t", "d2t.weight"},
};

/// The tensors of such a file under the names that published heads have.
class GgufEagle : public TensorSource {
public:
    /// `layer`: how names of the layer's tensors begin in published heads.
    GgufEagle(const Gguf& file, std::string_view layer) : m_file(file), m_layer(layer) {}

    [[nodiscard]] bool has(std::string_view name) const override { return m_file.has(inFile(name)); }
    [[nodiscard]] Result<TensorView> tensor(std::string_view name) const override
    {
        return m_file.tensor(inFile(name));
    }
    [[nodiscard]] Result<std::vector<std::int64_t>> wholeNumbers(std::string_view name) const override
    {
        auto numbers = m_file.wholeNumbers(inFile(name));
        if (numbers)
            *numbers = asOffsets(std::move(*numbers));
        return numbers;
    }
    [[nodiscard]] std::vector<std::string> names() const override
    {
        std::vector<std::string> all = m_file.names();
        std::erase_if(all, [](const std::string& name) { return name.starts_with("rope_f"); }); // read with the sizes
        for (std::string& name : all)
            for (const auto& [published, stored] : headTensors)
                if (stored == name) {
                    name = isOfLayer(stored) ? m_layer + std::string(published) : published;
                    break;
                }
        return all;
    }
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override { return m_file.storage(); }
    [[nodiscard]] const std::filesystem::path& path() const override { return m_file.path(); }

private:
    [[nodiscard]] static bool isOfLayer(std::string_view stored) { return stored.starts_with("blk."); }
    [[nodiscard]] std::string_view inFile(std::string_view name) const
    {
        const bool asksForLayer = name.starts_with(m_layer);
        const std::string_view wanted = asksForLayer ? name.substr(m_layer.size()) : name;
        std::string_view first = name;
        for (const auto& [published, stored] : headTensors)
            if (published == wanted && isOfLayer(stored) == asksForLayer) {
                if (m_file.has(stored))
                    return stored;
                first = first == name ? stored : first;
            }
        return first;
    }
    const Gguf& m_file;
    std::string m_layer;
};

/// What config.json of a published head would say, beside sizes.
json switchesOf(GgufFields& fields, const GgufEagle& source, const ModelConfig& shape)
{
    const Gguf& file = fields.file();
    json document = json::object();
    std::size_t logits = std::size_t(shape.vocabularySize);
    for (const char* key : {"norm_before_residual", "norm_before_fc"})
        document[key] = file.boolean(fields.nameOf(key)).value_or(false);
    if (const auto hidden = file.integer(fields.nameOf("target_hidden_size")))
        document["target_hidden_size"] = *hidden;
    for (const char* key : {"target_layers", "extract_layers"})
        if (const GgufArray* layers = file.array(fields.nameOf(key)))
            document["eagle_aux_hidden_state_layer_ids"] = layers->integers().value_or(std::vector<std::int64_t>());
    // A head has as many rows as tokens that it says. One without rows of its own takes those of the target's, of the
    // tokens in d2t.
    if (const auto head = file.tensor("output.weight"); head && head->shape.size() == 2)
        logits = head->shape[0];
    else if (const auto tokens = source.wholeNumbers("d2t"); tokens && !file.has("output.weight"))
        logits = tokens->size();
    if (logits != std::size_t(shape.vocabularySize))
        document["draft_vocab_size"] = logits;
    return document;
}

/// Tokens of the target: what the file says, unless it has an embedding of its own.
int vocabularySizeOf(GgufFields& fields, int otherwise)
{
    const int stated = fields.statedVocabularySize();
    return fields.file().has("token_embd.weight") || stated == 0 ? otherwise : stated;
}

/// Whether the tensors are those of the kind that the file says it is.
Result<void> checkKind(const GgufEagle& source, bool isEagle3, const std::string& where)
{
    const bool hasHiddenNorm = source.has(isEagle3 ? "midlayer.hidden_norm.weight" : "layers.0.hidden_norm.weight");
    if (isEagle3 && !hasHiddenNorm)
        return fail(
            "The file {} has no tensor blk.0.attn_norm_2.weight, which an EAGLE-3 head needs: download it again.",
            where);
    if (!isEagle3 && hasHiddenNorm)
        return fail(
            "The file {} says that it is an EAGLE-1/2 head, and its layer has the norm of an EAGLE-3 head: convert "
            "the head again as eagle3.",
            where);
    return {};
}

} // namespace

Result<void> readGgufHead(const Gguf& file, const Model& target, DraftHead& head)
{
    const std::string where = file.path().string();
    const std::string architecture = file.shownText("general.architecture").value_or("");
    if (architecture != "eagle3" && architecture != "eagle")
        return fail("{} says that it is of the architecture \"{}\", and of heads in GGUF files eagle3 and eagle are "
                    "supported: choose an EAGLE head, or a head's directory with safetensors.",
                    where, architecture);
    GgufFields fields(file, architecture);
    auto shape = readLlamaGguf(fields);
    if (!shape)
        return tl::unexpected(shape.error());
    shape->vocabularySize = vocabularySizeOf(fields, shape->vocabularySize);
    const bool isEagle3 = architecture == "eagle3";
    if (!isEagle3 && shape->layerCount != 1)
        return fail(
            "The head of {} has {} layers, and EAGLE heads of one are supported in GGUF files: use its directory "
            "with safetensors.",
            where, shape->layerCount);
    const GgufEagle source(file, isEagle3 ? "midlayer." : "layers.0.");
    if (auto kind = checkKind(source, isEagle3, where); !kind)
        return kind;
    const json switches = switchesOf(fields, source, *shape);
    return readEagleHead(source, switches, std::move(*shape), where, true, target, head);
}

} // namespace draftscope
