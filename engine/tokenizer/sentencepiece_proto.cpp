// SPDX-License-Identifier: MIT
#include "engine/tokenizer/sentencepiece_proto.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "engine/tokenizer/proto_wire.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

namespace {

// Field numbers of the proto.
enum ModelField : unsigned { piecesField = 1, trainerField = 2, normalizerField = 3 };
enum PieceField : unsigned { pieceText = 1, pieceScore = 2, pieceType = 3 };
enum TrainerField : unsigned {
    modelType = 3,
    spaceAsSuffix = 24,
    byteFallback = 35,
    unkId = 40,
    bosId = 41,
    eosId = 42,
    padId = 43
};
enum NormalizerField : unsigned { normName = 1, charsMap = 2, dummyPrefix = 3, extraSpaces = 4, escapeSpaces = 5 };

/// False when the message is broken.
bool readTrainer(std::string_view text, SentencePieceSpec& spec)
{
    ProtoReader reader(text);
    while (const auto field = reader.next()) {
        if (field->wire != ProtoWire::varint)
            continue;
        const int value = int(std::int64_t(field->value));
        switch (field->number) {
        case modelType:
            spec.model = SentencePieceModel(value);
            break;
        case spaceAsSuffix:
            spec.spaceIsSuffix = field->value != 0;
            break;
        case byteFallback:
            spec.byteFallback = field->value != 0;
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
        if (field->is(charsMap, ProtoWire::bytes))
            spec.characterMap = field->text;
        else if (field->is(dummyPrefix, ProtoWire::varint))
            spec.addsSpacePrefix = field->value != 0;
        else if (field->is(extraSpaces, ProtoWire::varint))
            spec.removesExtraSpaces = field->value != 0;
        else if (field->is(escapeSpaces, ProtoWire::varint))
            spec.escapesSpaces = field->value != 0;
    }
    return !reader.broken();
}

bool readPiece(std::string_view text, VocabularyPiece& piece)
{
    ProtoReader reader(text);
    while (const auto field = reader.next()) {
        if (field->is(pieceText, ProtoWire::bytes))
            piece.text = field->text;
        else if (field->is(pieceScore, ProtoWire::fixed32))
            std::memcpy(&piece.score, field->text.data(), sizeof piece.score);
        else if (field->is(pieceType, ProtoWire::varint))
            piece.type = PieceType(int(std::int64_t(field->value)));
    }
    return !reader.broken() && piece.type >= PieceType::normal && piece.type <= PieceType::byte;
}

} // namespace

bool isByteName(std::string_view piece)
{
    unsigned value = 0;
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>')
        return false;
    const auto read = std::from_chars(piece.data() + 3, piece.data() + 5, value, 16);
    return read.ec == std::errc() && read.ptr == piece.data() + 5;
}

Result<void> addTokens(SentencePieceVocabulary& vocabulary, const std::vector<AddedToken>& added, std::string_view name)
{
    auto& pieces = vocabulary.pieces;
    const std::size_t most = pieces.size() + mostAddedTokens;
    for (const AddedToken& token : added) {
        const auto id = std::size_t(token.id);
        if (id >= most)
            return fail("The added token {} beside {} lies far behind the last of its {} pieces: download the files "
                        "again.",
                        token.id, name, pieces.size());
        while (pieces.size() <= id)
            pieces.push_back({fmt::format("[unused {}]", pieces.size()), 0, PieceType::unused});
        VocabularyPiece& piece = pieces[id];
        if (piece.type == PieceType::unused && piece.text == fmt::format("[unused {}]", id))
            piece = {token.text, 0, token.isSpecial ? PieceType::control : PieceType::userDefined};
        if (piece.text == token.text)
            vocabulary.added.push_back(token);
    }
    return {};
}

std::string writeSentencePieceProto(const std::vector<VocabularyPiece>& pieces, const SentencePieceSpec& spec)
{
    ProtoWriter model;
    for (const VocabularyPiece& piece : pieces) {
        ProtoWriter entry;
        entry.text(pieceText, piece.text);
        entry.floating(pieceScore, piece.score);
        entry.number(pieceType, int(piece.type));
        model.text(piecesField, entry.take());
    }
    const bool anyByte =
        std::any_of(pieces.begin(), pieces.end(), [](const auto& piece) { return piece.type == PieceType::byte; });
    ProtoWriter trainer;
    trainer.number(modelType, int(spec.model));
    trainer.number(spaceAsSuffix, spec.spaceIsSuffix);
    trainer.number(byteFallback, spec.byteFallback.value_or(anyByte));
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
    normalizer.number(escapeSpaces, spec.escapesSpaces);
    model.text(normalizerField, normalizer.take());
    return model.take();
}

Result<SentencePieceVocabulary> readSentencePieceProto(std::string_view proto, std::string_view name)
{
    SentencePieceVocabulary vocabulary;
    vocabulary.spec.byteFallback = false; // what a model that does not say means
    ProtoReader reader(proto);
    bool whole = true;
    while (const auto field = reader.next()) {
        if (field->is(piecesField, ProtoWire::bytes))
            whole = whole && readPiece(field->text, vocabulary.pieces.emplace_back());
        else if (field->is(trainerField, ProtoWire::bytes))
            whole = whole && readTrainer(field->text, vocabulary.spec);
        else if (field->is(normalizerField, ProtoWire::bytes))
            whole = whole && readNormalizer(field->text, vocabulary.spec);
        if (vocabulary.pieces.size() > largestVocabulary)
            return fail("The vocabulary of {} has more than {} pieces: download it again.", name, largestVocabulary);
    }
    if (reader.broken() || !whole || vocabulary.pieces.empty())
        return fail("The file {} is not a sentencepiece model: choose a tokenizer.model made by sentencepiece.", name);
    return vocabulary;
}

} // namespace draftscope
