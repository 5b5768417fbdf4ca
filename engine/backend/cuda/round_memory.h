// SPDX-License-Identifier: MIT
// Where the data of a round lies that is decided on the device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "engine/model/model.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

/// Memory on the device and pinned memory of the same size, for what goes there or comes from there.
struct MirroredMemory {
    PinnedBuffer<unsigned char> host;
    DeviceBuffer<unsigned char> device;

    [[nodiscard]] bool allocate(std::size_t bytes)
    {
        auto pinned = PinnedBuffer<unsigned char>::allocate(bytes, "a round");
        auto own = DeviceBuffer<unsigned char>::allocate(bytes, "a round");
        if (!pinned || !own)
            return false;
        host = std::move(*pinned);
        device = std::move(*own);
        return true;
    }
    void send(Stream& stream, std::size_t first, std::size_t bytes)
    {
        stream.copy(device.data() + first, static_cast<const unsigned char*>(host.data() + first), bytes);
    }
    void fetch(Stream& stream, std::size_t bytes)
    {
        stream.copy(host.data(), static_cast<const unsigned char*>(device.data()), bytes);
    }
    template <class U>
    [[nodiscard]] U* onHost(std::size_t offset) const
    {
        return reinterpret_cast<U*>(host.data() + offset);
    }
    template <class U>
    [[nodiscard]] U* onDevice(std::size_t offset) const
    {
        return reinterpret_cast<U*>(device.data() + offset);
    }
};

/// Where a round's input lies: the question, the input of the verify pass and of a draft pass for each level, the slots
/// of the draft's paths, those of the target's. There are no more levels than nodes.
struct InputLayout {
    int nodes = 0, draftSlots = 0;

    [[nodiscard]] static std::size_t verify() { return sizeof(RoundRequest); }
    [[nodiscard]] static std::size_t pass(int level) { return verify() + std::size_t(level + 1) * sizeof(PassInput); }
    [[nodiscard]] std::size_t draftList() const { return pass(nodes); }
    [[nodiscard]] std::size_t verifyList() const { return draftList() + std::size_t(draftSlots) * sizeof(int); }
    [[nodiscard]] std::size_t bytes(int listed) const { return verifyList() + std::size_t(listed) * sizeof(int); }
};

/// Where a round's answer lies: the answer, a ListedContext for each context, their tokens, what the nodes' rejections
/// leave of p.
struct AnswerLayout {
    RoundCapacity room;

    [[nodiscard]] int capacity() const { return listedCapacity(room.topTokens, room.remainders, room.children); }
    [[nodiscard]] int contextCount() const { return room.nodes + 1 + room.parents; }
    [[nodiscard]] static std::size_t contexts() { return sizeof(RoundResult); }
    [[nodiscard]] std::size_t tokens(int context) const
    {
        return contexts() + std::size_t(contextCount()) * sizeof(ListedContext)
            + std::size_t(context) * std::size_t(capacity()) * sizeof(ListedToken);
    }
    [[nodiscard]] std::size_t masses() const { return tokens(contextCount()); }
    [[nodiscard]] std::size_t remainderOf(int node) const
    {
        const std::size_t nodes = room.remainders > 0 ? std::size_t(room.nodes) : 0;
        return masses() + (nodes + std::size_t(node) * std::size_t(capacity())) * sizeof(double);
    }
    [[nodiscard]] std::size_t bytes() const
    {
        return room.topTokens == 0 ? contexts() : remainderOf(room.remainders > 0 ? room.nodes : 0);
    }
};
static_assert(mostEndOfText == int(RoundPlan::mostEndOfText));
static_assert(sizeof(RoundRequest) % alignof(PassInput) == 0 && sizeof(RoundResult) % alignof(ListedContext) == 0
              && sizeof(ListedContext) % alignof(ListedToken) == 0 && sizeof(ListedToken) % alignof(double) == 0);

/// Where the logits of a draft lie, token by token, if it has them for a part of its vocabulary only.
struct SpreadMemory {
    DeviceBuffer<int> logitOfToken; ///< [vocabulary], -1 where a token has none
    DeviceBuffer<float> logits;     ///< [places, vocabulary]

    [[nodiscard]] bool allocate(Stream& stream, const Model& draft, int places)
    {
        std::vector<int> logitOf(std::size_t(draft.config.vocabularySize), -1);
        for (std::size_t logit = 0; logit < draft.weights.tokenOfLogit.size(); ++logit)
            logitOf[std::size_t(draft.weights.tokenOfLogit[logit])] = int(logit);
        auto placeOf = DeviceBuffer<int>::allocate(logitOf.size(), "a round");
        auto all = DeviceBuffer<float>::allocate(std::size_t(places) * logitOf.size(), "a round");
        if (!placeOf || !all)
            return false;
        logitOfToken = std::move(*placeOf);
        logits = std::move(*all);
        logitOfToken.upload(stream, logitOf);
        stream.synchronize(); // before what it is copied from is gone
        return true;
    }
};

/// Hidden states of a round in which a head drafts with those of the target.
struct RoundStates {
    int hidden = 0, headHidden = 0; ///< sizes of a state of the target and of the head
    int kept = 0;                   ///< states that the target leaves of a row
    int inputWidth = 0;             ///< floats of a row of the first pass
    MirroredMemory input;           ///< [maxRows, inputWidth]: what the first pass begins with
    DeviceBuffer<float> left, next; ///< [maxRows, headHidden]: of a pass, and for the rows of the next
    DeviceBuffer<float> target;     ///< [kept, maxRows, hidden]
    MirroredMemory path;            ///< [kept, depths, hidden]: those that the text goes on with

    [[nodiscard]] bool allocate(const ModelConfig& ofTarget, const ModelConfig& ofHead)
    {
        hidden = ofTarget.hiddenSize;
        headHidden = ofHead.hiddenSize;
        inputWidth = ofHead.featureSize > 0 ? ofHead.featureSize : ofHead.hiddenSize;
        kept = std::max(1, ofHead.featureSize / hidden);
        const std::size_t rows = maxRows, all = std::size_t(kept) * rows * std::size_t(hidden);
        auto ownLeft = DeviceBuffer<float>::allocate(rows * std::size_t(headHidden), "a round");
        auto ownNext = DeviceBuffer<float>::allocate(rows * std::size_t(headHidden), "a round");
        auto ofPass = DeviceBuffer<float>::allocate(all, "a round");
        if (!ownLeft || !ownNext || !ofPass || !input.allocate(rows * std::size_t(inputWidth) * sizeof(float))
            || !path.allocate(all * sizeof(float)))
            return false;
        left = std::move(*ownLeft);
        next = std::move(*ownNext);
        target = std::move(*ofPass);
        return true;
    }
};

} // namespace draftscope::cuda
