// SPDX-License-Identifier: MIT
#include "engine/session/combinations.h"

#include <fmt/format.h>

namespace draftscope {
namespace {

/// Whether they go together for the sampler of the settings; `settings` gets draws that the verifier is valid for. The
/// Error is that of the usual draws.
Result<void> chooseDraws(SessionSettings& settings, const Combination& combination)
{
    const auto checked = check(settings);
    if (checked)
        return checked;
    for (const DrawRule rule : rulesFor(*combination.method, *combination.shape)) {
        settings.draws = nameOf(rule);
        if (check(settings))
            return {};
    }
    return checked;
}

} // namespace

std::string Combination::name() const
{
    std::string name(method->name);
    if (shape && !shape->isChain())
        name += fmt::format("+{}", shape->name);
    if (verifier)
        name += fmt::format("+{}", verifier->name());
    return name;
}

Result<SessionSettings> settingsFor(const Combination& combination, SessionSettings settings)
{
    const Method& method = *combination.method;
    const auto options = settings.options;
    const auto files = settings.files;
    chooseMethod(settings, method.name);
    if (combination.shape)
        chooseShape(settings, combination.shape->name);
    settings.options.clear();
    for (const auto& [name, value] : options)
        if (optionFor(settings, name))
            settings.options.emplace(name, value);
    for (const auto& [name, path] : files)
        if (fileFor(settings, name))
            settings.files.emplace(name, path);
    if (!combination.shape)
        return settings;
    if (combination.verifier)
        settings.verifier = combination.verifier->name();
    if (const auto chosen = chooseDraws(settings, combination); !chosen)
        return tl::unexpected(chosen.error());
    return settings;
}

std::vector<Combination> allCombinations()
{
    SessionSettings greedy, random;
    greedy.sampler.temperature = 0;
    std::vector<Combination> all;
    for (const Method& method : allMethods()) {
        if (!method.drafts())
            all.push_back({&method});
        for (const MethodFile& file : method.files)
            if (file.isNeeded)
                for (SessionSettings* settings : {&greedy, &random})
                    setFile(*settings, file.name, "FILE");
        for (const ShapeKind& shape : allShapes())
            for (const Verifier* verifier : allVerifiers())
                if (const Combination one{&method, &shape, verifier};
                    method.drafts() && (settingsFor(one, random) || settingsFor(one, greedy)))
                    all.push_back(one);
    }
    return all;
}

Result<Combination> combinationNamed(std::string_view name)
{
    Combination combination;
    std::string_view rest = name;
    while (true) {
        const std::size_t plus = rest.find('+');
        const std::string_view part = rest.substr(0, plus);
        if (!combination.method) {
            const auto method = methodNamed(part);
            if (!method)
                return tl::unexpected(method.error());
            combination.method = *method;
            if (combination.method->drafts())
                combination.shape = &defaultShape(*combination.method);
        } else if (const auto shape = shapeNamed(part); shape && combination.method->drafts()) {
            combination.shape = *shape;
        } else if (const auto verifier = verifierNamed(part); verifier && combination.method->drafts()) {
            combination.verifier = *verifier;
        } else {
            return fail("There is no shape and no verifier \"{}\" for the method {}: write METHOD, METHOD+SHAPE, "
                        "METHOD+VERIFIER or METHOD+SHAPE+VERIFIER, as draftscope-cli methods lists them.",
                        part, combination.method->name);
        }
        if (plus == std::string_view::npos)
            return combination;
        rest.remove_prefix(plus + 1);
    }
}

} // namespace draftscope
