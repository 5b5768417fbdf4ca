// SPDX-License-Identifier: MIT
// The opcodes are those of Python's pickletools. A stack of values, a memo of values that come again, and marks where
// the items of a container begin: that is the whole machine.
#include "engine/formats/pickle.h"

#include <bit>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "engine/core/printable.h"
#include "engine/core/utf8.h"
#include "engine/formats/byte_reader.h"

namespace draftscope::pickle {

namespace {

constexpr std::size_t longestShape = 16, longestKey = 64; // a few bytes may come again and again by the memo

/// The sentence that ends the reading; never leaves this file.
struct Refusal {
    std::string sentence;
};

class Machine {
public:
    Machine(std::span<const std::byte> bytes, std::string_view where) : m_reader(bytes), m_where(where) {}

    Document run()
    {
        while (step(read<std::uint8_t>())) {}
        m_document.root = pop();
        return std::move(m_document);
    }

private:
    [[noreturn]] void refuse(std::string_view what) const
    {
        throw Refusal{fmt::format("The torch file {} is damaged: {}; use the safetensors file, or download it again.",
                                  m_where, what)};
    }
    template <class T>
    T read()
    {
        const auto value = m_reader.read<T>();
        if (!value)
            refuse("its data.pkl is cut");
        return *value;
    }
    std::string_view text(std::uint64_t length)
    {
        const auto value = m_reader.text(length);
        if (!value)
            refuse("its data.pkl is cut");
        if (!isUtf8(*value))
            refuse("a text in it is not UTF-8");
        return *value;
    }
    /// Up to the end of the line, which is read, too.
    std::string_view line()
    {
        std::size_t length = 0;
        for (ByteReader ahead = m_reader;; ++length) {
            const auto next = ahead.read<char>();
            if (!next)
                refuse("its data.pkl is cut");
            if (*next == '\n')
                break;
        }
        const std::string_view content = text(length);
        (void)read<char>();
        return content;
    }

    void push(Value value) { m_stack.push_back(value); }
    Value pop()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
            refuse("its data.pkl takes a value that is not there");
        const Value value = m_stack.back();
        m_stack.pop_back();
        return value;
    }
    Value& top()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
            refuse("its data.pkl takes a value that is not there");
        return m_stack.back();
    }
    /// The values behind the last mark, which goes with them.
    std::vector<Value> popToMark()
    {
        if (m_marks.empty())
            refuse("its data.pkl takes a mark that is not there");
        const auto from = m_stack.begin() + std::ptrdiff_t(m_marks.back());
        std::vector<Value> values(from, m_stack.end());
        m_stack.erase(from, m_stack.end());
        m_marks.pop_back();
        return values;
    }
    template <class T>
    T expect(const Value& value, std::string_view what) const
    {
        const T* found = std::get_if<T>(&value);
        if (!found)
            refuse(what);
        return *found;
    }

    void pushSequence(std::vector<Value> values)
    {
        m_document.sequences.push_back(std::move(values));
        push(Sequence{m_document.sequences.size() - 1});
    }
    void pushTuple(std::size_t count)
    {
        std::vector<Value> values(count);
        while (count-- > 0)
            values[count] = pop();
        pushSequence(std::move(values));
    }
    void pushDictionary()
    {
        m_document.dictionaries.emplace_back();
        push(Dictionary{m_document.dictionaries.size() - 1});
    }
    void append(const std::vector<Value>& values)
    {
        auto& list = m_document.sequences[expect<Sequence>(top(), "its data.pkl adds to a list that is none").index];
        list.insert(list.end(), values.begin(), values.end());
    }
    void set(const std::vector<Value>& keysAndValues)
    {
        const auto to = expect<Dictionary>(top(), "its data.pkl adds to a dictionary that is none");
        auto& dictionary = m_document.dictionaries[to.index];
        if (keysAndValues.size() % 2 != 0)
            refuse("a key in its data.pkl has no value");
        for (std::size_t i = 0; i < keysAndValues.size(); i += 2)
            dictionary.emplace_back(keysAndValues[i], keysAndValues[i + 1]);
    }
    void remember(std::uint32_t at)
    {
        const Value value = top();
        m_memo[at] = value;
    }
    void recall(std::uint32_t at)
    {
        const auto found = m_memo.find(at);
        if (found == m_memo.end())
            refuse("its data.pkl takes a value that is not there");
        push(found->second);
    }
    void pushGlobal(std::string_view module, std::string_view name);
    void call();
    void pushTensor(const std::vector<Value>& arguments);
    /// LONG1 and LONG4: two's complement, of any length.
    std::int64_t longNumber(std::uint32_t length);
    bool step(std::uint8_t opcode);
    bool stepOfContainer(std::uint8_t opcode);
    [[nodiscard]] std::vector<std::uint64_t> sizes(const Value& value) const;
    [[nodiscard]] std::uint64_t countOf(const Value& value) const
    {
        const auto number = expect<std::int64_t>(value, "a tensor in its data.pkl is not described");
        if (number < 0)
            refuse("a tensor in its data.pkl is not described");
        return std::uint64_t(number);
    }

