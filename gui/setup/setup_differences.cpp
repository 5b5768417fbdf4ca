// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/setup_differences.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <QCoreApplication>
#include <QFileInfo>

#include "engine/session/faults.h"
#include "engine/session/shapes.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct SetupDifferences {
    Q_DECLARE_TR_FUNCTIONS(SetupDifferences)
};

QString numberInWords(double value)
{
    return QString::number(value, 'g', 6);
}

/// Names of embedded models are names already; a path is as long as its last part.
QString modelInWords(const std::string& model)
{
    return model.empty() ? QStringLiteral("–") : QFileInfo(QString::fromStdString(model)).fileName();
}

QString methodInWords(const std::string& name)
{
    const auto method = methodNamed(name);
    return method ? engineWords((*method)->title) : QString::fromStdString(name);
}

QString shapeInWords(const std::string& name)
{
    const auto shape = shapeNamed(name);
    return shape ? engineWords((*shape)->title) : QString::fromStdString(name);
}

QString faultInWords(const std::string& name)
{
    const auto fault = faultNamed(name);
    return name.empty() ? SetupDifferences::tr("nothing")
        : fault         ? engineWords((*fault)->title)
                        : QString::fromStdString(name);
}

QString verifierInWords(const SessionSettings& settings)
{
    const auto verifier = verifierNamed(verifierNameFor(settings));
    return verifier ? qtText((*verifier)->title()) : QString::fromStdString(settings.verifier);
}

QString optionInWords(const MethodOption& option, int value)
{
    const auto index = std::size_t(value - option.smallest);
    return index < option.choices.size() ? qtText(option.choices[index]) : QString::number(value);
}

class Comparison {
public:
    Comparison(const RunSetup& from, const RunSetup& to) : m_from(from), m_to(to) {}

    std::vector<SetupDifference> differences()
    {
        addText();
        addModels();
        addNumbers();
        addOptions();
        addSampler();
        addBatch();
        std::ranges::stable_sort(m_found, {}, &SetupDifference::field);
        return std::move(m_found);
    }

private:
    void add(SetupField field, const QString& name, const QString& from = {}, const QString& to = {})
    {
        m_found.push_back({field, name, from, to});
    }
    void addIfOther(SetupField field, const QString& name, double from, double to)
    {
        if (from != to)
            add(field, name, numberInWords(from), numberInWords(to));
    }

    void addText()
    {
        if (m_from.prompt != m_to.prompt)
            add(SetupField::prompt, SetupDifferences::tr("prompt"));
        if (m_from.isChat != m_to.isChat)
            add(SetupField::isChat,
                m_to.isChat ? SetupDifferences::tr("as a chat message")
                            : SetupDifferences::tr("not as a chat message"));
        else if (m_to.isChat && m_from.system != m_to.system)
            add(SetupField::system, SetupDifferences::tr("system text"));
        if (m_from.isChat && m_to.isChat && m_from.turns != m_to.turns)
            add(SetupField::turns, SetupDifferences::tr("earlier turns"));
    }

    void addModels()
    {
        const SessionSettings &from = m_from.settings, &to = m_to.settings;
        if (m_from.target != m_to.target)
            add(SetupField::target, SetupDifferences::tr("target"), modelInWords(m_from.target),
                modelInWords(m_to.target));
        if (from.method != to.method)
            add(SetupField::method, SetupDifferences::tr("method"), methodInWords(from.method),
                methodInWords(to.method));
        const auto method = methodNamed(to.method);
        if (m_from.draft != m_to.draft && method && (*method)->needsDraftModel)
            add(SetupField::draft, SetupDifferences::tr("draft"), modelInWords(m_from.draft), modelInWords(m_to.draft));
    }

    void addNumbers()
    {
        const SessionSettings &from = m_from.settings, &to = m_to.settings;
        const auto method = methodNamed(to.method);
        if (method && (*method)->drafts())
            addIfOther(SetupField::draftLength, QStringLiteral("K"), from.draftLength, to.draftLength);
        addIfOther(SetupField::temperature, SetupDifferences::tr("temperature"), from.sampler.temperature,
                   to.sampler.temperature);
        if (from.seed != to.seed)
            add(SetupField::seed, SetupDifferences::tr("seed"), QString::number(from.seed), QString::number(to.seed));
        addIfOther(SetupField::maxTokens, SetupDifferences::tr("max tokens"), from.maxTokens, to.maxTokens);
    }

