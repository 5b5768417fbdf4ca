// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "engine/report/comparison_report.h"

namespace draftscope {

/// A report as PDF: what htmlOf() says, on A4 pages that lie on their side, with its charts. The window's thread.
[[nodiscard]] QByteArray pdfOf(const ComparisonReport& report);

} // namespace draftscope
