// SPDX-License-Identifier: MIT
// What a template can call without having made it: the functions of Jinja and of transformers.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// range, dict, namespace, cycler, joiner, raise_exception, strftime_now
[[nodiscard]] std::vector<std::pair<std::string, Value>> functionsOfTemplates();

/// The one value that changes.
class Namespace : public Object {
public:
    /// throws Failure: a name begins with an underscore, which transformers forbids.
    void set(const std::string& name, Value value);
    [[nodiscard]] std::string_view typeName() const override { return "Namespace"; }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& runtime) override;
    [[nodiscard]] std::optional<std::string> printed() const override;
    void clear() { m_values = {}; }

private:
    Dict m_values;
};

} // namespace draftscope::jinja
