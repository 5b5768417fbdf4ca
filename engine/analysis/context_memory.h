// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/model/forward_pass.h"

namespace draftscope {

/// What a pass does with its rows: one of the kinds that a ContextMemory has been asked for.
struct RowKind {
    PassPart part = {};
    std::vector<int> states = {}; ///< hidden states that its rows leave, as HiddenStates::entering
    bool readsFeatures = false;   ///< RowKey::input are target features
    bool operator==(const RowKind&) const = default;
};

/// What a row is: all that its answer follows from.
struct RowKey {
    std::span<const int> sees; ///< the rows whose keys and values it sees, each by its own number, in path order
    TokenId token = noToken;
    int position = 0;
    int kind = 0; ///< ContextMemory::kindOf()
    /// The row whose keys and values its slot held before, where it goes on from a layer behind the first; else -1.
    int beneath = -1;
    std::span<const float> input = {}; ///< what it begins with beside its token: states or features; may be empty
    int ropeLength = 0; ///< Row::ropeLength, the same for all of which keys are the same; 0 where that says nothing
};

/// The rows of one model that were ever asked for, numbered in the order in which they came: a row only sees rows of
/// smaller numbers. Belongs to one thread.
class ContextMemory {
public:
    explicit ContextMemory(std::unique_ptr<ForwardPass> pass) { usePass(std::move(pass)); }

    [[nodiscard]] const ForwardPass& pass() const { return *m_pass; }
    /// Another pass of the same model, whose slots hold nothing yet.
    void usePass(std::unique_ptr<ForwardPass> pass);

    [[nodiscard]] int kindOf(const RowKind& kind);
    /// The number of a row. Computes nothing.
    [[nodiscard]] int numberOf(const RowKey& key);

    /// Of a row: [logitCount], and [states of its kind, hiddenSize]. They stay where they are until the next call.
    /// Throws what passes throw.
    std::span<const float> logitsOf(int number, const std::atomic<bool>* cancelled);
    std::span<const float> statesOf(int number, const std::atomic<bool>* cancelled);

    void forget();
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    [[nodiscard]] std::int64_t computedRows() const { return m_computedRows; }

private:
    struct KnownRow {
        std::vector<int> sees;
        TokenId token = noToken;
        int position = 0, kind = 0, beneath = -1, ropeLength = 0;
        std::vector<float> input;
        std::vector<float> logits, states; ///< empty: not asked for yet
        int slot = -1;                     ///< of m_pass, where its key and value lie; -1: nowhere now
        std::int64_t wantedAt = 0;         ///< the m_now that last put it among the missing rows
    };
    struct Hash {
        using is_transparent = void;
        const std::vector<KnownRow>* rows;
        std::size_t operator()(const RowKey& key) const;
        std::size_t operator()(int number) const { return (*this)(keyOf(*rows, number)); }
    };
    struct Equal {
        using is_transparent = void;
        const std::vector<KnownRow>* rows;
        static bool same(const RowKey& a, const RowKey& b);
        bool operator()(int a, int b) const { return a == b; }
        bool operator()(const RowKey& key, int number) const { return same(key, keyOf(*rows, number)); }
        bool operator()(int number, const RowKey& key) const { return same(key, keyOf(*rows, number)); }
    };
    /// A row that is run in a slot: its own, or that of a row which it is beneath.
    struct Step {
        int row = -1, slot = -1;
    };
    static RowKey keyOf(const std::vector<KnownRow>& rows, int number);

    /// Runs the row, and before it whatever it sees and has no slot any more.
    void compute(int number, bool wantLogits, const std::atomic<bool>* cancelled);
    /// The row itself and all rows behind it that have no slot. What has one is kept there, the row itself, too.
    void collect(int number, std::vector<int>& missing);
    /// Gives the missing rows slots and says what has to be run there, in order.
    [[nodiscard]] std::vector<Step> steps(std::span<const int> missing);
    /// The slot that was not used for longest, now `row`'s.
    int freeSlot(int row);
    /// Steps of one kind in one pass, of which the last is the row that is wanted, or none is.
    void runSteps(std::span<const Step> steps, bool isLast, bool wantLogits);

    std::unique_ptr<ForwardPass> m_pass;
    std::vector<RowKind> m_kinds;
    std::vector<int> m_owners;           ///< by slot: the row that lies there, or -1
    std::vector<std::int64_t> m_lastUse; ///< by slot: m_now of then
    std::int64_t m_now = 0;
    std::vector<KnownRow> m_rows;
    std::unordered_set<int, Hash, Equal> m_numbers{64, Hash{&m_rows}, Equal{&m_rows}};
    std::size_t m_bytes = 0;
    std::int64_t m_computedRows = 0;
    Rows m_input; ///< kept for its memory, like what follows
    std::vector<int> m_ancestors;
    std::vector<float> m_inputs, m_logits, m_states;
};

} // namespace draftscope
