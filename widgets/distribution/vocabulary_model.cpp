// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/vocabulary_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QEvent>
#include <QStringMatcher>

#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// A text by which tokens are sorted: mostly its first letters decide, which lie beside each other in memory.
struct TextKey {
    std::uint64_t beginning = 0;
    QStringView text;

    explicit TextKey(QStringView whole) : text(whole)
    {
        constexpr qsizetype letters = 4;
        for (qsizetype i = 0; i < letters; ++i)
            beginning = (beginning << 16) | (i < whole.size() ? whole[i].unicode() : 0U);
    }
    TextKey() = default;
    bool operator==(const TextKey& other) const { return beginning == other.beginning && text == other.text; }
    bool operator<(const TextKey& other) const
    {
        return beginning != other.beginning ? beginning < other.beginning : text < other.text;
    }
};

} // namespace

TokenList tokenListOf(const RoundRecord& round, int context)
{
    TokenList list;
    if (context < 0 || std::size_t(context) >= round.contexts.size())
        return list;
    const DistributionRecord& here = round.contexts[std::size_t(context)];
    list.tokens = here.top;
    list.hasP = here.hasP;
    list.hasQ = here.hasQ;
    if (const RemainderRecord* const left = round.remainderAt(context)) {
        for (std::size_t i = 0; i < list.tokens.size(); ++i)
            list.tokens[i].residual = left->values[i];
        list.hasResidual = here.hasP;
    } else {
        list.hasResidual = here.hasP && here.hasQ
            && (leavesPWithoutQ(round, context) || here.residualMass > 0 || here.tailResidual > 0
                || std::ranges::any_of(here.top, [](const DistributionEntry& entry) { return entry.residual > 0; }));
    }
    return list;
}

void VocabularyModel::setWords(std::function<QString(TokenId)> words)
{
    m_words = std::move(words);
    m_texts.clear();
}

void VocabularyModel::setTokens(TokenList list)
{
    beginResetModel();
    m_list = std::move(list);
    order();
    search();
    endResetModel();
}

void VocabularyModel::setSearch(const QString& text)
{
    if (text == m_search)
        return;
    beginResetModel();
    m_search = text;
    search();
    endResetModel();
}

void VocabularyModel::sort(int column, Qt::SortOrder sortOrder)
{
    if (column < 0 || column >= columnCountTotal || (column == m_sortedBy && sortOrder == m_sortOrder))
        return;
    beginResetModel();
    m_sortedBy = column;
    m_sortOrder = sortOrder;
    order();
    search();
    endResetModel();
}

const QString& VocabularyModel::wordsOf(TokenId wanted) const
{
    static const QString nothing;
    if (wanted < 0 || !m_words)
        return nothing;
    if (std::size_t(wanted) >= m_texts.size())
        m_texts.resize(std::size_t(wanted) + 1);
    QString& text = m_texts[std::size_t(wanted)];
    if (text.isNull())
        text = m_words(wanted);
    return text;
}

std::optional<float> VocabularyModel::valueOf(const DistributionEntry& entry, int column) const
{
    const auto known = [](bool has, float value) { return has ? std::optional(value) : std::nullopt; };
    switch (column) {
    case p:
        return known(m_list.hasP, entry.p);
    case q:
        return known(m_list.hasQ, entry.q);
    case pBefore:
        return known(m_list.hasP, entry.pBefore);
    case qBefore:
        return known(m_list.hasQ, entry.qBefore);
    case residual:
        return known(m_list.hasResidual, entry.residual);
    default:
        return std::nullopt;
    }
}

/// Tokens that are alike there come by their ids, whichever way the rest goes.
void VocabularyModel::order()
{
    const auto& tokens = m_list.tokens;
    const auto count = tokens.size();
    m_ordered.resize(count);
    const bool rises = m_sortOrder == Qt::AscendingOrder;
    const auto sortBy = [&](const auto& keyOf) {
        using Key = std::decay_t<decltype(keyOf(Index(0)))>;
        struct Keyed {
            Key key;
            TokenId token;
            Index index;
        };
        std::vector<Keyed> keyed(count);
        for (std::size_t i = 0; i < count; ++i)
            keyed[i] = {keyOf(Index(i)), tokens[i].token, Index(i)};
        std::ranges::sort(keyed, [rises](const Keyed& a, const Keyed& b) {
            if (a.key != b.key)
                return rises ? a.key < b.key : b.key < a.key;
            return a.token < b.token;
        });
        for (std::size_t i = 0; i < count; ++i)
            m_ordered[i] = keyed[i].index;
    };
    if (m_sortedBy == id) {
        sortBy([&](Index i) { return tokens[i].token; });
    } else if (m_sortedBy == token) {
        for (const DistributionEntry& entry : tokens)
            (void)wordsOf(entry.token); // all, so that none moves while they are compared
        sortBy([&](Index i) { return TextKey(wordsOf(tokens[i].token)); });
    } else {
        sortBy([&](Index i) { return valueOf(tokens[i], m_sortedBy).value_or(0.0F); });
    }
}

