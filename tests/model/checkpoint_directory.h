// SPDX-License-Identifier: MIT
// A Hugging Face directory and a GGUF file of a random Llama with 16 tokens, to be bent by tests.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include <nlohmann/json.hpp>

#include "engine/model/model.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "tests/fixtures/checkpoint_files.h"

namespace draftscope::fixtures {

constexpr int tinyVocabulary = 16, tinyHidden = 8, tinyInner = 12, tinyHeads = 2, tinyKvHeads = 1, tinyLayers = 2;

struct NamedTensor {
    std::string name;
    std::vector<std::uint64_t> shape; ///< outermost first
};

/// Every tensor of the model under its Hugging Face name.
inline std::vector<NamedTensor> tinyTensors(bool embedding = true, bool head = true)
{
    std::vector<NamedTensor> tensors;
    if (embedding)
        tensors.push_back({"model.embed_tokens.weight", {tinyVocabulary, tinyHidden}});
    tensors.push_back({"model.norm.weight", {tinyHidden}});
    if (head)
        tensors.push_back({"lm_head.weight", {tinyVocabulary, tinyHidden}});
    const std::uint64_t keys = tinyHidden / tinyHeads * tinyKvHeads;
    for (int i = 0; i < tinyLayers; ++i) {
        const std::string at = "model.layers." + std::to_string(i) + ".";
        for (const NamedTensor& each : std::vector<NamedTensor>{{"input_layernorm", {tinyHidden}},
                                                                {"post_attention_layernorm", {tinyHidden}},
                                                                {"self_attn.q_proj", {tinyHidden, tinyHidden}},
                                                                {"self_attn.k_proj", {keys, tinyHidden}},
                                                                {"self_attn.v_proj", {keys, tinyHidden}},
                                                                {"self_attn.o_proj", {tinyHidden, tinyHidden}},
                                                                {"mlp.gate_proj", {tinyInner, tinyHidden}},
                                                                {"mlp.up_proj", {tinyInner, tinyHidden}},
                                                                {"mlp.down_proj", {tinyHidden, tinyInner}}})
            tensors.push_back({at + each.name + ".weight", each.shape});
    }
    return tensors;
}

inline nlohmann::json tinyConfig()
{
    return {{"architectures", {"LlamaForCausalLM"}},
            {"hidden_act", "silu"},
            {"hidden_size", tinyHidden},
            {"intermediate_size", tinyInner},
            {"num_hidden_layers", tinyLayers},
            {"num_attention_heads", tinyHeads},
            {"num_key_value_heads", tinyKvHeads},
            {"vocab_size", tinyVocabulary},
            {"max_position_embeddings", 32},
            {"rms_norm_eps", 1e-5},
            {"bos_token_id", 1},
            {"eos_token_id", 2}};
}

inline int elementCount(const NamedTensor& tensor)
{
    int count = 1;
    for (const auto size : tensor.shape)
        count *= int(size);
    return count;
}

/// An F32 safetensors file of these tensors; every tensor counts up from its own place in the list.
inline std::string tinySafetensors(const std::vector<NamedTensor>& tensors)
{
    nlohmann::json header;
    std::string data;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t begin = data.size();
        data += floats(elementCount(tensors[i]), float(i));
        header[tensors[i].name] = {
            {"dtype", "F32"}, {"shape", tensors[i].shape}, {"data_offsets", {begin, data.size()}}};
    }
    return safetensorsFile(header.dump(), data);
}

inline std::vector<VocabularyPiece> tinyPieces()
{
    std::vector<VocabularyPiece> pieces = {
        {"<unk>", 0, PieceType::unknown}, {"<s>", 0, PieceType::control}, {"</s>", 0, PieceType::control}};
    for (char letter = 'a'; int(pieces.size()) < tinyVocabulary; ++letter)
        pieces.push_back({std::string(1, letter), -float(letter), PieceType::normal});
    return pieces;
}

inline std::string tinyTokenizer(const std::vector<VocabularyPiece>& pieces = tinyPieces())
{
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    return writeSentencePieceProto(pieces, spec);
}

