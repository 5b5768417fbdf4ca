// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation.h"

#include <algorithm>

#include <QThreadPool>

#include "engine/trace/trace_file.h"

namespace draftscope {

namespace {

constexpr int frameMs = 33, slowestFrameMs = 120;
/// Faster than this a timer cannot pace moments; the models run freely then.
constexpr double mostMomentsPerSecond = 60;

std::string printable(const Recording& recording, TokenId token)
{
    return tokenText(recording, token).trimmed().toStdString();
}

/// The round with the masses of its contexts only: all that stop conditions look at, and cheap to cut at a moment.
RoundRecord withoutDistributions(const RoundRecord& round)
{
    RoundRecord light = round;
    for (DistributionRecord& context : light.contexts)
        context.top.clear();
    return light;
}

} // namespace

Navigation::Navigation(int threads, QObject* parent) : QObject(parent), m_worker(new SessionWorker), m_threads(threads)
{
    qRegisterMetaType<RunStarted>();
    qRegisterMetaType<EndReason>();
    m_thread.setObjectName(QStringLiteral("session"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &SessionWorker::started, this, &Navigation::onStarted);
    connect(m_worker, &SessionWorker::advanced, this, &Navigation::onAdvanced);
    connect(m_worker, &SessionWorker::paused, this, &Navigation::onPaused);
    connect(m_worker, &SessionWorker::failed, this, &Navigation::onFailed);
    connect(m_worker, &SessionWorker::traceRead, this, &Navigation::onTraceRead);
    connect(m_worker, &SessionWorker::progressed, this, [this](int job, double share, const QString& what) {
        if (job == m_loading.number)
            emit loadingProgressed(share, what);
    });
    connect(m_worker, &SessionWorker::pairChecked, this, [this](int number, const QString& sentence) {
        if (number == m_checkNumber)
            emit pairChecked(sentence);
    });
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    m_ticks.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, [this] { show(m_position); });
    connect(&m_ticks, &QTimer::timeout, this, &Navigation::tick);
    m_thread.start();
}

Navigation::~Navigation()
{
    m_loading.stop->store(true);
    m_command.stop->store(true);
    m_thread.quit();
    m_thread.wait();
}

template <class Call>
void Navigation::post(Call call)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, call = std::move(call)] { call(*worker); }, Qt::QueuedConnection);
}

// --- what is shown

std::vector<CommittedToken> Navigation::text() const
{
    std::vector<CommittedToken> text = m_recording.tokensBefore(m_position.branch, m_position.round);
    if (m_round)
        text.insert(text.end(), m_round->committed.begin(), m_round->committed.end());
    return text;
}

const Metrics& Navigation::metrics()
{
    const bool isFinished = m_round && m_round->isFinished();
    return m_metrics.upTo(m_recording, m_position.branch, m_position.round + (isFinished ? 1 : 0));
}

int Navigation::context() const
{
    if (!m_round || m_round->moments.empty())
        return 0;
    const auto last = int(m_round->nodes.size());
    if (m_context)
        return std::min(*m_context, last);
    const auto parentContext = [&](int node) { return node < 0 ? 0 : m_round->nodes[std::size_t(node)].parent + 1; };
    const Moment& moment = m_round->moments.back();
    switch (moment.kind) {
    case MomentKind::draft:
    case MomentKind::judge: return parentContext(moment.node);
    case MomentKind::verify: return 0;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
    case MomentKind::commit: return m_round->draw ? m_round->draw->context : 0;
    }
    return 0;
}

int Navigation::nodeInQuestion() const
{
    for (std::size_t n = 0; m_round && n < m_round->nodes.size(); ++n)
        if (m_round->nodes[n].parent + 1 == context())
            return int(n);
    return -1;
}

bool Navigation::hasEnded() const
{
    return isAtEnd() && (!canCompute() || (m_sessionBranch == m_position.branch && m_end != EndReason::none));
}

