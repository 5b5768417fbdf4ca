// SPDX-License-Identifier: MIT
// make_seeds DIRECTORY: small healthy files for every fuzzer to begin with, made of the tests' fixtures.
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "engine/formats/datastore_writer.h"
#include "engine/tokenizer/split_expressions.h"
#include "engine/trace/trace_file.h"
#include "tests/fixtures/head_files.h"
#include "tests/fixtures/torch_files.h"
#include "tests/model/checkpoint_directory.h"
#include "tests/record/example_recording.h"
#include "tests/tokenizer/small_byte_level.h"

using namespace draftscope;
using namespace draftscope::fixtures;
namespace fs = std::filesystem;

namespace {

void makeGguf(const fs::path& folder)
{
    GgufWriter writer = tinyGgufKeys();
    writeFile(folder / "keys", writer.file());
    writeFile(folder / "tiny", addTinyTensors(writer).file());
    GgufWriter more = tinyGgufKeys();
    more.key("general.name", "Tiny").key("llama.vocab_size", std::uint32_t(tinyVocabulary));
    more.rawKey("small", 1, "\xff")
        .rawKey("large", 10, std::string(8, '\xff'))
        .rawKey("half", 12, std::string(8, '\0'));
    addTinyTensors(more, tinyTensors(true, false));
    more.tensor("rope_freqs.weight", {2}, 0, floats(2, 1));
    writeFile(folder / "tied", more.file());
    GgufWriter later;
    const auto asPart = [](GgufWriter& part, int number, std::size_t tensors) -> GgufWriter& {
        return part.rawKey("split.no", 2, littleEndian(std::uint16_t(number)))
            .rawKey("split.count", 2, littleEndian(std::uint16_t(2)))
            .rawKey("split.tensors.count", 5, littleEndian(std::int32_t(tensors)));
    };
    GgufWriter first = tinyGgufKeys();
    const std::size_t tensors = tinyTensors().size();
    addTinyTensors(asPart(first, 0, tensors + 1));
    asPart(later, 1, tensors + 1).tensor("rope_freqs.weight", {2}, 0, floats(2, 1));
    writeFile(folder / "parts", first.file() + "\nPART\n" + later.file());
    GgufWriter arrays = tinyGgufKeys();
    arrays.array("llama.attention.sliding_window", 4, std::vector<std::uint32_t>{0, 8})
        .array("llama.attention.sliding_window_pattern", 7, std::vector<std::uint8_t>{0, 1})
        .array("llama.rope.freq_base", 6, std::vector<float>{1e5f, 1e5f})
        .key("llama.rope.dimension_count", 2U)
        .key("llama.rope.scaling.original_context_length", 8U)
        .tensor("rope_factors_short.weight", {1}, 0, floats(1, 1))
        .tensor("rope_factors_long.weight", {1}, 0, floats(1, 5));
    writeFile(folder / "longrope", addTinyTensors(arrays).file());
}

void makeSafetensors(const fs::path& folder)
{
    const auto tensors = tinyTensors();
    writeFile(folder / "tiny", tinySafetensors({tensors.begin(), tensors.begin() + 4}));
    writeFile(
        folder / "types",
        safetensorsFile(R"({"__metadata__":{"format":"pt"},"a":{"dtype":"BF16","shape":[2,1],"data_offsets":[0,4]},)"
                        R"("b":{"dtype":"I64","shape":[],"data_offsets":[4,12]},)"
                        R"("c":{"dtype":"F16","shape":[0,3],"data_offsets":[12,12]}})",
                        std::string(12, '\1')));
}

void makeTorch(const fs::path& folder)
{
    TorchWriter writer;
    writer.tensor("0.0.linear.weight", {2, 3}, "FloatStorage", floats(6))
        .tensor("0.0.linear.bias", {2}, "BFloat16Storage", std::string(4, '\1'))
        .tensor("d2t", {1}, "LongStorage", std::string(8, '\0'))
        .item("steps", pickled::number(70'000));
    writeFile(folder / "tiny", writer.file());
    ZipWriter wide;
    wide.zip64 = true;
    writeFile(folder / "zip64", writer.file(wide));
    writeFile(folder / "newer",
              torchFile(std::string("\x80\x04}\x94(\x8c\x01w\x94", 9) + pickled::text("torch._utils")
                            + pickled::text("_rebuild_parameter") + "\x93"
                            + pickled::tensor("HalfStorage", "0", 4, 2, {1, 2}, {2, 1}) + "\x88N\x87Ru.",
                        floats(2)));
}

void makeDatastores(const fs::path& folder)
{
    const std::vector<TokenId> text = {1, 5, 6, 7, 5, 6, 2, 1, 5, 6, 7, 8, 2};
    for (const auto& [name, vocabulary, separator] :
         {std::tuple("narrow", 16, 2), {"wide", 70'000, noToken}, {"odd", 65'536, 2}})
        if (auto writer = DatastoreWriter::create(folder / name))
            static_cast<void>(writer->finish({vocabulary, 7, separator}, text));
}

void makeConfig(const fs::path& folder)
{
    writeFile(folder / "tiny", tinyConfig().dump());
    nlohmann::json scaled = tinyConfig();
    scaled["rope_scaling"] = {{"rope_type", "llama3"},
                              {"factor", 8.0},
                              {"low_freq_factor", 1.0},
                              {"high_freq_factor", 4.0},
                              {"original_max_position_embeddings", 8192}};
    scaled["rope_theta"] = 500000.0;
    scaled["eos_token_id"] = {2, 3};
    scaled["tie_word_embeddings"] = true;
    scaled["head_dim"] = 4;
    writeFile(folder / "scaled", scaled.dump());
    writeFile(
        folder / "mistral",
        R"({"model_type":"mistral","hidden_size":8,"intermediate_size":12,"num_hidden_layers":1,)"
        R"("num_attention_heads":2,"vocab_size":16,"sliding_window":null,"attention_bias":false,"rope_parameters":)"
        R"({"rope_theta":1e4,"rope_type":"default"},"partial_rotary_factor":1.0})");
    writeFile(
        folder / "phi3",
        R"({"architectures":["Phi3ForCausalLM"],"hidden_size":8,"intermediate_size":12,"num_hidden_layers":1,)"
        R"("num_attention_heads":2)"
        R"(,"vocab_size":16,"sliding_window":8,"max_position_embeddings":64,"original_max_position_embeddings":16)"
        R"(,"rope_scaling":{"type":"su","short_factor":[1.0,1.5],"long_factor":[2.0,4.0]}})");
    writeFile(
        folder / "dynamic",
        R"({"model_type":"llama","hidden_size":8,"intermediate_size":12,"num_hidden_layers":1,"num_attention_heads":2)"
        R"(,"vocab_size":16,"max_position_embeddings":64,"rope_scaling":{"type":"dynamic","factor":2.0}})");
    writeFile(
        folder / "gemma3",
        R"({"architectures":["Gemma3ForCausalLM"],"hidden_size":8,"intermediate_size":12,"num_hidden_layers":2)"
        R"(,"num_attention_heads":2,"num_key_value_heads":1,"head_dim":4,"vocab_size":16,"sliding_window":8)"
        R"(,"layer_types":["sliding_attention","full_attention"],"rope_parameters":{"full_attention":)"
        R"({"rope_type":"yarn","factor":4.0,"rope_theta":1e6,"mscale":0.7,"mscale_all_dim":1.0},"sliding_attention":)"
        R"({"rope_type":"linear","factor":2.0,"rope_theta":1e4}}})");
    writeFile(folder / "gpt2",
              R"({"architectures":["GPT2LMHeadModel"],"n_embd":8,"n_layer":1,"n_head":2)"
              R"(,"n_inner":null,"n_positions":32,"vocab_size":16)"
              R"(,"activation_function":"gelu_new","scale_attn_weights":true,"layer_norm_epsilon":1e-5})");
}

void makeTokenizer(const fs::path& folder)
{
    writeFile(folder / "letters", tinyTokenizer());
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    spec.removesExtraSpaces = false;
    std::vector<VocabularyPiece> pieces = {
        {"<unk>", 0, PieceType::unknown}, {"<s>", 0, PieceType::control}, {"</s>", 0, PieceType::control}};
    float score = 0;
    for (const char* text : {"▁t", "he", "▁the", "▁", "t", "h", "e", "qu", "é"})
        pieces.push_back({text, score -= 1, PieceType::normal});
    pieces.push_back({"fox ", 0, PieceType::userDefined});
    pieces.push_back({"▁▁", 0, PieceType::userDefined});
    pieces.push_back({"th", -3, PieceType::unused});
    writeFile(folder / "words", writeSentencePieceProto(pieces, spec));
    spec.model = SentencePieceModel::unigram;
    spec.removesExtraSpaces = true;
    writeFile(folder / "unigram", writeSentencePieceProto(pieces, spec));
    // Normalisation: "T" becomes "t". The trie's root has its children at 256; the value of "T" lies at unit 0x100.
    std::vector<std::uint32_t> units(512, 0x8000'0000U);
    units[0] = 256U << 10;
    units[256 ^ 'T'] = (std::uint32_t(256 ^ 'T' ^ 1) << 10) | 0x100U | std::uint32_t('T');
    units[1] = 0x8000'0000U;
    spec.characterMap = littleEndian(std::uint32_t(units.size() * 4));
    for (const std::uint32_t unit : units)
        spec.characterMap += littleEndian(unit);
    spec.characterMap += std::string("t\0", 2);
    writeFile(folder / "rules", writeSentencePieceProto(pieces, spec));
    spec.model = SentencePieceModel::bpe;
    spec.characterMap.clear();
    for (int byte = 0; byte < 256; ++byte)
        pieces.push_back({fmt::format("<0x{:02X}>", byte), 0, PieceType::byte});
    writeFile(folder / "bytes", writeSentencePieceProto(pieces, spec));
}

/// A tokenizer.json for every kind of step that it may have.
void makeTokenizerJson(const fs::path& folder)
{
    using nlohmann::json;
    writeFile(folder / "bytes", smallByteLevelJson().dump());
    writeFile(folder / "pieces", smallSentencePieceJson().dump());
    const auto write = [&](const char* name, const char* patch) {
        writeFile(folder / name, smallSentencePieceJson().patch(json::parse(patch)).dump());
    };
    write("normalizers", R"([{"op":"replace","path":"/normalizer","value":{"type":"Sequence","normalizers":[
        {"type":"NFKD"},{"type":"StripAccents"},{"type":"Lowercase"},{"type":"Nmt"},
        {"type":"Strip","strip_left":true,"strip_right":true},{"type":"Prepend","prepend":"a"},
        {"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "},
        {"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
        {"type":"NFC"},{"type":"ByteLevel"}]}}])");
    write("pre_tokenizers", R"([{"op":"replace","path":"/pre_tokenizer","value":{"type":"Sequence","pretokenizers":[
        {"type":"Punctuation","behavior":"Contiguous"},{"type":"Digits","individual_digits":true},
        {"type":"Split","pattern":{"Regex":"[a-z&&[^b]]+|$"},"behavior":"MergedWithNext","invert":true},
        {"type":"CharDelimiterSplit","delimiter":"-"},{"type":"UnicodeScripts"},{"type":"FixedLength","length":3},
        {"type":"Metaspace","replacement":"_","prepend_scheme":"first","split":true},{"type":"Whitespace"},
        {"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true}]}}])");
    write("words", R"([{"op":"replace","path":"/model","value":{"type":"WordPiece","unk_token":"[UNK]",
        "continuing_subword_prefix":"##","max_input_chars_per_word":9,"vocab":{"[UNK]":0,"the":1,"##s":2}}},
        {"op":"replace","path":"/decoder","value":{"type":"WordPiece","prefix":"##","cleanup":true}},
        {"op":"replace","path":"/pre_tokenizer","value":{"type":"BertPreTokenizer"}}])");
    write("unigram", R"([{"op":"replace","path":"/model","value":{"type":"Unigram","unk_id":0,"byte_fallback":true,
        "vocab":[["<unk>",0],["t",-1],["he",-2.5],["the",-2],["<0x20>",-9]]}},
        {"op":"replace","path":"/decoder","value":{"type":"Metaspace","replacement":"_","prepend_scheme":"always"}}])");
    write("suffix", R"([{"op":"replace","path":"/model","value":{"type":"BPE","unk_token":"<unk>","fuse_unk":true,
        "continuing_subword_prefix":"@","end_of_word_suffix":"/","vocab":{"<unk>":0,"t":1,"@h":2,"th":3,"@e/":4,
           "the/":5},
        "merges":["t @h","th @e/"]}},{"op":"replace","path":"/decoder","value":{"type":"BPEDecoder","suffix":"/"}}])");
}

