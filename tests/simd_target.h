// SPDX-License-Identifier: MIT
#pragma once

#include <QTest>

#include "engine/core/simd_targets.h"

#include <hwy/highway.h>

namespace draftscope::test {

/// For initTestCase_data(): a global row "target" for each SIMD target that this machine has.
inline void addSimdTargets()
{
    QTest::addColumn<qlonglong>("target");
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
        QTest::newRow(hwy::TargetName(target)) << qlonglong(target);
}

/// From here on kernels run as compiled for this target.
inline void useSimdTarget(qlonglong target)
{
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

/// And from here on for the best one again.
inline void useBestSimdTarget()
{
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
}

} // namespace draftscope::test
