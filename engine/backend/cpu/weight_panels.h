// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/backend/cpu/kernels.h"
#include "engine/core/progress.h"
#include "engine/core/thread_pool.h"
#include "engine/model/model.h"

namespace draftscope::cpu {

/// How many panels a matrix has, which lies as in its file (panel_layout.h).
[[nodiscard]] int panelsOf(const MatrixView& matrix);

/// Panels [first, end) of a matrix. Rows behind the last are zeros.
void packPanels(const MatrixView& matrix, int first, int end, std::uint8_t* out);

/// Bytes of all its panels.
[[nodiscard]] std::size_t panelBytes(const MatrixView& matrix);

/// The matrices of models in panels, as products read them. Each matrix is there once, however many models and passes
/// have it, for as long as one of these models lives: sessions come and go. Thread-safe; while one thread arranges a
/// model the others wait.
class WeightPanels {
public:
    /// Those that all backends share, whatever their threads and arithmetic.
    [[nodiscard]] static std::shared_ptr<WeightPanels> ofThisProcess();
    /// The model with views of panels in the place of all matrices but the embedding, of which a pass reads single
    /// rows; they live as long as it. Throws Cancelled and std::bad_alloc.
    [[nodiscard]] std::shared_ptr<const Model> withPanels(std::shared_ptr<const Model> model, ThreadPool& pool,
                                                          const Progress& progress = {});
    /// Whether a matrix is there, so that a model that has it takes no memory for it.
    [[nodiscard]] bool has(const MatrixView& matrix);

private:
    struct Entry {
        MatrixView matrix;     ///< as in the file
        int quantisedRows = 0; ///< quantisedPanelRows(), which only tests change
        std::shared_ptr<const std::uint8_t>
            panels; ///< a part of one piece of memory, of which all is kept while one is used
        std::vector<std::weak_ptr<const Model>> models; ///< that have asked for it
    };

    /// Null where it is not there. What no model has any more goes.
    Entry* find(const MatrixView& matrix);

    std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace draftscope::cpu
