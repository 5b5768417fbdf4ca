// SPDX-License-Identifier: MIT
// Lets a session decode many short texts with real models at little cost: every context is computed once.
#pragma once

#include <map>
#include <memory>

#include "engine/model/backend.h"

namespace draftscope {

class ContextMemory;

/// A backend whose passes ask another backend's pass only for rows that it has not computed before.
///
/// What a row answers depends on its token or the states that it begins with, its position, the part of the model that
/// it runs through, and the rows whose keys and values it sees, in path order; each of those depends on the same of its
/// own. That, and nothing about the text that the caller has in mind, is the key under which logits and hidden states
/// are kept. A row that is sent with a wrong position, the wrong ancestors or after a wrong commit is another key, and
/// is answered as the model really answers it. So a session on this backend goes wrong exactly where it would go wrong
/// on the real one.
///
/// Differences to the backend behind: the rows of a prompt are computed like all others (Rows::arePrompt is ignored),
/// and there is no RoundRunner, so every round is computed moment by moment. Belongs to one thread.
class MemoisingBackend final : public Backend {
public:
    explicit MemoisingBackend(std::shared_ptr<Backend> backend);
    ~MemoisingBackend() override;

    [[nodiscard]] std::string_view name() const override { return m_backend->name(); }
    /// Errors: those of the backend behind, which makes one pass a model, with 64 slots more than the caller wants.
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress = {}) override;
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> passes) override;
    [[nodiscard]] double measureBandwidth(const Progress& progress = {}) override
    {
        return m_backend->measureBandwidth(progress);
    }

    /// Forgets everything if it takes more than so many bytes. What passes hold in their slots is lost with it: call it
    /// only where every pass that is left will write its slots again before it reads them.
    void forgetBeyond(std::size_t bytes);
    /// Rows that the backend behind has computed: work done, for tests.
    [[nodiscard]] std::int64_t computedRows() const;

private:
    std::shared_ptr<Backend> m_backend;
    std::map<std::shared_ptr<const Model>, std::shared_ptr<ContextMemory>> m_memories;
};

} // namespace draftscope