void makeExpressions(const fs::path& folder)
{
    int number = 0;
    std::set<std::string> expressions; // many models split alike
    for (const std::string_view pre : namedSplits()) {
        const auto splits = splitsOf(pre); // lives longer than the loop over what is in it
        for (const SplitStep& step : splits->steps)
            if (expressions.insert(step.expression).second)
                writeFile(folder / fmt::format("split{}", number++),
                          step.expression + "\nIt's 1234 the\n  été 漢字 ١٢ a_b!");
    }
    for (const char* written : {R"([\p{Lu}&&[^A-C]\S]+|[^a[b]]\b)", R"(^a|b$|(?m:.)\h{,3}+)", R"((?=(\d{3})+(?!\d)))"})
        writeFile(folder / fmt::format("syntax{}", number++), std::string(written) + "\nabc ABD\n1234567");
}

/// Vocabularies of GGUF files: pieces with scores of every type, and merges of characters.
void makeGgufVocabularies(const fs::path& folder)
{
    std::vector<std::string> tokens = {"<unk>", "<s>", "</s>", "▁t", "he", "▁the",
                                       "▁",     "t",   "h",    "e",  "  ", "<|im_end|>"};
    std::vector<std::int32_t> types = {3, 3, 3, 1, 1, 4, 1, 5, 1, 2, 4, 1};
    std::vector<float> scores = {0, 0, 0, -1, -2, -3, -4, -5, -6, -7, 0, 0};
    GgufWriter pieces;
    pieces.key("tokenizer.ggml.model", "llama")
        .key("general.name", "phi-3")
        .key("tokenizer.ggml.tokens", tokens)
        .array("tokenizer.ggml.scores", 6, scores)
        .array("tokenizer.ggml.token_type", 5, types);
    writeFile(folder / "pieces", pieces.file());
    GgufWriter characters;
    characters.key("tokenizer.ggml.model", "gemma4")
        .key("tokenizer.ggml.tokens", tokens)
        .key("tokenizer.ggml.merges", std::vector<std::string>{"h e", "▁ t", "▁t he"})
        .array("tokenizer.ggml.token_type", 5, types);
    writeFile(folder / "characters", characters.file());
}