Navigation::InForce Navigation::inForce() const
{
    const bool isChanged = m_position.branch == m_changedAt.branch && m_position.round == m_changedAt.round
        && m_position.moment >= m_changedAt.moment;
    if (isChanged)
        return m_changed;
    if (m_round)
        return {m_round->sampler, m_round->draftLength};
    return {m_recording.header().sampler, m_recording.header().draftLength};
}

std::size_t Navigation::vocabularySize() const
{
    return m_tokenizer ? std::size_t(m_tokenizer->size()) : 0;
}

QString Navigation::textOf(TokenId token, Spaces spaces) const
{
    if (m_tokenizer && !m_recording.knowsToken(token))
        return tokenText(m_tokenizer->bytes(token), spaces);
    return tokenText(m_recording, token, spaces);
}

std::optional<TokenId> Navigation::tokenOf(const QString& text) const
{
    const std::string wanted = text.toStdString();
    for (TokenId token = 0; m_tokenizer && token < m_tokenizer->size(); ++token)
        if (m_tokenizer->bytes(token) == wanted)
            return token;
    for (const auto& [token, bytes] : m_recording.tokens())
        if (bytes == wanted && !wanted.empty())
            return token;
    return std::nullopt;
}

void Navigation::refreshRound()
{
    m_round.reset();
    if (m_hasRecording && m_position.moment > 0)
        m_round = atMoment(m_recording.round(m_position.branch, m_position.round), m_position.moment);
}

void Navigation::show(Position position)
{
    if (!(position == m_position)) {
        m_context.reset();
        m_selectedToken.reset();
    }
    m_position = position;
    m_frame.stop();
    m_sinceShown.start();
    refreshRound();
    emit shown();
    QTimer::singleShot(0, this, [this] { m_frameCost = m_sinceShown.elapsed(); }); // when it has been painted
}

void Navigation::showSoon()
{
    if (m_frame.isActive())
        return;
    // Frames may take a quarter of the window's thread; the rest is for the models and for whoever presses a key.
    const auto interval = std::clamp<qint64>(4 * m_frameCost, frameMs, slowestFrameMs);
    const qint64 since = m_sinceShown.isValid() ? m_sinceShown.elapsed() : interval;
    m_frame.start(int(std::clamp<qint64>(interval - since, 0, interval)));
}

void Navigation::setActivity(Activity activity)
{
    if (activity == m_activity)
        return;
    m_activity = activity;
    emit activityChanged();
}

// --- runs and traces

/// Ends whatever runs and gives the next load its number; the run shown stays until the load has succeeded.
void Navigation::beginLoading()
{
    halt();
    m_pendingChanges.reset();
    m_loading.stop->store(true);
    m_loading = Job{++m_lastJob};
    setActivity(Activity::loading);
}

/// What was loaded takes the place of the run shown.
void Navigation::takeOver()
{
    m_job = m_loading;
    m_command = Job{m_job.number};
    m_loading = {};
    m_commandsOut = 0;
    m_hasRecording = true;
    m_end = EndReason::none;
    m_metrics.clear();
    m_changedAt = {-1, 0, 0};
    m_follows = true;
    setActivity(Activity::paused);
    emit recordingReplaced();
    show({});
}

void Navigation::endLoading()
{
    m_loading.stop->store(true);
    m_loading = {};
    setActivity(m_hasRecording ? Activity::paused : Activity::nothing);
}

void Navigation::setSetup(const RunSetup& setup)
{
    if (setup == m_setup)
        return;
    m_setup = setup;
    emit setupChanged();
}

void Navigation::restart()
{
    beginLoading();
    m_starting = m_setup;
    post([job = m_loading, setup = m_setup, threads = m_threads](SessionWorker& worker) { worker.start(job, setup, threads); });
}

void Navigation::openTrace(const std::filesystem::path& path)
{
    beginLoading();
    post([job = m_loading, path](SessionWorker& worker) { worker.readTrace(job, path); });
}

void Navigation::cancelLoading()
{
    if (m_activity != Activity::loading)
        return;
    endLoading();
    emit said(tr("Loading was cancelled."));
}

void Navigation::checkPair(const std::string& target, const std::string& draft)
{
    const Job job{++m_checkNumber};
    post([job, target, draft](SessionWorker& worker) { worker.checkPair(job, target, draft); });
}

