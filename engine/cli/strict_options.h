// SPDX-License-Identifier: MIT
// Options that take exactly the values that they say, and refuse everything else. CLI11's own conversions read "-1" as
// 2^64 - 1, "" as 0 or as an option that was not given, and "010" as 8.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace draftscope {

/// Whole numbers are decimal digits, after a minus where the type has one, and fit the type. Numbers are decimal and
/// finite. Nothing else may stand around them, no blank and no plus.
CLI::Option* addNumber(CLI::App& command, const std::string& name, int& value, const std::string& description);
CLI::Option* addNumber(CLI::App& command, const std::string& name, std::optional<int>& value,
                       const std::string& description);
CLI::Option* addNumber(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& description);
CLI::Option* addNumber(CLI::App& command, const std::string& name, double& value, const std::string& description);

/// A name or a path: not empty.
CLI::Option* addName(CLI::App& command, const std::string& name, std::string& value, const std::string& description);
CLI::Option* addName(CLI::App& command, const std::string& name, std::filesystem::path& value,
                     const std::string& description);

/// Set by being there; takes no value.
CLI::Option* addSwitch(CLI::App& command, const std::string& name, bool& value, const std::string& description);

} // namespace draftscope
