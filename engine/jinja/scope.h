// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// The names that are set in a place of a template; those around it are seen through it. Macros keep the scope in
/// which they stand.
struct Scope {
    std::shared_ptr<Scope> outer;
    std::vector<std::pair<std::string, Value>> values;

    void set(std::string_view name, Value value)
    {
        const auto found = std::ranges::find(values, name, &std::pair<std::string, Value>::first);
        if (found == values.end())
            values.emplace_back(name, std::move(value));
        else
            found->second = std::move(value);
    }
    [[nodiscard]] const Value* find(std::string_view name) const
    {
        for (const Scope* scope = this; scope; scope = scope->outer.get())
            for (const auto& [known, value] : scope->values)
                if (known == name)
                    return &value;
        return nullptr;
    }
};

} // namespace draftscope::jinja