void Navigation::saveTrace(const std::filesystem::path& path)
{
    if (!m_hasRecording)
        return;
    auto* pool = QThreadPool::globalInstance();
    pool->start([this, path, recording = m_recording] {
        const Result<void> saved = draftscope::saveTrace(path, recording);
        QMetaObject::invokeMethod(this, [this, path, saved] {
            if (!saved)
                emit failed(QString::fromStdString(saved.error().sentence));
            else
                emit said(tr("Saved %1.").arg(QString::fromStdString(path.filename().string())));
        }, Qt::QueuedConnection);
    });
}

void Navigation::onStarted(int job, const RunStarted& run)
{
    if (job != m_loading.number)
        return;
    m_recording = Recording(run.header);
    m_running = m_starting;
    m_tokenizer = run.tokenizer;
    m_recording.learnPrompt([&](TokenId token) { return m_tokenizer->bytes(token); });
    m_sessionJob = job;
    m_sessionBranch = 0;
    takeOver();
}

void Navigation::onTraceRead(int job, const std::shared_ptr<LoadedTrace>& trace)
{
    if (job != m_loading.number)
        return;
    m_recording = std::move(trace->recording);
    m_tokenizer.reset();
    m_running = setupOf(m_recording.header(), m_setup);
    m_sessionJob = 0;
    takeOver();
    setSetup(m_running);
    emit said(trace->isComplete ? tr("A trace with %1 rounds: no model is needed to look at it.").arg(m_recording.roundCount(0))
                                : tr("The trace was cut off: its last record is missing, %1 rounds are there.").arg(m_recording.roundCount(0)));
}

void Navigation::onFailed(int job, const QString& sentence)
{
    if (job == m_loading.number)
        endLoading();
    else if (job != m_job.number)
        return;
    emit failed(sentence);
}

// --- moving

std::optional<Position> Navigation::after(Position position) const
{
    if (!m_hasRecording)
        return std::nullopt;
    const int branch = position.branch;
    if (position.round >= m_recording.roundCount(branch))
        return std::nullopt;
    if (position.moment < int(m_recording.round(branch, position.round).moments.size()))
        return Position{branch, position.round, position.moment + 1};
    if (position.round + 1 < m_recording.roundCount(branch))
        return Position{branch, position.round + 1, 1};
    return std::nullopt;
}

std::optional<Position> Navigation::before(Position position) const
{
    if (position.moment > 1 || (position.moment == 1 && position.round == 0))
        return Position{position.branch, position.round, position.moment - 1};
    if (position.round > 0)
        return endOfRound(position.round - 1);
    return std::nullopt;
}

Position Navigation::endOfRound(int round) const
{
    return {m_position.branch, round, int(m_recording.round(m_position.branch, round).moments.size())};
}

void Navigation::goTo(Position position)
{
    if (!m_hasRecording)
        return;
    halt();
    m_follows = false;
    position.branch = std::clamp(position.branch, 0, int(m_recording.branches().size()) - 1);
    const int rounds = m_recording.roundCount(position.branch);
    if (rounds == 0) {
        show({position.branch, 0, 0});
        return;
    }
    position.round = std::clamp(position.round, 0, rounds - 1);
    position.moment = std::clamp(position.moment, 0, int(m_recording.round(position.branch, position.round).moments.size()));
    show(position);
}

/// The round that committed the token at `index`; the last one if none has yet.
int Navigation::roundOfToken(int index) const
{
    int first = 0, count = m_recording.roundCount(m_position.branch);
    while (count > 1) {
        const int half = count / 2;
        if (m_recording.round(m_position.branch, first + half).prefixLength <= index)
            first += half, count -= half;
        else
            count = half;
    }
    return first;
}

