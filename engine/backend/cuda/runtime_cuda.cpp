// SPDX-License-Identifier: MIT
// The runtime on NVIDIA's CUDA runtime.
#include "engine/backend/cuda/runtime.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/overlap.h"

namespace draftscope::cuda::runtime {

namespace {

/// Whether a program that this happened to cannot use the device any more.
bool isLasting(cudaError_t status)
{
    switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorExternalDevice:
    case cudaErrorMpsClientTerminated:
#if CUDART_VERSION >= 12080
    case cudaErrorContained:
    case cudaErrorTensorMemoryLeak:
#endif
        return true;
    default:
        return false;
    }
}

void check(cudaError_t status, const char* doing)
{
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // what can be forgotten is forgotten; a fault of a kernel stays
    throw DeviceError(fmt::format("The CUDA device failed while {}: {} ({}){}", doing, cudaGetErrorString(status),
                                  cudaGetErrorName(status),
                                  isLasting(status) ? ": start Draftscope again to use the device." : "."));
}

cudaStream_t cuda(StreamState* stream)
{
    return reinterpret_cast<cudaStream_t>(stream);
}
cudaEvent_t cuda(EventState* event)
{
    return reinterpret_cast<cudaEvent_t>(event);
}

} // namespace

struct GraphState {
    cudaGraphExec_t executable = nullptr;
    std::size_t nodes = 0;
};

int deviceCount(std::string& whyNone)
{
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count > 0)
        return count;
    cudaGetLastError();
    if (status == cudaErrorInsufficientDriver)
        whyNone = "No CUDA device can be used: the NVIDIA driver is missing or older than this program needs.";
    else if (status == cudaSuccess || status == cudaErrorNoDevice)
        whyNone = "There is no CUDA device in this machine.";
    else
        whyNone = fmt::format("No CUDA device can be used: {}.", cudaGetErrorString(status));
    return 0;
}

DeviceProperties deviceProperties(int device)
{
    cudaDeviceProp all{};
    check(cudaGetDeviceProperties(&all, device), "asking for its properties");
    DeviceProperties properties;
    properties.name = all.name;
    properties.computeMajor = all.major;
    properties.computeMinor = all.minor;
    properties.multiprocessors = all.multiProcessorCount;
    properties.sharedMemoryPerBlock = all.sharedMemPerBlockOptin;
    properties.sharedMemoryPerMultiprocessor = all.sharedMemPerMultiprocessor;
    properties.level2Cache = static_cast<std::size_t>(all.l2CacheSize);
    properties.unplannedBytes = all.totalGlobalMem / 128; // a guess: 64 MiB of 8 GB, 1.1 GB of 141 GB
    return properties;
}

void setDevice(int device)
{
    check(cudaSetDevice(device), "being chosen");
}

MemoryInfo memoryInfo()
{
    MemoryInfo memory;
    check(cudaMemGetInfo(&memory.free, &memory.total), "asking for its free memory");
    return memory;
}

bool hasCodeFor(const void* kernel)
{
    cudaFuncAttributes attributes{};
    const cudaError_t status = cudaFuncGetAttributes(&attributes, kernel);
    switch (status) {
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion: // the PTX for later cards is newer than the driver, or it cannot compile any
    case cudaErrorInvalidPtx:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
        cudaGetLastError();
        return false;
    default:
        check(status, "looking for its code");
        return true;
    }
}

void* allocate(std::size_t bytes)
{
    void* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return nullptr;
    }
    check(status, "allocating memory");
    return memory;
}

void release(void* memory) noexcept
{
    cudaFree(memory);
}

void* allocatePinned(std::size_t bytes)
{
    void* memory = nullptr;
    const cudaError_t status = cudaMallocHost(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return nullptr;
    }
    check(status, "locking host memory");
    return memory;
}

void releasePinned(void* memory) noexcept
{
    cudaFreeHost(memory);
}

StreamState* createStream()
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    return reinterpret_cast<StreamState*>(stream);
}

void destroyStream(StreamState* stream) noexcept
{
    cudaStreamDestroy(cuda(stream));
}

void synchronize(StreamState* stream)
{
    check(cudaStreamSynchronize(cuda(stream)), "running the work of a stream");
}

void copy(StreamState* stream, void* to, const void* from, std::size_t bytes)
{
    if (bytes > 0)
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, cuda(stream)), "copying memory");
}

void fill(StreamState* stream, void* memory, unsigned char value, std::size_t bytes)
{
    if (bytes > 0)
        check(cudaMemsetAsync(memory, value, bytes, cuda(stream)), "filling memory");
}