    ByteReader m_reader;
    std::string m_where;
    std::vector<Value> m_stack;
    std::vector<std::size_t> m_marks; ///< sizes of the stack
    std::unordered_map<std::uint32_t, Value> m_memo;
    Document m_document;
};

bool isStorage(const Global& global)
{
    return global.module == "torch" && global.name.size() > 7 && global.name.ends_with("Storage");
}

bool isKnown(const Global& global)
{
    return isStorage(global) || (global.module == "collections" && global.name == "OrderedDict")
        || (global.module == "torch._utils"
            && (global.name == "_rebuild_tensor_v2" || global.name == "_rebuild_parameter"));
}

void Machine::pushGlobal(std::string_view module, std::string_view name)
{
    const Global global{module, name};
    if (!isKnown(global))
        throw Refusal{fmt::format("The torch file {} asks for {}.{}, which is not a tensor: use the safetensors file.",
                                  m_where, printableName(module), printableName(name))};
    push(global);
}

std::vector<std::uint64_t> Machine::sizes(const Value& value) const
{
    const auto& sequence =
        m_document.sequences[expect<Sequence>(value, "a tensor in its data.pkl is not described").index];
    if (sequence.size() > longestShape)
        refuse("a tensor in its data.pkl has too many dimensions");
    std::vector<std::uint64_t> counts;
    for (const Value& each : sequence)
        counts.push_back(countOf(each));
    return counts;
}

/// storage, offset, shape, strides, whether it wants gradients, hooks, and perhaps metadata
void Machine::pushTensor(const std::vector<Value>& arguments)
{
    constexpr const char* undescribed = "a tensor in its data.pkl is not described";
    if (arguments.size() < 4)
        refuse(undescribed);
    // "storage", the storage's class, its key, the device that it was on, its size
    const std::vector<Value>& storage = m_document.sequences[expect<Persistent>(arguments[0], undescribed).index];
    if (storage.size() != 5 || expect<std::string_view>(storage[0], undescribed) != "storage")
        refuse(undescribed);
    StoredTensor tensor;
    const auto type = expect<Global>(storage[1], undescribed);
    if (!isStorage(type))
        refuse(undescribed);
    tensor.storageType = type.name;
    tensor.storageKey = expect<std::string_view>(storage[2], undescribed);
    if (tensor.storageKey.size() > longestKey)
        refuse(undescribed);
    tensor.storageSize = countOf(storage[4]);
    tensor.offset = countOf(arguments[1]);
    tensor.shape = sizes(arguments[2]);
    tensor.strides = sizes(arguments[3]);
    if (tensor.shape.size() != tensor.strides.size())
        refuse(undescribed);
    m_document.tensors.push_back(std::move(tensor));
    push(Tensor{m_document.tensors.size() - 1});
}

/// REDUCE: what the function would have given.
void Machine::call()
{
    const auto given = expect<Sequence>(pop(), "its data.pkl calls with what are no arguments");
    const auto function = expect<Global>(pop(), "its data.pkl calls what is no function");
    const std::vector<Value>& arguments = m_document.sequences[given.index];
    if (function.name == "_rebuild_tensor_v2")
        return pushTensor(arguments);
    if (function.name == "OrderedDict" && arguments.empty())
        return pushDictionary();
    if (function.name == "_rebuild_parameter" && !arguments.empty())
        return push(expect<Tensor>(arguments[0], "a parameter in its data.pkl is no tensor"));
    refuse(fmt::format("its data.pkl calls {} with what it does not take", function.name));
}

std::int64_t Machine::longNumber(std::uint32_t length)
{
    if (length > 8)
        refuse("a number in it is too large");
    std::uint64_t number = 0;
    bool isNegative = false;
    for (std::uint32_t i = 0; i < length; ++i) {
        const auto byte = read<std::uint8_t>();
        number |= std::uint64_t(byte) << (8 * i);
        isNegative = byte >= 0x80;
    }
    if (isNegative && length < 8)
        number |= ~std::uint64_t(0) << (8 * length);
    return std::bit_cast<std::int64_t>(number);
}

