// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDialog>

#include "gui/export/exported_view.h"
#include "gui/navigation/navigation.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace draftscope {

class VocabularyModel;
class ViewExports;

/// Every token of the vocabulary at the position that Distribution shows, as a table that can be searched and sorted:
/// what the models compute again for it, or what the record keeps where they cannot, with what is missing in a
/// sentence. It follows the moment shown, beside the window, and deletes itself when it is closed.
class VocabularyWindow : public QDialog {
    Q_OBJECT
public:
    VocabularyWindow(Navigation& navigation, QWidget* parent);
    ~VocabularyWindow() override;

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What is listed.
    struct Place {
        int run = 0, sequence = 0;
        Position at;
        int context = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] QWidget* makeSearchLine();
    [[nodiscard]] QWidget* makeFoot();
    void refresh();
    void list();
    void sayWhatIsListed();
    void sayFound();
    void sortBy(int column, Qt::SortOrder order);
    void fitColumns();
    /// Makes a token the current one, if it is shown.
    void goTo(TokenId token);
    [[nodiscard]] TokenId tokenInQuestion() const;
    [[nodiscard]] ExportedView exported() const;

    Navigation& m_navigation;
    VocabularyModel* m_model;
    QLineEdit* m_search;
    QComboBox* m_sortedBy;
    QCheckBox* m_rising;
    QTableView* m_table;
    QLabel *m_where, *m_says, *m_found;
    QCheckBox* m_exportsAll;
    ViewExports* m_exports;
    std::optional<Place> m_place;
    std::shared_ptr<const DistributionRecord> m_listed; ///< all tokens of it; null where it is the record's list
    int m_vocabularyOf = -1;                            ///< the run whose tokens have the texts at hand
};

} // namespace draftscope
