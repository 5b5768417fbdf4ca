// SPDX-License-Identifier: MIT
// Texts to compare, as files have them: traces, token ids, texts, and what other engines answer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/text_divergence.h"
#include "engine/trace/trace_file.h"

namespace draftscope {

/// What a file says. One of trace, ids and characters is there.
struct TextInput {
    std::string name; ///< the file's
    std::optional<LoadedTrace> trace = {};
    int branch = 0;                                  ///< of the trace
    std::optional<std::vector<TokenId>> ids = {};    ///< behind the prompt, where that is known; else all of it
    std::optional<std::string> characters = {};      ///< likewise
    std::optional<std::vector<TokenId>> prompt = {}; ///< that it names
};

/// Reads a trace; a list of ids in JSON or in blanks and commas; the answer of another engine in JSON, whose fields are
/// found by the names that llama.cpp, vLLM, SGLang, Ollama, transformers and OpenAI's interface give them; or a text.
/// `asText`: what looks like numbers is a text all the same. Errors: it cannot be read, it is empty, it is something
/// else.
[[nodiscard]] Result<TextInput> readTextInput(const std::filesystem::path& path, bool asText = false,
                                              const Progress& progress = {});

/// The target that a trace among them names, if it lies where that says; else empty.
[[nodiscard]] std::string targetNamedBy(const std::vector<const TextInput*>& inputs);

/// Two inputs as texts of the target's tokens. The prompt of one is that of the other, too, where the other does not
/// say its own; a text that begins with it loses it there. Characters are cut into tokens as the other text has them
/// for as long as both say the same. `prompt`: of both, where neither file says it; empty: unknown. Errors: tokens that
/// the target does not have, characters that are not UTF-8.
[[nodiscard]] Result<std::pair<ComparedText, ComparedText>> comparedTexts(const TextInput& first,
                                                                          const TextInput& second,
                                                                          const std::string& prompt,
                                                                          const Model& target);
/// One input alone, to be compared with what the target writes. Error: also where there is no prompt.
[[nodiscard]] Result<ComparedText> comparedText(const TextInput& input, const std::string& prompt, const Model& target);

} // namespace draftscope