bool makeTraces(const fs::path& folder, const char* ending)
{
    Recording recording = example::recording();
    const fs::path whole = folder / fmt::format("whole{}", ending), plain = folder / fmt::format("plain{}", ending);
    Recording one(recording.header());
    one.put(0, recording.round(0, 0));
    return saveTrace(whole, recording) && saveTrace(plain, one);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        return fmt::print(stderr, "Usage: make_seeds DIRECTORY\n"), 2;
    const fs::path corpus = argv[1];
    for (const char* name : {"gguf", "safetensors", "torch", "datastore", "config", "expression", "tokenizer",
                             "tokenizer_json", "trace", "trace_zst"})
        fs::create_directories(corpus / name);
    makeGguf(corpus / "gguf");
    writeGgufHead(corpus / "gguf" / "head",
                  eagle3Files({.inner = 8, .heads = 1, .kvHeads = 1, .headSize = 4}, {.draftVocabulary = 3}));
    writeGgufHead(corpus / "gguf" / "eagle_head", eagleFiles({.inner = 8, .heads = 1, .kvHeads = 1, .headSize = 4}));
    makeSafetensors(corpus / "safetensors");
    makeTorch(corpus / "torch");
    makeDatastores(corpus / "datastore");
    makeConfig(corpus / "config");
    makeTokenizer(corpus / "tokenizer");
    makeTokenizerJson(corpus / "tokenizer_json");
    makeExpressions(corpus / "expression");
    makeGgufVocabularies(corpus / "gguf");
    return makeTraces(corpus / "trace", "") && makeTraces(corpus / "trace_zst", ".zst") ? 0 : 1;
}
