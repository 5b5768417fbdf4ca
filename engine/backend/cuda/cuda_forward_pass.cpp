// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_forward_pass.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/backend/cuda/cuda_pass.h"
#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/event.h"
#include "engine/backend/cuda/graph_cache.h"
#include "engine/backend/cuda/pass_rows.h"
#include "engine/backend/cuda/pinned_buffer.h"
#include "engine/backend/cuda/prompt_pass.h"
#include "engine/backend/cuda/weight_layout.h"

namespace draftscope::cuda {

namespace {

template <class T>
constexpr std::string_view typeName = "f32";
template <>
constexpr std::string_view typeName<BFloat16> = "bf16";
template <>
constexpr std::string_view typeName<Float16> = "f16";

/// Memory on the device and pinned memory of the same size that is copied there.
struct InputMemory {
    PinnedBuffer<unsigned char> host;
    DeviceBuffer<unsigned char> device;

    [[nodiscard]] static Result<InputMemory> allocate(std::size_t listed)
    {
        const std::size_t bytes = inputBytes(listed);
        auto host = PinnedBuffer<unsigned char>::allocate(bytes, "the rows of a pass");
        if (!host)
            return tl::unexpected(host.error());
        auto device = DeviceBuffer<unsigned char>::allocate(bytes, "the rows of a pass");
        if (!device)
            return tl::unexpected(device.error());
        return InputMemory{std::move(*host), std::move(*device)};
    }
    [[nodiscard]] bool holds(std::size_t listed) const { return inputBytes(listed) <= host.bytes(); }
    void send(Stream& stream, const PassRows& rows)
    {
        std::memcpy(host.data(), &rows.input(), sizeof(PassInput));
        std::copy(rows.list().begin(), rows.list().end(), reinterpret_cast<int*>(host.data() + sizeof(PassInput)));
        stream.copy(device.data(), static_cast<const unsigned char*>(host.data()), inputBytes(rows.list().size()));
    }
    [[nodiscard]] const PassInput* input() const { return reinterpret_cast<const PassInput*>(device.data()); }
    [[nodiscard]] const int* list() const { return reinterpret_cast<const int*>(device.data() + sizeof(PassInput)); }
};

/// Hidden states on the device and in pinned memory.
struct StateMemory {
    PinnedBuffer<float> host;
    DeviceBuffer<float> device;

    /// Whether there was room for so many floats; there is then, but what was there is gone if not. Throws DeviceError.
    [[nodiscard]] bool hadRoom(std::size_t floats)
    {
        if (floats <= host.size())
            return true;
        *this = {};
        auto pinned = PinnedBuffer<float>::allocate(floats, "hidden states");
        auto own = DeviceBuffer<float>::allocate(floats, "hidden states");
        if (!pinned || !own)
            throw DeviceError((pinned ? own.error() : pinned.error()).sentence);
        host = std::move(*pinned);
        device = std::move(*own);
        return false;
    }
};

/// All that the launches of a pass depend on.
struct PassKernels {
    PassSize size;
    PassPart part;
    bool hasStates = false, hasFeatures = false;          ///< Rows::inputStates, Rows::targetFeatures
    std::vector<int> asked;                               ///< HiddenStates::entering
    auto operator<=>(const PassKernels&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it
};

template <class T>
class CudaForwardPass final : public CudaPass {
public:
    CudaForwardPass(const Device& device, std::shared_ptr<const Model> model,
                    std::shared_ptr<const DeviceWeights<T>> weights, const PassShape& shape)
        : m_device(device), m_model(std::move(model)), m_weights(std::move(weights)), m_shape(shape),
          m_rows(shape.longFrom)
    {
    }

    /// `tools` to read long prompts with, if there are any.
    [[nodiscard]] Result<void> allocate(std::shared_ptr<PromptTools> tools);

