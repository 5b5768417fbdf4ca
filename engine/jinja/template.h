// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "engine/jinja/budget.h"
#include "engine/jinja/failure.h"

namespace draftscope::jinja {

using Json = nlohmann::ordered_json; ///< whose objects keep the order in which keys came

/// What a template is told when it runs.
struct Rendering {
    std::vector<std::pair<std::string, Json>> variables;
    std::chrono::system_clock::time_point now =
        std::chrono::system_clock::now(); ///< of strftime_now(), in the machine's time zone
    Limits limits = {};
};

/// A Jinja template as transformers compiles chat templates: the immutable sandbox, trim_blocks and lstrip_blocks,
/// break and continue, the
/// tag generation, the functions raise_exception() and strftime_now(). Sources: Jinja's "Template Designer
/// Documentation"
/// (jinja.palletsprojects.com), transformers' utils/chat_template_utils.py, Python's library reference.
/// docs/chat-templates.md says what is
/// there. May be used by several threads at once.
class Template {
public:
    /// `source`: at most longestSource bytes of UTF-8.
    [[nodiscard]] static tl::expected<Template, Failure> parse(std::string_view source);
    /// The text that it writes. The same template and variables give the same text. A failure says why there is none.
    [[nodiscard]] tl::expected<std::string, Failure> render(const Rendering& rendering) const;

private:
    struct Parsed;
    explicit Template(std::shared_ptr<const Parsed> parsed) : m_parsed(std::move(parsed)) {}
    std::shared_ptr<const Parsed> m_parsed;
};

} // namespace draftscope::jinja