EventState* createEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "making an event");
    return reinterpret_cast<EventState*>(event);
}

void destroyEvent(EventState* event) noexcept
{
    cudaEventDestroy(cuda(event));
}

void record(EventState* event, StreamState* stream)
{
    check(cudaEventRecord(cuda(event), cuda(stream)), "recording an event");
}

void recordTime(EventState* event, StreamState* stream)
{
    cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(cuda(stream), &capturing), "recording an event");
    const unsigned flags = capturing == cudaStreamCaptureStatusNone ? cudaEventRecordDefault : cudaEventRecordExternal;
    check(cudaEventRecordWithFlags(cuda(event), cuda(stream), flags), "recording an event");
}

void wait(StreamState* stream, EventState* event)
{
    check(cudaStreamWaitEvent(cuda(stream), cuda(event), 0), "waiting for an event");
}

void synchronize(EventState* event)
{
    check(cudaEventSynchronize(cuda(event)), "running the work before an event");
}

bool isDone(EventState* event)
{
    const cudaError_t status = cudaEventQuery(cuda(event));
    if (status == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    check(status, "running the work before an event");
    return true;
}

float elapsedMilliseconds(EventState* begin, EventState* end)
{
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, cuda(begin), cuda(end)), "measuring time");
    return milliseconds;
}

void beginCapture(StreamState* stream)
{
    check(cudaStreamBeginCapture(cuda(stream), cudaStreamCaptureModeThreadLocal), "beginning a capture");
}

GraphState* endCapture(StreamState* stream)
{
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(cuda(stream), &graph), "ending a capture");
    auto state = std::make_unique<GraphState>();
    cudaError_t status = cudaGraphGetNodes(graph, nullptr, &state->nodes);
    if (status == cudaSuccess)
        status = cudaGraphInstantiate(&state->executable, graph, 0);
    cudaGraphDestroy(graph);
    if (status == cudaSuccess) { // brings it to the device, which may not be before the first launch otherwise
        status = cudaGraphUpload(state->executable, cuda(stream));
        if (status != cudaSuccess)
            cudaGraphExecDestroy(state->executable);
    }
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return nullptr;
    }
    check(status, "instantiating a graph");
    return state.release();
}

void abandonCapture(StreamState* stream) noexcept
{
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(cuda(stream), &graph);
    if (graph)
        cudaGraphDestroy(graph);
    cudaGetLastError();
}

void destroyGraph(GraphState* graph) noexcept
{
    cudaGraphExecDestroy(graph->executable);
    delete graph;
}

void launch(GraphState* graph, StreamState* stream)
{
    check(cudaGraphLaunch(graph->executable, cuda(stream)), "launching a graph");
}

std::size_t nodeCount(const GraphState* graph)
{
    return graph->nodes;
}

namespace {

/// A kernel may have more than 48 KiB of dynamic shared memory only after it was asked for, once a kernel and device.
void allowSharedMemory(const void* kernel, std::size_t bytes)
{
    static std::mutex mutex;
    static std::map<std::pair<int, const void*>, std::size_t> allowed;
    int device = 0;
    check(cudaGetDevice(&device), "being asked for");
    const std::scoped_lock lock(mutex);
    std::size_t& granted = allowed[{device, kernel}];
    if (bytes <= granted)
        return;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "granting shared memory");
    granted = bytes;
}

bool kernelsOverlap()
{
    static const bool isWanted = overlapIsWanted();
    if (!isWanted)
        return false;
    int device = 0, major = 0;
    check(cudaGetDevice(&device), "being asked for");
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "asking for its properties");
    return major >= overlapComputeMajor;
}

} // namespace

void launchKernel(StreamState* stream, const void* kernel, unsigned grid[3], unsigned block[3], std::size_t sharedBytes,
                  void** arguments, bool early)
{
    if (sharedBytes > 48 * 1024)
        allowSharedMemory(kernel, sharedBytes);
    cudaLaunchAttribute overlap{};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(grid[0], grid[1], grid[2]);
    config.blockDim = dim3(block[0], block[1], block[2]);
    config.dynamicSmemBytes = sharedBytes;
    config.stream = cuda(stream);
    config.attrs = &overlap;
    config.numAttrs = early && kernelsOverlap() ? 1 : 0;
    check(cudaLaunchKernelExC(&config, kernel, arguments), "launching a kernel");
}

} // namespace draftscope::cuda::runtime