    [[nodiscard]] const ModelConfig& config() const override { return m_model->config; }
    [[nodiscard]] int slotCount() const override { return m_shape.slotCount; }
    [[nodiscard]] std::string backendName() const override
    {
        return fmt::format("CUDA · {} · {}", m_device.properties().name, typeName<T>);
    }
    [[nodiscard]] int promptRowsPerPass() const override { return m_hasTools ? promptRows : productRows; }
    void run(const Rows& rows, std::span<float> logits) override;
    [[nodiscard]] std::vector<StageTime> timeStages(const Rows& rows, int turns) override;

    [[nodiscard]] const PassShape& shape() const override { return m_shape; }
    [[nodiscard]] const Model& model() const override { return *m_model; }
    [[nodiscard]] float* logits() const override { return m_memory.logits.data(); }
    void launch(Stream& stream, const PassInput* input, const int* list, const PassSize& size, float* logits,
                const PassStates& states) override;

private:
    void runPrompt(const Rows& rows);
    /// Runs rows [first, first + count) and returns how many logits they wrote.
    std::size_t runSome(const Rows& rows, std::size_t first, std::size_t count, std::span<float> logits);
    /// Brings rows [first, first + count) to the device, and makes room for the hidden states that they give.
    PassKernels send(const Rows& rows, std::size_t first, std::size_t count);
    void sendStates(const Rows& rows, std::size_t first, std::size_t count);
    [[nodiscard]] PassArguments<T> argumentsFor(const PassKernels& kernels) const;
    /// Puts the kernels of a pass whose rows have been sent into the stream: one by one the first time that there is
    /// such a pass, as a graph from then on.
    void launchKernels(const PassKernels& kernels);
    /// Floats from the hidden states that are asked for in one place to the next.
    [[nodiscard]] std::size_t statesStride() const { return std::size_t(maxRows) * std::size_t(config().hiddenSize); }

