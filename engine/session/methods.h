// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/draft_head.h"
#include "engine/session/session.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/target.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

class Datastore;

/// A setting that belongs to a method: a whole number with a range.
struct MethodOption {
    std::string_view name;        ///< "ngram-max": as on the command line, in SessionSettings::options and in traces
    std::string_view title;       ///< "Max n-gram"
    std::string_view explanation; ///< a line for people, without a full stop
    int smallest = 1, largest = 1, defaultValue = 1;
    std::vector<std::string_view> choices =
        {}; ///< what the values from `smallest` on are called; empty: they are numbers
};

/// A file that a method or a shape reads, or a model or head: a directory, or a GGUF file.
struct MethodFile {
    std::string_view name;        ///< "datastore": as on the command line, in SessionSettings::files and in traces
    std::string_view title;       ///< "Datastore"
    std::string_view explanation; ///< a line for people, without a full stop
    bool isNeeded = false;        ///< the method cannot do without it
    bool isModel = false;
};

/// What a method has opened, for however many texts it drafts.
struct MethodData {
    std::shared_ptr<const DraftHead> head;                 ///< null: it drafts with none
    std::shared_ptr<const Datastore> datastore;            ///< null: it reads none
    std::vector<std::shared_ptr<const Model>> drafts = {}; ///< further draft models, behind the pair's

    /// Those that have a pass of their own: of the head, or further drafts.
    [[nodiscard]] const std::vector<std::shared_ptr<const Model>>& models() const
    {
        return head ? head->models : drafts;
    }
};

/// What a method makes its drafter of.
struct DrafterParts {
    const Pair& pair;
    Target& target;  ///< outlives the drafter; those that draft with it or read its states ask localTargetOf()
    PassShare draft; ///< of the pass of the draft model; empty where the method needs none
    std::span<const PassShare> heads; ///< of the passes of MethodData::models()
    const MethodData& data;
    const SessionSettings& settings;
    int promptCount; ///< see SequenceCache
};

/// The target of a drafter that needs its layers, hidden states or logits. Error: they are out of reach.
[[nodiscard]] Result<LocalTarget*> localTargetOf(const DrafterParts& parts);

/// A way of decoding that a person can choose. A new one is a file and a line in method_table.h; the command line,
/// Setup, traces and docs/methods.md know it from there (docs/howto/drafter.md).
struct Method {
    std::string_view name = {};  ///< "two-model"
    std::string_view title = {}; ///< "Two models"
    std::string_view paper = {}; ///< who described it, with the arXiv number; may be empty
    bool needsDraftModel = false;
    std::vector<DrawRule> rules = {DrawRule::independent}; ///< by which it can choose drafts; the usual one first
    bool growsTrees = false;                               ///< or chains only
    bool draftsWithTarget = false;                         ///< what it drafts takes slots of the target's pass
    bool mergesChains = false;                             ///< it drafts several chains, which make a tree
    bool mergesDrafts = false;                             ///< its chains are of several drafts, and always make one
    std::vector<MethodOption> options = {};
    std::vector<MethodFile> files = {};
    /// It drafts with a head of this kind (head_methods.h), which its file "head" names. Those of embedded models come
    /// with the program.
    std::optional<DraftHeadKind> head = {};
    /// Null where it reads no datastore, or none that the settings name.
    Result<std::shared_ptr<const Datastore>> (*openDatastore)(const Pair& pair,
                                                              const SessionSettings& settings) = nullptr;
    /// Null for plain decoding.
    Result<std::unique_ptr<Drafter>> (*makeDrafter)(const DrafterParts& parts, const Progress& progress) = nullptr;

    /// How many side rows the target's pass of a round has at most (LearningDrafter::sideRows()); null where there are
    /// none.
    int (*sideRowCount)(const SessionSettings& settings) = nullptr;
    /// What no option can say of itself; null where there is nothing.
    Result<void> (*checkOptions)(const SessionSettings& settings) = nullptr;

    [[nodiscard]] bool drafts() const { return makeDrafter != nullptr; }
    [[nodiscard]] const MethodOption* option(std::string_view optionName) const;
    [[nodiscard]] const MethodFile* file(std::string_view fileName) const;
    /// There is a file that it cannot do without.
    [[nodiscard]] bool needsFile() const;
};

/// The option of that name of the settings' method or shape, or of all that draft (lengthOptions()); null if none has
/// it.
[[nodiscard]] const MethodOption* optionFor(const SessionSettings& settings, std::string_view optionName);

/// What the settings say of an option of their method or shape, or what is usual. Precondition: one of them has it.
[[nodiscard]] int optionOf(const SessionSettings& settings, std::string_view optionName);

/// The verifier that the settings name, or the one that goes with their sampler and drafts.
[[nodiscard]] std::string_view verifierNameFor(const SessionSettings& settings);

/// Whether the target tells enough of p for what the settings judge with. The Error says why not.
[[nodiscard]] Result<void> canJudgeWith(const Target& target, const SessionSettings& settings);

/// Whether the verifier may judge what the settings draft. The Error says why not.
[[nodiscard]] Result<void> canVerify(const Verifier& verifier, const SessionSettings& settings);

/// Puts an option in; one that is as usual is left out, so that settings that mean the same are the same. Precondition:
/// as for optionOf().
void setOption(SessionSettings& settings, std::string_view optionName, int value);

/// The file of that name of the settings' method or shape; null if none has it.
[[nodiscard]] const MethodFile* fileFor(const SessionSettings& settings, std::string_view fileName);

/// The path of a file that the method or the shape reads; empty where none is given.
[[nodiscard]] std::string fileOf(const SessionSettings& settings, std::string_view fileName);

/// Names a file; an empty path takes it away.
void setFile(SessionSettings& settings, std::string_view fileName, const std::string& path);

/// Another method, with its usual options and verifier, no files, no fault, and the shape it had if it can draft that.
/// Precondition: it exists.
void chooseMethod(SessionSettings& settings, std::string_view methodName);

/// Another shape, with its usual options, draws and verifier, no files and no fault. Precondition: it exists.
void chooseShape(SessionSettings& settings, std::string_view shapeName);

/// What the settings' method drafts with besides models: the files are opened, checked against the target, and can be
/// shared by any number of drafters. Errors: those of openHead(); a datastore that cannot be read, or of another
/// tokenizer.
[[nodiscard]] Result<MethodData> openMethodData(const Pair& pair, const SessionSettings& settings);

/// Of these only the models: what passes are planned by.
[[nodiscard]] Result<MethodData> openMethodModels(const Pair& pair, const SessionSettings& settings);

/// K/V slots of a draft's pass, beside a target that has `slotCount`.
[[nodiscard]] int draftSlotCount(const Model& draft, int slotCount, const SessionSettings& settings);

/// An Error lists the names that exist.
[[nodiscard]] Result<const Method*> methodNamed(std::string_view name);
[[nodiscard]] const std::vector<Method>& allMethods();

} // namespace draftscope
