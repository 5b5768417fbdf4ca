// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_setups.h"

#include "engine/catalogue/embedded.h"
#include "engine/session/methods.h"

namespace draftscope {

RunSetup runSetupOf(const LessonSetup& lesson)
{
    RunSetup setup = defaultSetup().setup;
    if (!lesson.target.empty()) {
        setup.target = lesson.target;
        setup.draft = embeddedDraftFor(lesson.target);
    }
    if (!lesson.draft.empty())
        setup.draft = lesson.draft;
    const int topTokens = setup.settings.topTokens;
    setup.settings = lesson.settings;
    setup.settings.topTokens = topTokens;
    if (!(*methodNamed(setup.settings.method))->needsDraftModel)
        setup.draft.clear();
    setup.prompt = lesson.prompt;
    setup.isChat = lesson.isChat;
    setup.system = lesson.system;
    setup.batch = {.sequences = lesson.texts,
                   .prompts = lesson.prompts,
                   .isSynchronised = lesson.isSynchronised,
                   .shortDraft = lesson.shortDraft};
    return setup;
}

} // namespace draftscope