    Device m_device;
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<const DeviceWeights<T>> m_weights;
    PassShape m_shape;
    PassRows m_rows;
    PassMemory<T> m_memory;
    InputMemory m_input;
    PinnedBuffer<float> m_logits; ///< [maxRows, vocabulary]
    StateMemory m_inputStates,
        m_states; ///< [maxRows, hidden or featureSize], [asked, maxRows, hidden]; not there until they are wanted
    GraphCache<PassKernels> m_graphs;
    bool m_hasTools = false;
    std::optional<PromptPass<T>> m_prompt; ///< where there may be long prompts, and tools for them
    Stream m_stream;                       ///< behind what it works on, so that it ends first
};

template <class T>
Result<void> CudaForwardPass<T>::allocate(std::shared_ptr<PromptTools> tools)
{
    m_hasTools = tools != nullptr;
    if (tools && takesLongPrompts(m_shape)) {
        auto prompt = PromptPass<T>::create(std::move(tools), m_shape);
        if (!prompt)
            return tl::unexpected(prompt.error());
        m_prompt = std::move(*prompt);
    }
    auto memory = PassMemory<T>::allocate(m_shape, m_model->weights.layers.size());
    if (!memory)
        return tl::unexpected(memory.error());
    m_memory = std::move(*memory);
    auto input = InputMemory::allocate(listedAtFirst(m_shape.slotCount));
    if (!input)
        return tl::unexpected(input.error());
    m_input = std::move(*input);
    auto logits = PinnedBuffer<float>::allocate(m_memory.logits.size(), "logits");
    if (!logits)
        return tl::unexpected(logits.error());
    m_logits = std::move(*logits);
    m_memory.clear(m_stream);
    m_stream.synchronize();
    return {};
}

template <class T>
void CudaForwardPass<T>::run(const Rows& rows, std::span<float> logits)
{
    assert(fits(rows, config(), slotCount()));
    asBackendFailure([&] {
        const auto reserved = m_device.reserve();
        if (rows.arePrompt && m_prompt && rows.inputStates.empty() && rows.rows.size() > std::size_t(productRows))
            return runPrompt(rows);
        std::size_t written = 0;
        for (std::size_t first = 0; first < rows.rows.size(); first += maxRows)
            written +=
                runSome(rows, first, std::min(rows.rows.size() - first, std::size_t(maxRows)), logits.subspan(written));
    });
}

/// Which rows go this way depends on what the prompt's passes are alone, so it is the same in every decode of a text.
template <class T>
void CudaForwardPass<T>::runPrompt(const Rows& rows)
{
    for (std::size_t first = 0; first < rows.rows.size(); first += promptRows)
        m_prompt->run(m_stream, *m_weights, m_memory, rows, first,
                      std::min(rows.rows.size() - first, std::size_t(promptRows)));
}

template <class T>
std::size_t CudaForwardPass<T>::runSome(const Rows& rows, std::size_t first, std::size_t count, std::span<float> logits)
{
    launchKernels(send(rows, first, count));
    const int wanted = m_rows.input().wantedCount;
    const std::size_t size = std::size_t(wanted) * std::size_t(config().logitCount());
    assert(logits.size() >= size);
    m_memory.logits.download(m_stream, m_logits.span().first(size));
    const std::size_t hidden = std::size_t(config().hiddenSize), stateCount = count * hidden;
    for (std::size_t n = 0; n < rows.hiddenStates.size(); ++n)
        m_states.device.download(m_stream, m_states.host.span().subspan(n * statesStride(), stateCount),
                                 n * statesStride());
    m_stream.synchronize(); // also before pinned memory is written again
    std::copy_n(m_logits.data(), size, logits.begin());
    for (std::size_t n = 0; n < rows.hiddenStates.size(); ++n)
        std::copy_n(m_states.host.data() + n * statesStride(), stateCount,
                    rows.hiddenStates[n].out.subspan(first * hidden).begin());
    return size;
}

template <class T>
PassKernels CudaForwardPass<T>::send(const Rows& rows, std::size_t first, std::size_t count)
{
    m_rows.take(rows, first, count);
    assert(m_rows.longestPath() <= slotCount());
    if (!m_input.holds(m_rows.list().size())) {
        auto larger = InputMemory::allocate(2 * m_rows.list().size());
        if (!larger)
            throw DeviceError(larger.error().sentence);
        m_input = std::move(*larger);
        m_graphs.clear(); // they read the old one
    }
    m_input.send(m_stream, m_rows);
    sendStates(rows, first, count);
    PassKernels kernels = {
        PassSize::of(int(count), m_rows.input().wantedCount, m_rows.input().groupCount, m_rows.longestPath(), m_shape),
        rows.part,
        !rows.inputStates.empty(),
        !rows.targetFeatures.empty(),
        {}};
    for (const HiddenStates& wanted : rows.hiddenStates)
        kernels.asked.push_back(wanted.entering);
    return kernels;
}

template <class T>
void CudaForwardPass<T>::sendStates(const Rows& rows, std::size_t first, std::size_t count)
{
    bool hadRoom = m_states.hadRoom(rows.hiddenStates.size() * statesStride());
    const std::span<const float> given = rows.targetFeatures.empty() ? rows.inputStates : rows.targetFeatures;
    if (!given.empty()) {
        const std::size_t width = given.size() / rows.rows.size();
        hadRoom = m_inputStates.hadRoom(std::size_t(maxRows) * width) && hadRoom;
        std::ranges::copy(given.subspan(first * width, count * width), m_inputStates.host.data());
        m_inputStates.device.upload(m_stream, m_inputStates.host.span().first(count * width));
    }
    if (!hadRoom)
        m_graphs.clear(); // they read or write what was there before
}

template <class T>
PassArguments<T> CudaForwardPass<T>::argumentsFor(const PassKernels& kernels) const
{
    const float* const given = m_inputStates.device.data();
    const RowStates states = {config().input, kernels.hasStates ? given : nullptr,
                              kernels.hasFeatures ? given : nullptr, config().featureSize, config().normBeforeResidual};
    return {*m_weights, m_memory,     m_input.input(), m_input.list(), m_shape,
            logits(),   kernels.part, states,          kernels.asked,  m_states.device.data()};
}

template <class T>
void CudaForwardPass<T>::launchKernels(const PassKernels& kernels)
{
    m_graphs.launch(m_stream, kernels, [&] { launchPass<T>(m_stream, argumentsFor(kernels), kernels.size); });
}

template <class T>
void CudaForwardPass<T>::launch(Stream& stream, const PassInput* input, const int* list, const PassSize& size,
                                float* logits, const PassStates& states)
{
    const RowStates given = {config().input, states.areFeatures ? nullptr : states.given,
                             states.areFeatures ? states.given : nullptr, config().featureSize,
                             config().normBeforeResidual};
    launchPass<T>(
        stream,
        PassArguments<T>{*m_weights, m_memory, input, list, m_shape, logits, {}, given, states.asked, states.left},
        size);
}

/// One graph with a mark behind each stage. Marks are nodes of the graph, too: where kernels take a few microseconds
/// only, they make themselves felt.
template <class T>
std::vector<StageTime> CudaForwardPass<T>::timeStages(const Rows& rows, int turns)
{
    assert(turns > 0 && !rows.rows.empty() && rows.rows.size() <= std::size_t(maxRows));
    StageSamples samples(stageBytes(m_model->weights, config(), rows, sizeof(T), [this](const MatrixView& matrix) {
        return bytesOnDevice(matrix, m_model->weights, sizeof(T));
    }));
    asBackendFailure([&] {
        const auto reserved = m_device.reserve();
        const PassKernels kernels = send(rows, 0, rows.rows.size());
        const PassArguments<T> arguments = argumentsFor(kernels);
        std::vector<PassStage> stages;
        std::vector<Event> marks(1);
        launchPass<T>(m_stream, arguments, kernels.size, [&](PassStage stage) { // makes the kernels ready, and counts
            stages.push_back(stage);
            marks.emplace_back();
        });
        const auto timed = [&] {
            std::size_t mark = 0;
            marks[mark].recordTime(m_stream);
            launchPass<T>(m_stream, arguments, kernels.size, [&](PassStage) { marks[++mark].recordTime(m_stream); });
        };
        const std::optional<Graph> graph = Graph::capture(m_stream, timed);
        for (int turn = 0; turn <= turns; ++turn) { // the first warms up
            rows.endIfCancelled();
            graph ? graph->launch(m_stream) : timed();
            m_stream.synchronize();
            if (turn == 0)
                continue;
            samples.beginPass();
            for (std::size_t i = 0; i < stages.size(); ++i)
                samples.add(stages[i], double(marks[i + 1].millisecondsSince(marks[i])));
        }
    });
    return samples.medians();
}

} // namespace

template <class T>
Result<std::unique_ptr<ForwardPass>> makeCudaForwardPass(const Device& device, std::shared_ptr<const Model> model,
                                                         std::shared_ptr<const DeviceWeights<T>> weights,
                                                         const PassShape& shape, std::shared_ptr<PromptTools> tools)
{
    auto pass = std::make_unique<CudaForwardPass<T>>(device, std::move(model), std::move(weights), shape);
    if (Result<void> allocated = pass->allocate(std::move(tools)); !allocated)
        return tl::unexpected(allocated.error());
    return pass;
}

template Result<std::unique_ptr<ForwardPass>> makeCudaForwardPass(const Device&, std::shared_ptr<const Model>,
                                                                  std::shared_ptr<const DeviceWeights<BFloat16>>,
                                                                  const PassShape&, std::shared_ptr<PromptTools>);
template Result<std::unique_ptr<ForwardPass>> makeCudaForwardPass(const Device&, std::shared_ptr<const Model>,
                                                                  std::shared_ptr<const DeviceWeights<Float16>>,
                                                                  const PassShape&, std::shared_ptr<PromptTools>);
template Result<std::unique_ptr<ForwardPass>> makeCudaForwardPass(const Device&, std::shared_ptr<const Model>,
                                                                  std::shared_ptr<const DeviceWeights<float>>,
                                                                  const PassShape&, std::shared_ptr<PromptTools>);

} // namespace draftscope::cuda
