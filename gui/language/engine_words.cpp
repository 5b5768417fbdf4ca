// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/language/engine_words.h"

#include <algorithm>
#include <vector>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

// The engine knows no Qt, so what it says stands here once more, for lupdate to find: %1, %2… where the engine puts
// something in. test_engine_words looks each of them up in the engine's sources.
constexpr EngineWords wordsOfTheEngine[] = {
    {QT_TRANSLATE_NOOP("Engine", "Rejected K/V stays in the cache")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The keys and values of rejected drafts are not rolled back, so the target goes on as if it had read them.")},
    {QT_TRANSLATE_NOOP("Engine", "q is recomputed after drafting")},
    {QT_TRANSLATE_NOOP("Engine",
                       "After drafting, q is computed again at temperature 1, so drafts are judged by another q than "
                       "the one that they were drawn from.")},
    {QT_TRANSLATE_NOOP("Engine", "Temperature and filters on p only")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Drafts are drawn with the sampler, but judged with temperature, top-k, top-p and min-p on p "
                       "only, so q is not what they were drawn from.")},
    {QT_TRANSLATE_NOOP("Engine", "No bonus token")},
    {QT_TRANSLATE_NOOP("Engine",
                       "When all drafts are accepted no token is drawn after them, and the next round feeds the last "
                       "one again although its key and value are in the cache, so the target sees it twice.")},
    {QT_TRANSLATE_NOOP("Engine", "The residual is not normalised")},
    {QT_TRANSLATE_NOOP("Engine",
                       "After a rejection max(0, p - q) is drawn from without dividing it by its sum, so what is "
                       "missing to 1 falls to its last token.")},
    {QT_TRANSLATE_NOOP("Engine", "p instead of the residual")},
    {QT_TRANSLATE_NOOP("Engine",
                       "After a rejection the token is drawn from p, so tokens that the draft favours, which had their "
                       "chance already, come too often.")},
    {QT_TRANSLATE_NOOP("Engine", "Draft and target tokenizers that differ")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The draft numbers its tokens otherwise than the target, as with one special token more in front, and q is "
        "looked up by the target's numbers, so a draft is judged by the q of another token.")},
    {QT_TRANSLATE_NOOP("Engine", "Repeated children are dropped")},
    {QT_TRANSLATE_NOOP("Engine",
                       "A child whose token a sibling has already is dropped, although it was drawn independently and "
                       "each repeat is a try of its own.")},
    {QT_TRANSLATE_NOOP("Engine", "min(1, p/q) on deterministic children")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Children that were chosen without chance are accepted with min(1, p/q), as if they had been "
                       "drawn from q, so they come too often.")},
    {QT_TRANSLATE_NOOP("Engine", "Block verification stops at the first failure")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Drafts are kept up to the first whose u is not under h, although a later success should rescue "
                       "those before it.")},
    {QT_TRANSLATE_NOOP("Engine", "Broken on purpose (%1), not lossless: %2"), "2"},
    {QT_TRANSLATE_NOOP("Engine", "Broken on purpose (%1).")},
    {QT_TRANSLATE_NOOP("Engine", "Skipped sublayers")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The sublayers that drafting leaves out, as draftscope-cli search-skip finds them; without it "
                       "both of every second layer")},
    {QT_TRANSLATE_NOOP("Engine", "Exit layer")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Layers that draft, before the target's own norm and head; 0 is a third of the target's")},
    {QT_TRANSLATE_NOOP("Engine", "Max n-gram")},
    {QT_TRANSLATE_NOOP("Engine", "Tokens at the end of the text that are looked for earlier in it")},
    {QT_TRANSLATE_NOOP("Engine", "Min n-gram")},
    {QT_TRANSLATE_NOOP("Engine", "Where the longest is not found shorter ones are, down to so many tokens")},
    {QT_TRANSLATE_NOOP("Engine", "Min match")},
    {QT_TRANSLATE_NOOP("Engine", "Tokens that the end of the text and an earlier place must share")},
    {QT_TRANSLATE_NOOP("Engine", "Copy first")},
    {QT_TRANSLATE_NOOP("Engine", "Constant")},
    {QT_TRANSLATE_NOOP("Engine", "Additive")},
    {QT_TRANSLATE_NOOP("Engine", "Plain decoding")},
    {QT_TRANSLATE_NOOP("Engine", "Two models")},
    {QT_TRANSLATE_NOOP("Engine", "Merged drafts")},
    {QT_TRANSLATE_NOOP("Engine", "Layer skipping")},
    {QT_TRANSLATE_NOOP("Engine", "Early exit")},
    {QT_TRANSLATE_NOOP("Engine", "Suffix automaton")},
    {QT_TRANSLATE_NOOP("Engine", "Retrieval")},
    {QT_TRANSLATE_NOOP("Engine", "Chain")},
    {QT_TRANSLATE_NOOP("Engine", "Fixed widths")},
    {QT_TRANSLATE_NOOP("Engine", "Best first (Sequoia)")},
    {QT_TRANSLATE_NOOP("Engine", "Dynamic (EAGLE-2)")},
    {QT_TRANSLATE_NOOP("Engine", "Merged chains")},
    {QT_TRANSLATE_NOOP("Engine", "Block verification")},
    {QT_TRANSLATE_NOOP("Engine", "Deterministic children")},
    {QT_TRANSLATE_NOOP("Engine", "Typical acceptance")},
    {QT_TRANSLATE_NOOP("Engine", "Without replacement")},
    {QT_TRANSLATE_NOOP("Engine", "%1, %2: %3 tokens per step, %4×")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Where the last 3 tokens or more occur earlier in the text, what followed there is proposed "
                       "instead of the method's own drafts: as many tokens as match, at most this many; 0 is off")},
    {QT_TRANSLATE_NOOP("Engine", "Corpus")},
    {QT_TRANSLATE_NOOP("Engine", "A datastore in which the end of the text is looked for, too")},
    {QT_TRANSLATE_NOOP("Engine", "Window (W)")},
    {QT_TRANSLATE_NOOP(
        "Engine", "Columns of guesses that the target's pass takes beside the drafts, N - 1 rows each; 0 is none")},
    {QT_TRANSLATE_NOOP("Engine", "N-gram (N)")},
    {QT_TRANSLATE_NOOP("Engine", "Tokens of the n-grams in the pool, the last of which is drafted behind the others")},
    {QT_TRANSLATE_NOOP("Engine", "Guesses (G)")},
    {QT_TRANSLATE_NOOP("Engine", "N-grams of the pool that a tree drafts at most; a chain drafts the newest one")},
    {QT_TRANSLATE_NOOP("Engine", "Max suffix")},
    {QT_TRANSLATE_NOOP("Engine", "Tokens at the end of the text that are looked for in the datastore")},
    {QT_TRANSLATE_NOOP("Engine", "Min suffix")},
    {QT_TRANSLATE_NOOP("Engine", "Max places")},
    {QT_TRANSLATE_NOOP("Engine", "Places of the datastore whose continuations are counted")},
    {QT_TRANSLATE_NOOP("Engine", "Datastore")},
    {QT_TRANSLATE_NOOP("Engine", "What draftscope-cli datastore build made")},
    {QT_TRANSLATE_NOOP("Engine", "Width 1")},
    {QT_TRANSLATE_NOOP("Engine", "Children of the root")},
    {QT_TRANSLATE_NOOP("Engine", "Width 2")},
    {QT_TRANSLATE_NOOP("Engine", "Children of a node of the first level")},
    {QT_TRANSLATE_NOOP("Engine", "Width 3")},
    {QT_TRANSLATE_NOOP("Engine", "Children of a node of the second level")},
    {QT_TRANSLATE_NOOP("Engine", "Width rest")},
    {QT_TRANSLATE_NOOP("Engine", "Children of a node of later levels")},
    {QT_TRANSLATE_NOOP("Engine", "Nodes")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Nodes of the largest acceptance along their path; 0 is as many, and as deep, as gain most by "
                       "the times that passes take on this machine")},
    {QT_TRANSLATE_NOOP("Engine", "Levels")},
    {QT_TRANSLATE_NOOP("Engine", "Levels that are drafted at most; 0 is as many as K")},
    {QT_TRANSLATE_NOOP("Engine", "Ranks")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Acceptance by rank, as draftscope-cli measure-ranks finds it; without it what it found for the "
                       "embedded models")},
    {QT_TRANSLATE_NOOP("Engine", "Width")},
    {QT_TRANSLATE_NOOP("Engine", "Nodes of a level that get children, and children that each gets")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Nodes of the largest q along their path that are verified; 0 is as many as gain most by the "
                       "times that passes take on this machine")},
    {QT_TRANSLATE_NOOP("Engine", "Stop below")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Nothing is drafted behind a token that the draft gives a smaller probability, in percent at "
                       "temperature 1; 0 is off")},
    {QT_TRANSLATE_NOOP("Engine", "Schedule")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "Constant (0): K stays; additive (1): K rises by 2 after a round whose drafts were all accepted, else falls by "
        "1; Draft & Verify (2): stop-below rises while less than 90 % of drafts are accepted, else falls")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 needs drafts, and the method %2 has none: choose another method, or no fault.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The fault %1 needs a second model, and the method %2 has none: choose another method, or another fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 is of drafts with one q, and copies (copy-first) have another: choose copy-first "
                       "0, or another fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 is of drafts with one q, and the method %2 merges drafts of several: choose "
                       "another method, or another fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 needs drafts that a model gave a q, and the method %2 copies them: choose another "
                       "method, or another fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 needs nodes with several children, and a chain has none: choose another shape, or "
                       "another fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 needs two drafts a round or more: choose a larger K, or another fault.")},
    {QT_TRANSLATE_NOOP("Engine", "The verifier %1 is not lossless anyway: choose another verifier, or no fault.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 changes nothing where the likeliest token is always taken: set the temperature "
                       "above 0, or choose no fault.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The fault %1 is one of the verifier %2, and the verifier is %3: choose that one, or another fault.")},
    {QT_TRANSLATE_NOOP(
         "Engine", "The fault %1 changes nothing with this sampler: choose a temperature other than 1%2, or no fault."),
     "2"},
    {QT_TRANSLATE_NOOP("Engine", " or a filter")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The verifier %1 needs siblings that were drawn from one q, and the method %2 draws them from "
                       "several: choose the verifier %3, or another method.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The verifier %1 judges chains only, and the shape is %2: choose the shape chain, or another verifier.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The verifier %1 needs tokens that were chosen %2, and the method %3 chooses them %4: choose "
                       "the verifier %5, or another method."),
     "24"},
    {QT_TRANSLATE_NOOP(
        "Engine", "The greedy verifier needs greedy sampling: set the temperature to 0, or choose the verifier %1.")},
    {QT_TRANSLATE_NOOP("Engine", "The method %1 does not draft the shape %2: choose the shape %3, or another method.")},
    {QT_TRANSLATE_NOOP("Engine", "The method %1 drafts chains only: choose the shape chain, or another method.")},
    {QT_TRANSLATE_NOOP("Engine", "The method %1 with the shape %2 does not choose drafts in the way %3: choose %4.")},
    {QT_TRANSLATE_NOOP("Engine", "The method %1 needs a draft model: choose one, or choose the method plain.")},
    {QT_TRANSLATE_NOOP("Engine", "The method %1 needs a %2: choose a file of that kind, or another method.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The method %1 needs a head that was trained for %2: choose its directory or GGUF file, or another method.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a head of the kind %2: choose the method %3 for it, or another head.")},
    {QT_TRANSLATE_NOOP("Engine", "A third draft is named and no second one: name it as the second draft (draft-2).")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The method %1 needs something to merge with the draft: name a second draft (draft-2), or have "
                       "prompt lookup merged (merge-lookup 1).")},
    {QT_TRANSLATE_NOOP("Engine", "The exit layer is %1 and %2 has %3 layers: choose a smaller one.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The shortest n-gram has %1 tokens and the longest %2: choose a shorter shortest one.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The shortest suffix has %1 tokens and the longest %2: choose a shorter shortest one.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The lookahead branch of %1 columns and %2-grams is %3 rows and K is %4, and a pass of the "
                       "target takes %5 rows beside the root: choose fewer columns, shorter n-grams or a smaller K.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "A dynamic tree %1 wide and %2 deep drafts %3 nodes a round, and %4 are allowed: choose a "
                       "smaller width or depth.")},
    {QT_TRANSLATE_NOOP(
        "Engine", "The datastore %1 was built with another tokenizer than that of %2: build one for this target.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is %2: choose a number from %3 to %4."), "1"},
    {QT_TRANSLATE_NOOP("Engine", "The draft length is %1: choose a number from 1 to %2.")},
    {QT_TRANSLATE_NOOP("Engine", "The number of tokens to generate is %1: choose at least 1.")},
    {QT_TRANSLATE_NOOP("Engine", "The temperature is %1: choose 0 (greedy) or a positive number.")},
    {QT_TRANSLATE_NOOP("Engine", "Top-k is %1: choose 0 (keep all tokens) or a positive number.")},
    {QT_TRANSLATE_NOOP("Engine", "Top-p is %1: choose a number above 0 and at most 1.")},
    {QT_TRANSLATE_NOOP("Engine", "Min-p is %1: choose a number from 0 to 1.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The prompt has at least %1 tokens and the context of %2 holds %3, one of them for the answer: "
                       "shorten the prompt.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The prompt has %1 tokens and the context of %2 holds %3, one of them for the answer: shorten the prompt.")},
    {QT_TRANSLATE_NOOP("Engine", "The prompt is empty and %1 has no beginning-of-text token: write a prompt.")},
    {QT_TRANSLATE_NOOP("Engine", "There is no prompt to decode: give at least one.")},
    {QT_TRANSLATE_NOOP("Engine", "Prompt %1 of %2: %3"), "3"},
    {QT_TRANSLATE_NOOP("Engine",
                       "A batch with gaps needs %1 columns for such texts and there can be %2: choose shorter texts, "
                       "or a batch without gaps.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "A batch of %1 such texts needs %2 K/V slots and there can be %3: choose a smaller batch.")},
    {QT_TRANSLATE_NOOP("Engine", "The batch size is %1: choose 1 or more.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "In a batch with gaps the draft reads every round, and after a copy (copy-first) it lags "
                       "behind: choose copy-first 0, or a batch without gaps.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "A batch with gaps decodes chains, and the shape is %1: choose a method that drafts the shape "
                       "chain, and this shape, or a batch without gaps.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The fault %1 leaves K/V in slots that a batch with gaps needs: choose a batch without gaps.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Line %1 of the %2 is no JSON object: write one with \"prompt\" and \"kind\" on each line.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Line %1 of the %2 has no \"prompt\": write one with \"prompt\" and \"kind\" on each line.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The %1 has no prompts: write a JSON object with \"prompt\" and \"kind\" on each line.")},
    {QT_TRANSLATE_NOOP("Engine", "The text is not valid UTF-8 at byte %1: save it as UTF-8.")},
    {QT_TRANSLATE_NOOP("Engine", "The text has %1 MiB, and more than %2 are too much: shorten it.")},
    {QT_TRANSLATE_NOOP("Engine", "The text becomes longer than %1 MiB when it is normalised: shorten it.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The text has characters for which the vocabulary has no token, nor the one for them (%1): "
                       "leave them out, or use another model.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: the text ended.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: \"%1\" was rejected.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: \"%1\" had an acceptance of %2, under %3.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: the residual mass at \"%1\" is %2, above %3.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: %1 draft tokens were accepted, all of a path.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: all %1 draft tokens were accepted.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: \"%1\" was committed.")},
    {QT_TRANSLATE_NOOP("Engine", "Stopped: round %1 began.")},
    {QT_TRANSLATE_NOOP("Engine", "The recorded round cannot be drafted again: restart the run.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "There is not enough memory to go on: close other programs, or choose a smaller model.")},
    {QT_TRANSLATE_NOOP("Engine", "There is no model at %1: check the path.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a part of a model: choose the directory that it lies in.")},
    {QT_TRANSLATE_NOOP("Engine", "Loading %1 was cancelled.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "There is no model \"%1\": give a path%2, or a name that draftscope-cli models lists.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The model %1 is not on this machine yet: draftscope-cli models get %2 fetches it (%3).")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The embedded models are missing (looked in %1): install them again or set DRAFTSCOPE_MODELS to "
                       "their directory.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "%1 is a draft with logits for %2 of its %3 tokens (d2t), so it cannot be the target: choose a whole model.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 has no model.safetensors: download the model's weights there.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 has no config.json: choose a Hugging Face model directory or a GGUF file.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 holds only a torch checkpoint: convert it to safetensors.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 describes quantised weights: convert the model to BF16, F16 or F32.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The vocabulary of %1 has %2 tokens, but its embedding only %3: the files do not belong "
                       "together, download them again.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The head %1 is for a target of %2 tokens and hidden size %3, and %4 has %5 and %6: choose a "
                       "head that was trained for it.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The heads in %1 are for a target of %2 tokens and hidden size %3, and %4 has %5 and %6: choose "
                       "heads that were trained for it.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The file %1 is a model of the architecture %2, which is not supported yet: use a %3 model.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 is empty: download it again.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 is not a GGUF file: choose another one.")},
    {QT_TRANSLATE_NOOP("Engine", "The GGUF file %1 is damaged: %2 (byte %3); download it again.")},
    {QT_TRANSLATE_NOOP("Engine", "The safetensors file %1 is damaged: %2; download it again.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 has no tensor %2: it is not a whole model.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 has no tensor %2: it is not a whole model.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is not valid JSON: download it again.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a folder: choose a text file.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is %2, not a regular file: choose a file.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 cannot be opened (%2): check the name.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 has more than %2 MiB: choose a smaller one.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 has no vocabulary: copy the model's tokenizer.json or tokenizer.model there.")},
    {QT_TRANSLATE_NOOP(
        "Engine", "There is not enough memory for the weights of %1: close other programs or choose a smaller model.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "There is not enough memory for %1 K/V slots of %2: generate fewer tokens or choose a smaller model.")},
    {QT_TRANSLATE_NOOP(
        "Engine", "This Draftscope was built without CUDA: build it with the CUDA Toolkit, or choose --backend cpu.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "%1 has heads of %2 elements, and the CUDA backend takes even sizes up to %3: choose --backend cpu.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "%1 rotates otherwise with every token of a text behind %2 of them, which the CUDA backend does not compute, "
        "and this one may come to %3 with its drafts: choose fewer tokens, or choose --backend cpu.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "\"%1\" names no model of the Hugging Face Hub: say hf:OWNER/NAME or hf:OWNER/NAME/FILE.gguf, "
                       "and @REVISION behind it if it is not to be the newest.")},
    {QT_TRANSLATE_NOOP("Engine", "Fetching %1 was cancelled."), "1"},
    {QT_TRANSLATE_NOOP("Engine",
                       "Fetching %1 fails, because the server %2 does not answer (%3): look at the network connection "
                       "(and HTTPS_PROXY, where there is a proxy), then try again."),
     "1"},
    {QT_TRANSLATE_NOOP(
         "Engine",
         "The server %1 closes the connection before %2 is whole: try again later, which goes on with what there is."),
     "2"},
    {QT_TRANSLATE_NOOP("Engine",
                       "The server %1 gives %2 only to users who may have it (%3): see on its page that the name is "
                       "right and accept its terms there, then set HF_TOKEN to your token."),
     "2"},
    {QT_TRANSLATE_NOOP("Engine",
                       "The server %1 does not give %2 to the user whose token %3 is (%4): see on its page that the "
                       "name is right and accept its terms there, or set another token."),
     "2"},
    {QT_TRANSLATE_NOOP(
         "Engine", "The server %1 does not have %2 (404): see on its page how the name and the revision are spelt."),
     "2"},
    {QT_TRANSLATE_NOOP(
         "Engine", "The server %1 is asked too often and does not give %2 for now (429): try again in some minutes%3."),
     "23"},
    {QT_TRANSLATE_NOOP("Engine", ", or set HF_TOKEN to your token")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The server %1 does not give %2, because something is wrong there (%3): try again later."),
     "2"},
    {QT_TRANSLATE_NOOP("Engine",
                       "The server %1 answers %2 where %3 was asked for: see that HF_ENDPOINT is right, if it is set."),
     "3"},
    {QT_TRANSLATE_NOOP("Engine",
                       "HF_HUB_OFFLINE is set, so nothing is fetched: unset it (and TRANSFORMERS_OFFLINE), or choose a "
                       "model that draftscope-cli models lists.")},
    {QT_TRANSLATE_NOOP(
         "Engine",
         "The server %1 sends %2 where %3 was asked for, and nothing of it is kept: sign in where the network asks for "
         "it, or see that HF_ENDPOINT and HTTPS_PROXY are right where they are set, then try again."),
     "23"},
    {QT_TRANSLATE_NOOP("Engine", "a web page")},
    {QT_TRANSLATE_NOOP("Engine", "a file of %1 bytes instead of %2")},
    {QT_TRANSLATE_NOOP("Engine", "an answer of %1 bytes, which is too short")},
    {QT_TRANSLATE_NOOP("Engine",
                       "What came is not the %1 that was asked for (its %2 differs), and is not kept: try again."),
     "1"},
    {QT_TRANSLATE_NOOP(
        "Engine", "There is too little room in %1: make %2 MB free, or set HF_HUB_CACHE to a folder on another disk.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The model %1 has neither safetensors with a config.json nor a model in GGUF, which are what "
                       "this program reads: choose another model.")},
    {QT_TRANSLATE_NOOP("Engine", "The model %1 has %2 GGUF files (%3): name one of them, as in hf:%4/%5.")},
    {QT_TRANSLATE_NOOP("Engine", "The model %1 has no file %2, which is a part of %3: %4."), "4"},
    {QT_TRANSLATE_NOOP("Engine", "The model %1 has no GGUF file of %2: %3."), "3"},
    {QT_TRANSLATE_NOOP("Engine", "The model %1 has no file %2: %3."), "3"},
    {QT_TRANSLATE_NOOP("Engine", "it has no model in GGUF, choose another one")},
    {QT_TRANSLATE_NOOP("Engine", "the model %1")},
    {QT_TRANSLATE_NOOP("Engine", "the revision %1 of the model %2")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The model %1 of Ollama has an adapter (LoRA), which this program does not apply: choose a "
                       "model without one, or merge the adapter into the weights and create the model again.")},
    {QT_TRANSLATE_NOOP("Engine", "Ollama keeps the model %1 in another form than GGUF%2: choose a model in GGUF."),
     "2"},
    {QT_TRANSLATE_NOOP("Engine", ", tensor by tensor")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The model %1 of Ollama is not whole, since its file %2 is missing: ollama pull %3 fetches it again.")},
    {QT_TRANSLATE_NOOP("Engine", "\"%1\" may be %2 (%3)%4: say which of them.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 seems to be %2: choose a model, a trace or a comparison."), "2"},
    {QT_TRANSLATE_NOOP("Engine", "a PDF")},
    {QT_TRANSLATE_NOOP("Engine", "a picture")},
    {QT_TRANSLATE_NOOP("Engine", "a zip archive, such as a torch checkpoint is")},
    {QT_TRANSLATE_NOOP("Engine", "a file packed by gzip, which has to be unpacked first")},
    {QT_TRANSLATE_NOOP("Engine", "a file packed by xz, which has to be unpacked first")},
    {QT_TRANSLATE_NOOP("Engine", "a file packed by bzip2, which has to be unpacked first")},
    {QT_TRANSLATE_NOOP("Engine", "a 7z archive")},
    {QT_TRANSLATE_NOOP("Engine", "a program")},
    {QT_TRANSLATE_NOOP("Engine", "a datastore, which Setup takes as a corpus")},
    {QT_TRANSLATE_NOOP("Engine", "a torch checkpoint")},
    {QT_TRANSLATE_NOOP("Engine", "a model in a format older than GGUF")},
    {QT_TRANSLATE_NOOP("Engine", "a Git LFS pointer, whose file has not been fetched")},
    {QT_TRANSLATE_NOOP("Engine", "a report of a comparison")},
    {QT_TRANSLATE_NOOP("Engine", "the configuration of a model, whose folder is to be chosen instead")},
    {QT_TRANSLATE_NOOP("Engine", "the index of a model's weights, whose folder is to be chosen instead")},
    {QT_TRANSLATE_NOOP("Engine", "the weights of a model, whose folder is to be chosen instead")},
    {QT_TRANSLATE_NOOP("Engine", "a tokenizer, which lies in the folder of its model")},
    {QT_TRANSLATE_NOOP("Engine", "a list of prompts, which Compare and --prompts take")},
    {QT_TRANSLATE_NOOP("Engine", "a manifest of Ollama, whose name is to be chosen instead")},
    {QT_TRANSLATE_NOOP("Engine", "JSON of another kind")},
    {QT_TRANSLATE_NOOP("Engine", "damaged")},
    {QT_TRANSLATE_NOOP("Engine", "empty")},
    {QT_TRANSLATE_NOOP("Engine", "a text")},
    {QT_TRANSLATE_NOOP("Engine", "a packed model, which has to be unpacked first")},
    {QT_TRANSLATE_NOOP("Engine", "a file of bytes that says nothing of its kind")},
    {QT_TRANSLATE_NOOP("Engine", "There is no file %1: check the name.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a trace and no comparison: File, Open shows it.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a model and no comparison: File, Open takes it as target or draft.")},
    {QT_TRANSLATE_NOOP("Engine", "The file %1 is damaged: it cannot be unpacked.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a comparison and no trace: Compare opens it in the window.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a model and no trace: choose a trace file.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a folder: give the %2 a name in it.")},
    {QT_TRANSLATE_NOOP("Engine", "The %1 %2 cannot be created (%3): choose another place.")},
    {QT_TRANSLATE_NOOP("Engine", "The %1 %2 cannot be written (%3): make room, or choose another place.")},
    {QT_TRANSLATE_NOOP("Engine", "The %1 %2 cannot be put in place (%3): choose another name.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The trace %1 could not be saved (that is no file): choose another place; what was there before is kept.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is a folder: choose a trace file.")},
    {QT_TRANSLATE_NOOP("Engine", "The trace %1 cannot be opened (%2): check the name.")},
    {QT_TRANSLATE_NOOP("Engine", "A line of %1 is longer than %2 MiB: the file is damaged or is no trace.")},
    {QT_TRANSLATE_NOOP("Engine", "Reading %1 was cancelled.")},
    {QT_TRANSLATE_NOOP("Engine", "The trace %1 cannot be unpacked (%2): the file is damaged.")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The trace %1 is being written by another Draftscope: wait until it is done, or choose another name.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The trace %1 would overwrite %2, which belongs to the model %3: choose another name.")},
    {QT_TRANSLATE_NOOP("Engine", "The trace %1 would overwrite %2, which this run uses: choose another name.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 holds no trace: its first record is missing or cut.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "%1 was written by a newer Draftscope (trace format %2; this one reads up to %3): update "
                       "Draftscope to open it.")},
    {QT_TRANSLATE_NOOP("Engine", "Line %1 of %2 is broken (%3): the file is damaged or is no trace.")},
    {QT_TRANSLATE_NOOP("Engine", "The %1 is no comparison: choose one that Compare has saved.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The %1 was saved by a later version of Draftscope (format %2): open it with that one.")},
    {QT_TRANSLATE_NOOP("Engine", "The %1 is damaged: %2. Save the comparison again.")},
    {QT_TRANSLATE_NOOP("Engine", "Head")},
    {QT_TRANSLATE_NOOP("Engine", "The directory of Medusa heads; the embedded target has some of its own")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The directory of an EAGLE or EAGLE-2 head, or its GGUF file; the embedded target has one of its own")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The directory of an EAGLE-3 head, or its GGUF file; the embedded target has one of its own")},
    {QT_TRANSLATE_NOOP("Engine", "Merge prompt lookup")},
    {QT_TRANSLATE_NOOP("Engine",
                       "Whether a copy of what followed an earlier place of the text is merged, too; 1 is yes")},
    {QT_TRANSLATE_NOOP("Engine", "Second draft")},
    {QT_TRANSLATE_NOOP("Engine", "A second draft model; without it the other embedded draft, for the embedded target")},
    {QT_TRANSLATE_NOOP("Engine", "Third draft")},
    {QT_TRANSLATE_NOOP("Engine", "A third draft model")},
    {QT_TRANSLATE_NOOP("Engine", "%1 cannot draft for %2: %3. Choose a draft of the same family."), "3"},
    {QT_TRANSLATE_NOOP("Engine", "its tokenizer is of the type %1, the target's is %2")},
    {QT_TRANSLATE_NOOP("Engine", "it begins texts with the token %1, the target with %2")},
    {QT_TRANSLATE_NOOP("Engine", "it ends texts with the token %1, the target with %2")},
    {QT_TRANSLATE_NOOP("Engine", "its vocabulary has %1 tokens, the target's %2")},
    {QT_TRANSLATE_NOOP("Engine", "their vocabularies differ: %1"), "1"},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "%1 is \"%2\" in the target and \"%3\" in the draft, %4 is \"%5\" in the target and \"%6\" in the draft")},
    {QT_TRANSLATE_NOOP("Engine", "%1 is \"%2\" in the target and \"%3\" in the draft")},
    {QT_TRANSLATE_NOOP("Engine",
                       "%1 needs %2 more (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9."),
     "89"},
    {QT_TRANSLATE_NOOP("Engine",
                       "%1 need %2 more (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9."),
     "89"},
    {QT_TRANSLATE_NOOP("Engine", "%1 needs %2 (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9."),
     "89"},
    {QT_TRANSLATE_NOOP("Engine", "%1 need %2 (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9."),
     "89"},
    {QT_TRANSLATE_NOOP("Engine", "%1 needs %2 more (K/V cache %3, buffers %4), and %5 of %6 are free %7: %8."), "78"},
    {QT_TRANSLATE_NOOP("Engine", "%1 need %2 more (K/V cache %3, buffers %4), and %5 of %6 are free %7: %8."), "78"},
    {QT_TRANSLATE_NOOP("Engine",
                       "The configuration of %1 says that %2 and %3 are the same, and they are not: the model is read "
                       "with both, as transformers does.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The file %1 is part %2 of %3 of a model, and the part %4 is missing: download it, too.")},
    {QT_TRANSLATE_NOOP("Engine", "%1 has %2 GGUF models, %3 and %4 among them: choose one of the files.")},
    {QT_TRANSLATE_NOOP("Engine", "Needs %1 more of %2 free %3."), "3"},
    {QT_TRANSLATE_NOOP("Engine", "Needs %1 of %2 free %3."), "3"},
    {QT_TRANSLATE_NOOP("Engine", "on %1")},
    {QT_TRANSLATE_NOOP("Engine", "in this machine")},
    {QT_TRANSLATE_NOOP("Engine", "under the memory limit of this control group (cgroup)")},
    {QT_TRANSLATE_NOOP("Engine", "choose a smaller model or close other programs")},
    {QT_TRANSLATE_NOOP("Engine", "choose a smaller model or close what else uses the device")},
    {QT_TRANSLATE_NOOP("Engine", "choose a smaller model, make the text %1 tokens shorter, or close other programs")},
    {QT_TRANSLATE_NOOP("Engine",
                       "choose a smaller model, make the text %1 tokens shorter, or close what else uses the device")},
    {QT_TRANSLATE_NOOP(
        "Engine",
        "The trace %1 could not be saved (%2): make room or choose another place; what was there before is kept.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The trace %1 could not be saved (%2): choose another place; what was there before is kept.")},
    {QT_TRANSLATE_NOOP("Engine", "The trace %1 could not be saved (%2): make room or choose another place.")},
    {QT_TRANSLATE_NOOP("Engine", "The trace %1 could not be saved (%2): choose another place.")},
    {QT_TRANSLATE_NOOP("Engine", "The chat template of %1 refuses this conversation: %2.")},
    {QT_TRANSLATE_NOOP("Engine", "Its chat template refuses this conversation: %1.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The chat template of %1 cannot be run (%2): write the text that it would make yourself, and "
                       "give it that instead of a message.")},
    {QT_TRANSLATE_NOOP("Engine", "Its chat template cannot be run (%1).")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The model %1 has no chat template, so it was not made for conversations: give it a text to go "
                       "on with instead of a message.")},
    {QT_TRANSLATE_NOOP("Engine", "It has no chat template.")},
    {QT_TRANSLATE_NOOP("Engine",
                       "The model %1 has several chat templates and none is called default: give it a text to go on "
                       "with instead of a message.")},
    {QT_TRANSLATE_NOOP("Engine", "It has several chat templates, and none is the default.")},
    {QT_TRANSLATE_NOOP("Engine", "The chat template leaves the system message out: the model does not read it.")},
    {QT_TRANSLATE_NOOP("Engine", "A message has %1 in it, which the model reads as its own special token.")},
    {QT_TRANSLATE_NOOP("Engine", "at random and independently from q")},
    {QT_TRANSLATE_NOOP("Engine", "at random without replacement")},
    {QT_TRANSLATE_NOOP("Engine", "without chance")},
};

/// One of them with something put in.
struct Pattern {
    const EngineWords* words;
    QString beginning, end; ///< in front of the first place and behind the last: most sentences are told apart by them
    QRegularExpression expression;
};

std::vector<Pattern> makePatterns()
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    std::vector<Pattern> patterns;
    for (const EngineWords& words : wordsOfTheEngine) {
        const QStringList pieces = QString::fromUtf8(words.english).split(place);
        if (pieces.size() == 1)
            continue;
        QStringList escaped;
        for (const QString& piece : pieces)
            escaped += QRegularExpression::escape(piece);
        const QString whole = QRegularExpression::anchoredPattern(escaped.join(QStringLiteral("(.*?)")));
        patterns.push_back({&words, pieces.first(), pieces.last(),
                            QRegularExpression(whole, QRegularExpression::DotMatchesEverythingOption)});
    }
    return patterns;
}

