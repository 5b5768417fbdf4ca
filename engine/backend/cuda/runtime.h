// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

/// The seam between the module and what runs it: every call of the device that is not a kernel launch. Two
/// implementations: runtime_*.cpp (the CUDA runtime and cuBLAS) and tests/simt/simulated_*.cpp (the host executor).
/// Only the small classes of this folder call it (Device, DeviceBuffer, Stream, ...); everything else uses those. Every
/// function throws DeviceError where nothing else is said.
namespace draftscope::cuda {

struct MemoryInfo {
    std::size_t free = 0;  ///< bytes
    std::size_t total = 0; ///< bytes
};

struct DeviceProperties {
    std::string name;
    int computeMajor = 0; ///< 9 of compute capability 9.0
    int computeMinor = 0;
    int multiprocessors = 0;
    std::size_t sharedMemoryPerBlock = 0;          ///< bytes a block may have when its kernel asks for them (opt-in)
    std::size_t sharedMemoryPerMultiprocessor = 0; ///< bytes
    std::size_t level2Cache = 0;                   ///< bytes
    /// To be left free for what cannot be planned: kernels come to the device when they are first launched, graphs when
    /// they are made, and the driver rounds up what it is asked for.
    std::size_t unplannedBytes = 0;
};

} // namespace draftscope::cuda

namespace draftscope::cuda::runtime {

struct StreamState;
struct EventState;
struct GraphState;

/// Never throws: 0 when there is no device, and then whyNone is one sentence.
int deviceCount(std::string& whyNone);
DeviceProperties deviceProperties(int device);
/// For the calling thread.
void setDevice(int device);
MemoryInfo memoryInfo();
/// Whether the module holds code of this __global__ function for the device in use.
bool hasCodeFor(const void* kernel);

/// nullptr when there is not enough memory; aligned to 256 bytes; bytes > 0.
void* allocate(std::size_t bytes);
void release(void* memory) noexcept;
/// Page-locked host memory; nullptr when there is not enough.
void* allocatePinned(std::size_t bytes);
void releasePinned(void* memory) noexcept;

StreamState* createStream();
void destroyStream(StreamState* stream) noexcept;
void synchronize(StreamState* stream);
/// Any direction; which memory is the device's is found from the address.
void copy(StreamState* stream, void* to, const void* from, std::size_t bytes);
void fill(StreamState* stream, void* memory, unsigned char value, std::size_t bytes);

EventState* createEvent();
void destroyEvent(EventState* event) noexcept;
void record(EventState* event, StreamState* stream);
/// The same, but within a capture it becomes part of the graph, and each launch records it anew. It cannot be waited
/// for within a capture.
void recordTime(EventState* event, StreamState* stream);
void wait(StreamState* stream, EventState* event);
void synchronize(EventState* event);
bool isDone(EventState* event);
float elapsedMilliseconds(EventState* begin, EventState* end);

void beginCapture(StreamState* stream);
/// The graph of what was captured, ready to launch; nullptr when there is not enough memory for it.
GraphState* endCapture(StreamState* stream);
/// Ends a capture that failed.
void abandonCapture(StreamState* stream) noexcept;
void destroyGraph(GraphState* graph) noexcept;
void launch(GraphState* graph, StreamState* stream);
std::size_t nodeCount(const GraphState* graph);

// ---- Matrix products by a library (BLAS).
struct BlasState;
enum class GemmType : unsigned char { bf16, f16, f32 };

/// out [rows, outputs] = activations [rows, width] · weightsᵀ [outputs, width], sums in float and never of less; f32 is
/// multiplied as f32. With `adds` it is out += .... Matrices are row-major, aligned to 16 bytes; rows of `out` are
/// outStride floats apart.
struct Gemm {
    float* out;
    int outStride;
    const void* activations;
    const void* weights;
    GemmType type;
    int rows, outputs, width;
    bool adds;
    void* workspace; ///< that the library may use, gemmWorkspaceBytes
};
inline constexpr std::size_t gemmWorkspaceBytes = std::size_t(32) << 20;

/// nullptr where there is no library; then whyNone is one sentence. For the device in use.
BlasState* createBlas(std::string& whyNone);
void destroyBlas(BlasState* blas) noexcept;
/// The same bits for the same numbers in matrices of the same size.
void multiply(BlasState* blas, StreamState* stream, const Gemm& product);

} // namespace draftscope::cuda::runtime
