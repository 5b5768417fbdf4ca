// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_fields.h"

#include <algorithm>

#include "engine/analysis/published_figures.h"

namespace draftscope {
namespace {

std::vector<LessonField> makeTable()
{
    std::vector<LessonField> all;
    for (const auto& group : {tokenFields(), roundFields(), runFields(), measuredFields()})
        all.insert(all.end(), group.begin(), group.end());
    // The longest first: "draft yield" is not "draft".
    std::ranges::stable_sort(all, std::ranges::greater{}, [](const LessonField& field) { return field.name.size(); });
    return all;
}

Result<std::optional<LessonFieldUse>> takePublished(WordReader& reader, const LessonField& field)
{
    if (reader.takesSign(","))
        for (const PublishedFigures& figures : allPublishedFigures())
            if (reader.takes(figures.name))
                return LessonFieldUse{&field, {}, 0, std::string(figures.name)};
    return fail("The field \"{}\" needs the name of published figures behind a comma, such as EAGLE-2.", field.name);
}

Result<std::optional<LessonFieldUse>> takeRest(WordReader& reader, const LessonField& field)
{
    using Takes = LessonField::Takes;
    LessonFieldUse use{&field};
    switch (field.takes) {
    case Takes::nothing:
        return use;
    case Takes::token:
        if (WordReader ahead = reader; ahead.takes("of")) {
            const auto selector = takeSelector(ahead);
            if (!selector)
                return fail("Behind \"{} of\" a token is expected, such as draft 2 or drawn.", field.name);
            use.of = *selector;
            reader = ahead;
        }
        return use;
    case Takes::number:
    case Takes::rows:
        if (const auto number = reader.takeCount()) {
            use.number = *number;
            if (field.takes == Takes::number || reader.takes("rows") || reader.takes("row"))
                return use;
        }
        return fail("The field \"{}\" needs a number behind it{}.", field.name,
                    field.takes == Takes::rows ? " and the word rows" : "");
    case Takes::published:
        break;
    }
    return takePublished(reader, field);
}

} // namespace

const std::vector<LessonField>& allLessonFields()
{
    static const std::vector<LessonField> all = makeTable();
    return all;
}

Result<std::optional<LessonFieldUse>> takeField(WordReader& reader)
{
    for (const LessonField& field : allLessonFields())
        if (reader.takes(field.name))
            return takeRest(reader, field);
    return std::optional<LessonFieldUse>();
}

tl::unexpected<Error> notKnown(std::string_view field, std::string_view because)
{
    return fail("The field \"{}\" has no value at this moment: {}.", field, because);
}

} // namespace draftscope