inline void writeTinyDirectory(const std::filesystem::path& directory, const nlohmann::json& config = tinyConfig(),
                               const std::vector<NamedTensor>& tensors = tinyTensors())
{
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    writeFile(directory / "config.json", config.dump());
    writeFile(directory / "model.safetensors", tinySafetensors(tensors));
    writeFile(directory / "tokenizer.model", tinyTokenizer());
}

/// The metadata of the same model as GGUF, without tensors; or of one of another width.
inline GgufWriter tinyGgufKeys(int hidden = tinyHidden, int inner = tinyInner,
                               const std::string& architecture = "llama")
{
    std::vector<std::string> names;
    std::vector<float> scores;
    std::vector<std::int32_t> types;
    for (const VocabularyPiece& piece : tinyPieces()) {
        names.push_back(piece.text);
        scores.push_back(piece.score);
        types.push_back(int(piece.type));
    }
    GgufWriter writer;
    writer
        .key("tokenizer.ggml.model", "llama") // before the architecture, as real files have it
        .key("tokenizer.ggml.tokens", names)
        .array("tokenizer.ggml.scores", 6, scores)
        .array("tokenizer.ggml.token_type", 5, types)
        .key("tokenizer.ggml.bos_token_id", 1U)
        .key("tokenizer.ggml.eos_token_id", 2U)
        .key("general.architecture", architecture)
        .key(architecture + ".context_length", 32U)
        .key(architecture + ".embedding_length", std::uint32_t(hidden))
        .key(architecture + ".feed_forward_length", std::uint32_t(inner))
        .key(architecture + ".block_count", std::uint32_t(tinyLayers))
        .key(architecture + ".attention.head_count", std::uint32_t(tinyHeads))
        .key(architecture + ".attention.head_count_kv", std::uint32_t(tinyKvHeads))
        .key(architecture + ".attention.layer_norm_rms_epsilon", 1e-5f);
    return writer;
}

/// "model.layers.1.self_attn.q_proj.weight" as GGUF calls it.
inline std::string ggufName(std::string name)
{
    const std::vector<std::pair<std::string, std::string>> parts = {{"model.embed_tokens", "token_embd"},
                                                                    {"model.norm", "output_norm"},
                                                                    {"lm_head", "output"},
                                                                    {"model.layers", "blk"},
                                                                    {"post_attention_layernorm", "ffn_norm"},
                                                                    {"input_layernorm", "attn_norm"},
                                                                    {"self_attn.q_proj", "attn_q"},
                                                                    {"self_attn.k_proj", "attn_k"},
                                                                    {"self_attn.v_proj", "attn_v"},
                                                                    {"self_attn.o_proj", "attn_output"},
                                                                    {"mlp.gate_up_proj", "ffn_up"},
                                                                    {"self_attn.qkv_proj", "attn_qkv"},
                                                                    {"mlp.gate_proj", "ffn_gate"},
                                                                    {"mlp.up_proj", "ffn_up"},
                                                                    {"mlp.down_proj", "ffn_down"}};
    for (const auto& [from, to] : parts)
        if (const auto at = name.find(from); at != std::string::npos)
            name.replace(at, from.size(), to);
    return name;
}

inline GgufWriter& addTinyTensors(GgufWriter& writer, const std::vector<NamedTensor>& tensors = tinyTensors())
{
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::vector<std::uint64_t> sizes = tensors[i].shape;
        std::reverse(sizes.begin(), sizes.end());
        writer.tensor(ggufName(tensors[i].name), sizes, 0, floats(elementCount(tensors[i]), float(i)));
    }
    return writer;
}

inline float firstFloat(const MatrixView& matrix)
{
    float value;
    std::memcpy(&value, matrix.data, sizeof value);
    return value;
}

inline std::string countedBytes(std::size_t count)
{
    std::string bytes;
    while (bytes.size() < count)
        bytes += char(bytes.size() + 1);
    return bytes;
}

inline QString sentenceOf(const Result<std::shared_ptr<const Model>>& loaded)
{
    return loaded ? QString("loaded") : QString::fromStdString(loaded.error().sentence);
}

} // namespace draftscope::fixtures
