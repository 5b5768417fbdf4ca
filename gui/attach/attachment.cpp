// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/attach/attachment.h"

#include <algorithm>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QThread>

#include "engine/attach/served_recording.h"
#include "engine/attach/served_stream.h"
#include "gui/language/engine_words.h"

namespace draftscope {
namespace {

constexpr int betweenPieces = 60; ///< milliseconds: as often as is worth a frame
constexpr int plainStepCount = 12;

double perToken(const WatchedText& watched)
{
    const int behindFirst = watched.text.counters.tokens.value_or(0) - 1;
    return behindFirst > 0 ? watched.text.counters.milliseconds.value_or(watched.clockMilliseconds) / behindFirst : 0;
}

double medianStep(std::vector<double> steps)
{
    if (steps.empty())
        return 0;
    std::ranges::nth_element(steps, steps.begin() + std::ptrdiff_t(steps.size() / 2));
    return steps[steps.size() / 2];
}

} // namespace

Attachment::Attachment(QObject* parent) : QObject(parent) {}

Attachment::~Attachment()
{
    stop();
    if (m_thread)
        m_thread->wait();
}

void Attachment::stop()
{
    if (m_stops)
        m_stops->store(true);
}

void Attachment::run(const std::function<QString()>& work)
{
    if (m_thread)
        return;
    m_stops = std::make_shared<std::atomic<bool>>(false);
    const auto problem = std::make_shared<QString>();
    m_thread = QThread::create([work, problem] { *problem = work(); });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, [this, problem] {
        std::exchange(m_thread, nullptr)->deleteLater();
        emit ended(*problem);
    });
    m_thread->start();
}

void Attachment::watch(const QString& address, const WatchedRequest& request, const QString& plain)
{
    run([this, address, request, plain] { return watchIn(address, request, plain); });
}

void Attachment::read(const QString& path, int index)
{
    run([this, path, index] { return readIn(path, index); });
}

/// Signals go to the window's thread as events, so they may be emitted on any.
void Attachment::tell(const ServedText& text, const std::string& where, bool isWhole, bool isAnew)
{
    ServedText finished = text;
    if (!isWhole && !finished.rounds.empty())
        finished.rounds.pop_back(); // it may grow
    const auto recording = std::make_shared<const Recording>(recordingOf(finished, where));
    QMetaObject::invokeMethod(this, [this, recording, isAnew] { emit grown(recording, isAnew); });
}

void Attachment::tellFigures(const WatchedText& watched, double plainMilliseconds)
{
    AttachmentFigures figures;
    figures.sums.add(watched.text);
    figures.tokenMilliseconds = perToken(watched);
    figures.plainMilliseconds = plainMilliseconds;
    if (watched.text.isWhole)
        figures.difference = differenceFromCounters(watched.text);
    const ServedCounters& told = watched.text.counters;
    figures.isChecked = watched.text.isWhole && told.tokens && told.drafted && told.accepted;
    figures.notes = watched.text.notes;
    QMetaObject::invokeMethod(this, [this, figures] { emit figuresChanged(figures); });
}

QString Attachment::watchIn(const QString& address, const WatchedRequest& request, const QString& plain)
{
    Progress progress;
    progress.cancelled = m_stops.get();
    auto server = WatchedServer::connect(address.toStdString(), keyOfEnvironment(), progress);
    if (!server)
        return m_stops->load() ? QString() : engineSentence(server.error());
    QElapsedTimer sinceTold;
    bool isAnew = true;
    WatchedText sofar;
    sofar = server->watch(
        request,
        [&](const ServedText& text) {
            if (!isAnew && sinceTold.elapsed() < betweenPieces)
                return;
            sinceTold.restart();
            tell(text, server->name(), false, std::exchange(isAnew, false));
            WatchedText figures;
            figures.text = text;
            tellFigures(figures, 0);
        },
        {}, progress);
    // vLLM tells at the end what its pieces were.
    if (!sofar.text.rounds.empty())
        tell(sofar.text, server->name(), true, isAnew || server->kind() != ServerKind::llamaServer);
    tellFigures(sofar, 0);
    if (sofar.error)
        return engineSentence(*sofar.error);
    if (plain.isEmpty() || m_stops->load())
        return {};
    if (plain == QLatin1String("same")) {
        const auto steps = server->plainSteps(sofar.text, plainStepCount, progress);
        if (!steps)
            return engineSentence(steps.error());
        tellFigures(sofar, medianStep(*steps));
        return {};
    }
    auto other = WatchedServer::connect(plain.toStdString(), keyOfEnvironment(), progress);
    if (!other)
        return engineSentence(other.error());
    const WatchedText without = other->watch(request, {}, {}, progress);
    if (without.error)
        return engineSentence(*without.error);
    tellFigures(sofar, perToken(without));
    return {};
}

QString Attachment::readIn(const QString& path, int index)
{
    const auto texts = readServedTexts(path.toStdString());
    if (!texts)
        return engineSentence(texts.error());
    WatchedText read;
    read.text = (*texts)[std::size_t(std::clamp(index, 0, int(texts->size()) - 1))];
    tell(read.text, QFileInfo(path).fileName().toStdString(), true, true);
    tellFigures(read, 0);
    return {};
}

} // namespace draftscope
