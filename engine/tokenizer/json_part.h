// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace draftscope {

/// The value of a key; null where there is none, or where `object` is no object.
[[nodiscard]] const nlohmann::json& jsonValue(const nlohmann::json& object, std::string_view key);

/// A JSON object of a tokenizer.json that has a "type", and the first thing that is wrong with it: the library that
/// such files are made for refuses what is missing or of another kind, and so does this.
class JsonPart {
public:
    /// `file` and `part` are for the error: "model", "pre_tokenizer".
    JsonPart(const nlohmann::json& object, std::string_view file, std::string_view part);

    [[nodiscard]] const std::string& type() const { return m_type; } ///< "" where it does not say
    [[nodiscard]] bool has(std::string_view key) const;              ///< and it is not null
    [[nodiscard]] bool states(std::string_view key) const;           ///< null or not
    [[nodiscard]] const nlohmann::json& value(std::string_view key) const { return jsonValue(m_object, key); }

    // What is not stated is an error where there is no second parameter; null is as bad as another kind.
    std::string text(std::string_view key);
    std::string character(std::string_view key); ///< a text of one character
    bool flag(std::string_view key);
    bool flag(std::string_view key, bool unstated);
    std::size_t count(std::string_view key);
    std::size_t count(std::string_view key, std::size_t unstated);
    // Null is the same as nothing.
    std::optional<std::string> textOrNone(std::string_view key);
    std::optional<bool> flagOrNone(std::string_view key);
    /// The parts of a sequence; an error where it is no list.
    std::vector<const nlohmann::json*> list(std::string_view key);

    void complain(std::string_view key, std::string_view wanted); ///< the key's value is not what is wanted
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const nlohmann::json& m_object;
    std::string m_file, m_part, m_type;
    std::optional<Error> m_error;
};

} // namespace draftscope