/// As recorded, also after the moment shown.
std::optional<TokenId> Navigation::tokenAt(int index) const
{
    const auto& prompt = m_recording.header().promptTokens;
    if (index < int(prompt.size()))
        return prompt[std::size_t(index)];
    if (m_recording.roundCount(m_position.branch) == 0)
        return std::nullopt;
    const RoundRecord& round = m_recording.round(m_position.branch, roundOfToken(index));
    const auto offset = std::size_t(index - round.prefixLength);
    return offset < round.committed.size() ? std::optional(round.committed[offset].token) : std::nullopt;
}

void Navigation::goToToken(int index)
{
    const bool isGenerated = index >= int(m_recording.header().promptTokens.size());
    if (isGenerated && m_recording.roundCount(m_position.branch) > 0) {
        const int number = roundOfToken(index);
        const RoundRecord& round = m_recording.round(m_position.branch, number);
        if (const auto offset = std::size_t(index - round.prefixLength); offset < round.committed.size()) {
            const CommittedToken& token = round.committed[offset];
            const auto made = std::find_if(round.moments.begin(), round.moments.end(), [&](const Moment& moment) {
                return token.node >= 0 ? moment == Moment{MomentKind::judge, token.node}
                                       : moment.kind == MomentKind::residual || moment.kind == MomentKind::bonus || moment.kind == MomentKind::plain;
            });
            goTo({m_position.branch, number, int(made - round.moments.begin()) + 1});
        }
    }
    m_selectedToken = index;
    emit shown();
}

void Navigation::goToBranch(int branch)
{
    if (branch == m_position.branch || branch < 0 || branch >= int(m_recording.branches().size()))
        return;
    goTo(m_recording.end(branch));
}

void Navigation::selectContext(int context)
{
    m_context = context;
    emit shown();
}

void Navigation::previousMoment()
{
    if (const auto position = before(m_position))
        goTo(*position);
    else
        pause();
}

void Navigation::nextMoment()
{
    if (m_activity == Activity::playing)
        halt();
    if (const auto position = after(m_position))
        goTo(*position);
    else
        compute({Stride::Kind::moment, {}});
}

void Navigation::previousRound()
{
    if (!m_hasRecording)
        return;
    // To the end of the round before; from within the first round, to its beginning.
    if (m_position.round > 0)
        goTo(endOfRound(m_position.round - 1));
    else
        goTo({m_position.branch, 0, 0});
}

void Navigation::nextRound()
{
    if (!m_hasRecording)
        return;
    halt();
    const bool isFinished = m_round && m_round->isFinished();
    const int round = m_position.moment == 0 || !isFinished ? m_position.round : m_position.round + 1;
    if (round < m_recording.roundCount(m_position.branch) && m_recording.round(m_position.branch, round).isFinished())
        goTo(endOfRound(round));
    else if (const Position there = end(); there != m_position)
        goTo(there);
    else
        compute({Stride::Kind::round, {}});
}

void Navigation::finishRound()
{
    if (m_round && m_round->isFinished())
        emit said(tr("This round is finished: F10 does the next one."));
    else
        nextRound();
}

void Navigation::first()
{
    goTo({m_position.branch, 0, 0});
}

void Navigation::last()
{
    if (m_hasRecording)
        goTo(end());
}

// --- going on

bool Navigation::compute(const Stride& stride)
{
    if (!m_hasRecording)
        return false;
    if (!canCompute()) {
        emit said(tr("This is where the trace ends. To decode on, choose models in Setup and restart."));
        return false;
    }
    if (m_sessionBranch != m_position.branch)
        bringSessionTo(m_position);
    else if (m_end != EndReason::none && m_commandsOut == 0) {
        sayEnd();
        return false;
    }
    m_follows = true;
    ++m_commandsOut;
    post([job = m_command, stride](SessionWorker& worker) { worker.advance(job, stride); });
    return true;
}

void Navigation::bringSessionTo(Position at)
{
    m_sessionBranch = at.branch;
    m_end = EndReason::none;
    post([job = m_command, spine = m_recording.spineTo(at), at](SessionWorker& worker) {
        worker.resume(job, spine, {0, at.round, at.moment});
    });
}