QSet<QByteArray> wordsWithoutPlaces()
{
    QSet<QByteArray> words;
    for (const EngineWords& each : wordsOfTheEngine)
        if (const QByteArray english = each.english; !english.contains("%1"))
            words.insert(english);
    return words;
}

QString translated(const char* english)
{
    return QCoreApplication::translate("Engine", english);
}

/// What the engine has put in, with the language's decimal mark where it is a number. Names and versions stay as they
/// are.
QString numberOfTheEngine(const QString& put)
{
    static const QRegularExpression onlyNumber(QStringLiteral("^[0-9]+\\.[0-9]+( [GM]B|×|%)?$"));
    return onlyNumber.match(put).hasMatch() ? withDecimalMark(put) : put;
}

/// The engine leaves out what to do where there is nothing to be done: "…, or choose --backend cpu."
QString withoutAdvice(QString words)
{
    static const QRegularExpression advice(QStringLiteral(", [^,]*--backend cpu[^,]*$"));
    return words.replace(advice, QStringLiteral("."));
}

QString sayAgain(const QString& english)
{
    static const std::vector<Pattern> patterns = makePatterns();
    static const QSet<QByteArray> asTheyAre = wordsWithoutPlaces();
    if (const QByteArray words = english.toUtf8();
        asTheyAre.contains(words)) // nothing else is asked for: the program remembers it
        return translated(words.constData());
    const QString advised =
        english.chopped(std::min<qsizetype>(1, english.size())) + QStringLiteral(", or choose --backend cpu.");
    if (const QByteArray words = advised.toUtf8(); asTheyAre.contains(words))
        return withoutAdvice(translated(words.constData()));
    for (const Pattern& pattern : patterns) {
        if (!english.startsWith(pattern.beginning) || !english.endsWith(pattern.end))
            continue;
        const auto match = pattern.expression.match(english);
        if (!match.hasMatch())
            continue;
        const QString words = translated(pattern.words->english);
        QString said;
        for (qsizetype i = 0; i < words.size(); ++i) {
            const bool isPlace = words[i] == QLatin1Char('%') && i + 1 < words.size() && words[i + 1].isDigit();
            if (!isPlace) {
                said += words[i];
                continue;
            }
            const QChar number = words[++i];
            const QString put = match.captured(number.digitValue());
            said += QLatin1String(pattern.words->ownWords).contains(number) ? sayAgain(put) : numberOfTheEngine(put);
        }
        return said;
    }
    return english;
}

} // namespace

QString engineWords(std::string_view words)
{
    return sayAgain(qtText(words)); // in English, too: so the window knows what is to be said again in another language
}

std::span<const EngineWords> knownEngineWords()
{
    return wordsOfTheEngine;
}

} // namespace draftscope
