// SPDX-License-Identifier: MIT
// What must be true of parts of a model and of hidden states on every backend, bit by bit.
#pragma once

#include <QTest>

#include <functional>
#include <numeric>

#include "engine/model/model.h"
#include "tests/backend/decoding.h"

namespace draftscope::test {

using States = Logits; ///< [rows][hidden]

/// What rows gave.
struct Given {
    Logits logits;
    std::vector<States> states; ///< of each place that was asked for

    bool operator==(const Given&) const = default;
};

/// A text that goes through a part of a model some rows a pass; token i lies in slot 3 * i.
struct PartDecode {
    PassPart part = {};
    std::vector<int> asked = {}; ///< HiddenStates::entering
    States input = {};           ///< [tokens][hidden], instead of embeddings
    int rowsAtATime = 7;
    bool wantLogits = true;

    [[nodiscard]] Given run(ForwardPass& pass, const std::vector<TokenId>& text) const
    {
        const auto hidden = std::size_t(pass.config().hiddenSize);
        const auto cut = [](const std::vector<float>& flat, std::size_t width, Logits& rows) {
            for (auto at = flat.begin(); at != flat.end(); at += std::ptrdiff_t(width))
                rows.emplace_back(at, at + std::ptrdiff_t(width));
        };
        std::vector<int> slots;
        for (int i = 0; i < int(text.size()); ++i)
            slots.push_back(3 * i);
        Given given;
        given.states.resize(asked.size());
        for (std::size_t first = 0; first < text.size(); first += std::size_t(rowsAtATime)) {
            const std::size_t end = std::min(text.size(), first + std::size_t(rowsAtATime));
            Rows rows{{}, {std::span(slots).first(first)}};
            rows.part = part;
            std::vector<float> entering, logits;
            for (std::size_t i = first; i < end; ++i) {
                rows.rows.push_back({input.empty() ? text[i] : noToken, int(i), 0, slots[i],
                                     std::span(slots).subspan(first, i - first), wantLogits});
                if (!input.empty())
                    entering.insert(entering.end(), input[i].begin(), input[i].end());
            }
            rows.inputStates = entering;
            std::vector<std::vector<float>> states(asked.size(), std::vector<float>((end - first) * hidden, -55.0f));
            for (std::size_t n = 0; n < asked.size(); ++n)
                rows.hiddenStates.push_back({asked[n], states[n]});
            logits.resize(wantLogits ? (end - first) * std::size_t(pass.config().vocabularySize) : 0);
            pass.run(rows, logits);
            cut(logits, std::size_t(pass.config().vocabularySize), given.logits);
            for (std::size_t n = 0; n < asked.size(); ++n)
                cut(states[n], hidden, given.states[n]);
        }
        return given;
    }
};

/// The checks for one model of at least three layers, with fresh passes of at least 256 slots from `makePass`.
struct PartChecks {
    std::shared_ptr<const Model> model;
    std::function<std::unique_ptr<ForwardPass>(std::shared_ptr<const Model>)> makePass;
    std::vector<TokenId> text = someText(75, model->config.vocabularySize);

    [[nodiscard]] int layers() const { return model->config.layerCount; }
    [[nodiscard]] Given decoded(const PartDecode& how) const { return how.run(*makePass(model), text); }
    /// Every place that there are hidden states of, in the order of a pass.
    [[nodiscard]] std::vector<int> everywhere() const
    {
        std::vector<int> all(std::size_t(layers() + 1));
        std::iota(all.begin(), all.end(), 0);
        all.push_back(HiddenStates::afterFinalNorm);
        return all;
    }

    /// Asking changes no logits; states are the same whatever rows come together, and one by one as all at once.
    void statesDependOnTheirRows() const
    {
        const Given all = decoded({.asked = everywhere(), .rowsAtATime = 1});
        QVERIFY(all.logits == decoded({}).logits);
        for (std::size_t n = 0; n < all.states.size(); ++n) {
            QCOMPARE(all.states[n].size(), text.size());
            QVERIFY(n == 0 || all.states[n] != all.states[n - 1]);
            QVERIFY(decoded({.asked = {everywhere()[n]}, .rowsAtATime = 5, .wantLogits = false}).states[0]
                    == all.states[n]);
        }
        for (const int rows : {9, 64, 65, 75})
            QVERIFY(decoded({.asked = everywhere(), .rowsAtATime = rows}) == all);
        const auto pass =
            makePass(model); // again and again, so that the last time it is a graph where there are graphs
        for (int turn = 0; turn < 3; ++turn) {
            QVERIFY((PartDecode{.asked = everywhere(), .rowsAtATime = 33}.run(*pass, text) == all));
            QVERIFY((PartDecode{.rowsAtATime = 33}.run(*pass, text).logits == all.logits));
            QVERIFY((PartDecode{.asked = {2}, .rowsAtATime = 33}.run(*pass, text).states[0] == all.states[2]));
        }
    }

