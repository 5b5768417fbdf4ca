// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_driver.h"

#include <algorithm>

#include <QRandomGenerator>

#include "engine/lessons/lesson_decode.h"
#include "gui/language/engine_words.h"
#include "gui/lessons/lesson_setups.h"
#include "gui/worker/background_speed.h"

namespace draftscope {

namespace {

constexpr Position farBehind{0, 1'000'000, 1}; ///< the end of every text comes before it

} // namespace

LessonDriver::LessonDriver(Navigation& navigation, QObject* parent) : QObject(parent), m_navigation(navigation)
{
    connect(&navigation, &Navigation::recordingReplaced, this, &LessonDriver::onReplaced);
    connect(&navigation.player(), &Player::stood, this, &LessonDriver::onStood);
    connect(&navigation, &Navigation::failed, this, &LessonDriver::fail);
    connect(&navigation.speedOfRun(), &RunSpeed::changed, this, &LessonDriver::onSpeed);
    connect(&m_playing, &QTimer::timeout, this, &LessonDriver::playOn);
    connect(&m_answers, &LessonAnswers::complete, this, [this] { showPlace(m_places.answered()); });
    connect(&m_answers, &LessonAnswers::failed, this, &LessonDriver::fail);
}

LessonDriver::~LessonDriver() = default;

void LessonDriver::open(Lesson lesson, int step)
{
    m_lesson = std::move(lesson);
    m_chance = QRandomGenerator::global()->generate();
    m_step = std::clamp(step, 0, stepCount() - 1);
    m_done.clear();
    m_isAwake = true;
    begin();
}

void LessonDriver::goTo(int step)
{
    if (!isOpen() || step < 0 || step >= stepCount() || step == m_step)
        return;
    if (step > m_step)
        noteDone();
    m_step = step;
    begin();
}

bool LessonDriver::next()
{
    if (const int question = m_answers.openQuestion(); question >= 0 && isReady()) {
        m_answers.reveal(question);
        return true;
    }
    if (m_step + 1 >= stepCount()) {
        noteDone();
        return false;
    }
    goTo(m_step + 1);
    return true;
}

bool LessonDriver::previous()
{
    if (m_step == 0)
        return false;
    goTo(m_step - 1);
    return true;
}

void LessonDriver::noteDone()
{
    if (m_done.insert(m_step).second)
        emit doneChanged();
}

void LessonDriver::setDone(std::set<int> steps)
{
    m_done = std::move(steps);
    emit doneChanged();
}

void LessonDriver::begin()
{
    m_playing.stop();
    m_run.reset();
    m_problem.clear();
    m_answers.begin(int(current().questions().size()));
    emit stepChanged();
    decode();
}

/// What the step runs, unless it is there.
void LessonDriver::decode()
{
    const LessonSetup wanted = withFaultChosen(current().runs, m_chance);
    if (m_decoded == wanted && m_navigation.run().isThere() && !m_isWaitingForRun) {
        if (!m_isDecoding)
            stand();
        return;
    }
    m_decoded = wanted;
    m_isWaitingForRun = true;
    m_isDecoding = false;
    m_navigation.starter().setSetup(runSetupOf(wanted));
    m_navigation.starter().restart();
}

void LessonDriver::onReplaced()
{
    if (!m_isWaitingForRun)
        return;
    m_isWaitingForRun = false;
    m_isDecoding = true;
    m_navigation.player().decodeTo(farBehind);
}

void LessonDriver::onStood()
{
    if (!std::exchange(m_isDecoding, false))
        return;
    stand();
}

/// The run is there: where does the step stand?
void LessonDriver::stand()
{
    auto run = std::make_unique<LessonRun>(lessonRunOf(*m_decoded, m_navigation.run().recordings()));
    run->language = m_lesson->language;
    const auto places = placesOf(*m_lesson, current(), *run);
    if (!places) {
        fail(engineSentence(places.error()));
        return;
    }
    m_places = *places;
    m_run = std::move(run);
    if (const auto fine = checkStep(*m_lesson, current(), *m_run); !fine) {
        m_run.reset();
        fail(engineSentence(fine.error()));
        return;
    }
    goToMoment();
    m_navigation.speedOfRun().setWanted(current().waitsForMeasurement && m_isAwake);
    onSpeed();
    emit readyChanged();
}

void LessonDriver::goToMoment()
{
    if (!isReady())
        return;
    showPlace(m_answers.openQuestion() < 0 ? m_places.answered() : m_places.at);
    if (m_places.to && m_places.at.at.round <= m_places.to->at.round)
        playTo(*m_places.to);
}

/// Moment by moment, or round by round where these are many.
void LessonDriver::playTo(const LessonPlace& to)
{
    constexpr double share = 0.8; // of the step's time: then it stands
    constexpr int fewRounds = 2;
    const int rounds = to.at.round - m_places.at.at.round;
    int steps = rounds;
    m_playsByRounds = rounds > fewRounds;
    if (!m_playsByRounds) {
        const Recording& recording = m_navigation.recording();
        steps = to.at.moment - m_places.at.at.moment;
        for (int round = m_places.at.at.round; round < to.at.round; ++round)
            steps += int(recording.round(0, round).moments.size());
    }
    m_playing.start(std::clamp(int(1000 * share * current().seconds / std::max(1, steps)), 100, 2500));
}

void LessonDriver::playOn()
{
    const Position here = m_navigation.playhead().position();
    const Position there = m_places.to->at;
    if (here.round > there.round || (here.round == there.round && here.moment >= there.moment)) {
        m_playing.stop();
        return;
    }
    if (!m_playsByRounds)
        m_navigation.player().nextMoment();
    else if (here.round + 1 < there.round)
        m_navigation.player().nextRound();
    else
        showPlace(*m_places.to); // which need not be the end of its round
}

void LessonDriver::showPlace(const LessonPlace& place)
{
    if (m_navigation.run().isBatch()) {
        m_navigation.player().goToSequence(place.text);
        m_navigation.player().goToShared(m_navigation.run().recordings().sharedOf(place.text, place.at));
    } else {
        m_navigation.player().goTo(place.at);
    }
    const LessonScene scene(*m_run, place);
    if (const auto token = scene.token())
        m_navigation.decode().playhead().selection().selectContext(scene.context(), token->node);
}

void LessonDriver::rest()
{
    m_isAwake = false;
    m_playing.stop();
    m_navigation.speedOfRun().setWanted(false);
}

void LessonDriver::wake()
{
    m_isAwake = true;
    if (isReady())
        m_navigation.speedOfRun().setWanted(current().waitsForMeasurement);
}

void LessonDriver::onSpeed()
{
    if (!isReady() || m_run->measured || !m_navigation.speedOfRun().background().isMeasured())
        return;
    m_run->measured = measuredOf(m_navigation.speedOfRun().background().measurement());
    emit measured();
}

void LessonDriver::fail(const QString& sentence)
{
    if (!isOpen())
        return;
    if (m_isWaitingForRun || m_isDecoding)
        m_decoded.reset(); // what the navigation has is not the run that was wanted
    m_isWaitingForRun = m_isDecoding = false;
    m_problem = sentence;
    emit readyChanged();
}

} // namespace draftscope
