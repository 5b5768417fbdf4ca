// SPDX-License-Identifier: MIT
#include "engine/tokenizer/sentencepiece_proto.h"

#include <cstdint>
#include <cstring>
#include <optional>

namespace draftscope {

namespace {

// Wire types and field numbers of the proto.
enum Wire : unsigned { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };
enum ModelField : unsigned { piecesField = 1, trainerField = 2, normalizerField = 3 };
enum PieceField : unsigned { pieceText = 1, pieceScore = 2, pieceType = 3 };
enum TrainerField : unsigned { modelType = 3, byteFallback = 35, unkId = 40, bosId = 41, eosId = 42, padId = 43 };
enum NormalizerField : unsigned { normName = 1, charsMap = 2, dummyPrefix = 3, extraSpaces = 4, escapeSpaces = 5 };

class ProtoWriter {
public:
    void number(unsigned field, std::int64_t value)
    {
        tag(field, varint);
        plain(std::uint64_t(value)); // negative numbers take ten bytes, as protobuf says
    }
    void floating(unsigned field, float value)
    {
        tag(field, fixed32);
        m_text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(unsigned field, std::string_view value)
    {
        tag(field, bytes);
        plain(value.size());
        m_text += value;
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void tag(unsigned field, Wire wire) { plain((std::uint64_t(field) << 3) | wire); }
    void plain(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_text += char(value | 0x80);
        m_text += char(value);
    }
    std::string m_text;
};

struct ProtoField {
    unsigned number = 0;
    std::uint64_t value = 0;
    std::string_view text;
};

/// Reads one field after another and stops at the end or at the first thing that is no field.
class ProtoReader {
public:
    explicit ProtoReader(std::string_view text) : m_text(text) {}
    [[nodiscard]] bool broken() const { return m_broken; }

    std::optional<ProtoField> next()
    {
        if (m_text.empty() || m_broken)
            return std::nullopt;
        const std::uint64_t tag = plain();
        ProtoField field{unsigned(tag >> 3), 0, {}};
        switch (tag & 7) {
        case varint:
            field.value = plain();
            break;
        case fixed64:
            field.text = cut(8);
            break;
        case fixed32:
            field.text = cut(4);
            break;
        case bytes:
            field.text = cut(plain());
            break;
        default:
            m_broken = true;
        }
        return m_broken ? std::nullopt : std::optional(field);
    }

private:
    std::uint64_t plain()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_text.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_text.front());
            m_text.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        m_broken = true;
        return 0;
    }
    std::string_view cut(std::uint64_t length)
    {
        if (length > m_text.size()) {
            m_broken = true;
            return {};
        }
        const std::string_view part = m_text.substr(0, std::size_t(length));
        m_text.remove_prefix(std::size_t(length));
        return part;
    }
    std::string_view m_text;
    bool m_broken = false;
};

/// False when the message is broken.
bool readTrainer(std::string_view text, SentencePieceSpec& spec)
{
    ProtoReader reader(text);
    while (const auto field = reader.next()) {
        const int value = int(std::int64_t(field->value));
        switch (field->number) {
        case modelType:
            spec.model = SentencePieceModel(value);
            break;
        case unkId:
            spec.unknown = value;
            break;
        case bosId:
            spec.bos = value;
            break;
        case eosId:
            spec.eos = value;
            break;
        case padId:
            spec.pad = value;
            break;
        default:
            break;
        }
    }
    return !reader.broken();
}

bool readNormalizer(std::string_view text, SentencePieceSpec& spec)
{
    ProtoReader reader(text);
    while (const auto field = reader.next()) {
        if (field->number == dummyPrefix)
            spec.addsSpacePrefix = field->value != 0;
        else if (field->number == extraSpaces)
            spec.removesExtraSpaces = field->value != 0;
    }
    return !reader.broken();
}

} // namespace

std::string writeSentencePieceProto(const std::vector<VocabularyPiece>& pieces, const SentencePieceSpec& spec)
{
    ProtoWriter model;
    bool anyByte = false;
    for (const VocabularyPiece& piece : pieces) {
        ProtoWriter entry;
        entry.text(pieceText, piece.text);
        entry.floating(pieceScore, piece.score);
        entry.number(pieceType, int(piece.type));
        model.text(piecesField, entry.take());
        anyByte = anyByte || piece.type == PieceType::byte;
    }
    ProtoWriter trainer;
    trainer.number(modelType, int(spec.model));
    trainer.number(byteFallback, anyByte);
    trainer.number(unkId, spec.unknown);
    trainer.number(bosId, spec.bos);
    trainer.number(eosId, spec.eos);
    trainer.number(padId, spec.pad);
    model.text(trainerField, trainer.take());

    ProtoWriter normalizer;
    normalizer.text(normName, spec.characterMap.empty() ? "identity" : "from_file");
    normalizer.text(charsMap, spec.characterMap);
    normalizer.number(dummyPrefix, spec.addsSpacePrefix);
    normalizer.number(extraSpaces, spec.removesExtraSpaces);
    normalizer.number(escapeSpaces, true);
    model.text(normalizerField, normalizer.take());
    return model.take();
}

Result<SentencePieceSpec> readSentencePieceSpec(std::string_view proto, std::string_view name)
{
    SentencePieceSpec spec;
    ProtoReader reader(proto);
    bool whole = true, anyPiece = false;
    while (const auto field = reader.next()) {
        anyPiece = anyPiece || field->number == piecesField;
        if (field->number == trainerField)
            whole = whole && readTrainer(field->text, spec);
        else if (field->number == normalizerField)
            whole = whole && readNormalizer(field->text, spec);
    }
    if (reader.broken() || !whole || !anyPiece)
        return fail("The file {} is not a sentencepiece model: choose a tokenizer.model made by sentencepiece.", name);
    return spec;
}

} // namespace draftscope