    void addOptions()
    {
        const SessionSettings &from = m_from.settings, &to = m_to.settings;
        const bool isSameMethod = from.method == to.method;
        if (from.shape != to.shape && (isSameMethod || to.shape != SessionSettings().shape))
            add(SetupField::shape, SetupDifferences::tr("shape"), shapeInWords(from.shape), shapeInWords(to.shape));
        if (!isSameMethod || from.shape != to.shape)
            return; // the rest goes with these
        if (from.draws != to.draws)
            add(SetupField::draws, SetupDifferences::tr("draws"));
        if (verifierNameFor(from) != verifierNameFor(to) || from.sampler.greedy != to.sampler.greedy)
            add(SetupField::verifier, SetupDifferences::tr("verifier"), verifierInWords(from), verifierInWords(to));
        std::set<std::string> options;
        for (const SessionSettings* each : {&from, &to})
            for (const auto& [name, value] : each->options)
                options.insert(name);
        for (const std::string& name : options)
            if (const MethodOption* const option = optionFor(to, name))
                if (const int was = optionOf(from, name), is = optionOf(to, name); was != is)
                    add(SetupField::option, engineWords(option->title), optionInWords(*option, was),
                        optionInWords(*option, is));
        if (from.files != to.files)
            add(SetupField::file, SetupDifferences::tr("files"));
    }

    void addSampler()
    {
        const SamplerSettings &from = m_from.settings.sampler, &to = m_to.settings.sampler;
        addIfOther(SetupField::topP, QStringLiteral("top-p"), from.topP, to.topP);
        addIfOther(SetupField::topK, QStringLiteral("top-k"), from.topK, to.topK);
        addIfOther(SetupField::minP, QStringLiteral("min-p"), from.minP, to.minP);
        if (m_from.settings.fault != m_to.settings.fault)
            add(SetupField::fault, SetupDifferences::tr("broken on purpose:"), faultInWords(m_from.settings.fault),
                faultInWords(m_to.settings.fault));
    }

    void addBatch()
    {
        const BatchSetup &from = m_from.batch, &to = m_to.batch;
        addIfOther(SetupField::sequences, SetupDifferences::tr("sequences"), from.sequences, to.sequences);
        if (!to.isBatch())
            return;
        if (from.prompts != to.prompts)
            add(SetupField::prompts, SetupDifferences::tr("their prompts"));
        if (from.isSynchronised != to.isSynchronised)
            add(SetupField::isSynchronised,
                to.isSynchronised ? SetupDifferences::tr("in step") : SetupDifferences::tr("not in step"));
        else if (to.isSynchronised && from.shortDraft != to.shortDraft)
            add(SetupField::shortDraft, SetupDifferences::tr("another remedy for short drafts"));
    }

    const RunSetup &m_from, &m_to;
    std::vector<SetupDifference> m_found;
};

} // namespace

QString SetupDifference::words() const
{
    return to.isEmpty() ? name : QStringLiteral("%1 %2 → %3").arg(name, from, to);
}

QString SetupDifference::wordsOfValue() const
{
    return to.isEmpty() ? name : QStringLiteral("%1 %2").arg(name, to);
}

std::vector<SetupDifference> setupDifferences(const RunSetup& from, const RunSetup& to)
{
    return Comparison(from, to).differences();
}

std::vector<SetupDifference> nonDefaultFields(const RunSetup& setup)
{
    if (!methodNamed(setup.settings.method) || !shapeNamed(setup.settings.shape))
        return {};
    RunSetup defaults = setup;
    SessionSettings& settings = defaults.settings;
    chooseMethod(settings, setup.settings.method); // its options and verifier, and no fault
    if (const auto method = methodNamed(settings.method); method && (*method)->drafts())
        chooseShape(settings, defaultShape(**method).name);
    const SamplerSettings sampler = SessionSettings().sampler;
    settings.sampler.topP = sampler.topP;
    settings.sampler.topK = sampler.topK;
    settings.sampler.minP = sampler.minP;
    settings.maxTokens = SessionSettings().maxTokens;
    defaults.batch = {};
    std::vector<SetupDifference> found = setupDifferences(defaults, setup);
    std::erase_if(found, [](const SetupDifference& each) { return isSimple(each.field); });
    return found;
}

} // namespace draftscope
