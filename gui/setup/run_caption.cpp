// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/run_caption.h"

#include <QCoreApplication>
#include <QStringList>

#include "engine/core/version.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "engine/speculation/verifier.h"
#include "gui/language/engine_words.h"
#include "gui/setup/run_setup.h"
#include "gui/setup/what_if.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct RunCaption {
    Q_DECLARE_TR_FUNCTIONS(RunCaption)
};

/// "Speculative sampling" in the middle of a line.
QString inside(std::string_view title)
{
    const QString words = engineWords(title);
    return numberStyle() == NumberStyle::german ? words
                                                : words.left(1).toLower() + words.mid(1); // nouns are written large
}

} // namespace

QString settingsInWords(const SessionSettings& settings)
{
    QStringList words;
    if (settings.method != "plain") {
        if (const auto shape = shapeNamed(settings.shape))
            words << inside((*shape)->title);
        words << RunCaption::tr("K %1").arg(settings.draftLength);
        if (const auto verifier = verifierNamed(verifierNameFor(settings)))
            words << inside((*verifier)->title())
                    + ((*verifier)->isLossless() ? QString() : RunCaption::tr(" (not lossless)"));
    }
    words << describe(settings.sampler);
    if (!settings.fault.empty())
        words << RunCaption::tr("broken on purpose (%1), not lossless").arg(QString::fromStdString(settings.fault));
    return words.join(QStringLiteral(" · "));
}

QString programInWords()
{
    return QStringLiteral("Draftscope ") + QString::fromStdString(version());
}

QString captionOf(const Recording& recording, Position at)
{
    const TraceHeader& header = recording.header();
    SessionSettings settings = setupOf(header, {}).settings;
    const bool hasRound = at.round < recording.roundCount(at.branch);
    if (hasRound) {
        const RoundRecord& round = recording.round(at.branch, at.round);
        settings.sampler = round.sampler;
        if (round.draftLength > 0)
            settings.draftLength = round.draftLength;
    }
    QStringList words;
    words << (header.draft
                  ? RunCaption::tr("%1, drafts by %2").arg(qtText(header.target.name), qtText(header.draft->name))
                  : qtText(header.target.name));
    const auto method = methodNamed(header.method);
    words << (method ? engineWords((*method)->title) : qtText(header.method)) << settingsInWords(settings)
          << RunCaption::tr("seed %1").arg(header.seed);
    words << (at.moment == 0 ? RunCaption::tr("before round %1").arg(at.round + 1)
                             : RunCaption::tr("round %1").arg(at.round + 1));
    if (recording.branches().size() > 1)
        words << RunCaption::tr("branch %1").arg(at.branch);
    words << qtText(header.backend) << programInWords();
    words.removeAll(QString());
    return words.join(QStringLiteral(" · "));
}

} // namespace draftscope