void Navigation::onAdvanced(int job, const std::vector<RoundRecord>& rounds)
{
    m_worker->acknowledge();
    if (job != m_job.number)
        return;
    for (const RoundRecord& round : rounds) {
        m_recording.learnTokens(round, [&](TokenId token) { return m_tokenizer->bytes(token); });
        m_recording.put(m_sessionBranch, round);
    }
    if (!m_follows || m_position.branch != m_sessionBranch)
        return showSoon();
    m_context.reset();
    m_selectedToken.reset();
    m_position = end();
    showSoon();
}

void Navigation::onPaused(int job, const QString& reason, EndReason end)
{
    if (job != m_job.number)
        return;
    m_commandsOut = std::max(0, m_commandsOut - 1);
    m_end = end;
    if (m_commandsOut > 0)
        return;
    if (m_pendingChanges) {
        change(*std::exchange(m_pendingChanges, std::nullopt));
        return;
    }
    const bool isFree = m_activity == Activity::playing && !m_ticks.isActive();
    if (m_frame.isActive() && !isFree)
        show(m_position); // a step: at once
    if (m_activity == Activity::playing && m_ticks.isActive() && isAtEnd() && m_position.moment > 0) {
        if (const auto stop = stopIn(m_position.round, m_position.moment - 1)) { // by the clock stop conditions are ours
            halt();
            show(m_position);
            emit said(stop->reason);
            emit stood();
            return;
        }
    }
    if (isFree || !reason.isEmpty() || (end != EndReason::none && m_activity == Activity::playing)) {
        m_ticks.stop();
        setActivity(Activity::paused);
        show(m_position);
    }
    if (!reason.isEmpty())
        emit said(reason);
    else
        sayEnd();
    emit stood();
}

void Navigation::sayEnd()
{
    if (m_end == EndReason::endOfText)
        emit said(tr("The text has ended."));
    else if (m_end == EndReason::tokenLimit)
        emit said(tr("All %1 tokens asked for are there.").arg(m_running.settings.maxTokens));
    else if (m_end == EndReason::contextFull)
        emit said(tr("The context is full."));
}

/// Stops playing and the command at hand; what has been computed still arrives.
void Navigation::halt()
{
    m_ticks.stop();
    m_command.stop->store(true);
    m_command = Job{m_job.number};
    if (m_activity == Activity::playing)
        setActivity(Activity::paused);
}

void Navigation::pause()
{
    halt();
    m_follows = m_follows && isAtEnd();
}

void Navigation::playOrPause()
{
    if (m_activity == Activity::playing) {
        pause();
        return;
    }
    if (m_activity != Activity::paused)
        return;
    halt();
    m_untilStop = false;
    setActivity(Activity::playing);
    setSpeed(m_speed);
}

void Navigation::setSpeed(double momentsPerSecond)
{
    m_speed = momentsPerSecond;
    if (m_activity != Activity::playing || m_untilStop)
        return;
    if (m_speed == fastest) {
        m_ticks.start(16);
        tick();
        return;
    }
    m_command.stop->store(true); // a free run gives way to the clock
    m_command = Job{m_job.number};
    m_ticks.start(int(1000 / std::min(m_speed, mostMomentsPerSecond)));
}

/// One beat of playing: the next recorded moment (as fast as it goes: round), or the next one computed.
void Navigation::tick()
{
    const bool isFast = m_speed == fastest;
    if (const auto next = after(m_position)) {
        const Position last = isFast ? endOfRound(next->round) : *next;
        const auto stop = stopIn(next->round, next->moment - 1);
        if (stop && stop->position.moment <= last.moment) {
            goTo(stop->position);
            emit said(stop->reason);
        } else {
            show(last);
        }
    } else if (isFast) {
        m_ticks.stop();
        if (!compute({Stride::Kind::untilStopped, m_stops}))
            setActivity(Activity::paused);
    } else if (m_commandsOut == 0 && !compute({Stride::Kind::moment, {}})) {
        pause();
    }
}

void Navigation::continueToStop()
{
    if (m_activity != Activity::paused || !m_hasRecording)
        return;
    if (const auto stop = nextRecordedStop()) {
        goTo(stop->position);
        emit said(stop->reason);
        return;
    }
    halt();
    show(end());
    m_untilStop = true;
    setActivity(Activity::playing);
    if (!compute({Stride::Kind::untilStopped, m_stops}))
        setActivity(Activity::paused);
}

