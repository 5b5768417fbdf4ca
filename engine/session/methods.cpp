// SPDX-License-Identifier: MIT
#include "engine/session/methods.h"

#include <algorithm>
#include <cassert>

#include <fmt/ranges.h>

#include "engine/session/draft_length.h"
#include "engine/session/head_methods.h"
#include "engine/session/merged_drafts.h"
#include "engine/session/method_table.h"
#include "engine/session/shapes.h"

namespace draftscope {

Result<LocalTarget*> localTargetOf(const DrafterParts& parts)
{
    if (LocalTarget* const local = parts.target.asLocal())
        return local;
    return fail("The method {} needs what the target computes on the way to its tokens, and {} does not tell that: "
                "choose a method that drafts without it, for example two-model or prompt-lookup.",
                parts.settings.method, parts.target.name());
}

const MethodOption* Method::option(std::string_view optionName) const
{
    const auto found = std::ranges::find(options, optionName, &MethodOption::name);
    return found == options.end() ? nullptr : &*found;
}

const MethodFile* Method::file(std::string_view fileName) const
{
    const auto found = std::ranges::find(files, fileName, &MethodFile::name);
    return found == files.end() ? nullptr : &*found;
}

bool Method::needsFile() const
{
    return std::ranges::any_of(files, &MethodFile::isNeeded);
}

const MethodOption* optionFor(const SessionSettings& settings, std::string_view optionName)
{
    const auto method = methodNamed(settings.method);
    if (const MethodOption* const option = method ? (*method)->option(optionName) : nullptr)
        return option;
    const auto shape = shapeNamed(settings.shape);
    if (const MethodOption* const option = shape ? (*shape)->option(optionName) : nullptr)
        return option;
    const auto found = std::ranges::find(lengthOptions(), optionName, &MethodOption::name);
    return found != lengthOptions().end() && method && (*method)->drafts() ? &*found : nullptr;
}

int optionOf(const SessionSettings& settings, std::string_view optionName)
{
    const auto given = settings.options.find(optionName);
    if (given != settings.options.end())
        return given->second;
    const MethodOption* const option = optionFor(settings, optionName);
    assert(option);
    return option->defaultValue;
}

void setOption(SessionSettings& settings, std::string_view optionName, int value)
{
    settings.options.erase(std::string(optionName));
    if (optionOf(settings, optionName) != value)
        settings.options.emplace(optionName, value);
}

const MethodFile* fileFor(const SessionSettings& settings, std::string_view fileName)
{
    const auto method = methodNamed(settings.method);
    if (const MethodFile* const file = method ? (*method)->file(fileName) : nullptr)
        return file;
    const auto shape = shapeNamed(settings.shape);
    return shape ? (*shape)->file(fileName) : nullptr;
}

std::string fileOf(const SessionSettings& settings, std::string_view fileName)
{
    const auto given = settings.files.find(fileName);
    return given == settings.files.end() ? std::string() : given->second;
}

void setFile(SessionSettings& settings, std::string_view fileName, const std::string& path)
{
    settings.files.erase(std::string(fileName));
    if (!path.empty())
        settings.files.emplace(fileName, path);
}

void chooseMethod(SessionSettings& settings, std::string_view methodName)
{
    assert(methodNamed(methodName));
    settings.method = methodName;
    settings.options.clear();
    settings.files.clear();
    settings.verifier.clear();
    settings.draws.clear();
    settings.fault.clear();
    if (const auto shape = shapeNamed(settings.shape); !shape || !canDraft(**methodNamed(methodName), **shape))
        settings.shape = defaultShape(**methodNamed(methodName)).name;
}

void chooseShape(SessionSettings& settings, std::string_view shapeName)
{
    assert(shapeNamed(shapeName));
    if (const auto before = shapeNamed(settings.shape)) {
        for (const MethodOption& option : (*before)->options)
            settings.options.erase(std::string(option.name));
        for (const MethodFile& file : (*before)->files)
            settings.files.erase(std::string(file.name));
    }
    settings.shape = shapeName;
    settings.verifier.clear();
    settings.draws.clear();
    settings.fault.clear();
}

Result<MethodData> openMethodData(const Pair& pair, const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    auto data = openMethodModels(pair, settings);
    if (data && method.openDatastore) {
        auto datastore = method.openDatastore(pair, settings);
        if (!datastore)
            return tl::unexpected(datastore.error());
        data->datastore = std::move(*datastore);
    }
    return data;
}

Result<MethodData> openMethodModels(const Pair& pair, const SessionSettings& settings)
{
    auto head = openHead(*pair.target, settings);
    if (!head)
        return tl::unexpected(head.error());
    auto drafts = openMoreDrafts(pair, settings);
    if (!drafts)
        return tl::unexpected(drafts.error());
    return MethodData{std::move(*head), nullptr, std::move(*drafts)};
}

int draftSlotCount(const Model& draft, int slotCount, const SessionSettings& settings)
{
    const int positions = std::min(slotCount, draft.config.contextLength);
    return (*shapeNamed(settings.shape))->isChain() ? positions : positions + fedNodes(settings);
}

Method plainMethod()
{
    return {.name = "plain", .title = "Plain decoding"};
}

const std::vector<Method>& allMethods()
{
#define DRAFTSCOPE_LIST(method) method(),
    static const std::vector<Method> methods = {DRAFTSCOPE_METHODS(DRAFTSCOPE_LIST)};
#undef DRAFTSCOPE_LIST
    return methods;
}

Result<const Method*> methodNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Method& method : allMethods()) {
        if (method.name == name)
            return &method;
        names.push_back(method.name);
    }
    return fail("There is no method \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

} // namespace draftscope
