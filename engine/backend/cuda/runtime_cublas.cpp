// SPDX-License-Identifier: MIT
// The runtime's BLAS calls on NVIDIA's cuBLAS. The library is looked for when a backend first wants it: with the 600 MB
// that it has, it is no part of the module, and a machine without it loses nothing but the time of long prompts.
#include "engine/backend/cuda/runtime.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "engine/backend/cuda/device_error.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#endif

namespace draftscope::cuda::runtime {

#if __has_include(<cublas_v2.h>)

namespace {

/// cublasGemmEx, of which the header has two.
using Multiply = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                                const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                                cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);

/// The functions of the library, found in it by their names.
struct Library {
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasDestroy_v2) destroy = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    decltype(&cublasSetWorkspace_v2) setWorkspace = nullptr;
    decltype(&cublasSetMathMode) setMathMode = nullptr;
    decltype(&cublasSetAtomicsMode) setAtomicsMode = nullptr;
    Multiply* multiply = nullptr;
    decltype(&cublasGetStatusString) words = nullptr;
    std::string whyNone;

    Library();

private:
    template <class Function>
    void find(void* library, Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(library, name));
        if (!function && whyNone.empty())
            whyNone =
                fmt::format("cuBLAS has no {}, so long prompts are read with the kernels of single tokens.", name);
    }
};

/// The library of the toolkit that the module was built with: where the system looks, then where the toolkit lies.
/// `whyNone` says what is wrong with one that is there.
void* openLibrary(std::string& whyNone)
{
    const std::string name = fmt::format("libcublas.so.{}", CUBLAS_VER_MAJOR);
    std::vector<std::string> places = {name};
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const folder = std::getenv(variable))
            places.push_back(fmt::format("{}/lib64/{}", folder, name));
    places.push_back(fmt::format("/usr/local/cuda-{}/lib64/{}", CUBLAS_VER_MAJOR, name));
    for (const char* folder : {"/usr/local/cuda/lib64", "/usr/local/cuda/lib", "/opt/cuda/lib64"})
        places.push_back(fmt::format("{}/{}", folder, name));
    for (const std::string& place : places) {
        if (void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            whyNone.clear();
            return library;
        }
        const std::string why = dlerror();
        if (std::error_code ignored; place != name && std::filesystem::exists(place, ignored))
            whyNone = fmt::format("cuBLAS cannot be loaded ({}), so long prompts are read with the kernels of single "
                                  "tokens: install cuBLAS again.",
                                  why);
    }
    return nullptr;
}

Library::Library()
{
    void* const library = openLibrary(whyNone);
    if (!library && !whyNone.empty())
        return;
    if (!library) {
        whyNone = fmt::format("libcublas.so.{} was not found, so long prompts are read with the kernels of single "
                              "tokens: install cuBLAS of CUDA {} to read them faster.",
                              CUBLAS_VER_MAJOR, CUBLAS_VER_MAJOR);
        return;
    }
    find(library, create, "cublasCreate_v2");
    find(library, destroy, "cublasDestroy_v2");
    find(library, setStream, "cublasSetStream_v2");
    find(library, setWorkspace, "cublasSetWorkspace_v2");
    find(library, setMathMode, "cublasSetMathMode");
    find(library, setAtomicsMode, "cublasSetAtomicsMode");
    find(library, multiply, "cublasGemmEx");
    find(library, words, "cublasGetStatusString");
}

const Library& library()
{
    static const Library loaded;
    return loaded;
}

void check(cublasStatus_t status, const char* doing)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw DeviceError(fmt::format("The CUDA device failed while {}: {}.", doing, library().words(status)));
}

cudaDataType_t cuda(GemmType type)
{
    return type == GemmType::bf16 ? CUDA_R_16BF : type == GemmType::f16 ? CUDA_R_16F : CUDA_R_32F;
}

} // namespace

struct BlasState {
    cublasHandle_t handle = nullptr;
    ~BlasState()
    {
        if (handle)
            library().destroy(handle);
    }
};