void VocabularyModel::search()
{
    m_shown.clear();
    if (m_search.isEmpty()) {
        m_shown = m_ordered;
        return;
    }
    bool isId = false;
    const TokenId wanted = m_search.startsWith(QLatin1Char('#')) ? m_search.mid(1).trimmed().toInt(&isId) : noToken;
    if (isId) {
        std::ranges::copy_if(m_ordered, std::back_inserter(m_shown),
                             [&](Index i) { return m_list.tokens[i].token == wanted; });
        return;
    }
    const QStringMatcher matcher(QString(m_search).replace(QLatin1Char(' '), QStringLiteral("␣")), Qt::CaseInsensitive);
    std::ranges::copy_if(m_ordered, std::back_inserter(m_shown),
                         [&](Index i) { return matcher.indexIn(wordsOf(m_list.tokens[i].token)) >= 0; });
}

int VocabularyModel::rowOf(TokenId wanted) const
{
    const auto found = std::ranges::find_if(m_shown, [&](Index i) { return m_list.tokens[i].token == wanted; });
    return found == m_shown.end() ? -1 : int(found - m_shown.begin());
}

TokenId VocabularyModel::tokenAt(int row) const
{
    return row < 0 || row >= rowCount() ? noToken : m_list.tokens[m_shown[std::size_t(row)]].token;
}

VocabularyModel::Sums VocabularyModel::sums() const
{
    double ofP = 0, ofQ = 0, ofResidual = 0;
    for (const Index i : m_shown) {
        ofP += double(m_list.tokens[i].p);
        ofQ += double(m_list.tokens[i].q);
        ofResidual += double(m_list.tokens[i].residual);
    }
    const auto known = [](bool has, double value) { return has ? std::optional(value) : std::nullopt; };
    return {known(m_list.hasP, ofP), known(m_list.hasQ, ofQ), known(m_list.hasResidual, ofResidual)};
}

DataTable VocabularyModel::table(Which which) const
{
    DataTable table{{"token", "text", "p", "q", "p_before_sampler", "q_before_sampler", "residual"}, {}};
    const auto& listed = which == Which::all ? m_ordered : m_shown;
    table.rows.reserve(qsizetype(listed.size()));
    for (const Index i : listed) {
        const DistributionEntry& entry = m_list.tokens[i];
        QStringList& cells = table.rows.emplace_back();
        cells << QString::number(entry.token) << wordsOf(entry.token);
        for (const int column : {p, q, pBefore, qBefore, residual}) {
            const auto value = valueOf(entry, column);
            cells << (value ? exactCell(*value) : QString());
        }
    }
    return table;
}

QString VocabularyModel::numberWords(float value)
{
    constexpr int decimals = 6;
    constexpr float least = 0.5e-6F;
    return value > 0 && value < least ? decimal(double(value), 'e', 1) : decimal(double(value), 'f', decimals);
}

int VocabularyModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int VocabularyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(columnCountTotal);
}

QVariant VocabularyModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const DistributionEntry& entry = m_list.tokens[m_shown[std::size_t(index.row())]];
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return int((column == token ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::FontRole)
        return column == token ? QVariant(Theme::tokenFont()) : QVariant();
    if (role == Qt::ToolTipRole && column >= p) // all digits that there are
        if (const auto value = valueOf(entry, column))
            return exactCell(*value);
    if (role != Qt::DisplayRole)
        return {};
    if (column == id)
        return entry.token;
    if (column == token)
        return wordsOf(entry.token);
    const auto value = valueOf(entry, column);
    return value ? numberWords(*value) : QStringLiteral("–");
}

QString VocabularyModel::titleOf(int column)
{
    switch (column) {
    case id:
        return tr("id");
    case token:
        return tr("token");
    case p:
        return QStringLiteral("p");
    case q:
        return QStringLiteral("q");
    case pBefore:
        return tr("p before");
    case qBefore:
        return tr("q before");
    case residual:
        return tr("residual");
    default:
        return {};
    }
}

QVariant VocabularyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == token ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) // the arrow of a header would cover words that stand at its right
        return section != m_sortedBy             ? titleOf(section)
            : m_sortOrder == Qt::DescendingOrder ? QStringLiteral("▾ ") + titleOf(section)
                                                 : QStringLiteral("▴ ") + titleOf(section);
    if (role == Qt::ToolTipRole)
        switch (section) {
        case id:
            return tr("The token's number in the vocabulary");
        case token:
            return tr("Its text: ␣ is a space, ⏎ a new line, ⟨E2⟩ a byte that is no text by itself");
        case p:
            return tr("What the target gives it, after every step of the sampler");
        case q:
            return tr("What the draft gives it, after every step of the sampler");
        case pBefore:
            return tr("The target's softmax, before the sampler");
        case qBefore:
            return tr("The draft's softmax, before the sampler");
        case residual:
            return tr("What the token that ends the round is drawn from once drafts are rejected here: what is left of "
                      "p, over its sum");
        default:
            return {};
        }
    return {};
}

} // namespace draftscope
