// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QString>

#include "engine/record/records.h"
#include "widgets/style/data_table.h"

namespace draftscope {

/// What is known of the tokens at a position: all of the vocabulary, or those that a record keeps.
struct TokenList {
    std::vector<DistributionEntry>
        tokens; ///< residual: what is left of p there by the verdicts so far, or would be once a draft is rejected
    bool hasP = false, hasQ = false; ///< else their values are not known, or there is no draft
    bool hasResidual = false;        ///< something is said of what is left of p there
};
/// Of a round at the moment shown. `context` indexes its contexts.
[[nodiscard]] TokenList tokenListOf(const RoundRecord& round, int context);

/// The tokens of a position as a table, in any order, of which a search may leave some out. 150,000 tokens are sorted
/// and searched within a frame or two: each token's text is made once, and orders are lists of numbers.
class VocabularyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { id, token, p, q, pBefore, qBefore, residual, columnCountTotal };

    explicit VocabularyModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    /// What tokens look like, with spaces in sight; asked once for each token. Tokens of another vocabulary need
    /// another call.
    void setWords(std::function<QString(TokenId)> words);
    /// Search and order stay.
    void setTokens(TokenList list);
    /// Shows tokens that have this in their text, whatever the case of letters; a space finds ␣. "#17" is the token of
    /// that id. An empty one shows all.
    void setSearch(const QString& search);
    [[nodiscard]] static QString titleOf(
        int column); ///< in the heading, which marks the one that the rows are sorted by
    [[nodiscard]] const TokenList& tokens() const { return m_list; }

    [[nodiscard]] int rowOf(TokenId token) const; ///< -1 where it is not shown
    [[nodiscard]] TokenId tokenAt(int row) const; ///< noToken where there is no such row
    /// p, q and residual of the tokens shown, added up; nothing where they are not known.
    struct Sums {
        std::optional<double> p, q, residual;
    };
    [[nodiscard]] Sums sums() const;
    enum class Which { shown, all };
    /// With all digits, in the order shown.
    [[nodiscard]] DataTable table(Which which) const;
    /// "3.1e-07" where 0.000000 would be read as none.
    [[nodiscard]] static QString numberWords(float value);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using Index = std::uint32_t; ///< in m_list.tokens
    [[nodiscard]] const QString& wordsOf(TokenId token) const;
    [[nodiscard]] std::optional<float> valueOf(const DistributionEntry& entry, int column) const;
    void order();
    void search();

    std::function<QString(TokenId)> m_words;
    mutable std::vector<QString> m_texts; ///< by token; null where it was not asked for
    TokenList m_list;
    std::vector<Index> m_ordered, m_shown;
    int m_sortedBy = p;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    QString m_search;
};

} // namespace draftscope
