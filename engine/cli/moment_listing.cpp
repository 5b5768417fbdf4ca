// SPDX-License-Identifier: MIT
#include "engine/cli/moment_listing.h"

#include <charconv>
#include <utility>

#include "engine/cli/output.h"
#include "engine/cli/strict_options.h"
#include "engine/core/printable.h"
#include "engine/explain/code_listing.h"
#include "engine/explain/python_script.h"
#include "engine/explain/why.h"
#include "engine/record/names.h"

namespace draftscope {
namespace {

/// A round and a moment of it, from 1; moment 0: all of them.
struct AskedMoment {
    int round = 0, moment = 0;
};

Result<AskedMoment> askedMoment(std::string_view words, std::string_view option)
{
    AskedMoment asked;
    const std::size_t colon = words.find(':');
    const auto read = [](std::string_view digits, int& value) {
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return result.ec == std::errc() && result.ptr == digits.data() + digits.size() && value >= 1;
    };
    const bool isFine = read(words.substr(0, colon), asked.round)
        && (colon == std::string_view::npos || read(words.substr(colon + 1), asked.moment));
    if (!isFine)
        return fail("{} takes a round, or a round and a moment of it, counted from 1, as in 3:7; \"{}\" is neither.",
                    option, printableName(words));
    return asked;
}

/// The moments that were asked for, one after another, as `wordsOf` has it of each.
template <class WordsOf>
Result<void> printEach(const Recording& recording, int branch, AskedMoment wanted, const WordsOf& wordsOf)
{
    if (const auto isThere = checkRound(recording, branch, wanted.round); !isThere)
        return isThere;
    const RoundRecord& round = recording.round(branch, wanted.round - 1);
    const int count = int(round.moments.size());
    if (wanted.moment > count)
        return fail("Round {} of the trace has no moment {}: it has {}.", wanted.round, wanted.moment, count);
    const int first = wanted.moment > 0 ? wanted.moment : 1, last = wanted.moment > 0 ? wanted.moment : count;
    for (int m = first; m <= last; ++m)
        print(fmt::format("{}{}:{} {}\n{}", m > first ? "\n" : "", wanted.round, m,
                          nameOf(round.moments[std::size_t(m - 1)].kind),
                          wordsOf(Position{branch, wanted.round - 1, m})));
    return {};
}

} // namespace

Result<void> checkRound(const Recording& recording, int branch, int round)
{
    if (round > recording.roundCount(branch))
        return fail("Branch {} of the trace has no round {}: it has {}.", branch, round, recording.roundCount(branch));
    return {};
}

void addMomentOptions(CLI::App& command, MomentOptions& options)
{
    const auto alone = [&command](CLI::Option* option) {
        for (const char* other : {"--csv", "--cache", "--round", "--web", "--why", "--code"})
            if (CLI::Option* const known = command.get_option_no_throw(other); known && known != option)
                option->excludes(known);
    };
    alone(addName(command, "--why", options.why,
                  "Show why a round went as it did: the rule as a formula with its numbers, of every moment or of one, "
                  "ROUND or ROUND:MOMENT, counted from 1"));
    alone(addName(command, "--code", options.code,
                  "Show a round as Python, with the line that a moment is about and its numbers: ROUND or "
                  "ROUND:MOMENT"));
    alone(addNumber(command, "--python", options.python,
                    "Print a script that repeats the verdicts and the draw of this round with NumPy alone; the first "
                    "is 1"));
}

Result<void> check(const MomentOptions& options)
{
    if (options.python.value_or(1) < 1)
        return fail("There is no round {}: rounds count from 1.", *options.python);
    for (const auto& [asked, option] : {std::pair(options.why, "--why"), {options.code, "--code"}})
        if (const auto moment = askedMoment(asked, option); !asked.empty() && !moment)
            return tl::unexpected(moment.error());
    return {};
}

Result<void> printMoments(const Recording& recording, int branch, const MomentOptions& options)
{
    if (options.python) {
        if (const auto isThere = checkRound(recording, branch, *options.python); !isThere)
            return isThere;
        const auto script = pythonScript(recording, branch, *options.python - 1);
        if (!script)
            return tl::unexpected(script.error());
        printExactly(*script);
        return {};
    }
    const bool isWhy = !options.why.empty();
    const auto wanted = askedMoment(isWhy ? options.why : options.code, isWhy ? "--why" : "--code");
    if (!wanted)
        return tl::unexpected(wanted.error());
    return printEach(recording, branch, *wanted, [&](Position at) {
        if (isWhy) {
            const auto formula = whyAt(recording, at);
            return formula ? plainText(*formula, recording) : std::string();
        }
        const auto lines = codeAt(recording, at);
        return lines ? plainText(*lines, recording) : std::string("The verifier of this round is not known.\n");
    });
}

} // namespace draftscope