    /// An early exit: row by row through the first layers, whose logits are a draft's, then all rows through the others
    /// from what the exit left, on the same slots. Also with no layer in one of the parts.
    void layersInTwoPassesAreTheWhole() const
    {
        const Given whole = decoded({.asked = everywhere()});
        for (int exit = 0; exit <= layers(); ++exit)
            for (const int rows : {1, 7, 65}) {
                const auto pass = makePass(model);
                const PartDecode before = {.part = {.endLayer = exit}, .asked = {exit}, .rowsAtATime = rows};
                const Given left = before.run(*pass, text);
                QVERIFY(left.states[0] == whole.states[std::size_t(exit)]);
                QVERIFY((left.logits == whole.logits) == (exit == layers()));
                const PartDecode behind = {.part = {.firstLayer = exit},
                                           .asked = {layers(), HiddenStates::afterFinalNorm},
                                           .input = left.states[0],
                                           .rowsAtATime = 65};
                const Given rest = behind.run(*pass, text);
                QVERIFY(rest.logits == whole.logits);
                QVERIFY(rest.states[0] == whole.states[std::size_t(layers())]);
                QVERIFY(rest.states[1] == whole.states[std::size_t(layers()) + 1]);
            }
    }

    /// Layers of a model that has not all of this one's.
    [[nodiscard]] std::shared_ptr<const Model> without(int layer) const
    {
        auto fewer = std::make_shared<Model>(*model);
        fewer->weights.layers.erase(fewer->weights.layers.begin() + layer);
        --fewer->config.layerCount;
        if (auto& attention = fewer->config.layerAttention; !attention.empty())
            attention.erase(attention.begin() + layer);
        return fewer;
    }
    /// This model with a matrix of a layer that is all zeros, without a bias, so that what it adds is nothing.
    [[nodiscard]] std::shared_ptr<const Model> withZeros(int layer, MatrixView LayerWeights::*matrix) const
    {
        auto other = std::make_shared<Model>(*model);
        MatrixView& view = other->weights.layers[std::size_t(layer)].*matrix;
        const auto zeros = std::make_shared<std::vector<float>>(view.bytes() / sizeof(float) + 64);
        view.data = zeros->data();
        view.bias = nullptr;
        other->weights.storage.push_back(zeros);
        return other;
    }

    void skippedSublayersAreNotThere() const
    {
        const Given whole = decoded({});
        for (int layer = 0; layer < layers(); ++layer) {
            const auto skipping = [&](std::vector<int> attention, std::vector<int> mlp,
                                      std::shared_ptr<const Model> same) {
                const Given given =
                    decoded({.part = {.skippedAttention = std::move(attention), .skippedMlp = std::move(mlp)}});
                const PartDecode plain;
                QVERIFY(given.logits == plain.run(*makePass(std::move(same)), text).logits);
                QVERIFY(given.logits != whole.logits);
            };
            skipping({layer}, {layer}, without(layer));
            skipping({layer}, {}, withZeros(layer, &LayerWeights::o));
            skipping({}, {layer}, withZeros(layer, &LayerWeights::down));
        }
        std::vector<int> all(std::size_t(layers()), 0);
        std::iota(all.begin(), all.end(), 0);
        QVERIFY(decoded({.part = {.skippedAttention = all, .skippedMlp = all}})
                == decoded({.part = {.firstLayer = layers()}}));
    }

    /// Embeddings that are read and then given are tokens, and the head reads what is given; neither touches a slot.
    void endsOfTheModelAlone() const
    {
        const Given whole = decoded({.asked = everywhere()});
        const auto pass = makePass(model);
        QVERIFY(PartDecode{}.run(*pass, text).logits == whole.logits);
        const PartDecode embedding = {.part = {.endLayer = 0}, .asked = {0}, .wantLogits = false};
        const States embeddings = embedding.run(*pass, text).states[0];
        QVERIFY(embeddings == whole.states[0]);
        QVERIFY(decoded({.asked = everywhere(), .input = embeddings}) == whole);
        const PartDecode head = {.part = {.firstLayer = layers()}, .input = whole.states[std::size_t(layers())]};
        QVERIFY(head.run(*pass, text).logits == whole.logits);
        const int length = int(text.size());
        std::vector<int> slots;
        for (int i = 0; i < length; ++i)
            slots.push_back(3 * i);
        const Rows last{{{text.back(), length - 1, 0, 255, {}, true}}, {std::span(slots).first(text.size() - 1)}};
        QVERIFY(test::run(*pass, last).front() == whole.logits.back());
    }
};

} // namespace draftscope::test