namespace {

/// One product of 16 rows, of each type: a library that was not built for this card, or is newer than its driver, says
/// so here and not in the middle of a prompt.
void tryOut(BlasState* blas)
{
    constexpr int size = 16;
    constexpr std::size_t bytes = 3 * size * size * sizeof(float);
    const std::unique_ptr<void, decltype(&release)> memory(allocate(bytes + gemmWorkspaceBytes), release);
    if (!memory)
        return; // the card is full; that is said elsewhere
    const std::unique_ptr<StreamState, decltype(&destroyStream)> stream(createStream(), destroyStream);
    const auto part = [&](std::size_t n) { return static_cast<unsigned char*>(memory.get()) + n * bytes / 3; };
    fill(stream.get(), memory.get(), 0, bytes);
    for (const GemmType type : {GemmType::bf16, GemmType::f16, GemmType::f32}) {
        Gemm product{};
        product.type = type;
        product.out = reinterpret_cast<float*>(part(0));
        product.activations = part(1);
        product.weights = part(2);
        product.rows = product.outputs = product.width = product.outStride = size;
        product.workspace = part(3);
        multiply(blas, stream.get(), product);
    }
    synchronize(stream.get());
}

} // namespace

BlasState* createBlas(std::string& whyNone)
{
    if (!library().whyNone.empty()) {
        whyNone = library().whyNone;
        return nullptr;
    }
    auto blas = std::make_unique<BlasState>();
    try {
        const cublasStatus_t status = library().create(&blas->handle);
        if (status == CUBLAS_STATUS_ALLOC_FAILED) {
            cudaGetLastError();
            whyNone =
                "There is too little memory for cuBLAS on this card, so long prompts are read with the kernels of "
                "single tokens: close other programs that use the card, and start Draftscope again.";
            return nullptr;
        }
        check(status, "preparing cuBLAS");
        // Sums of 16-bit products stay in float also where a sum is cut into parts. No TF32: that is another mode.
        check(library().setMathMode(
                  blas->handle, cublasMath_t(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
              "preparing cuBLAS");
        check(library().setAtomicsMode(blas->handle, CUBLAS_ATOMICS_NOT_ALLOWED), "preparing cuBLAS");
        tryOut(blas.get());
    } catch (const DeviceError& error) {
        cudaGetLastError();
        whyNone =
            fmt::format("cuBLAS does not run on this card ({}), so long prompts are read with the kernels of single "
                        "tokens: install the cuBLAS of CUDA {} that fits the card and its driver.",
                        error.what(), CUBLAS_VER_MAJOR);
        return nullptr;
    }
    return blas.release();
}

void destroyBlas(BlasState* blas) noexcept
{
    delete blas;
}

void multiply(BlasState* blas, StreamState* stream, const Gemm& product)
{
    const char* const doing = "multiplying matrices";
    // Setting a stream takes the workspace away. With one of its own, cuBLAS does not choose by what else is running.
    check(library().setStream(blas->handle, reinterpret_cast<cudaStream_t>(stream)), doing);
    check(library().setWorkspace(blas->handle, product.workspace, gemmWorkspaceBytes), doing);
    // Floats in full, whatever the environment asks of the library.
    const cublasComputeType_t compute =
        product.type == GemmType::f32 ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
    const float one = 1, keeps = product.adds ? 1.0f : 0.0f;
    // cuBLAS thinks in columns: a row-major matrix is its transpose there, so this is outᵀ = weights · activationsᵀ.
    check(library().multiply(blas->handle, CUBLAS_OP_T, CUBLAS_OP_N, product.outputs, product.rows, product.width, &one,
                             product.weights, cuda(product.type), product.width, product.activations,
                             cuda(product.type), product.width, &keeps, product.out, CUDA_R_32F, product.outStride,
                             compute, CUBLAS_GEMM_DEFAULT),
          doing);
    check(library().setStream(blas->handle, nullptr), doing); // the handle may outlive the stream
}

#else // built without cuBLAS's headers

struct BlasState {};

BlasState* createBlas(std::string& whyNone)
{
    whyNone = "This Draftscope was built without cuBLAS, so long prompts are read with the kernels of single tokens.";
    return nullptr;
}

void destroyBlas(BlasState*) noexcept {}
void multiply(BlasState*, StreamState*, const Gemm&)
{
    throw DeviceError("This Draftscope was built without cuBLAS.");
}

#endif

} // namespace draftscope::cuda::runtime
