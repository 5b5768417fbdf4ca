// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/error.h"

namespace draftscope::pickle {

struct None {};
/// A class or function by its name, "torch.FloatStorage"; it is never called.
struct Global {
    std::string_view module, name;
};
/// The containers of a Document, by index.
struct Sequence { ///< a tuple, list or set
    std::size_t index;
};
struct Dictionary {
    std::size_t index;
};
/// A torch tensor: a view of a storage.
struct Tensor {
    std::size_t index;
};
/// What stands for an object outside the file, as torch's storages are: the tuple that names it.
struct Persistent {
    std::size_t index; ///< of a Sequence
};
using Value =
    std::variant<None, bool, std::int64_t, double, std::string_view, Global, Sequence, Dictionary, Tensor, Persistent>;

/// What torch._utils._rebuild_tensor_v2 is given of a tensor.
struct StoredTensor {
    std::string_view storageType;              ///< "FloatStorage"
    std::string_view storageKey;               ///< its entry of the zip file: data/<key>
    std::uint64_t storageSize = 0;             ///< elements of the storage
    std::uint64_t offset = 0;                  ///< elements in front of the tensor
    std::vector<std::uint64_t> shape, strides; ///< elements
};

/// What a pickle of torch.save() holds. Texts point into the bytes that were read.
struct Document {
    Value root;
    std::vector<std::vector<Value>> sequences;
    std::vector<std::vector<std::pair<Value, Value>>> dictionaries;
    std::vector<StoredTensor> tensors;
};

/// Reads a pickle of tensors, dictionaries, lists, numbers and texts, protocols 2 to 5. Executes nothing: of all
/// functions that a pickle may ask for it knows the three that put a tensor together, and does what they do; every
/// other is an Error that names it. `where` names the file in errors. Takes memory in proportion to the bytes. May
/// throw std::bad_alloc.
[[nodiscard]] Result<Document> read(std::span<const std::byte> bytes, std::string_view where);

} // namespace draftscope::pickle