/// False at the end.
bool Machine::step(std::uint8_t opcode)
{
    switch (opcode) {
    case '.': // STOP
        return false;
    case 0x80: // PROTO
        if (const auto protocol = read<std::uint8_t>(); protocol < 2 || protocol > 5)
            refuse("its data.pkl is of an unknown protocol");
        return true;
    case 0x95: // FRAME
        (void)read<std::uint64_t>();
        return true;
    case 'N': // NONE
        return push(None()), true;
    case 0x88: // NEWTRUE
        return push(true), true;
    case 0x89: // NEWFALSE
        return push(false), true;
    case 'J': // BININT
        return push(std::int64_t(read<std::int32_t>())), true;
    case 'K': // BININT1
        return push(std::int64_t(read<std::uint8_t>())), true;
    case 'M': // BININT2
        return push(std::int64_t(read<std::uint16_t>())), true;
    case 0x8a: // LONG1
        return push(longNumber(read<std::uint8_t>())), true;
    case 0x8b: // LONG4
        return push(longNumber(read<std::uint32_t>())), true;
    case 'G': { // BINFLOAT, the one big-endian number
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i)
            bits = bits << 8 | read<std::uint8_t>();
        return push(std::bit_cast<double>(bits)), true;
    }
    case 'U':  // SHORT_BINSTRING
    case 0x8c: // SHORT_BINUNICODE
        return push(text(read<std::uint8_t>())), true;
    case 'T': // BINSTRING
    case 'X': // BINUNICODE
        return push(text(read<std::uint32_t>())), true;
    case 0x8d: // BINUNICODE8
        return push(text(read<std::uint64_t>())), true;
    case 'c': { // GLOBAL
        const std::string_view module = line();
        return pushGlobal(module, line()), true;
    }
    case 0x93: { // STACK_GLOBAL
        const auto name = expect<std::string_view>(pop(), "a name in its data.pkl is no text");
        return pushGlobal(expect<std::string_view>(pop(), "a name in its data.pkl is no text"), name), true;
    }
    case 'Q': // BINPERSID
        return push(Persistent{expect<Sequence>(pop(), "a storage in its data.pkl is not described").index}), true;
    case 'R': // REDUCE
        return call(), true;
    case 'b': // BUILD: attributes of an ordered dictionary, such as the versions of its modules
        (void)pop();
        (void)expect<Dictionary>(top(), "its data.pkl gives attributes to what has none");
        return true;
    case 'q': // BINPUT
        return remember(read<std::uint8_t>()), true;
    case 'r': // LONG_BINPUT
        return remember(read<std::uint32_t>()), true;
    case 0x94: // MEMOIZE
        return remember(std::uint32_t(m_memo.size())), true;
    case 'h': // BINGET
        return recall(read<std::uint8_t>()), true;
    case 'j': // LONG_BINGET
        return recall(read<std::uint32_t>()), true;
    default:
        return stepOfContainer(opcode);
    }
}

bool Machine::stepOfContainer(std::uint8_t opcode)
{
    switch (opcode) {
    case '(': // MARK
        return m_marks.push_back(m_stack.size()), true;
    case '0': // POP
        return (void)pop(), true;
    case '1': // POP_MARK
        return (void)popToMark(), true;
    case ']':  // EMPTY_LIST
    case ')':  // EMPTY_TUPLE
    case 0x8f: // EMPTY_SET
        return pushSequence({}), true;
    case 'l': // LIST
    case 't': // TUPLE
        return pushSequence(popToMark()), true;
    case 0x85: // TUPLE1
    case 0x86: // TUPLE2
    case 0x87: // TUPLE3
        return pushTuple(opcode - 0x84U), true;
    case 'a': { // APPEND
        const Value value = pop();
        return append({value}), true;
    }
    case 'e':    // APPENDS
    case 0x90: { // ADDITEMS
        const std::vector<Value> values = popToMark();
        return append(values), true;
    }
    case '}': // EMPTY_DICT
        return pushDictionary(), true;
    case 's': { // SETITEM
        const Value value = pop(), key = pop();
        return set({key, value}), true;
    }
    case 'u': { // SETITEMS
        const std::vector<Value> items = popToMark();
        return set(items), true;
    }
    default:
        refuse(fmt::format("its data.pkl has the instruction 0x{:02x}, which no file of tensors needs", opcode));
    }
}

} // namespace

Result<Document> read(std::span<const std::byte> bytes, std::string_view where)
{
    try {
        return Machine(bytes, where).run();
    } catch (const Refusal& refusal) {
        return tl::unexpected(Error{refusal.sentence});
    }
}

} // namespace draftscope::pickle