/// The first moment of a recorded round, after `moment`, at which a stop condition is met.
std::optional<Navigation::RecordedStop> Navigation::stopIn(int number, int moment) const
{
    const RoundRecord round = withoutDistributions(m_recording.round(m_position.branch, number));
    for (int m = moment + 1; m <= int(round.moments.size()); ++m)
        if (auto reason = stopReason(m_stops, atMoment(round, m), [this](TokenId token) { return printable(m_recording, token); }))
            return RecordedStop{{m_position.branch, number, m}, QString::fromStdString(*reason)};
    return std::nullopt;
}

std::optional<Navigation::RecordedStop> Navigation::nextRecordedStop() const
{
    for (int r = m_position.round; r < m_recording.roundCount(m_position.branch); ++r)
        if (auto stop = stopIn(r, r == m_position.round ? m_position.moment : 0))
            return stop;
    return std::nullopt;
}

// --- stop conditions and what-ifs

void Navigation::setStopConditions(const StopConditions& conditions)
{
    if (conditions == m_stops)
        return;
    m_stops = conditions;
    emit stopConditionsChanged();
    if (m_activity == Activity::playing && !m_ticks.isActive()) { // a free run looks for the old ones: begin it anew
        m_command.stop->store(true);
        m_command = Job{m_job.number};
        compute({Stride::Kind::untilStopped, m_stops});
    }
}

void Navigation::toggleStopAtSelectedToken()
{
    const auto selected = m_selectedToken ? tokenAt(*m_selectedToken) : std::nullopt;
    if (!selected) {
        emit said(tr("Click a token in the text first: F9 stops wherever it is committed again."));
        return;
    }
    const TokenId token = *selected;
    StopConditions conditions = m_stops;
    const auto found = std::find(conditions.tokens.begin(), conditions.tokens.end(), token);
    if (found != conditions.tokens.end()) {
        conditions.tokens.erase(found);
        emit said(tr("No longer stops at %1.").arg(quoted(m_recording, token)));
    } else {
        conditions.tokens.push_back(token);
        emit said(tr("Stops when %1 is committed.").arg(quoted(m_recording, token)));
    }
    setStopConditions(conditions);
}

void Navigation::change(const std::vector<WhatIf>& changes)
{
    if (!m_hasRecording || changes.empty())
        return;
    if (!canCompute()) {
        emit failed(tr("A trace cannot be changed, because its models are not loaded: restart with models to try a change."));
        return;
    }
    halt();
    if (m_commandsOut > 0) {
        m_pendingChanges = changes;
        return;
    }
    Position at = m_position;
    QStringList words;
    for (const WhatIf& change : changes) {
        at.moment = std::min(at.moment, placeOf(change, m_recording, m_position).moment);
        words << describe(change, m_recording);
    }
    if (at == end()) {
        if (m_sessionBranch != at.branch)
            bringSessionTo(at);
        emit said(tr("From here on: %1.").arg(words.join(QStringLiteral(", "))));
    } else {
        const int branch = m_recording.fork(at, words.join(QStringLiteral(", ")).toStdString());
        bringSessionTo({branch, at.round, at.moment});
        show(m_recording.end(branch));
        emit said(tr("Branch %1 begins here: %2. The old one stays.").arg(branch).arg(words.join(QStringLiteral(", "))));
    }
    m_changed = inForce();
    for (const WhatIf& change : changes) {
        if (change.kind == OverrideRecord::Kind::sampler)
            m_changed.sampler = change.sampler;
        else if (change.kind == OverrideRecord::Kind::draftLength)
            m_changed.draftLength = change.draftLength;
    }
    m_changedAt = m_position;
    m_follows = true;
    for (const WhatIf& change : changes) {
        ++m_commandsOut;
        post([job = m_command, change](SessionWorker& worker) { worker.force(job, change); });
    }
}

} // namespace draftscope
