// SPDX-License-Identifier: MIT
// EAGLE-3 heads as GGUF files, which may be quantised: general.architecture "eagle3", as llama.cpp's converter writes them of a
// published directory. The keys beside those of a Llama are eagle3.target_layers (the layers of the target that are read, as eagle_aux_hidden_state_layer_ids of config.json),
// eagle3.target_hidden_size, eagle3.norm_before_residual and eagle3.norm_before_fc. Rows of q and k are permuted as in other GGUF files.
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

/// The name of a published head's tensor and that of GGUF. Where two names of GGUF are known, the first that is there counts.
constexpr std::pair<std::string_view, std::string_view> headTensors[] = {
    {"embed_tokens.weight", "token_embd.weight"},
    {"input_norm.weight", "enc.output_norm.weight"},
    {"midlayer.input_layernorm.weight", "blk.0.attn_norm.weight"},
    {"midlayer.hidden_norm.weight", "blk.0.attn_norm_2.weight"},
    {"midlayer.hidden_norm.weight", "blk.0.hidden_norm.weight"},
    {"midlayer.self_attn.q_proj.weight", "blk.0.attn_q.weight"},
    {"midlayer.self_attn.k_proj.weight", "blk.0.attn_k.weight"},
    {"midlayer.self_attn.v_proj.weight", "blk.0.attn_v.weight"},
    {"midlayer.self_attn.o_proj.weight", "blk.0.attn_output.weight"},
    {"midlayer.self_attn.q_proj.bias", "blk.0.attn_q.bias"},
    {"midlayer.self_attn.k_proj.bias", "blk.0.attn_k.bias"},
    {"midlayer.self_attn.v_proj.bias", "blk.0.attn_v.bias"},
    {"midlayer.self_attn.o_proj.bias", "blk.0.attn_output.bias"},
    {"midlayer.post_attention_layernorm.weight", "blk.0.ffn_norm.weight"},
    {"midlayer.mlp.gate_proj.weight", "blk.0.ffn_gate.weight"},
    {"midlayer.mlp.up_proj.weight", "blk.0.ffn_up.weight"},
    {"midlayer.mlp.down_proj.weight", "blk.0.ffn_down.weight"},
    {"norm.weight", "output_norm.weight"},
    {"lm_head.weight", "output.weight"},
    {"d2t", "d2t"},
    {"d2t", "d2t.weight"},
};

/// The tensors of such a file under the names that published heads have.
class GgufEagle3 : public TensorSource {
public:
    explicit GgufEagle3(const Gguf& file) : m_file(file) {}

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
                    name = published;
                    break;
                }
        return all;
    }
    [[nodiscard]] std::vector<std::shared_ptr<const MemoryMap>> storage() const override { return m_file.storage(); }
    [[nodiscard]] const std::filesystem::path& path() const override { return m_file.path(); }

private:
    [[nodiscard]] std::string_view inFile(std::string_view name) const
    {
        std::string_view first = name;
        for (const auto& [published, stored] : headTensors)
            if (published == name) {
                if (m_file.has(stored))
                    return stored;
                first = first == name ? stored : first;
            }
        return first;
    }
    const Gguf& m_file;
};

/// What config.json of a published head would say, beside sizes.
json switchesOf(const Gguf& file, const ModelConfig& shape)
{
    json document = json::object();
    for (const char* key : {"norm_before_residual", "norm_before_fc"})
        document[key] = file.boolean(std::string("eagle3.") + key).value_or(false);
    if (const auto hidden = file.integer("eagle3.target_hidden_size"))
        document["target_hidden_size"] = *hidden;
    for (const char* key : {"eagle3.target_layers", "eagle3.extract_layers"})
        if (const GgufArray* layers = file.array(key))
            document["eagle_aux_hidden_state_layer_ids"] = layers->integers().value_or(std::vector<std::int64_t>());
    if (const auto head = file.tensor("output.weight");
        head && head->shape.size() == 2 && head->shape[0] != shape.vocabularySize)
        document["draft_vocab_size"] = head->shape[0];
    return document;
}

/// Tokens of the target: the file has its vocabulary, or says how many they are, or has an embedding of its own.
int vocabularySizeOf(const Gguf& file, int otherwise)
{
    const GgufArray* tokens = file.array("tokenizer.ggml.tokens");
    const std::int64_t stated = file.integer("eagle3.vocab_size").value_or(tokens ? std::int64_t(tokens->size()) : 0);
    return file.has("token_embd.weight") || stated < 1 || stated > limits::vocabulary ? otherwise : int(stated);
}

} // namespace

Result<void> readGgufHead(const Gguf& file, const Model& target, DraftHead& head)
{
    const std::string where = file.path().string();
    const std::string architecture = file.shownText("general.architecture").value_or("");
    if (architecture != "eagle3")
        return fail(
            "{} says that it is of the architecture \"{}\", and of heads in GGUF files eagle3 is supported: choose an "
            "EAGLE-3 head, or a head's directory with safetensors.",
            where, architecture);
    GgufFields fields(file, architecture);
    auto shape = readLlamaGguf(fields);
    if (!shape)
        return tl::unexpected(shape.error());
    shape->vocabularySize = vocabularySizeOf(file, shape->vocabularySize);
    const json switches = switchesOf(file, *shape);
    return readEagleHead(GgufEagle3(file), switches, std::move(*shape), where, true, target, head);
}

} // namespace draftscope
