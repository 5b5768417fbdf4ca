<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- What the engine says, by the templates of its sources: %1, %2 stand for {} in their order. Written by hand (docs/translations.md); lupdate does not touch it. -->
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Engine</name>
    <message>
        <source>Rejected K/V stays in the cache</source>
        <translation>Verworfene K/V bleiben im Cache</translation>
    </message>
    <message>
        <source>The keys and values of rejected drafts are not rolled back, so the target goes on as if it had read them.</source>
        <translation>Keys und Values verworfener Drafts werden nicht zurückgerollt; das Target macht weiter, als hätte es sie gelesen.</translation>
    </message>
    <message>
        <source>q is recomputed after drafting</source>
        <translation>q wird nach dem Vorschlagen neu berechnet</translation>
    </message>
    <message>
        <source>After drafting, q is computed again at temperature 1, so drafts are judged by another q than the one that they were drawn from.</source>
        <translation>Nach dem Vorschlagen wird q bei Temperatur 1 neu berechnet; die Drafts werden mit einem anderen q beurteilt als dem, aus dem sie gezogen wurden.</translation>
    </message>
    <message>
        <source>Temperature and filters on p only</source>
        <translation>Temperatur und Filter nur bei p</translation>
    </message>
    <message>
        <source>Drafts are drawn with the sampler, but judged with temperature, top-k, top-p and min-p on p only, so q is not what they were drawn from.</source>
        <translation>Die Drafts werden mit dem Sampler gezogen, aber mit Temperatur, Top-k, Top-p und Min-p nur bei p beurteilt; q ist also nicht, woraus sie gezogen wurden.</translation>
    </message>
    <message>
        <source>No bonus token</source>
        <translation>Kein Bonus-Token</translation>
    </message>
    <message>
        <source>When all drafts are accepted no token is drawn after them, and the next round feeds the last one again although its key and value are in the cache, so the target sees it twice.</source>
        <translation>Wenn alle Drafts angenommen sind, wird danach kein Token gezogen, und die nächste Runde gibt den letzten noch einmal ein, obwohl sein Key und Value schon im Cache sind: das Target sieht ihn zweimal.</translation>
    </message>
    <message>
        <source>The residual is not normalised</source>
        <translation>Das Residuum wird nicht normiert</translation>
    </message>
    <message>
        <source>After a rejection max(0, p - q) is drawn from without dividing it by its sum, so what is missing to 1 falls to its last token.</source>
        <translation>Nach einer Verwerfung wird aus max(0, p - q) gezogen, ohne durch die Summe zu teilen; was zu 1 fehlt, fällt an das letzte Token.</translation>
    </message>
    <message>
        <source>p instead of the residual</source>
        <translation>p statt des Residuums</translation>
    </message>
    <message>
        <source>After a rejection the token is drawn from p, so tokens that the draft favours, which had their chance already, come too often.</source>
        <translation>Nach einer Verwerfung wird das Token aus p gezogen; Token, die der Draft bevorzugt und die ihre Chance schon hatten, kommen zu oft.</translation>
    </message>
    <message>
        <source>Draft and target tokenizers that differ</source>
        <translation>Draft und Target mit verschiedenen Tokenizern</translation>
    </message>
    <message>
        <source>The draft numbers its tokens otherwise than the target, as with one special token more in front, and q is looked up by the target&apos;s numbers, so a draft is judged by the q of another token.</source>
        <translation>Der Draft nummeriert seine Token anders als das Target, etwa mit einem Sondertoken mehr am Anfang, und q wird unter den Nummern des Targets nachgeschlagen: ein Draft wird mit dem q eines anderen Tokens beurteilt.</translation>
    </message>
    <message>
        <source>Repeated children are dropped</source>
        <translation>Wiederholte Kinder fallen weg</translation>
    </message>
    <message>
        <source>A child whose token a sibling has already is dropped, although it was drawn independently and each repeat is a try of its own.</source>
        <translation>Ein Kind, dessen Token schon ein Geschwister hat, fällt weg, obwohl es unabhängig gezogen wurde und jede Wiederholung ein eigener Versuch ist.</translation>
    </message>
    <message>
        <source>min(1, p/q) on deterministic children</source>
        <translation>min(1, p/q) bei deterministischen Kindern</translation>
    </message>
    <message>
        <source>Children that were chosen without chance are accepted with min(1, p/q), as if they had been drawn from q, so they come too often.</source>
        <translation>Kinder, die ohne Zufall gewählt wurden, werden mit min(1, p/q) angenommen, als wären sie aus q gezogen; sie kommen zu oft.</translation>
    </message>
    <message>
        <source>Block verification stops at the first failure</source>
        <translation>Blockverifikation endet beim ersten Fehlschlag</translation>
    </message>
    <message>
        <source>Drafts are kept up to the first whose u is not under h, although a later success should rescue those before it.</source>
        <translation>Drafts bleiben bis zum ersten, dessen u nicht unter h liegt, obwohl ein späterer Erfolg die davor retten sollte.</translation>
    </message>
    <message>
        <source>Broken on purpose (%1), not lossless: %2</source>
        <translation>Absichtlich kaputt (%1), nicht verlustfrei: %2</translation>
    </message>
    <message>
        <source>Broken on purpose (%1).</source>
        <translation>Absichtlich kaputt (%1).</translation>
    </message>
    <message>
        <source>Skipped sublayers</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>The sublayers that drafting leaves out, as draftscope-cli search-skip finds them; without it both of every second layer</source>
        <translation>Die Teilschichten, die beim Vorschlagen ausgelassen werden, wie draftscope-cli search-skip sie findet; ohne Datei beide jeder zweiten Schicht</translation>
    </message>
    <message>
        <source>Exit layer</source>
        <translation>Ausstiegsschicht</translation>
    </message>
    <message>
        <source>Layers that draft, before the target&apos;s own norm and head; 0 is a third of the target&apos;s</source>
        <translation>Schichten, die vorschlagen, vor Norm und Kopf des Targets; 0 ist ein Drittel der Schichten des Targets</translation>
    </message>
    <message>
        <source>Max n-gram</source>
        <translation>Max. n-Gramm</translation>
    </message>
    <message>
        <source>Tokens at the end of the text that are looked for earlier in it</source>
        <translation>So viele Token vom Ende des Textes werden weiter vorn darin gesucht</translation>
    </message>
    <message>
        <source>Min n-gram</source>
        <translation>Min. n-Gramm</translation>
    </message>
    <message>
        <source>Where the longest is not found shorter ones are, down to so many tokens</source>
        <translation>Findet sich das längste nicht, werden kürzere gesucht, bis zu so vielen Token</translation>
    </message>
    <message>
        <source>Min match</source>
        <translation>Min. Treffer</translation>
    </message>
    <message>
        <source>Tokens that the end of the text and an earlier place must share</source>
        <translation>So viele Token müssen das Ende des Textes und eine frühere Stelle gemeinsam haben</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>A datastore in which the end of the text is looked for, too</source>
        <translation>Ein Datastore, in dem das Ende des Textes auch gesucht wird</translation>
    </message>
    <message>
        <source>Window (W)</source>
        <translation>Fenster (W)</translation>
    </message>
    <message>
        <source>Columns of guesses that the target&apos;s pass takes beside the drafts, N - 1 rows each; 0 is none</source>
        <translation>Spalten geratener Token, die der Target-Durchlauf neben den Drafts nimmt, je N - 1 Zeilen; 0 ist keine</translation>
    </message>
    <message>
        <source>N-gram (N)</source>
        <translation>n-Gramm (N)</translation>
    </message>
    <message>
        <source>Tokens of the n-grams in the pool, the last of which is drafted behind the others</source>
        <translation>Token der n-Gramme im Vorrat, deren letztes hinter den anderen vorgeschlagen wird</translation>
    </message>
    <message>
        <source>Guesses (G)</source>
        <translation>Geratene (G)</translation>
    </message>
    <message>
        <source>N-grams of the pool that a tree drafts at most; a chain drafts the newest one</source>
        <translation>So viele n-Gramme des Vorrats schlägt ein Baum höchstens vor; eine Kette das neueste</translation>
    </message>
    <message>
        <source>Max suffix</source>
        <translation>Max. Suffix</translation>
    </message>
    <message>
        <source>Tokens at the end of the text that are looked for in the datastore</source>
        <translation>So viele Token vom Ende des Textes werden im Datastore gesucht</translation>
    </message>
    <message>
        <source>Min suffix</source>
        <translation>Min. Suffix</translation>
    </message>
    <message>
        <source>Max places</source>
        <translation>Max. Stellen</translation>
    </message>
    <message>
        <source>Places of the datastore whose continuations are counted</source>
        <translation>Stellen des Datastores, deren Fortsetzungen gezählt werden</translation>
    </message>
    <message>
        <source>Datastore</source>
        <translation>Datastore</translation>
    </message>
    <message>
        <source>What draftscope-cli datastore build made</source>
        <translation>Was draftscope-cli datastore build gemacht hat</translation>
    </message>
    <message>
        <source>Width 1</source>
        <translation>Breite 1</translation>
    </message>
    <message>
        <source>Children of the root</source>
        <translation>Kinder der Wurzel</translation>
    </message>
    <message>
        <source>Width 2</source>
        <translation>Breite 2</translation>
    </message>
    <message>
        <source>Children of a node of the first level</source>
        <translation>Kinder eines Knotens der ersten Ebene</translation>
    </message>
    <message>
        <source>Width 3</source>
        <translation>Breite 3</translation>
    </message>
    <message>
        <source>Children of a node of the second level</source>
        <translation>Kinder eines Knotens der zweiten Ebene</translation>
    </message>
    <message>
        <source>Width rest</source>
        <translation>Breite danach</translation>
    </message>
    <message>
        <source>Children of a node of later levels</source>
        <translation>Kinder eines Knotens späterer Ebenen</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes of the largest acceptance along their path; 0 is as many, and as deep, as gain most by the times that passes take on this machine</source>
        <translation>Knoten mit der größten Akzeptanz entlang ihres Pfades; 0 ist so viele, und so tief, wie nach den Zeiten der Durchläufe auf dieser Maschine am meisten bringen</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Levels that are drafted at most; 0 is as many as K</source>
        <translation>Ebenen, die höchstens vorgeschlagen werden; 0 ist so viele wie K</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Acceptance by rank, as draftscope-cli measure-ranks finds it; without it what it found for the embedded models</source>
        <translation>Akzeptanz nach Rang, wie draftscope-cli measure-ranks sie findet; ohne Datei die der eingebauten Modelle</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Nodes of a level that get children, and children that each gets</source>
        <translation>Knoten einer Ebene, die Kinder bekommen, und Kinder, die jeder bekommt</translation>
    </message>
    <message>
        <source>Nodes of the largest q along their path that are verified; 0 is as many as gain most by the times that passes take on this machine</source>
        <translation>Knoten mit dem größten q entlang ihres Pfades, die verifiziert werden; 0 ist so viele, wie nach den Zeiten der Durchläufe auf dieser Maschine am meisten bringen</translation>
    </message>
    <message>
        <source>Stop below</source>
        <translation>Stopp unter</translation>
    </message>
    <message>
        <source>Nothing is drafted behind a token that the draft gives a smaller probability, in percent at temperature 1; 0 is off</source>
        <translation>Hinter einem Token, dem der Draft weniger Wahrscheinlichkeit gibt, wird nichts vorgeschlagen, in Prozent bei Temperatur 1; 0 ist aus</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Längenplan</translation>
    </message>
    <message>
        <source>Constant (0): K stays; additive (1): K rises by 2 after a round whose drafts were all accepted, else falls by 1; Draft &amp; Verify (2): stop-below rises while less than 90 % of drafts are accepted, else falls</source>
        <translation>Constant (0): K bleibt; Additive (1): K steigt um 2 nach einer Runde, deren Drafts alle angenommen wurden, sonst fällt es um 1; Draft &amp; Verify (2): „Stopp unter“ steigt, solange weniger als 90 % der Drafts angenommen werden, sonst fällt es</translation>
    </message>
    <message>
        <source>The fault %1 needs drafts, and the method %2 has none: choose another method, or no fault.</source>
        <translation>Der Fehler %1 braucht Drafts, und das Verfahren %2 hat keine: wähle ein anderes Verfahren oder keinen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 needs a second model, and the method %2 has none: choose another method, or another fault.</source>
        <translation>Der Fehler %1 braucht ein zweites Modell, und das Verfahren %2 hat keines: wähle ein anderes Verfahren oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 is of drafts with one q, and the method %2 merges drafts of several: choose another method, or another fault.</source>
        <translation>Der Fehler %1 gilt für Drafts mit einem q, und das Verfahren %2 vereint Drafts mehrerer: wähle ein anderes Verfahren oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 needs drafts that a model gave a q, and the method %2 copies them: choose another method, or another fault.</source>
        <translation>Der Fehler %1 braucht Drafts, denen ein Modell ein q gab, und das Verfahren %2 kopiert sie: wähle ein anderes Verfahren oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 needs nodes with several children, and a chain has none: choose another shape, or another fault.</source>
        <translation>Der Fehler %1 braucht Knoten mit mehreren Kindern, und eine Kette hat keine: wähle eine andere Form oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 needs two drafts a round or more: choose a larger K, or another fault.</source>
        <translation>Der Fehler %1 braucht mindestens zwei Drafts je Runde: wähle ein größeres K oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The verifier %1 is not lossless anyway: choose another verifier, or no fault.</source>
        <translation>Der Verifier %1 ist ohnehin nicht verlustfrei: wähle einen anderen Verifier oder keinen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 changes nothing where the likeliest token is always taken: set the temperature above 0, or choose no fault.</source>
        <translation>Der Fehler %1 ändert nichts, wo immer das wahrscheinlichste Token genommen wird: stelle die Temperatur über 0 oder wähle keinen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 is one of the verifier %2, and the verifier is %3: choose that one, or another fault.</source>
        <translation>Der Fehler %1 ist einer des Verifiers %2, und der Verifier ist %3: wähle jenen oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The fault %1 changes nothing with this sampler: choose a temperature other than 1%2, or no fault.</source>
        <translation>Der Fehler %1 ändert bei diesem Sampler nichts: wähle eine andere Temperatur als 1%2 oder keinen Fehler.</translation>
    </message>
    <message>
        <source> or a filter</source>
        <translation> oder einen Filter</translation>
    </message>
    <message>
        <source>The verifier %1 needs siblings that were drawn from one q, and the method %2 draws them from several: choose the verifier %3, or another method.</source>
        <translation>Der Verifier %1 braucht Geschwister, die aus einem q gezogen wurden, und das Verfahren %2 zieht sie aus mehreren: wähle den Verifier %3 oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>The verifier %1 judges chains only, and the shape is %2: choose the shape chain, or another verifier.</source>
        <translation>Der Verifier %1 beurteilt nur Ketten, und die Form ist %2: wähle die Form chain oder einen anderen Verifier.</translation>
    </message>
    <message>
        <source>The verifier %1 needs tokens that were chosen %2, and the method %3 chooses them %4: choose the verifier %5, or another method.</source>
        <translation>Der Verifier %1 braucht Token, die %2 gewählt wurden, und das Verfahren %3 wählt sie %4: wähle den Verifier %5 oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>The greedy verifier needs greedy sampling: set the temperature to 0, or choose the verifier %1.</source>
        <translation>Der Verifier greedy braucht einen greedy Sampler: stelle die Temperatur auf 0 oder wähle den Verifier %1.</translation>
    </message>
    <message>
        <source>The method %1 does not draft the shape %2: choose the shape %3, or another method.</source>
        <translation>Das Verfahren %1 schlägt die Form %2 nicht vor: wähle die Form %3 oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>The method %1 drafts chains only: choose the shape chain, or another method.</source>
        <translation>Das Verfahren %1 schlägt nur Ketten vor: wähle die Form chain oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>The method %1 with the shape %2 does not choose drafts in the way %3: choose %4.</source>
        <translation>Das Verfahren %1 wählt mit der Form %2 Drafts nicht auf die Art %3: wähle %4.</translation>
    </message>
    <message>
        <source>The method %1 needs a draft model: choose one, or choose the method plain.</source>
        <translation>Das Verfahren %1 braucht ein Draft-Modell: wähle eines oder das Verfahren plain.</translation>
    </message>
    <message>
        <source>The method %1 needs a %2: choose a file of that kind, or another method.</source>
        <translation>Das Verfahren %1 braucht eine Datei „%2“: wähle eine oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>The method %1 needs a head that was trained for %2: choose its directory or GGUF file, or another method.</source>
        <translation>Das Verfahren %1 braucht einen Kopf, der für %2 trainiert wurde: wähle sein Verzeichnis, seine GGUF-Datei oder ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>%1 is a head of the kind %2: choose the method %3 for it, or another head.</source>
        <translation>%1 ist ein Kopf der Art %2: wähle dafür das Verfahren %3 oder einen anderen Kopf.</translation>
    </message>
    <message>
        <source>A third draft is named and no second one: name it as the second draft (draft-2).</source>
        <translation>Ein dritter Draft ist genannt, aber kein zweiter: nenne ihn als zweiten Draft (draft-2).</translation>
    </message>
    <message>
        <source>The method %1 needs something to merge with the draft: name a second draft (draft-2), or have prompt lookup merged (merge-lookup 1).</source>
        <translation>Das Verfahren %1 braucht etwas, das mit dem Draft vereint wird: nenne einen zweiten Draft (draft-2) oder lass Prompt-Lookup vereinen (merge-lookup 1).</translation>
    </message>
    <message>
        <source>The exit layer is %1 and %2 has %3 layers: choose a smaller one.</source>
        <translation>Die Ausstiegsschicht ist %1, und %2 hat %3 Schichten: wähle eine kleinere.</translation>
    </message>
    <message>
        <source>The shortest n-gram has %1 tokens and the longest %2: choose a shorter shortest one.</source>
        <translation>Das kürzeste n-Gramm hat %1 Token und das längste %2: wähle ein kürzeres kürzestes.</translation>
    </message>
    <message>
        <source>The shortest suffix has %1 tokens and the longest %2: choose a shorter shortest one.</source>
        <translation>Das kürzeste Suffix hat %1 Token und das längste %2: wähle ein kürzeres kürzestes.</translation>
    </message>
    <message>
        <source>The lookahead branch of %1 columns and %2-grams is %3 rows and K is %4, and a pass of the target takes %5 rows beside the root: choose fewer columns, shorter n-grams or a smaller K.</source>
        <translation>Der Lookahead-Zweig mit %1 Spalten und %2-Grammen hat %3 Zeilen und K ist %4, und ein Target-Durchlauf nimmt %5 Zeilen neben der Wurzel: wähle weniger Spalten, kürzere n-Gramme oder ein kleineres K.</translation>
    </message>
    <message>
        <source>A dynamic tree %1 wide and %2 deep drafts %3 nodes a round, and %4 are allowed: choose a smaller width or depth.</source>
        <translation>Ein dynamischer Baum der Breite %1 und Tiefe %2 schlägt %3 Knoten je Runde vor, und %4 sind erlaubt: wähle eine kleinere Breite oder Tiefe.</translation>
    </message>
    <message>
        <source>The datastore %1 was built with another tokenizer than that of %2: build one for this target.</source>
        <translation>Der Datastore %1 wurde mit einem anderen Tokenizer gebaut als dem von %2: baue einen für dieses Target.</translation>
    </message>
    <message>
        <source>%1 is %2: choose a number from %3 to %4.</source>
        <translation>%1 ist %2: wähle eine Zahl von %3 bis %4.</translation>
    </message>
    <message>
        <source>The draft length is %1: choose a number from 1 to %2.</source>
        <translation>Die Draft-Länge ist %1: wähle eine Zahl von 1 bis %2.</translation>
    </message>
    <message>
        <source>The number of tokens to generate is %1: choose at least 1.</source>
        <translation>Die Zahl der Token ist %1: wähle mindestens 1.</translation>
    </message>
    <message>
        <source>The temperature is %1: choose 0 (greedy) or a positive number.</source>
        <translation>Die Temperatur ist %1: wähle 0 (greedy) oder eine positive Zahl.</translation>
    </message>
    <message>
        <source>Top-k is %1: choose 0 (keep all tokens) or a positive number.</source>
        <translation>Top-k ist %1: wähle 0 (alle Token bleiben) oder eine positive Zahl.</translation>
    </message>
    <message>
        <source>Top-p is %1: choose a number above 0 and at most 1.</source>
        <translation>Top-p ist %1: wähle eine Zahl über 0 und höchstens 1.</translation>
    </message>
    <message>
        <source>Min-p is %1: choose a number from 0 to 1.</source>
        <translation>Min-p ist %1: wähle eine Zahl von 0 bis 1.</translation>
    </message>
    <message>
        <source>The prompt has at least %1 tokens and the context of %2 holds %3, one of them for the answer: shorten the prompt.</source>
        <translation>Der Prompt hat mindestens %1 Token, und der Kontext von %2 fasst %3, davon eines für die Antwort: kürze den Prompt.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context of %2 holds %3, one of them for the answer: shorten the prompt.</source>
        <translation>Der Prompt hat %1 Token, und der Kontext von %2 fasst %3, davon eines für die Antwort: kürze den Prompt.</translation>
    </message>
    <message>
        <source>The prompt is empty and %1 has no beginning-of-text token: write a prompt.</source>
        <translation>Der Prompt ist leer, und %1 hat kein Token für den Textanfang: schreibe einen Prompt.</translation>
    </message>
    <message>
        <source>There is no prompt to decode: give at least one.</source>
        <translation>Es gibt keinen Prompt zu dekodieren: gib mindestens einen an.</translation>
    </message>
    <message>
        <source>Prompt %1 of %2: %3</source>
        <translation>Prompt %1 von %2: %3</translation>
    </message>
    <message>
        <source>A batch with gaps needs %1 columns for such texts and there can be %2: choose shorter texts, or a batch without gaps.</source>
        <translation>Ein Batch mit Lücken braucht für solche Texte %1 Spalten, und %2 sind möglich: wähle kürzere Texte oder einen Batch ohne Lücken.</translation>
    </message>
    <message>
        <source>A batch of %1 such texts needs %2 K/V slots and there can be %3: choose a smaller batch.</source>
        <translation>Ein Batch von %1 solchen Texten braucht %2 K/V-Slots, und %3 sind möglich: wähle einen kleineren Batch.</translation>
    </message>
    <message>
        <source>The batch size is %1: choose 1 or more.</source>
        <translation>Die Batchgröße ist %1: wähle 1 oder mehr.</translation>
    </message>
    <message>
        <source>A batch with gaps decodes chains, and the shape is %1: choose a method that drafts the shape chain, and this shape, or a batch without gaps.</source>
        <translation>Ein Batch mit Lücken dekodiert Ketten, und die Form ist %1: wähle ein Verfahren, das die Form chain vorschlägt, und diese Form, oder einen Batch ohne Lücken.</translation>
    </message>
    <message>
        <source>The fault %1 leaves K/V in slots that a batch with gaps needs: choose a batch without gaps.</source>
        <translation>Der Fehler %1 lässt K/V in Slots, die ein Batch mit Lücken braucht: wähle einen Batch ohne Lücken.</translation>
    </message>
    <message>
        <source>Line %1 of the %2 is no JSON object: write one with &quot;prompt&quot; and &quot;kind&quot; on each line.</source>
        <translation>Zeile %1 der %2 ist kein JSON-Objekt: schreibe in jede Zeile eines mit &quot;prompt&quot; und &quot;kind&quot;.</translation>
    </message>
    <message>
        <source>Line %1 of the %2 has no &quot;prompt&quot;: write one with &quot;prompt&quot; and &quot;kind&quot; on each line.</source>
        <translation>Zeile %1 der %2 hat kein &quot;prompt&quot;: schreibe in jede Zeile ein Objekt mit &quot;prompt&quot; und &quot;kind&quot;.</translation>
    </message>
    <message>
        <source>The %1 has no prompts: write a JSON object with &quot;prompt&quot; and &quot;kind&quot; on each line.</source>
        <translation>Die %1 hat keine Prompts: schreibe in jede Zeile ein JSON-Objekt mit &quot;prompt&quot; und &quot;kind&quot;.</translation>
    </message>
    <message>
        <source>The text is not valid UTF-8 at byte %1: save it as UTF-8.</source>
        <translation>Der Text ist bei Byte %1 kein gültiges UTF-8: speichere ihn als UTF-8.</translation>
    </message>
    <message>
        <source>The text has %1 MiB, and more than %2 are too much: shorten it.</source>
        <translation>Der Text hat %1 MiB, und mehr als %2 sind zu viel: kürze ihn.</translation>
    </message>
    <message>
        <source>The text becomes longer than %1 MiB when it is normalised: shorten it.</source>
        <translation>Der Text wird beim Normalisieren länger als %1 MiB: kürze ihn.</translation>
    </message>
    <message>
        <source>The text has characters for which the vocabulary has no token, nor the one for them (%1): leave them out, or use another model.</source>
        <translation>Der Text hat Zeichen, für die das Vokabular kein Token hat, auch nicht das dafür vorgesehene (%1): lass sie weg, oder nimm ein anderes Modell.</translation>
    </message>
    <message>
        <source>Stopped: the text ended.</source>
        <translation>Angehalten: der Text ist zu Ende.</translation>
    </message>
    <message>
        <source>Stopped: &quot;%1&quot; was rejected.</source>
        <translation>Angehalten: &quot;%1&quot; wurde verworfen.</translation>
    </message>
    <message>
        <source>Stopped: &quot;%1&quot; had an acceptance of %2, under %3.</source>
        <translation>Angehalten: &quot;%1&quot; hatte eine Akzeptanz von %2, unter %3.</translation>
    </message>
    <message>
        <source>Stopped: the residual mass at &quot;%1&quot; is %2, above %3.</source>
        <translation>Angehalten: die Residualmasse bei &quot;%1&quot; ist %2, über %3.</translation>
    </message>
    <message>
        <source>Stopped: %1 draft tokens were accepted, all of a path.</source>
        <translation>Angehalten: %1 Draft-Token wurden angenommen, ein ganzer Pfad.</translation>
    </message>
    <message>
        <source>Stopped: all %1 draft tokens were accepted.</source>
        <translation>Angehalten: alle %1 Draft-Token wurden angenommen.</translation>
    </message>
    <message>
        <source>Stopped: &quot;%1&quot; was committed.</source>
        <translation>Angehalten: &quot;%1&quot; wurde übernommen.</translation>
    </message>
    <message>
        <source>Stopped: round %1 began.</source>
        <translation>Angehalten: Runde %1 hat begonnen.</translation>
    </message>
    <message>
        <source>The recorded round cannot be drafted again: restart the run.</source>
        <translation>Die aufgezeichnete Runde lässt sich nicht noch einmal vorschlagen: starte den Lauf neu.</translation>
    </message>
    <message>
        <source>There is not enough memory to go on: close other programs, or choose a smaller model.</source>
        <translation>Der Speicher reicht nicht, um weiterzumachen: schließe andere Programme oder wähle ein kleineres Modell.</translation>
    </message>
    <message>
        <source>There is no model at %1: check the path.</source>
        <translation>Unter %1 ist kein Modell: prüfe den Pfad.</translation>
    </message>
    <message>
        <source>%1 is a part of a model: choose the directory that it lies in.</source>
        <translation>%1 ist ein Teil eines Modells: wähle das Verzeichnis, in dem es liegt.</translation>
    </message>
    <message>
        <source>Loading %1 was cancelled.</source>
        <translation>Das Laden von %1 wurde abgebrochen.</translation>
    </message>
    <message>
        <source>There is no model &quot;%1&quot;: give a path%2, or a name that draftscope-cli models lists.</source>
        <translation>Es gibt kein Modell &quot;%1&quot;: gib einen Pfad an%2, oder einen Namen, den draftscope-cli models aufzählt.</translation>
    </message>
    <message>
        <source>The model %1 is not on this machine yet: draftscope-cli models get %2 fetches it (%3).</source>
        <translation>Das Modell %1 ist noch nicht auf diesem Rechner: draftscope-cli models get %2 holt es (%3).</translation>
    </message>
    <message>
        <source>The embedded models are missing (looked in %1): install them again or set DRAFTSCOPE_MODELS to their directory.</source>
        <translation>Die eingebauten Modelle fehlen (gesucht in %1): installiere sie neu oder setze DRAFTSCOPE_MODELS auf ihr Verzeichnis.</translation>
    </message>
    <message>
        <source>%1 is a draft with logits for %2 of its %3 tokens (d2t), so it cannot be the target: choose a whole model.</source>
        <translation>%1 ist ein Draft mit Logits für %2 seiner %3 Token (d2t) und kann nicht das Target sein: wähle ein ganzes Modell.</translation>
    </message>
    <message>
        <source>%1 has no model.safetensors: download the model&apos;s weights there.</source>
        <translation>%1 hat kein model.safetensors: lade die Gewichte des Modells dorthin.</translation>
    </message>
    <message>
        <source>%1 has no config.json: choose a Hugging Face model directory or a GGUF file.</source>
        <translation>%1 hat keine config.json: wähle ein Modellverzeichnis von Hugging Face oder eine GGUF-Datei.</translation>
    </message>
    <message>
        <source>%1 holds only a torch checkpoint: convert it to safetensors.</source>
        <translation>%1 enthält nur einen torch-Checkpoint: wandle ihn in safetensors um.</translation>
    </message>
    <message>
        <source>%1 describes quantised weights: convert the model to BF16, F16 or F32.</source>
        <translation>%1 beschreibt quantisierte Gewichte: wandle das Modell in BF16, F16 oder F32 um.</translation>
    </message>
    <message>
        <source>The vocabulary of %1 has %2 tokens, but its embedding only %3: the files do not belong together, download them again.</source>
        <translation>Das Vokabular von %1 hat %2 Token, sein Embedding aber nur %3: die Dateien gehören nicht zusammen, lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The head %1 is for a target of %2 tokens and hidden size %3, and %4 has %5 and %6: choose a head that was trained for it.</source>
        <translation>Der Kopf %1 ist für ein Target mit %2 Token und Hidden-Größe %3, und %4 hat %5 und %6: wähle einen Kopf, der dafür trainiert wurde.</translation>
    </message>
    <message>
        <source>The heads in %1 are for a target of %2 tokens and hidden size %3, and %4 has %5 and %6: choose heads that were trained for it.</source>
        <translation>Die Köpfe in %1 sind für ein Target mit %2 Token und Hidden-Größe %3, und %4 hat %5 und %6: wähle Köpfe, die dafür trainiert wurden.</translation>
    </message>
    <message>
        <source>The file %1 is a model of the architecture %2, which is not supported yet: use a %3 model.</source>
        <translation>Die Datei %1 ist ein Modell der Architektur %2, die noch nicht geht: nimm ein Modell von %3.</translation>
    </message>
    <message>
        <source>The file %1 is empty: download it again.</source>
        <translation>Die Datei %1 ist leer: lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The file %1 is not a GGUF file: choose another one.</source>
        <translation>Die Datei %1 ist keine GGUF-Datei: wähle eine andere.</translation>
    </message>
    <message>
        <source>The GGUF file %1 is damaged: %2 (byte %3); download it again.</source>
        <translation>Die GGUF-Datei %1 ist beschädigt: %2 (Byte %3); lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The safetensors file %1 is damaged: %2; download it again.</source>
        <translation>Die safetensors-Datei %1 ist beschädigt: %2; lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The file %1 has no tensor %2: it is not a whole model.</source>
        <translation>Die Datei %1 hat keinen Tensor %2: sie ist kein ganzes Modell.</translation>
    </message>
    <message>
        <source>%1 has no tensor %2: it is not a whole model.</source>
        <translation>%1 hat keinen Tensor %2: das ist kein ganzes Modell.</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: download it again.</source>
        <translation>%1 ist kein gültiges JSON: lade die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>%1 is a folder: choose a text file.</source>
        <translation>%1 ist ein Ordner: wähle eine Textdatei.</translation>
    </message>
    <message>
        <source>%1 is %2, not a regular file: choose a file.</source>
        <translation>%1 ist %2, keine gewöhnliche Datei: wähle eine Datei.</translation>
    </message>
    <message>
        <source>The file %1 cannot be opened (%2): check the name.</source>
        <translation>Die Datei %1 lässt sich nicht öffnen (%2): prüfe den Namen.</translation>
    </message>
    <message>
        <source>The file %1 has more than %2 MiB: choose a smaller one.</source>
        <translation>Die Datei %1 hat mehr als %2 MiB: wähle eine kleinere.</translation>
    </message>
    <message>
        <source>%1 has no vocabulary: copy the model&apos;s tokenizer.json or tokenizer.model there.</source>
        <translation>%1 hat kein Vokabular: kopiere tokenizer.json oder tokenizer.model des Modells dorthin.</translation>
    </message>
    <message>
        <source>There is not enough memory for the weights of %1: close other programs or choose a smaller model.</source>
        <translation>Der Speicher reicht nicht für die Gewichte von %1: schließe andere Programme oder wähle ein kleineres Modell.</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 K/V slots of %2: generate fewer tokens or choose a smaller model.</source>
        <translation>Der Speicher reicht nicht für %1 K/V-Slots von %2: erzeuge weniger Token oder wähle ein kleineres Modell.</translation>
    </message>
    <message>
        <source>This Draftscope was built without CUDA: build it with the CUDA Toolkit, or choose --backend cpu.</source>
        <translation>Dieses Draftscope wurde ohne CUDA gebaut: baue es mit dem CUDA Toolkit oder wähle --backend cpu.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, and the CUDA backend takes even sizes up to %3: choose --backend cpu.</source>
        <translation>%1 hat Köpfe mit %2 Elementen, und das CUDA-Backend nimmt gerade Größen bis %3: wähle --backend cpu.</translation>
    </message>
    <message>
        <source>%1 rotates otherwise with every token of a text behind %2 of them, which the CUDA backend does not compute, and this one may come to %3 with its drafts: choose fewer tokens, or choose --backend cpu.</source>
        <translation>%1 dreht hinter %2 Token eines Textes mit jedem Token anders, was das CUDA-Backend nicht rechnet, und dieser Text kann mit seinen Drafts bis %3 kommen: wähle weniger Token oder wähle --backend cpu.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no model of the Hugging Face Hub: say hf:OWNER/NAME or hf:OWNER/NAME/FILE.gguf, and @REVISION behind it if it is not to be the newest.</source>
        <translation>&quot;%1&quot; nennt kein Modell des Hugging Face Hub: sag hf:OWNER/NAME oder hf:OWNER/NAME/FILE.gguf, und @REVISION dahinter, wenn es nicht der neueste Stand sein soll.</translation>
    </message>
    <message>
        <source>%1 is a folder: give the %2 a name in it.</source>
        <translation>%1 ist ein Ordner: gib einen Dateinamen darin an (%2).</translation>
    </message>
    <message>
        <source>The %1 %2 cannot be created (%3): choose another place.</source>
        <translation>Die Datei (%1) %2 lässt sich nicht anlegen (%3): wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>The %1 %2 cannot be written (%3): make room, or choose another place.</source>
        <translation>Die Datei (%1) %2 lässt sich nicht schreiben (%3): schaffe Platz oder wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>The %1 %2 cannot be put in place (%3): choose another name.</source>
        <translation>Die Datei (%1) %2 lässt sich nicht an ihren Platz bringen (%3): wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>The trace %1 could not be saved (that is no file): choose another place; what was there before is kept.</source>
        <translation>Der Trace %1 ließ sich nicht speichern (das ist keine Datei): wähle einen anderen Ort; was dort war, bleibt.</translation>
    </message>
    <message>
        <source>%1 is a folder: choose a trace file.</source>
        <translation>%1 ist ein Ordner: wähle eine Trace-Datei.</translation>
    </message>
    <message>
        <source>The trace %1 cannot be opened (%2): check the name.</source>
        <translation>Der Trace %1 lässt sich nicht öffnen (%2): prüfe den Namen.</translation>
    </message>
    <message>
        <source>A line of %1 is longer than %2 MiB: the file is damaged or is no trace.</source>
        <translation>Eine Zeile von %1 ist länger als %2 MiB: die Datei ist beschädigt oder kein Trace.</translation>
    </message>
    <message>
        <source>Reading %1 was cancelled.</source>
        <translation>Das Lesen von %1 wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The trace %1 cannot be unpacked (%2): the file is damaged.</source>
        <translation>Der Trace %1 lässt sich nicht entpacken (%2): die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>The trace %1 is being written by another Draftscope: wait until it is done, or choose another name.</source>
        <translation>Der Trace %1 wird gerade von einem anderen Draftscope geschrieben: warte, bis es fertig ist, oder wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>The trace %1 would overwrite %2, which belongs to the model %3: choose another name.</source>
        <translation>Der Trace %1 würde %2 überschreiben, das zum Modell %3 gehört: wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>The trace %1 would overwrite %2, which this run uses: choose another name.</source>
        <translation>Der Trace %1 würde %2 überschreiben, das dieser Lauf benutzt: wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>%1 holds no trace: its first record is missing or cut.</source>
        <translation>%1 enthält keinen Trace: der erste Eintrag fehlt oder ist abgeschnitten.</translation>
    </message>
    <message>
        <source>%1 was written by a newer Draftscope (trace format %2; this one reads up to %3): update Draftscope to open it.</source>
        <translation>%1 wurde von einem neueren Draftscope geschrieben (Trace-Format %2; dieses liest bis %3): aktualisiere Draftscope, um ihn zu öffnen.</translation>
    </message>
    <message>
        <source>Line %1 of %2 is broken (%3): the file is damaged or is no trace.</source>
        <translation>Zeile %1 von %2 ist kaputt (%3): die Datei ist beschädigt oder kein Trace.</translation>
    </message>
    <message>
        <source>The %1 is no comparison: choose one that Compare has saved.</source>
        <translation>Die %1 ist kein Vergleich: wähle einen, den Vergleichen gespeichert hat.</translation>
    </message>
    <message>
        <source>The %1 was saved by a later version of Draftscope (format %2): open it with that one.</source>
        <translation>Die %1 wurde von einer späteren Version von Draftscope gespeichert (Format %2): öffne sie mit dieser.</translation>
    </message>
    <message>
        <source>The %1 is damaged: %2. Save the comparison again.</source>
        <translation>Die %1 ist beschädigt: %2. Speichere den Vergleich noch einmal.</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>The directory of Medusa heads; the embedded target has some of its own</source>
        <translation>Das Verzeichnis von Medusa-Köpfen; das eingebaute Target hat eigene</translation>
    </message>
    <message>
        <source>The directory of an EAGLE or EAGLE-2 head, or its GGUF file; the embedded target has one of its own</source>
        <translation>Das Verzeichnis eines EAGLE- oder EAGLE-2-Kopfes oder seine GGUF-Datei; das eingebaute Target hat einen eigenen</translation>
    </message>
    <message>
        <source>The directory of an EAGLE-3 head, or its GGUF file; the embedded target has one of its own</source>
        <translation>Das Verzeichnis eines EAGLE-3-Kopfes oder seine GGUF-Datei; das eingebaute Target hat einen eigenen</translation>
    </message>
    <message>
        <source>Merge prompt lookup</source>
        <translation>Mit Lookup</translation>
    </message>
    <message>
        <source>Whether a copy of what followed an earlier place of the text is merged, too; 1 is yes</source>
        <translation>Ob eine Kopie dessen, was auf eine frühere Stelle des Textes folgte, auch vereint wird; 1 ist ja</translation>
    </message>
    <message>
        <source>Second draft</source>
        <translation>Zweiter Draft</translation>
    </message>
    <message>
        <source>A second draft model; without it the other embedded draft, for the embedded target</source>
        <translation>Ein zweites Draft-Modell; ohne Angabe der andere eingebaute Draft, beim eingebauten Target</translation>
    </message>
    <message>
        <source>Third draft</source>
        <translation>Dritter Draft</translation>
    </message>
    <message>
        <source>A third draft model</source>
        <translation>Ein drittes Draft-Modell</translation>
    </message>
    <message>
        <source>%1 cannot draft for %2: %3. Choose a draft of the same family.</source>
        <translation>%1 kann für %2 nicht vorschlagen: %3. Wähle einen Draft derselben Familie.</translation>
    </message>
    <message>
        <source>its tokenizer is of the type %1, the target&apos;s is %2</source>
        <translation>sein Tokenizer hat die Art %1, der des Targets %2</translation>
    </message>
    <message>
        <source>it begins texts with the token %1, the target with %2</source>
        <translation>er beginnt Texte mit dem Token %1, das Target mit %2</translation>
    </message>
    <message>
        <source>it ends texts with the token %1, the target with %2</source>
        <translation>er beendet Texte mit dem Token %1, das Target mit %2</translation>
    </message>
    <message>
        <source>its vocabulary has %1 tokens, the target&apos;s %2</source>
        <translation>sein Vokabular hat %1 Token, das des Targets %2</translation>
    </message>
    <message>
        <source>their vocabularies differ: %1</source>
        <translation>ihre Vokabulare unterscheiden sich: %1</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot; in the target and &quot;%3&quot; in the draft, %4 is &quot;%5&quot; in the target and &quot;%6&quot; in the draft</source>
        <translation>%1 ist &quot;%2&quot; im Target und &quot;%3&quot; im Draft, %4 ist &quot;%5&quot; im Target und &quot;%6&quot; im Draft</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot; in the target and &quot;%3&quot; in the draft</source>
        <translation>%1 ist &quot;%2&quot; im Target und &quot;%3&quot; im Draft</translation>
    </message>
    <message>
        <source>%1 needs %2 (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9.</source>
        <translation>%1 braucht %2 (Gewichte %3, K/V-Cache %4, Puffer %5), und %6 von %7 sind frei %8: %9.</translation>
    </message>
    <message>
        <source>%1 need %2 (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9.</source>
        <translation>%1 brauchen %2 (Gewichte %3, K/V-Cache %4, Puffer %5), und %6 von %7 sind frei %8: %9.</translation>
    </message>
    <message>
        <source>The configuration of %1 says that %2 and %3 are the same, and they are not: the model is read with both, as transformers does.</source>
        <translation>Die Konfiguration von %1 sagt, dass %2 und %3 dasselbe sind, und sie sind es nicht: Das Modell wird mit beiden gelesen, wie es transformers tut.</translation>
    </message>
    <message>
        <source>The file %1 is part %2 of %3 of a model, and the part %4 is missing: download it, too.</source>
        <translation>Die Datei %1 ist Teil %2 von %3 eines Modells, und der Teil %4 fehlt: Lade ihn auch herunter.</translation>
    </message>
    <message>
        <source>%1 has %2 GGUF models, %3 and %4 among them: choose one of the files.</source>
        <translation>%1 hat %2 GGUF-Modelle, darunter %3 und %4: Wähle eine der Dateien.</translation>
    </message>
    <message>
        <source>Needs %1 more of %2 free %3.</source>
        <translation>Braucht %1 mehr von %2 freien %3.</translation>
    </message>
    <message>
        <source>Needs %1 of %2 free %3.</source>
        <translation>Braucht %1 von %2 freien %3.</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>in this machine</source>
        <translation>in diesem Rechner</translation>
    </message>
    <message>
        <source>under the memory limit of this control group (cgroup)</source>
        <translation>unter der Speichergrenze dieser Control Group (cgroup)</translation>
    </message>
    <message>
        <source>choose a smaller model or close other programs</source>
        <translation>wähle ein kleineres Modell oder schließe andere Programme</translation>
    </message>
    <message>
        <source>choose a smaller model or close what else uses the device</source>
        <translation>wähle ein kleineres Modell oder schließe, was die Karte sonst benutzt</translation>
    </message>
    <message>
        <source>choose a smaller model, make the text %1 tokens shorter, or close other programs</source>
        <translation>wähle ein kleineres Modell, mach den Text %1 Token kürzer oder schließe andere Programme</translation>
    </message>
    <message>
        <source>choose a smaller model, make the text %1 tokens shorter, or close what else uses the device</source>
        <translation>wähle ein kleineres Modell, mach den Text %1 Token kürzer oder schließe, was die Karte sonst benutzt</translation>
    </message>
    <message>
        <source>The trace %1 could not be saved (%2): make room or choose another place; what was there before is kept.</source>
        <translation>Der Trace %1 ließ sich nicht speichern (%2): schaffe Platz oder wähle einen anderen Ort; was dort war, bleibt.</translation>
    </message>
    <message>
        <source>The trace %1 could not be saved (%2): choose another place; what was there before is kept.</source>
        <translation>Der Trace %1 ließ sich nicht speichern (%2): wähle einen anderen Ort; was dort war, bleibt.</translation>
    </message>
    <message>
        <source>The trace %1 could not be saved (%2): make room or choose another place.</source>
        <translation>Der Trace %1 ließ sich nicht speichern (%2): schaffe Platz oder wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>The trace %1 could not be saved (%2): choose another place.</source>
        <translation>Der Trace %1 ließ sich nicht speichern (%2): wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>at random and independently from q</source>
        <translation>zufällig und unabhängig aus q</translation>
    </message>
    <message>
        <source>at random without replacement</source>
        <translation>zufällig ohne Zurücklegen</translation>
    </message>
    <message>
        <source>without chance</source>
        <translation>ohne Zufall</translation>
    </message>
    <message>
        <source>%1 needs %2 more (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9.</source>
        <translation>%1 braucht %2 mehr (Gewichte %3, K/V-Cache %4, Puffer %5), und %6 von %7 sind frei %8: %9.</translation>
    </message>
    <message>
        <source>%1 need %2 more (weights %3, K/V cache %4, buffers %5), and %6 of %7 are free %8: %9.</source>
        <translation>%1 brauchen %2 mehr (Gewichte %3, K/V-Cache %4, Puffer %5), und %6 von %7 sind frei %8: %9.</translation>
    </message>
    <message>
        <source>%1 needs %2 more (K/V cache %3, buffers %4), and %5 of %6 are free %7: %8.</source>
        <translation>%1 braucht %2 mehr (K/V-Cache %3, Puffer %4), und %5 von %6 sind frei %7: %8.</translation>
    </message>
    <message>
        <source>%1 need %2 more (K/V cache %3, buffers %4), and %5 of %6 are free %7: %8.</source>
        <translation>%1 brauchen %2 mehr (K/V-Cache %3, Puffer %4), und %5 von %6 sind frei %7: %8.</translation>
    </message>
    <message>
        <source>Copy first</source>
        <translation>Zuerst kopieren</translation>
    </message>
    <message>
        <source>The fault %1 is of drafts with one q, and copies (copy-first) have another: choose copy-first 0, or another fault.</source>
        <translation>Der Fehler %1 gilt Drafts mit einem gemeinsamen q, und Kopien (copy-first) haben ein anderes: wähle copy-first 0 oder einen anderen Fehler.</translation>
    </message>
    <message>
        <source>In a batch with gaps the draft reads every round, and after a copy (copy-first) it lags behind: choose copy-first 0, or a batch without gaps.</source>
        <translation>In einem Batch mit Lücken liest der Draft jede Runde, und nach einer Kopie (copy-first) hinkt er hinterher: wähle copy-first 0 oder einen Batch ohne Lücken.</translation>
    </message>
    <message>
        <source>Where the last 3 tokens or more occur earlier in the text, what followed there is proposed instead of the method&apos;s own drafts: as many tokens as match, at most this many; 0 is off</source>
        <translation>Kommen die letzten 3 Token oder mehr schon früher im Text vor, wird statt eigener Drafts des Verfahrens vorgeschlagen, was dort folgte: so viele Token, wie übereinstimmen, höchstens aber diese Zahl; 0 ist aus</translation>
    </message>
    <message>
        <source>Fetching %1 was cancelled.</source>
        <translation>Das Holen von %1 wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Fetching %1 fails, because the server %2 does not answer (%3): look at the network connection (and HTTPS_PROXY, where there is a proxy), then try again.</source>
        <translation>%1 lässt sich nicht holen, weil der Server %2 nicht antwortet (%3): sieh nach der Netzwerkverbindung (und nach HTTPS_PROXY, wo es einen Proxy gibt), dann versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The server %1 closes the connection before %2 is whole: try again later, which goes on with what there is.</source>
        <translation>Der Server %1 beendet die Verbindung, bevor %2 ganz da ist: versuche es später noch einmal, dann geht es mit dem weiter, was da ist.</translation>
    </message>
    <message>
        <source>The server %1 gives %2 only to users who may have it (%3): see on its page that the name is right and accept its terms there, then set HF_TOKEN to your token.</source>
        <translation>Der Server %1 gibt %2 nur denen, die das haben dürfen (%3): sieh auf der Seite nach, ob der Name stimmt, nimm dort die Bedingungen an, dann setze HF_TOKEN auf dein Token.</translation>
    </message>
    <message>
        <source>The server %1 does not give %2 to the user whose token %3 is (%4): see on its page that the name is right and accept its terms there, or set another token.</source>
        <translation>Der Server %1 gibt %2 nicht an den Benutzer, dessen Token %3 ist (%4): sieh auf der Seite nach, ob der Name stimmt, nimm dort die Bedingungen an, oder setze ein anderes Token.</translation>
    </message>
    <message>
        <source>The server %1 does not have %2 (404): see on its page how the name and the revision are spelt.</source>
        <translation>Der Server %1 hat %2 nicht (404): sieh auf der Seite nach, wie Name und Revision geschrieben werden.</translation>
    </message>
    <message>
        <source>The server %1 is asked too often and does not give %2 for now (429): try again in some minutes%3.</source>
        <translation>Der Server %1 wird zu oft gefragt und gibt %2 gerade nicht (429): versuche es in einigen Minuten noch einmal%3.</translation>
    </message>
    <message>
        <source>, or set HF_TOKEN to your token</source>
        <translation>, oder setze HF_TOKEN auf dein Token</translation>
    </message>
    <message>
        <source>The server %1 does not give %2, because something is wrong there (%3): try again later.</source>
        <translation>Der Server %1 gibt %2 nicht, weil dort etwas nicht stimmt (%3): versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>The server %1 answers %2 where %3 was asked for: see that HF_ENDPOINT is right, if it is set.</source>
        <translation>Der Server %1 antwortet %2, wo nach %3 gefragt war: prüfe HF_ENDPOINT, falls es gesetzt ist.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set, so nothing is fetched: unset it (and TRANSFORMERS_OFFLINE), or choose a model that draftscope-cli models lists.</source>
        <translation>HF_HUB_OFFLINE ist gesetzt, also wird nichts geholt: nimm es weg (und TRANSFORMERS_OFFLINE), oder wähle ein Modell, das draftscope-cli models nennt.</translation>
    </message>
    <message>
        <source>The server %1 sends %2 where %3 was asked for, and nothing of it is kept: sign in where the network asks for it, or see that HF_ENDPOINT and HTTPS_PROXY are right where they are set, then try again.</source>
        <translation>Der Server %1 schickt %2, wo nach %3 gefragt war, und nichts davon wird behalten: melde dich an, wo das Netz es verlangt, oder prüfe HF_ENDPOINT und HTTPS_PROXY, wo sie gesetzt sind, dann versuche es noch einmal.</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>eine Webseite</translation>
    </message>
    <message>
        <source>a file of %1 bytes instead of %2</source>
        <translation>eine Datei von %1 statt %2 Byte</translation>
    </message>
    <message>
        <source>an answer of %1 bytes, which is too short</source>
        <translation>eine Antwort von %1 Byte, die zu kurz ist</translation>
    </message>
    <message>
        <source>What came is not the %1 that was asked for (its %2 differs), and is not kept: try again.</source>
        <translation>Was kam, ist nicht das, wonach gefragt war (%1 hat einen anderen %2), und wird nicht behalten: versuche es noch einmal.</translation>
    </message>
    <message>
        <source>There is too little room in %1: make %2 MB free, or set HF_HUB_CACHE to a folder on another disk.</source>
        <translation>In %1 ist zu wenig Platz: mach %2 MB frei, oder setze HF_HUB_CACHE auf einen Ordner auf einer anderen Platte.</translation>
    </message>
    <message>
        <source>The model %1 has neither safetensors with a config.json nor a model in GGUF, which are what this program reads: choose another model.</source>
        <translation>Das Modell %1 hat weder Safetensors mit einer config.json noch ein Modell in GGUF, was dieses Programm liest: wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model %1 has %2 GGUF files (%3): name one of them, as in hf:%4/%5.</source>
        <translation>Das Modell %1 hat %2 GGUF-Dateien (%3): nenne eine davon, wie in hf:%4/%5.</translation>
    </message>
    <message>
        <source>The model %1 has no file %2, which is a part of %3: %4.</source>
        <translation>Das Modell %1 hat keine Datei %2, die ein Teil von %3 ist: %4.</translation>
    </message>
    <message>
        <source>The model %1 has no GGUF file of %2: %3.</source>
        <translation>Das Modell %1 hat keine GGUF-Datei in %2: %3.</translation>
    </message>
    <message>
        <source>The model %1 has no file %2: %3.</source>
        <translation>Das Modell %1 hat keine Datei %2: %3.</translation>
    </message>
    <message>
        <source>it has no model in GGUF, choose another one</source>
        <translation>es hat kein Modell in GGUF, wähle ein anderes</translation>
    </message>
    <message>
        <source>the model %1</source>
        <translation>das Modell %1</translation>
    </message>
    <message>
        <source>the revision %1 of the model %2</source>
        <translation>die Revision %1 des Modells %2</translation>
    </message>
    <message>
        <source>The model %1 of Ollama has an adapter (LoRA), which this program does not apply: choose a model without one, or merge the adapter into the weights and create the model again.</source>
        <translation>Das Modell %1 von Ollama hat einen Adapter (LoRA), den dieses Programm nicht anwendet: wähle ein Modell ohne, oder rechne den Adapter in die Gewichte ein und lege das Modell neu an.</translation>
    </message>
    <message>
        <source>Ollama keeps the model %1 in another form than GGUF%2: choose a model in GGUF.</source>
        <translation>Ollama hat das Modell %1 in einer anderen Form als GGUF%2: wähle ein Modell in GGUF.</translation>
    </message>
    <message>
        <source>, tensor by tensor</source>
        <translation>, Tensor für Tensor</translation>
    </message>
    <message>
        <source>The model %1 of Ollama is not whole, since its file %2 is missing: ollama pull %3 fetches it again.</source>
        <translation>Das Modell %1 von Ollama ist nicht vollständig, denn seine Datei %2 fehlt: ollama pull %3 holt sie wieder.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; may be %2 (%3)%4: say which of them.</source>
        <translation>&quot;%1&quot; kann %2 (%3)%4 sein: sag, welches davon.</translation>
    </message>
    <message>
        <source>The file %1 seems to be %2: choose a model, a trace or a comparison.</source>
        <translation>Die Datei %1 scheint %2 zu sein: wähle ein Modell, einen Trace oder einen Vergleich.</translation>
    </message>
    <message>
        <source>a PDF</source>
        <translation>ein PDF</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>ein Bild</translation>
    </message>
    <message>
        <source>a zip archive, such as a torch checkpoint is</source>
        <translation>ein Zip-Archiv, wie ein Torch-Checkpoint eines ist</translation>
    </message>
    <message>
        <source>a file packed by gzip, which has to be unpacked first</source>
        <translation>eine mit gzip gepackte Datei, die erst zu entpacken ist</translation>
    </message>
    <message>
        <source>a file packed by xz, which has to be unpacked first</source>
        <translation>eine mit xz gepackte Datei, die erst zu entpacken ist</translation>
    </message>
    <message>
        <source>a file packed by bzip2, which has to be unpacked first</source>
        <translation>eine mit bzip2 gepackte Datei, die erst zu entpacken ist</translation>
    </message>
    <message>
        <source>a 7z archive</source>
        <translation>ein 7z-Archiv</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a datastore, which Setup takes as a corpus</source>
        <translation>ein Datastore, den der Aufbau als Korpus nimmt</translation>
    </message>
    <message>
        <source>a torch checkpoint</source>
        <translation>ein Torch-Checkpoint</translation>
    </message>
    <message>
        <source>a model in a format older than GGUF</source>
        <translation>ein Modell in einem Format, das älter als GGUF ist</translation>
    </message>
    <message>
        <source>a Git LFS pointer, whose file has not been fetched</source>
        <translation>ein Zeiger von Git LFS, dessen Datei nicht geholt ist</translation>
    </message>
    <message>
        <source>a report of a comparison</source>
        <translation>der Bericht eines Vergleichs</translation>
    </message>
    <message>
        <source>the configuration of a model, whose folder is to be chosen instead</source>
        <translation>die Konfiguration eines Modells, dessen Ordner stattdessen zu wählen ist</translation>
    </message>
    <message>
        <source>the index of a model&apos;s weights, whose folder is to be chosen instead</source>
        <translation>das Verzeichnis der Gewichte eines Modells, dessen Ordner stattdessen zu wählen ist</translation>
    </message>
    <message>
        <source>the weights of a model, whose folder is to be chosen instead</source>
        <translation>die Gewichte eines Modells, dessen Ordner stattdessen zu wählen ist</translation>
    </message>
    <message>
        <source>a tokenizer, which lies in the folder of its model</source>
        <translation>ein Tokenizer, der im Ordner seines Modells liegt</translation>
    </message>
    <message>
        <source>a list of prompts, which Compare and --prompts take</source>
        <translation>eine Liste von Prompts, die Vergleichen und --prompts nehmen</translation>
    </message>
    <message>
        <source>a manifest of Ollama, whose name is to be chosen instead</source>
        <translation>ein Manifest von Ollama, dessen Name stattdessen zu wählen ist</translation>
    </message>
    <message>
        <source>JSON of another kind</source>
        <translation>JSON anderer Art</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a packed model, which has to be unpacked first</source>
        <translation>ein gepacktes Modell, das erst zu entpacken ist</translation>
    </message>
    <message>
        <source>a file of bytes that says nothing of its kind</source>
        <translation>eine Datei aus Bytes, die nichts über ihre Art sagen</translation>
    </message>
    <message>
        <source>There is no file %1: check the name.</source>
        <translation>Es gibt keine Datei %1: prüfe den Namen.</translation>
    </message>
    <message>
        <source>%1 is a trace and no comparison: File, Open shows it.</source>
        <translation>%1 ist ein Trace und kein Vergleich: Datei, Öffnen zeigt ihn.</translation>
    </message>
    <message>
        <source>%1 is a model and no comparison: File, Open takes it as target or draft.</source>
        <translation>%1 ist ein Modell und kein Vergleich: Datei, Öffnen nimmt es als Target oder Draft.</translation>
    </message>
    <message>
        <source>The file %1 is damaged: it cannot be unpacked.</source>
        <translation>Die Datei %1 ist beschädigt: sie lässt sich nicht entpacken.</translation>
    </message>
    <message>
        <source>%1 is a comparison and no trace: Compare opens it in the window.</source>
        <translation>%1 ist ein Vergleich und kein Trace: Vergleichen öffnet ihn im Fenster.</translation>
    </message>
    <message>
        <source>%1 is a scene and no trace: draftscope --scene opens it in the window.</source>
        <translation>%1 ist eine Szene und kein Trace: draftscope --scene öffnet sie im Fenster.</translation>
    </message>
    <message>
        <source>%1 is a model and no trace: choose a trace file.</source>
        <translation>%1 ist ein Modell und kein Trace: wähle eine Trace-Datei.</translation>
    </message>
    <message>
        <source>The chat template of %1 refuses this conversation: %2.</source>
        <translation>Die Chat-Vorlage von %1 weist dieses Gespräch zurück: %2.</translation>
    </message>
    <message>
        <source>Its chat template refuses this conversation: %1.</source>
        <translation>Seine Chat-Vorlage weist dieses Gespräch zurück: %1.</translation>
    </message>
    <message>
        <source>The chat template of %1 cannot be run (%2): write the text that it would make yourself, and give it that instead of a message.</source>
        <translation>Die Chat-Vorlage von %1 lässt sich nicht ausführen (%2): schreib den Text, den sie machen würde, selbst, und gib ihn statt einer Nachricht.</translation>
    </message>
    <message>
        <source>Its chat template cannot be run (%1).</source>
        <translation>Seine Chat-Vorlage lässt sich nicht ausführen (%1).</translation>
    </message>
    <message>
        <source>The model %1 has no chat template, so it was not made for conversations: give it a text to go on with instead of a message.</source>
        <translation>Das Modell %1 hat keine Chat-Vorlage, ist also nicht für Gespräche gemacht: gib ihm einen Text zum Weiterschreiben statt einer Nachricht.</translation>
    </message>
    <message>
        <source>It has no chat template.</source>
        <translation>Es hat keine Chat-Vorlage.</translation>
    </message>
    <message>
        <source>The model %1 has several chat templates and none is called default: give it a text to go on with instead of a message.</source>
        <translation>Das Modell %1 hat mehrere Chat-Vorlagen, und keine heißt default: gib ihm einen Text zum Weiterschreiben statt einer Nachricht.</translation>
    </message>
    <message>
        <source>It has several chat templates, and none is the default.</source>
        <translation>Es hat mehrere Chat-Vorlagen, und keine ist die übliche.</translation>
    </message>
    <message>
        <source>The chat template leaves the system message out: the model does not read it.</source>
        <translation>Die Chat-Vorlage lässt die System-Nachricht weg: das Modell liest sie nicht.</translation>
    </message>
    <message>
        <source>A message has %1 in it, which the model reads as its own special token.</source>
        <translation>In einer Nachricht steht %1, was das Modell als sein eigenes Spezial-Token liest.</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>Additive</source>
        <translation>Additiv</translation>
    </message>
    <message>
        <source>Plain decoding</source>
        <translation>Einfaches Dekodieren</translation>
    </message>
    <message>
        <source>Two models</source>
        <translation>Zwei Modelle</translation>
    </message>
    <message>
        <source>Merged drafts</source>
        <translation>Zusammengelegte Drafts</translation>
    </message>
    <message>
        <source>Layer skipping</source>
        <translation>Schichten überspringen</translation>
    </message>
    <message>
        <source>Early exit</source>
        <translation>Früher Ausstieg</translation>
    </message>
    <message>
        <source>Suffix automaton</source>
        <translation>Suffixautomat</translation>
    </message>
    <message>
        <source>Retrieval</source>
        <translation>Nachschlagen (Retrieval)</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>Fixed widths</source>
        <translation>Feste Breiten</translation>
    </message>
    <message>
        <source>Best first (Sequoia)</source>
        <translation>Beste zuerst (Sequoia)</translation>
    </message>
    <message>
        <source>Dynamic (EAGLE-2)</source>
        <translation>Dynamisch (EAGLE-2)</translation>
    </message>
    <message>
        <source>Merged chains</source>
        <translation>Zusammengelegte Ketten</translation>
    </message>
    <message>
        <source>Block verification</source>
        <translation>Blockverifikation</translation>
    </message>
    <message>
        <source>Deterministic children</source>
        <translation>Deterministische Kinder</translation>
    </message>
    <message>
        <source>Typical acceptance</source>
        <translation>Typische Akzeptanz</translation>
    </message>
    <message>
        <source>Without replacement</source>
        <translation>Ohne Zurücklegen</translation>
    </message>
    <message>
        <source>%1, %2: %3 tokens per step, %4×</source>
        <translation>%1, %2: %3 Token pro Schritt, %4×</translation>
    </message>
    <message>
        <source>%1 needs %2 more, and %3 are free %4.</source>
        <translation>%1 braucht %2 mehr, und %3 sind %4 frei.</translation>
    </message>
    <message>
        <source>%1 needs %2, and %3 are free %4.</source>
        <translation>%1 braucht %2, und %3 sind %4 frei.</translation>
    </message>
    <message>
        <source>%1 need %2 more, and %3 are free %4.</source>
        <translation>%1 brauchen %2 mehr, und %3 sind %4 frei.</translation>
    </message>
    <message>
        <source>%1 need %2, and %3 are free %4.</source>
        <translation>%1 brauchen %2, und %3 sind %4 frei.</translation>
    </message>
    <message>
        <source>choose a smaller model, make the text 1 token shorter, or close other programs</source>
        <translation>wähle ein kleineres Modell, mach den Text 1 Token kürzer oder schließe andere Programme</translation>
    </message>
    <message>
        <source>choose a smaller model, make the text 1 token shorter, or close what else uses the device</source>
        <translation>wähle ein kleineres Modell, mach den Text 1 Token kürzer oder schließe, was die Karte sonst benutzt</translation>
    </message>
    <message>
        <source>This Draftscope was built without CUDA: build it with the CUDA Toolkit.</source>
        <translation>Dieses Draftscope wurde ohne CUDA gebaut: baue es mit dem CUDA Toolkit.</translation>
    </message>
    <message>
        <source>%1 has heads of %2 elements, and the CUDA backend takes even sizes up to %3.</source>
        <translation>%1 hat Köpfe mit %2 Elementen, und das CUDA-Backend nimmt gerade Größen bis %3.</translation>
    </message>
    <message>
        <source>%1 rotates otherwise with every token of a text behind %2 of them, which the CUDA backend does not compute, and this one may come to %3 with its drafts: choose fewer tokens.</source>
        <translation>%1 dreht hinter %2 Token eines Textes mit jedem Token anders, was das CUDA-Backend nicht rechnet, und dieser Text kann mit seinen Drafts bis %3 kommen: wähle weniger Token.</translation>
    </message>
    <message>
        <source>The verifier %1 needs all of p, because it %2, and %3 tells a part of p: choose the verifier %4.</source>
        <translation>Der Verifier %1 braucht das ganze p, weil er %2, und %3 nennt nur einen Teil davon: wähle den Verifier %4.</translation>
    </message>
    <message>
        <source>speculative-sampling or greedy</source>
        <translation>speculative-sampling oder greedy</translation>
    </message>
    <message>
        <source>adds up what p has over q in all tokens</source>
        <translation>über alle Token summiert, was p mehr hat als q</translation>
    </message>
    <message>
        <source>adds up the smaller of p and q in all tokens</source>
        <translation>über alle Token das Kleinere von p und q summiert</translation>
    </message>
    <message>
        <source>takes what p has over q anew for every sibling</source>
        <translation>für jeden Geschwisterknoten neu nimmt, was p mehr hat als q</translation>
    </message>
    <message>
        <source>goes by the entropy of p</source>
        <translation>sich nach der Entropie von p richtet</translation>
    </message>
    <message>
        <source>is broken on purpose</source>
        <translation>absichtlich kaputt ist</translation>
    </message>
    <message>
        <source>The verifier %1 needs p of every draft, and %2 tells only which token is the likeliest with such a sampler: choose temperature 0, or temperature 1 without filters.</source>
        <translation>Der Verifier %1 braucht p jedes Drafts, und %2 nennt mit einem solchen Sampler nur das wahrscheinlichste Token: wähle die Temperatur 0 oder die Temperatur 1 ohne Filter.</translation>
    </message>
    <message>
        <source>With several drafts at one place the verifier %1 needs all of p, and %2 tells a part of p: choose the shape chain, or temperature 0.</source>
        <translation>Bei mehreren Drafts an einer Stelle braucht der Verifier %1 das ganze p, und %2 nennt nur einen Teil davon: wähle die Form chain oder die Temperatur 0.</translation>
    </message>
    <message>
        <source>What is broken on purpose is seen by all of p, and %1 tells a part of p: choose no fault.</source>
        <translation>Was absichtlich kaputt ist, sieht man am ganzen p, und %1 nennt nur einen Teil davon: wähle keinen Fehler.</translation>
    </message>
    <message>
        <source>The method %1 needs what the target computes on the way to its tokens, and %2 does not tell that: choose a method that drafts without it, for example two-model or prompt-lookup.</source>
        <translation>Das Verfahren %1 braucht, was das Target auf dem Weg zu seinen Token rechnet, und %2 nennt das nicht: wähle ein Verfahren, das ohne das vorschlägt, zum Beispiel two-model oder prompt-lookup.</translation>
    </message>
    <message>
        <source>The fault %1 leaves K/V in the cache of the target, which %2 keeps to itself: choose another fault.</source>
        <translation>Der Fehler %1 lässt K/V im Cache des Targets liegen, an den man bei %2 nicht herankommt: wähle einen anderen Fehler.</translation>
    </message>
    <message>
        <source>The target did not tell the probability of a token that was drafted: restart the run, or choose greedy sampling.</source>
        <translation>Das Target hat die Wahrscheinlichkeit eines vorgeschlagenen Tokens nicht genannt: starte den Lauf neu oder wähle greedy-Sampling.</translation>
    </message>
    <message>
        <source>The target did not tell which token is the likeliest: restart the run.</source>
        <translation>Das Target hat nicht genannt, welches Token das wahrscheinlichste ist: starte den Lauf neu.</translation>
    </message>
    <message>
        <source>None of 100000 tokens that the target drew after a rejected draft could be kept: its probabilities and its draws do not go together. Restart the run, or choose greedy sampling.</source>
        <translation>Keines von 100000 Token, die das Target nach einem verworfenen Draft gezogen hat, ließ sich behalten: seine Wahrscheinlichkeiten und seine Ziehungen passen nicht zusammen. Starte den Lauf neu oder wähle greedy-Sampling.</translation>
    </message>
    <message>
        <source>The target names token %1, and its vocabulary has %2.</source>
        <translation>Das Target nennt das Token %1, und sein Vokabular hat %2.</translation>
    </message>
    <message>
        <source>The target gives token %1 the probability %2.</source>
        <translation>Das Target gibt dem Token %1 die Wahrscheinlichkeit %2.</translation>
    </message>
    <message>
        <source>The target&apos;s probabilities of %1 tokens are %2 together.</source>
        <translation>Die Wahrscheinlichkeiten des Targets für %1 Token sind zusammen %2.</translation>
    </message>
    <message>
        <source>The target lists its likeliest tokens, and a later one has more than one before it.</source>
        <translation>Das Target zählt seine wahrscheinlichsten Token auf, und ein späteres hat mehr als eines davor.</translation>
    </message>
    <message>
        <source>The target lists token %1 twice.</source>
        <translation>Das Target nennt das Token %1 zweimal.</translation>
    </message>
    <message>
        <source>At temperature 0 nothing is drawn that could be counted: set the temperature above 0.</source>
        <translation>Bei Temperatur 0 wird nichts gezogen, was sich zählen ließe: Setze die Temperatur über 0.</translation>
    </message>
    <message>
        <source>The method %1 drafts nothing that could be tested: choose another method.</source>
        <translation>Die Methode %1 schlägt nichts vor, was sich testen ließe: Wähle eine andere Methode.</translation>
    </message>
    <message>
        <source>The texts have %1 tokens: choose 1 to %2.</source>
        <translation>Die Texte haben %1 Token: Wähle 1 bis %2.</translation>
    </message>
    <message>
        <source>no two texts are likely enough for so few samples</source>
        <translation>keine zwei Texte sind für so wenige Stichproben wahrscheinlich genug</translation>
    </message>
    <message>
        <source>the target hardly ever has a choice of tokens after this prompt</source>
        <translation>das Target hat nach diesem Prompt fast nie eine Wahl zwischen Token</translation>
    </message>
    <message>
        <source>the draft favours hardly any token over the target</source>
        <translation>der Draft bevorzugt kaum ein Token mehr als das Target</translation>
    </message>
    <message>
        <source>The prompt of the five-letter pair has a character that is not a letter from a to e.</source>
        <translation>Der Prompt des Fünf-Buchstaben-Paars hat ein Zeichen, das kein Buchstabe von a bis e ist.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens and the context of %2 holds %3, and the losslessness check writes %4 more: shorten the prompt.</source>
        <translation>Der Prompt hat %1 Token, der Kontext von %2 fasst %3, und der Test auf Verlustfreiheit schreibt noch %4: Kürze den Prompt.</translation>
    </message>
    <message>
        <source>The losslessness check needs a draft model: choose a pair.</source>
        <translation>Der Test auf Verlustfreiheit braucht ein Draft-Modell: Wähle ein Paar.</translation>
    </message>
    <message>
        <source>Round %1 has not ended: go on to its Commit, then it can be written as a script.</source>
        <translation>Runde %1 ist nicht zu Ende: geh bis zu ihrem Commit, dann gibt es ein Skript von ihr.</translation>
    </message>
    <message>
        <source>The verifier %1 of round %2 is not known: this version can write no script of it.</source>
        <translation>Der Verifier %1 von Runde %2 ist nicht bekannt: diese Version kann kein Skript von ihr schreiben.</translation>
    </message>
    <message>
        <source>Round %1 was recorded without distributions: decode it again with a trace that keeps them.</source>
        <translation>Runde %1 ist ohne Verteilungen aufgezeichnet: dekodiere sie noch einmal mit einem Trace, der sie behält.</translation>
    </message>
    <message>
        <source>In round %1 a person forced a verdict, and its rule draws nothing that could be given another value: choose another round.</source>
        <translation>In Runde %1 ist ein Urteil von Hand erzwungen, und ihre Regel zieht nichts, das einen anderen Wert bekommen könnte: wähle eine andere Runde.</translation>
    </message>
    <message>
        <source>Hardly anything is accepted (%1 of %2 judged drafts), at any position: that is the sign of tokenizers that number tokens otherwise, or of a head that gets other features than it was trained on. Compare the two vocabularies and the layers that the head reads.</source>
        <translation>Kaum etwas wird angenommen (%1 von %2 beurteilten Drafts), an keiner Position: das Zeichen von Tokenizern, die Token anders zählen, oder von einem Head, der andere Features bekommt als im Training. Vergleiche die beiden Vokabulare und die Schichten, die der Head liest.</translation>
    </message>
    <message>
        <source>Behind position %1 hardly anything is accepted (%2 of %3 judged), before it %4 %: that is the sign of a mistake in position numbers or in the attention window from the draft&apos;s second token on. Look at the position ids and the mask of its passes.</source>
        <translation>Hinter Position %1 wird kaum etwas angenommen (%2 von %3 beurteilt), davor %4 %: das Zeichen eines Fehlers bei Positionsnummern oder im Attention-Fenster vom zweiten Token des Drafts an. Sieh nach den Positions-Ids und der Maske seiner Durchläufe.</translation>
    </message>
    <message>
        <source>Behind a round whose drafts were all accepted the first draft is accepted in %1 % (%2 of %3), behind others in %4 %: that is the sign of a draft whose K/V cache is one token short there. After a full accept it has not seen its own last token, and has to be fed two.</source>
        <translation>Hinter einer Runde, deren Drafts alle angenommen wurden, wird der erste Draft in %1 % angenommen (%2 von %3), hinter anderen in %4 %: das Zeichen eines Drafts, dessen K/V-Cache dort ein Token zu kurz ist. Sein eigenes letztes Token hat er dann nicht gesehen und muss zwei bekommen.</translation>
    </message>
    <message>
        <source>%1 % are accepted, but only %2 of %3 drafts are proposed a round: only tokens that the draft is sure of. A high acceptance rate is no speed: lower --stop-below, or choose drafts that go on.</source>
        <translation>%1 % werden angenommen, aber nur %2 von %3 Drafts je Runde vorgeschlagen: nur Token, deren der Draft sicher ist. Eine hohe Akzeptanzrate ist keine Geschwindigkeit: senke --stop-below, oder nimm Drafts, die weitergehen.</translation>
    </message>
    <message>
        <source>The draft is too sure of itself: it gives its tokens q = %1 on average, and the target p = %2. Where drafts are drawn, the same temperature and filters have to act on both; else the draft was trained on other text.</source>
        <translation>Der Draft ist seiner zu sicher: er gibt seinen Token im Mittel q = %1, das Target p = %2. Wo Drafts gezogen werden, müssen dieselbe Temperatur und dieselben Filter auf beide wirken; sonst ist der Draft auf anderem Text trainiert.</translation>
    </message>
    <message>
        <source>%1: about %2 times plain; there was too little time for an interval.</source>
        <translation>%1: etwa das %2-Fache von einfachem Dekodieren; für ein Intervall war zu wenig Zeit.</translation>
    </message>
    <message>
        <source>Plain decoding: nothing that was tried is faster. The best of it is %1, %2 to %3 times plain.</source>
        <translation>Einfaches Dekodieren: nichts von dem, was versucht wurde, ist schneller. Am besten davon ist %1, das %2- bis %3-Fache von einfachem Dekodieren.</translation>
    </message>
    <message>
        <source>%1: %2 to %3 times plain, which may be no gain at all.</source>
        <translation>%1: das %2- bis %3-Fache von einfachem Dekodieren, also vielleicht gar kein Gewinn.</translation>
    </message>
    <message>
        <source>%1: %2 to %3 times plain.</source>
        <translation>%1: das %2- bis %3-Fache von einfachem Dekodieren.</translation>
    </message>
    <message>
        <source>Why: a draft step costs c = %1 plain steps and the target&apos;s pass over the drafts v = %2; α = %3 of the judged drafts are accepted. So a round commits %4 tokens for the time of %5 plain steps.</source>
        <translation>Warum: ein Schritt des Drafts kostet c = %1 einfache Schritte und der Target-Durchlauf über die Drafts v = %2; von den beurteilten Drafts werden α = %3 angenommen. So übernimmt eine Runde %4 Token in der Zeit von %5 einfachen Schritten.</translation>
    </message>
    <message>
        <source>Why: a round commits %1 tokens for the time of %2 plain steps; the target&apos;s pass alone costs v = %3 of them.</source>
        <translation>Warum: eine Runde übernimmt %1 Token in der Zeit von %2 einfachen Schritten; der Target-Durchlauf allein kostet davon v = %3.</translation>
    </message>
    <message>
        <source>K = %1 loses (%2 times plain) because a pass over %3 rows costs %4 plain steps, and the round commits %5 tokens.</source>
        <translation>K = %1 verliert (das %2-Fache), weil ein Durchlauf über %3 Zeilen %4 einfache Schritte kostet und die Runde %5 Token übernimmt.</translation>
    </message>
    <message>
        <source>%1 is not told apart from it: %2 to %3 times plain.</source>
        <translation>Davon nicht zu unterscheiden ist %1: das %2- bis %3-Fache.</translation>
    </message>
    <message>
        <source>Of the other methods %1 comes next: %2 times plain.</source>
        <translation>Von den anderen Methoden kommt als nächste %1: das %2-Fache.</translation>
    </message>
    <message>
        <source>That is %1 times or more already.</source>
        <translation>Das ist schon das %1-Fache oder mehr.</translation>
    </message>
    <message>
        <source>For %1 times a round of this cost would have to commit %2 tokens instead of %3.</source>
        <translation>Für das %1-Fache müsste eine Runde, die so viel kostet, %2 Token übernehmen statt %3.</translation>
    </message>
    <message>
        <source>%1 times is out of reach of drafts at this price: even if all were accepted it would be %2 (K = %3). Drafting would have to cost less than c = %4.</source>
        <translation>Das %1-Fache ist mit so teuren Drafts nicht zu erreichen: selbst wenn alle angenommen würden, wäre es das %2-Fache (K = %3). Ein Schritt des Drafts müsste weniger als c = %4 kosten.</translation>
    </message>
    <message>
        <source>%1 times is out of reach of better drafts: even if all were accepted it would be %2 (K = %3). The pass over %4 rows would have to cost less than %5 plain steps; it costs %6.</source>
        <translation>Das %1-Fache ist mit besseren Drafts nicht zu erreichen: selbst wenn alle angenommen würden, wäre es das %2-Fache (K = %3). Der Durchlauf über %4 Zeilen müsste weniger als %5 einfache Schritte kosten; er kostet %6.</translation>
    </message>
    <message>
        <source>For %1 times α would have to be %2 at these costs (with K = %3); it is %4.</source>
        <translation>Für das %1-Fache müsste α bei diesen Kosten %2 sein (mit K = %3); es ist %4.</translation>
    </message>
    <message>
        <source>The search was cut short: settings that it had not come to may be faster.</source>
        <translation>Die Suche wurde abgekürzt: Einstellungen, zu denen sie nicht kam, können schneller sein.</translation>
    </message>
    <message>
        <source>The machine was busy with something else, which makes all of this less certain.</source>
        <translation>Der Rechner war mit anderem beschäftigt, was all dies unsicherer macht.</translation>
    </message>
    <message>
        <source>, copies of %1</source>
        <translation>, Kopien von %1</translation>
    </message>
    <message>
        <source>, stop below %1 %</source>
        <translation>, Halt unter %1 %</translation>
    </message>
    <message>
        <source>%1 with K = %2%3%4</source>
        <translation>%1 mit K = %2%3%4</translation>
    </message>
    <message>
        <source>%1 with a tree (%2) of %3 nodes%4%5</source>
        <translation>%1 mit einem Baum (%2) von %3 Knoten%4%5</translation>
    </message>
    <message>
        <source>%1 with a tree (%2), K = %3%4%5</source>
        <translation>%1 mit einem Baum (%2), K = %3%4%5</translation>
    </message>
    <message>
        <source>%1 to %2 times plain</source>
        <translation>das %1- bis %2-Fache</translation>
    </message>
    <message>
        <source>about %1 times plain</source>
        <translation>etwa das %1-Fache</translation>
    </message>
    <message>
        <source>Batch %1: %2; batch %3: %4. From %5 sequences together on it is a loss.</source>
        <translation>Batch %1: %2; Batch %3: %4. Von %5 Sequenzen zusammen an ist es ein Verlust.</translation>
    </message>
    <message>
        <source>After %1 tokens: %2; after %3: %4. From %5 tokens of context on it is a loss.</source>
        <translation>Nach %1 Token: %2; nach %3: %4. Von %5 Token Kontext an ist es ein Verlust.</translation>
    </message>
    <message>
        <source>Batch %1: %2; batch %3: %4. No batch that was measured turns it to a loss for good.</source>
        <translation>Batch %1: %2; Batch %3: %4. Kein Batch, der gemessen wurde, macht es auf Dauer zum Verlust.</translation>
    </message>
    <message>
        <source>After %1 tokens: %2; after %3: %4. No context that was measured turns it to a loss for good.</source>
        <translation>Nach %1 Token: %2; nach %3: %4. Kein Kontext, der gemessen wurde, macht es auf Dauer zum Verlust.</translation>
    </message>
    <message>
        <source>In a batch of %1 a shorter draft is better: %2 with %3.</source>
        <translation>In einem Batch von %1 ist ein kürzerer Draft besser: %2 mit %3.</translation>
    </message>
    <message>
        <source>The measurement under load was cut short.</source>
        <translation>Die Messung unter Last wurde abgekürzt.</translation>
    </message>
    <message>
        <source>There was no time for it.</source>
        <translation>Dafür war keine Zeit.</translation>
    </message>
    <message>
        <source>The measurement was ended before it had measured anything: give it more time.</source>
        <translation>Die Messung endete, bevor sie etwas gemessen hatte: gib ihr mehr Zeit.</translation>
    </message>
    <message>
        <source>Computed, not measured: on %1 a plain step of %2 takes %3 ms at least, a pass over K + 1 = %4 rows %5 ms (v = %6), and a draft step of %7 c = %8 of it.</source>
        <translation>Berechnet, nicht gemessen: %1 braucht für einen einfachen Schritt von %2 mindestens %3 ms, für einen Durchlauf über K + 1 = %4 Zeilen %5 ms (v = %6), und für einen Schritt des Drafts %7 c = %8 davon.</translation>
    </message>
    <message>
        <source>From %1 rows on arithmetic is what limits a pass; below that, reading the weights is.</source>
        <translation>Ab %1 Zeilen begrenzt das Rechnen einen Durchlauf; darunter ist es das Lesen der Gewichte.</translation>
    </message>
    <message>
        <source>Arithmetic limits a pass there even over one row.</source>
        <translation>Das Rechnen begrenzt dort schon einen Durchlauf über eine Zeile.</translation>
    </message>
    <message>
        <source>At α = %1 that is %2 times plain with K = %3; the best K would be %4, %5 times.</source>
        <translation>Bei α = %1 ist das mit K = %3 das %2-Fache von einfachem Dekodieren; das beste K wäre %4, mit dem %5-Fachen.</translation>
    </message>
    <message>
        <source>From a batch of %1 on it is a loss; the best K there would be %2, %3 times.</source>
        <translation>Von einem Batch von %1 an ist es ein Verlust; das beste K wäre dort %2, mit dem %3-Fachen.</translation>
    </message>
    <message>
        <source>It is a loss at every batch size.</source>
        <translation>Es ist bei jedem Batch ein Verlust.</translation>
    </message>
    <message>
        <source>It stays a gain up to a batch of %1.</source>
        <translation>Bis zu einem Batch von %1 bleibt es ein Gewinn.</translation>
    </message>
    <message>
        <source>It does not fit: %1 GB of weights and K/V, where %2 has %3 GB.</source>
        <translation>Es passt nicht: %1 GB Gewichte und K/V, wo %2 %3 GB hat.</translation>
    </message>
    <message>
        <source>The context of %1 is too short to measure passes of %2 rows.</source>
        <translation>Der Kontext von %1 ist zu kurz, um Durchläufe von %2 Zeilen zu messen.</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>Measured: memory %1 GB/s, arithmetic %2 GFLOP/s in passes of %3.</source>
        <translation>Gemessen: Speicher %1 GB/s, Rechnen %2 GFLOP/s in Durchläufen von %3.</translation>
    </message>
    <message>
        <source>Its %1 MB of weights fit into the last cache (%2 MB), which is read at %3 GB/s.</source>
        <translation>Seine %1 MB Gewichte passen in den letzten Cache (%2 MB), der mit %3 GB/s gelesen wird.</translation>
    </message>
    <message>
        <source>A plain step takes %1 ms; computed are %2 ms: %3 %.</source>
        <translation>Ein einfacher Schritt dauert %1 ms; berechnet sind %2 ms: %3 %.</translation>
    </message>
    <message>
        <source>The rest is what the roofline leaves out: work between the products, and weights that are not read at full speed. What is computed of other machines is a lower limit of times in the same way.</source>
        <translation>Der Rest ist, was die Roofline weglässt: Arbeit zwischen den Produkten, und Gewichte, die nicht mit voller Geschwindigkeit gelesen werden. Was von anderen Rechnern berechnet wird, ist ebenso eine Untergrenze der Zeiten.</translation>
    </message>
    <message>
        <source>It is faster than computed, because caches hold a part of the weights that counted as read from memory.</source>
        <translation>Es ist schneller als berechnet, weil Caches einen Teil der Gewichte halten, die als aus dem Speicher gelesen zählten.</translation>
    </message>
    <message>
        <source>There is nothing to advise on: no method that drafts can run with this target. Add a draft.</source>
        <translation>Es gibt nichts zu raten: keine Methode, die etwas vorschlägt, läuft mit diesem Target. Nimm einen Draft dazu.</translation>
    </message>
    <message>
        <source>The search was ended before it had measured anything: give it more time.</source>
        <translation>Die Suche endete, bevor sie etwas gemessen hatte: gib ihr mehr Zeit.</translation>
    </message>
    <message>
        <source>NVIDIA H200 datasheet (SXM): 4.8 TB/s, 141 GB, BF16 1,979 TFLOP/s with sparsity, half of it without; L2 of the same GPU from the H100 whitepaper.</source>
        <translation>Datenblatt NVIDIA H200 (SXM): 4,8 TB/s, 141 GB, BF16 1.979 TFLOP/s mit Sparsity, ohne die Hälfte; L2 derselben GPU aus dem Whitepaper zur H100.</translation>
    </message>
    <message>
        <source>NVIDIA H100 datasheet (SXM): 3.35 TB/s, 80 GB, BF16 1,979 TFLOP/s with sparsity, half of it without; L2 from the H100 whitepaper.</source>
        <translation>Datenblatt NVIDIA H100 (SXM): 3,35 TB/s, 80 GB, BF16 1.979 TFLOP/s mit Sparsity, ohne die Hälfte; L2 aus dem Whitepaper zur H100.</translation>
    </message>
    <message>
        <source>NVIDIA Ada GPU architecture whitepaper: 1,008 GB/s, 24 GB, FP16 165.2 TFLOP/s with FP32 sums and without sparsity, L2 of 72 MB.</source>
        <translation>Whitepaper zur Ada-Architektur von NVIDIA: 1.008 GB/s, 24 GB, FP16 165,2 TFLOP/s mit FP32-Summen und ohne Sparsity, L2 von 72 MB.</translation>
    </message>
    <message>
        <source>Hübner et al., arXiv 2502.05317, which measured them on the GPU: 100 GB/s, 2.9 TFLOP/s (FP32); 32 GB is the largest MacBook with an M4 (Apple).</source>
        <translation>Hübner et al., arXiv 2502.05317, die es auf der GPU gemessen haben: 100 GB/s, 2,9 TFLOP/s (FP32); 32 GB hat das größte MacBook mit M4 (Apple).</translation>
    </message>
    <message>
        <source>Computed from Qualcomm&apos;s product brief for its CPU cores: LPDDR5X at 4,800 MHz on 64 bits; one Cortex-X4 at 3.3 GHz with four, and five Cortex-A720 at 3.2 and 3.0 GHz with two units of eight FP16 products and sums; 12 GB are those of a usual phone with it.</source>
        <translation>Für seine CPU-Kerne aus der Produktbeschreibung von Qualcomm berechnet: LPDDR5X mit 4.800 MHz auf 64 Bit; ein Cortex-X4 mit 3,3 GHz und vier, fünf Cortex-A720 mit 3,2 und 3,0 GHz und je zwei Einheiten für acht FP16-Produkte und -Summen; 12 GB sind die eines üblichen Telefons damit.</translation>
    </message>
    <message>
        <source>The server %1 was silent for %2 seconds: see what it does, then go on.</source>
        <translation>Der Server %1 hat %2 Sekunden lang nichts gesagt: Sieh nach, was er tut, und mach dann weiter.</translation>
    </message>
    <message>
        <source>The server %1 cannot be reached: %2. Start it, or check its address, then go on.</source>
        <translation>Der Server %1 ist nicht zu erreichen: %2. Starte ihn oder prüfe seine Adresse, und mach dann weiter.</translation>
    </message>
    <message>
        <source>The server %1 went away in the middle of an answer: %2. Start it again, then go on.</source>
        <translation>Der Server %1 ist mitten in einer Antwort verschwunden: %2. Starte ihn neu, und mach dann weiter.</translation>
    </message>
    <message>
        <source>The server %1 wants another key (HTTP %2): put it into the environment as DRAFTSCOPE_API_KEY.</source>
        <translation>Der Server %1 will einen anderen Schlüssel (HTTP %2): Setze ihn in der Umgebung als DRAFTSCOPE_API_KEY.</translation>
    </message>
    <message>
        <source>The server %1 is too busy (HTTP 429): go on in %2 seconds.</source>
        <translation>Der Server %1 ist ausgelastet (HTTP 429): Mach in %2 Sekunden weiter.</translation>
    </message>
    <message>
        <source>The server %1 is too busy (HTTP 429): go on later.</source>
        <translation>Der Server %1 ist ausgelastet (HTTP 429): Mach später weiter.</translation>
    </message>
    <message>
        <source>The server %1 failed (HTTP %2): %3. Look at its log, then go on.</source>
        <translation>Beim Server %1 ging etwas schief (HTTP %2): %3. Sieh in sein Protokoll, und mach dann weiter.</translation>
    </message>
    <message>
        <source>The server %1 wants to be asked at another address (HTTP %2): give that one.</source>
        <translation>Der Server %1 will unter einer anderen Adresse gefragt werden (HTTP %2): Gib diese an.</translation>
    </message>
    <message>
        <source>The server %1 answered what cannot be used: %2. Look at its log, or choose another server.</source>
        <translation>Der Server %1 hat etwas geantwortet, das nicht zu gebrauchen ist: %2. Sieh in sein Protokoll, oder wähle einen anderen Server.</translation>
    </message>
    <message>
        <source>The server %1 refuses what it is asked (HTTP %2): %3. Look at its log.</source>
        <translation>Der Server %1 verweigert, worum er gebeten wird (HTTP %2): %3. Sieh in sein Protokoll.</translation>
    </message>
    <message>
        <source>it is longer than the %1 MB that what was asked for can take</source>
        <translation>sie ist länger als die %1 MB, die das Verlangte haben kann</translation>
    </message>
    <message>
        <source>it says that its model has %1 tokens</source>
        <translation>sie sagt, sein Modell habe %1 Token</translation>
    </message>
    <message>
        <source>it is no JSON: &quot;%1&quot;</source>
        <translation>sie ist kein JSON: „%1“</translation>
    </message>
    <message>
        <source>it is no JSON from byte %1 on: &quot;%2&quot;</source>
        <translation>sie ist ab Byte %1 kein JSON: „%2“</translation>
    </message>
    <message>
        <source>it has no list of tokens</source>
        <translation>sie hat keine Liste von Token</translation>
    </message>
    <message>
        <source>it has %1 parts where %2 were asked for</source>
        <translation>sie hat %1 Teile, verlangt waren %2</translation>
    </message>
    <message>
        <source>it names part %1 of %2</source>
        <translation>sie nennt Teil %1 von %2</translation>
    </message>
    <message>
        <source>it names token %1, and its vocabulary has %2</source>
        <translation>sie nennt Token %1, und sein Vokabular hat %2</translation>
    </message>
    <message>
        <source>it gives token %1 the log-probability %2</source>
        <translation>sie gibt Token %1 die Log-Wahrscheinlichkeit %2</translation>
    </message>
    <message>
        <source>it lists %1 tokens where %2 were asked for</source>
        <translation>sie zählt %1 Token auf, verlangt waren %2</translation>
    </message>
    <message>
        <source>it lists the likeliest tokens, and token %1 has more than one before it</source>
        <translation>sie zählt die wahrscheinlichsten Token auf, und Token %1 hat mehr als eines davor</translation>
    </message>
    <message>
        <source>it lists token %1 twice</source>
        <translation>sie nennt Token %1 zweimal</translation>
    </message>
    <message>
        <source>the probabilities of %1 tokens are %2 together</source>
        <translation>die Wahrscheinlichkeiten von %1 Token ergeben zusammen %2</translation>
    </message>
    <message>
        <source>it does not say which model it has</source>
        <translation>sie sagt nicht, welches Modell er hat</translation>
    </message>
    <message>
        <source>it makes no text of a chat message</source>
        <translation>er macht aus einer Chat-Nachricht keinen Text</translation>
    </message>
    <message>
        <source>SGLang tells nothing of its drafts for chats: give the whole prompt, as its chat template makes it.</source>
        <translation>SGLang meldet für Chats nichts von seinen Drafts: gib den ganzen Prompt an, wie ihn die Chat-Vorlage macht.</translation>
    </message>
    <message>
        <source>it does not say which model it has, or how many tokens that has</source>
        <translation>sie sagt nicht, welches Modell er hat oder wie viele Token das hat</translation>
    </message>
    <message>
        <source>it does not say which token it drew</source>
        <translation>sie sagt nicht, welches Token er gezogen hat</translation>
    </message>
    <message>
        <source>it finds token %1 the likeliest, which has no text</source>
        <translation>sie hält Token %1 für das wahrscheinlichste, und das hat keinen Text</translation>
    </message>
    <message>
        <source>it was made to choose token %1, and chose another one</source>
        <translation>er sollte Token %1 wählen und hat ein anderes gewählt</translation>
    </message>
    <message>
        <source>it was asked about token %1, and tells of token %2</source>
        <translation>gefragt war Token %1, und sie spricht von Token %2</translation>
    </message>
    <message>
        <source>it lists all tokens, and token %1 is not among them</source>
        <translation>sie zählt alle Token auf, und Token %1 ist nicht dabei</translation>
    </message>
    <message>
        <source>it tells nothing of the prompt's token %1</source>
        <translation>sie sagt nichts über Token %1 des Prompts</translation>
    </message>
    <message>
        <source>it tells nothing of the prompt's own token %1</source>
        <translation>sie sagt nichts über das Token %1, das im Prompt steht</translation>
    </message>
    <message>
        <source>it lists no tokens behind the prompt</source>
        <translation>sie zählt hinter dem Prompt keine Token auf</translation>
    </message>
    <message>
        <source>it lists no tokens behind token %1</source>
        <translation>sie zählt hinter Token %1 keine Token auf</translation>
    </message>
    <message>
        <source>it makes no token of the text &quot;a&quot;</source>
        <translation>er macht aus dem Text „a“ kein Token</translation>
    </message>
    <message>
        <source>its probabilities do not go together (%1)</source>
        <translation>ihre Wahrscheinlichkeiten passen nicht zusammen (%1)</translation>
    </message>
    <message>
        <source>token %1 has %2, and %3 are left</source>
        <translation>Token %1 hat %2, und %3 sind übrig</translation>
    </message>
    <message>
        <source>it has no lists of tokens with their log-probabilities</source>
        <translation>sie hat keine Listen von Token mit ihren Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>it does not name its token %1</source>
        <translation>sie nennt ihr Token %1 nicht</translation>
    </message>
    <message>
        <source>The server %1 tells no log-probabilities of a prompt (echo with logprobs), which are needed of one that takes text only: start llama-cpp-python with --logits_all true, or use llama-server, vLLM or SGLang.</source>
        <translation>Der Server %1 sagt keine Log-Wahrscheinlichkeiten eines Prompts (echo mit logprobs), die gebraucht werden, wo er nur Text nimmt: Starte llama-cpp-python mit --logits_all true, oder nimm llama-server, vLLM oder SGLang.</translation>
    </message>
    <message>
        <source>The vocabulary has no token of one letter, by which the server %1 could be asked: use llama-server, vLLM or SGLang.</source>
        <translation>Das Vokabular hat kein Token aus einem Buchstaben, mit dem der Server %1 gefragt werden könnte: Nimm llama-server, vLLM oder SGLang.</translation>
    </message>
    <message>
        <source>it does not say which token it chose</source>
        <translation>er sagt nicht, welches Token er gewählt hat</translation>
    </message>
    <message>
        <source>The server %1 takes no empty prompt: write one.</source>
        <translation>Der Server %1 nimmt keinen leeren Prompt: Schreibe einen.</translation>
    </message>
    <message>
        <source>The server %1 takes a prompt as text, and a text is needed that ends inside of a character: use a server that takes token ids (llama-server, vLLM, SGLang).</source>
        <translation>Der Server %1 nimmt einen Prompt als Text, und gebraucht wird ein Text, der mitten in einem Zeichen endet: Nimm einen Server, der Token-IDs nimmt (llama-server, vLLM, SGLang).</translation>
    </message>
    <message>
        <source>The server %1 takes a prompt as text, and would split a text that ends with &quot;%2&quot; into other tokens than those that were written: use a server that takes token ids (llama-server, vLLM, SGLang).</source>
        <translation>Der Server %1 nimmt einen Prompt als Text und würde einen Text, der mit „%2“ endet, in andere Token teilen als die geschriebenen: Nimm einen Server, der Token-IDs nimmt (llama-server, vLLM, SGLang).</translation>
    </message>
    <message>
        <source>it splits the text into other tokens than those that were asked for</source>
        <translation>er teilt den Text in andere Token als die gefragten</translation>
    </message>
    <message>
        <source>it names a token &quot;%1&quot;, and it cannot be found which one that is</source>
        <translation>er nennt ein Token „%1“, und welches das ist, lässt sich nicht finden</translation>
    </message>
    <message>
        <source>it ends the text with a token that is not known</source>
        <translation>er beendet den Text mit einem Token, das nicht bekannt ist</translation>
    </message>
    <message>
        <source>it was to choose token %1, and chose &quot;%2&quot;</source>
        <translation>Token %1 sollte gewählt werden, und gewählt wurde „%2“</translation>
    </message>
    <message>
        <source>it tells something else behind a prompt that it repeats</source>
        <translation>hinter einem Prompt, den er wiederholt, sagt er etwas anderes</translation>
    </message>
    <message>
        <source>their vocabularies differ: token %1 is &quot;%2&quot; here and &quot;%3&quot; there</source>
        <translation>ihre Vokabulare sind verschieden: Token %1 ist hier „%2“ und dort „%3“</translation>
    </message>
    <message>
        <source>it cannot name the %1 likeliest tokens, of which some have no text of their own</source>
        <translation>er kann die %1 wahrscheinlichsten Token nicht nennen, von denen manche keinen eigenen Text haben</translation>
    </message>
    <message>
        <source>The server %1 is none that is known: start llama-server, vLLM, SGLang or llama-cpp-python there, or write kind= behind the # of its address.</source>
        <translation>Der Server %1 ist keiner, der bekannt ist: Starte dort llama-server, vLLM, SGLang oder llama-cpp-python, oder schreibe kind= hinter das # seiner Adresse.</translation>
    </message>
    <message>
        <source>The server %1 has the model %2 now, where it had %3: start that one again, or restart the run.</source>
        <translation>Der Server %1 hat jetzt das Modell %2, vorher hatte er %3: Starte jenes wieder, oder starte den Lauf neu.</translation>
    </message>
    <message>
        <source>Asking the server at %1 was cancelled.</source>
        <translation>Die Frage an den Server unter %1 wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The server %1 names tokens by strings, and lists only the %2 tokens that have one of their own: ask it for probabilities=auto, or use a server that takes token ids (llama-server, vLLM, SGLang).</source>
        <translation>Der Server %1 nennt Token als Strings und zählt nur die %2 Token auf, die einen eigenen haben: Verlange probabilities=auto, oder nimm einen Server, der Token-IDs nimmt (llama-server, vLLM, SGLang).</translation>
    </message>
    <message>
        <source>The server %1 lists %2 tokens behind a text at most: ask it for probabilities=auto, or start it so that it lists all.</source>
        <translation>Der Server %1 zählt hinter einem Text höchstens %2 Token auf: Verlange probabilities=auto, oder starte ihn so, dass er alle aufzählt.</translation>
    </message>
    <message>
        <source>The server %1 lists %2 tokens behind a text at most, and %3 are asked for: ask for fewer, or start it so that it lists more.</source>
        <translation>Der Server %1 zählt hinter einem Text höchstens %2 Token auf, und verlangt sind %3: Verlange weniger, oder starte ihn so, dass er mehr aufzählt.</translation>
    </message>
    <message>
        <source>%1 cannot draft for the server %2: %3. Choose a draft of the same family.</source>
        <translation>%1 kann für den Server %2 keine Drafts vorschlagen: %3. Wähle einen Draft derselben Familie.</translation>
    </message>
    <message>
        <source>its vocabulary has %1 tokens, the server's %2</source>
        <translation>sein Vokabular hat %1 Token, das des Servers %2</translation>
    </message>
    <message>
        <source>token %1 is %2 here and %3 there</source>
        <translation>Token %1 ist hier %2 und dort %3</translation>
    </message>
    <message>
        <source>token %1 is %2 here, and there its text is another one</source>
        <translation>Token %1 ist hier %2, und dort ist sein Text ein anderer</translation>
    </message>
    <message>
        <source>they split a text differently: its token %1 is %2 here and %3 there</source>
        <translation>sie teilen einen Text verschieden auf: Sein Token %1 ist hier %2 und dort %3</translation>
    </message>
    <message>
        <source>The target is behind a server, which keeps its tokenizer to itself: choose a draft with the same vocabulary, also where it does not draft.</source>
        <translation>Das Target ist hinter einem Server, der seinen Tokenizer für sich behält: Wähle einen Draft mit demselben Vokabular, auch wenn er nichts vorschlägt.</translation>
    </message>
    <message>
        <source>%1 is no longer there, but %2: load the pair again.</source>
        <translation>%1 ist nicht mehr da, sondern %2: Lade das Paar noch einmal.</translation>
    </message>
    <message>
        <source>%1 has no weights on this machine, which this needs: choose a target that is here.</source>
        <translation>%1 hat auf dieser Maschine keine Gewichte, die hier nötig sind: Wähle ein Target, das da ist.</translation>
    </message>
    <message>
        <source>%1 computes behind a server, and the passes of several texts are made one in this process only: choose one text at a time, or a target of this machine.</source>
        <translation>%1 rechnet hinter einem Server, und die Durchläufe mehrerer Texte werden nur in diesem Prozess zu einem: Wähle einen Text auf einmal oder ein Target dieser Maschine.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no address of a server: write one such as http://127.0.0.1:8080.</source>
        <translation>„%1“ ist keine Adresse eines Servers: Schreibe eine wie http://127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>The address of a server has a name or a key in front of an @, which traces would show: put the key into the environment as DRAFTSCOPE_API_KEY, and leave it out there.</source>
        <translation>Die Adresse eines Servers hat vor einem @ einen Namen oder Schlüssel, den Traces zeigen würden: Setze den Schlüssel in der Umgebung als DRAFTSCOPE_API_KEY, und lass ihn dort weg.</translation>
    </message>
    <message>
        <source>The address %1 has a ? in it: write host and port, and the path before /v1 if there is one.</source>
        <translation>Die Adresse %1 enthält ein ?: Schreibe Rechner und Port, und den Pfad vor /v1, wenn es einen gibt.</translation>
    </message>
    <message>
        <source>A server cannot be asked for &quot;%1&quot; probabilities: write auto, all, or a number from 1 on.</source>
        <translation>Ein Server kann nicht um „%1“ Wahrscheinlichkeiten gebeten werden: Schreibe auto, all oder eine Zahl ab 1.</translation>
    </message>
    <message>
        <source>A server cannot be waited for &quot;%1&quot; seconds: write a number from 1 to %2.</source>
        <translation>Auf einen Server kann nicht „%1“ Sekunden gewartet werden: Schreibe eine Zahl von 1 bis %2.</translation>
    </message>
    <message>
        <source>There is no kind of server &quot;%1&quot;: write one of %2.</source>
        <translation>Es gibt keine Art von Server „%1“: Schreibe eine von %2.</translation>
    </message>
    <message>
        <source>The address of a server has &quot;%1&quot; behind its #: write probabilities=, silence= or kind=.</source>
        <translation>Die Adresse eines Servers hat hinter ihrem # „%1“: Schreibe probabilities=, silence= oder kind=.</translation>
    </message>
    <message>
        <source>f32, nothing rounded</source>
        <translation>f32, nichts gerundet</translation>
    </message>
    <message>
        <source>activations in int8</source>
        <translation>Aktivierungen in int8</translation>
    </message>
    <message>
        <source>activations in bf16</source>
        <translation>Aktivierungen in bf16</translation>
    </message>
    <message>
        <source>activations in bf16, in the tiles of AMX</source>
        <translation>Aktivierungen in bf16, in den Kacheln von AMX</translation>
    </message>
    <message>
        <source>states and logits in bf16</source>
        <translation>Zustände und Logits in bf16</translation>
    </message>
    <message>
        <source>states and logits in f16</source>
        <translation>Zustände und Logits in f16</translation>
    </message>
    <message>
        <source>one row a pass</source>
        <translation>eine Zeile je Durchlauf</translation>
    </message>
    <message>
        <source>8 rows a pass</source>
        <translation>8 Zeilen je Durchlauf</translation>
    </message>
    <message>
        <source>%1 has other tokens than %2: its token %3 is &quot;%4&quot; and not &quot;%5&quot;. Choose the target that wrote it.</source>
        <translation>%1 hat andere Token als %2: sein Token %3 ist „%4“ und nicht „%5“. Wähle das Target, das ihn geschrieben hat.</translation>
    </message>
    <message>
        <source>%1 has %2 tokens with its prompt, and the context of %3 holds %4: cut it.</source>
        <translation>%1 hat mit seinem Prompt %2 Token, und der Kontext von %3 fasst %4: kürze ihn.</translation>
    </message>
    <message>
        <source>%1 has the token %2, and the ids of %3 go from 0 to %4: choose the target that wrote it.</source>
        <translation>%1 hat das Token %2, und die Ids von %3 gehen von 0 bis %4: wähle das Target, das ihn geschrieben hat.</translation>
    </message>
    <message>
        <source>%1 has no token behind the prompt: choose a text that has begun.</source>
        <translation>%1 hat kein Token hinter dem Prompt: wähle einen Text, der begonnen hat.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens differ, and %4 without the token that begins the text: the other program leaves it out.</source>
        <translation>%1: %2 von %3 Token weichen ab, und %4 ohne das Token, das den Text beginnt: das andere Programm lässt es weg.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens differ, and %4 with the token that begins a text in front: the other program puts it there.</source>
        <translation>%1: %2 von %3 Token weichen ab, und %4 mit dem Token davor, das einen Text beginnt: das andere Programm setzt es.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens differ, and %4 where the token that begins the text stands there twice: the other program puts it in front of a prompt that has it already, as a chat template writes it.</source>
        <translation>%1: %2 von %3 Token weichen ab, und %4, wo das Token, das den Text beginnt, zweimal dasteht: das andere Programm setzt es vor einen Prompt, der es schon hat, weil ein Chat-Template es schreibt.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens differ, and %4 where positions are one more from about token %5 of the whole text on: that is the sign of a position mistake, such as a position that is not taken back after a rejected draft.</source>
        <translation>%1: %2 von %3 Token weichen ab, und %4, wo Positionen etwa vom Token %5 des ganzen Textes an um eins größer sind: das Zeichen eines Positionsfehlers, etwa einer Position, die nach einem verworfenen Draft nicht zurückgenommen wird.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens differ, and %4 where positions are one less from about token %5 of the whole text on: that is the sign of a position mistake, such as a token that gets the position of the one before it.</source>
        <translation>%1: %2 von %3 Token weichen ab, und %4, wo Positionen etwa vom Token %5 des ganzen Textes an um eins kleiner sind: das Zeichen eines Positionsfehlers, etwa eines Tokens, das die Position des vorigen bekommt.</translation>
    </message>
    <message>
        <source>%1 was drawn at temperature %2, so it need not be the target&apos;s likeliest text: decode at temperature 0 to compare.</source>
        <translation>%1 wurde bei Temperatur %2 gezogen und muss nicht der wahrscheinlichste Text des Targets sein: dekodiere zum Vergleichen bei Temperatur 0.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens are not the likeliest, as many and as unlikely as in a text that is drawn at a temperature of about %4: it was sampled, or written by weights that resemble these, such as those of a draft, or damaged ones. Decode at temperature 0, and compare the weights.</source>
        <translation>%1: %2 von %3 Token sind nicht die wahrscheinlichsten, so viele und so unwahrscheinliche wie in einem Text, der bei einer Temperatur von etwa %4 gezogen ist: er wurde gezogen, oder von Gewichten geschrieben, die diesen ähneln, etwa denen eines Drafts oder beschädigten. Dekodiere bei Temperatur 0 und vergleiche die Gewichte.</translation>
    </message>
    <message>
        <source>Behind the text that both have, the target gives &quot;%1&quot; the logit %2 (p = %3, place %4) and &quot;%5&quot; %6 (p = %7, place %8): a margin of %9.</source>
        <translation>Hinter dem Text, den beide haben, gibt das Target „%1“ das Logit %2 (p = %3, Platz %4) und „%5“ %6 (p = %7, Platz %8): ein Abstand von %9.</translation>
    </message>
    <message>
        <source>That is a near-tie, which rounding decides: the order turns with %1 (margin %2).</source>
        <translation>Sie sind fast gleichauf, und die Rundung entscheidet: die Reihenfolge kippt mit „%1“ (Abstand %2).</translation>
    </message>
    <message>
        <source>That is a near-tie: none of the roundings that were tried turns the order here, but they change such margins by up to %1, and this one is %2.</source>
        <translation>Sie sind fast gleichauf: keine der versuchten Rundungen kippt hier die Reihenfolge, aber sie ändern solche Abstände um bis zu %1, und dieser ist %2.</translation>
    </message>
    <message>
        <source>That is no near-tie: the roundings that were tried change such margins by up to %1, and this one is %2.</source>
        <translation>Sie sind nicht fast gleichauf: die versuchten Rundungen ändern solche Abstände um bis zu %1, und dieser ist %2.</translation>
    </message>
    <message>
        <source>%1 was written by other weights than those of %2: their hashes differ.</source>
        <translation>%1 ist von anderen Gewichten geschrieben als denen von %2: ihre Hashes weichen ab.</translation>
    </message>
    <message>
        <source>%1 was broken on purpose (%2).</source>
        <translation>%1 ist absichtlich kaputt (%2).</translation>
    </message>
    <message>
        <source>They were computed by %1 and by %2.</source>
        <translation>Gerechnet wurden sie von %1 und von %2.</translation>
    </message>
    <message>
        <source>The texts are equal as far as both go (%1 tokens). Then %2 has ended with the token that ends a text, and %3 goes on with %4 more: its program was told to ignore that token.</source>
        <translation>Die Texte sind gleich, so weit beide gehen (%1 Token). Dann hat %2 mit dem Token geendet, das einen Text beendet, und %3 geht mit %4 weiteren weiter: seinem Programm wurde gesagt, dieses Token zu übergehen.</translation>
    </message>
    <message>
        <source>The texts are equal as far as both go (%1 tokens). Then %2 ends, and %3 goes on with %4 more: that is another limit, or a stop condition.</source>
        <translation>Die Texte sind gleich, so weit beide gehen (%1 Token). Dann endet %2, und %3 geht mit %4 weiteren weiter: eine andere Grenze oder eine Haltebedingung.</translation>
    </message>
    <message>
        <source>The texts are equal: %1 tokens.</source>
        <translation>Die Texte sind gleich: %1 Token.</translation>
    </message>
    <message>
        <source>The prompts differ from their token %1 on (%2 tokens and %3), so the texts need not be equal: compare texts behind the same prompt, to which a chat template and the token that begins a text belong.</source>
        <translation>Die Prompts weichen von ihrem Token %1 an ab (%2 Token und %3), die Texte müssen also nicht gleich sein: vergleiche Texte hinter demselben Prompt, zu dem auch ein Chat-Template und das Token gehören, das einen Text beginnt.</translation>
    </message>
    <message>
        <source>The texts say the same in other tokens, from token %1 on (&quot;%2&quot; and &quot;%3&quot;): one of them was cut into tokens again. Compare token ids.</source>
        <translation>Die Texte sagen dasselbe in anderen Token, von Token %1 an („%2“ und „%3“): einer von ihnen wurde neu in Token zerlegt. Vergleiche Token-Ids.</translation>
    </message>
    <message>
        <source>They part at token %1 behind the prompt, where %2 has &quot;%3&quot; and %4 has &quot;%5&quot;.</source>
        <translation>Sie gehen beim Token %1 hinter dem Prompt auseinander, wo %2 „%3“ hat und %4 „%5“.</translation>
    </message>
    <message>
        <source>How many rows come in a pass changes no bit here; elsewhere it changes about as much as the rounding does.</source>
        <translation>Wie viele Zeilen in einem Durchlauf kommen, ändert hier kein Bit; anderswo ändert es etwa so viel wie das Runden.</translation>
    </message>
    <message>
        <source>How many rows come in a pass makes a difference here: %1 changes such margins by up to %2.</source>
        <translation>Wie viele Zeilen in einem Durchlauf kommen, macht hier einen Unterschied: „%1“ ändert solche Abstände um bis zu %2.</translation>
    </message>
    <message>
        <source>What is expected of greedy texts: with one backend and one arithmetic they are equal, with drafts or without; with others they part at near-ties only, and none of the %1 places of %2 is one.</source>
        <translation>Was von Greedy-Texten zu erwarten ist: mit einem Backend und einer Arithmetik sind sie gleich, mit Drafts oder ohne; mit anderen gehen sie nur auseinander, wo zwei Token fast gleichauf sind, und an keiner der %1 Stellen von %2 sind sie es.</translation>
    </message>
    <message>
        <source>What is expected of greedy texts: with one backend and one arithmetic they are equal, with drafts or without; with others they part at near-ties only. Of the %1 places of %2, %3 are as close as %4, the first of them at token %5.</source>
        <translation>Was von Greedy-Texten zu erwarten ist: mit einem Backend und einer Arithmetik sind sie gleich, mit Drafts oder ohne; mit anderen gehen sie nur auseinander, wo zwei Token fast gleichauf sind. Von den %1 Stellen von %2 liegen bei %3 die beiden nicht weiter als %4 auseinander, bei der ersten davon bei Token %5.</translation>
    </message>
    <message>
        <source>%1: each of its %2 tokens is the target&apos;s likeliest.</source>
        <translation>%1: jedes seiner %2 Token ist das wahrscheinlichste des Targets.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens are not the target&apos;s likeliest, and all of these are near-ties: that is rounding, and no fault.</source>
        <translation>%1: %2 von %3 Token sind nicht die wahrscheinlichsten des Targets, und alle davon sind fast gleichauf: das ist Rundung und kein Fehler.</translation>
    </message>
    <message>
        <source>%1: one token is another, token %2 behind the prompt, which is no near-tie; behind it %3 of %4 tokens are the target&apos;s likeliest again. That is the sign of one token that was drawn, replaced or committed wrongly: a bias, a grammar, a forced token, a verdict.</source>
        <translation>%1: ein Token ist ein anderes, Token %2 hinter dem Prompt, und nicht fast gleichauf; dahinter sind %3 von %4 Token wieder die wahrscheinlichsten des Targets. Das Zeichen eines einzelnen Tokens, das gezogen, ersetzt oder falsch übernommen wurde: ein Bias, eine Grammatik, ein erzwungenes Token, ein Urteil.</translation>
    </message>
    <message>
        <source>%1: token %2 behind the prompt is not the target&apos;s likeliest, which is no near-tie, and too few tokens follow it to say why: compare longer texts.</source>
        <translation>%1: Token %2 hinter dem Prompt ist nicht das wahrscheinlichste des Targets und nicht fast gleichauf, und es folgen zu wenige Token, um zu sagen, warum: vergleiche längere Texte.</translation>
    </message>
    <message>
        <source>%1: only %2 of %3 tokens are the target&apos;s likeliest when it is forced along. That is the sign of other weights, of another template around the prompt, or of a tokenizer that numbers tokens otherwise.</source>
        <translation>%1: nur %2 von %3 Token sind die wahrscheinlichsten des Targets, wenn es den Text mitliest. Das Zeichen anderer Gewichte, eines anderen Templates um den Prompt oder eines Tokenizers, der Token anders zählt.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tokens are the target&apos;s likeliest when it is forced along, but %4 differ by more than rounding explains, the first of them token %5. That is the sign of a weight or a step of the computation that is another: a damaged file, another quantisation, a scale, an attention window.</source>
        <translation>%1: %2 von %3 Token sind die wahrscheinlichsten des Targets, wenn es den Text mitliest, aber %4 weichen um mehr ab, als Rundung erklärt, das erste davon Token %5. Das Zeichen eines anderen Gewichts oder Rechenschritts: eine beschädigte Datei, eine andere Quantisierung, ein Faktor, ein Attention-Fenster.</translation>
    </message>
    <message>
        <source>%1: there is no token that the target can be asked about.</source>
        <translation>%1: es gibt kein Token, nach dem das Target gefragt werden kann.</translation>
    </message>
    <message>
        <source>The target itself would write &quot;%1&quot; there.</source>
        <translation>Das Target selbst würde dort „%1“ schreiben.</translation>
    </message>
    <message>
        <source>Nothing stands before that token, so the target cannot be asked about it: give the prompt.</source>
        <translation>Vor diesem Token steht nichts, das Target kann also nicht danach gefragt werden: gib den Prompt an.</translation>
    </message>
    <message>
        <source>%1 is no text: choose a trace, token ids, a text or the answer of another engine.</source>
        <translation>%1 ist kein Text: wähle einen Trace, Token-Ids, einen Text oder die Antwort eines anderen Programms.</translation>
    </message>
    <message>
        <source>The file %1 is empty: choose a text that has begun.</source>
        <translation>Die Datei %1 ist leer: wähle einen Text, der begonnen hat.</translation>
    </message>
    <message>
        <source>The JSON in %1 has no token ids and no text under a name that is known here: write the ids as a list.</source>
        <translation>Das JSON in %1 hat keine Token-Ids und keinen Text unter einem Namen, der hier bekannt ist: schreibe die Ids als Liste.</translation>
    </message>
    <message>
        <source>%1 does not say its prompt, which the target needs to write the same text: give the prompt.</source>
        <translation>%1 sagt seinen Prompt nicht, den das Target braucht, um denselben Text zu schreiben: gib den Prompt an.</translation>
    </message>
    <message>
        <source>Reading both texts</source>
        <translation>Beide Texte werden gelesen</translation>
    </message>
    <message>
        <source>Reading them with other roundings</source>
        <translation>Sie werden mit anderen Rundungen gelesen</translation>
    </message>
    <message>
        <source>Writing the target&apos;s own text</source>
        <translation>Der eigene Text des Targets wird geschrieben</translation>
    </message>
    <message>
        <source>Trying other positions and beginnings</source>
        <translation>Andere Positionen und Anfänge werden versucht</translation>
    </message>
    <message>
        <source>%1: one token is another, token %2 behind the prompt, by more than rounding explains, but not by much; behind it %3 of %4 tokens are the target&apos;s likeliest again. That is the sign of one token that was drawn, replaced or committed wrongly, or of positions, weights or a step of the computation that differ a little: longer texts tell.</source>
        <translation>%1: ein Token ist ein anderes, Token %2 hinter dem Prompt, um mehr, als Rundung erklärt, aber nicht um viel; dahinter sind %3 von %4 Token wieder die wahrscheinlichsten des Targets. Das Zeichen eines einzelnen Tokens, das gezogen, ersetzt oder falsch übernommen wurde, oder von Positionen, Gewichten oder einem Rechenschritt, die ein wenig anders sind: längere Texte zeigen es.</translation>
    </message>
    <message>
        <source>The rounds have %1 tokens, and the server counted %2.</source>
        <translation>Die Runden haben %1 Token, und der Server hat %2 gezählt.</translation>
    </message>
    <message>
        <source>The rounds have %1 drafted tokens, and the server counted %2.</source>
        <translation>Die Runden haben %1 vorgeschlagene Token, und der Server hat %2 gezählt.</translation>
    </message>
    <message>
        <source>The rounds have %1 accepted tokens, and the server counted %2.</source>
        <translation>Die Runden haben %1 angenommene Token, und der Server hat %2 gezählt.</translation>
    </message>
    <message>
        <source>The stream has a line of more than %1 MB, which is no answer of a server.</source>
        <translation>Der Strom hat eine Zeile von mehr als %1 MB; das ist keine Antwort eines Servers.</translation>
    </message>
    <message>
        <source>There is nothing in the stream: it ended before the server said anything.</source>
        <translation>Der Strom ist leer: er endete, bevor der Server etwas gesagt hat.</translation>
    </message>
    <message>
        <source>None of the %1 records says anything of drafts: AIPerf writes &quot;spec_decode_acceptance&quot; where the server tells it.</source>
        <translation>Keiner der %1 Datensätze sagt etwas von Drafts: AIPerf schreibt &quot;spec_decode_acceptance&quot;, wo der Server es meldet.</translation>
    </message>
    <message>
        <source>The stream broke off before the server said that the text is over: what came until then is shown.</source>
        <translation>Der Strom brach ab, bevor der Server das Ende des Textes gemeldet hat: gezeigt wird, was bis dahin kam.</translation>
    </message>
    <message>
        <source>This is a web page (HTML) and no answer of llama-server, vLLM or SGLang: check the address.</source>
        <translation>Das ist eine Webseite (HTML) und keine Antwort von llama-server, vLLM oder SGLang: prüfe die Adresse.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no piece of what llama-server, vLLM or SGLang stream, nor a record of AIPerf.</source>
        <translation>&quot;%1&quot; gehört nicht zu dem, was llama-server, vLLM oder SGLang senden, und ist kein Datensatz von AIPerf.</translation>
    </message>
    <message>
        <source>The server broke off: %1. Look at its log.</source>
        <translation>Der Server hat abgebrochen: %1. Sieh in sein Log.</translation>
    </message>
    <message>
        <source>The file %1 cannot be read as a stream: %2</source>
        <translation>Die Datei %1 kann nicht als Strom gelesen werden: %2</translation>
    </message>
    <message>
        <source>The server says %1 for %2, which is no count: look at its log.</source>
        <translation>Der Server sagt %1 für %2; das ist keine Anzahl: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server says %1 for a token id, which is none: look at its log.</source>
        <translation>Der Server sagt %1 für eine Token-Id; das ist keine: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server&apos;s counter %1 goes back from %2 to %3: this is not one stream, or it is damaged.</source>
        <translation>Der Zähler %1 des Servers geht von %2 auf %3 zurück: das ist nicht ein Strom, oder er ist beschädigt.</translation>
    </message>
    <message>
        <source>The server says that it accepted %1 of %2 drafted tokens, which cannot be: look at its log.</source>
        <translation>Der Server sagt, er habe %1 von %2 vorgeschlagenen Token angenommen; das kann nicht sein: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The stream has no timings in its pieces, so it cannot be told which tokens came from a draft: ask for &quot;timings_per_token&quot; and &quot;stream&quot;.</source>
        <translation>Der Strom hat keine Zeiten in seinen Stücken, also ist nicht zu sagen, welche Token aus einem Draft kamen: verlange &quot;timings_per_token&quot; und &quot;stream&quot;.</translation>
    </message>
    <message>
        <source>Where a character is made of several tokens, llama-server tells several steps at once: these are shown together.</source>
        <translation>Wo ein Zeichen aus mehreren Token besteht, meldet llama-server mehrere Schritte auf einmal: sie werden zusammen gezeigt.</translation>
    </message>
    <message>
        <source>The server&apos;s list %1 has something that is no count: look at its log.</source>
        <translation>In der Liste %1 des Servers steht etwas, das keine Anzahl ist: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server tells the accepted tokens of %1 steps and the drafted tokens of %2: look at its log.</source>
        <translation>Der Server meldet die angenommenen Token von %1 Schritten und die vorgeschlagenen von %2: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server says that step %1 accepted %2 of %3 drafted tokens, which cannot be: look at its log.</source>
        <translation>Der Server sagt, Schritt %1 habe %2 von %3 vorgeschlagenen Token angenommen; das kann nicht sein: sieh in sein Log.</translation>
    </message>
    <message>
        <source>Of some steps that wrote one token it cannot be told whether they had a draft: the server lists only steps with one, without their places.</source>
        <translation>Von manchen Schritten mit einem Token ist nicht zu sagen, ob sie einen Draft hatten: der Server nennt nur Schritte mit einem, ohne ihren Ort.</translation>
    </message>
    <message>
        <source>The server tells only the sums of this text, so it cannot be told which tokens came from a draft: start vLLM with --per-request-spec-decode-metrics detailed.</source>
        <translation>Der Server meldet nur die Summen dieses Textes, also ist nicht zu sagen, welche Token aus einem Draft kamen: starte vLLM mit --per-request-spec-decode-metrics detailed.</translation>
    </message>
    <message>
        <source>The server says that a text has %1 tokens, which cannot be: look at its log.</source>
        <translation>Der Server sagt, ein Text habe %1 Token; das kann nicht sein: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server says that it drafted %1 tokens for a text, which cannot be: look at its log.</source>
        <translation>Der Server sagt, er habe für einen Text %1 Token vorgeschlagen; das kann nicht sein: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The server says that it accepted %1 tokens of a text&apos;s drafts, which cannot be: look at its log.</source>
        <translation>Der Server sagt, er habe %1 vorgeschlagene Token eines Textes angenommen; das kann nicht sein: sieh in sein Log.</translation>
    </message>
    <message>
        <source>The stream has more than %1 MB, which is more than this program can hold: cut it.</source>
        <translation>Der Strom hat mehr als %1 MB; das ist mehr, als dieses Programm halten kann: kürze ihn.</translation>
    </message>
    <message>
        <source>The texts of the stream have %1 tokens and %2 drafted ones together, which is more than this program can hold: cut it.</source>
        <translation>Die Texte des Stroms haben zusammen %1 Token und %2 vorgeschlagene; das ist mehr, als dieses Programm halten kann: kürze ihn.</translation>
    </message>
    <message>
        <source>The server tells nothing of its drafts: start vLLM with --per-request-spec-decode-metrics detailed.</source>
        <translation>Der Server meldet nichts von seinen Drafts: starte vLLM mit --per-request-spec-decode-metrics detailed.</translation>
    </message>
    <message>
        <source>The server tells nothing of its drafts: it works without speculation, or is too old.</source>
        <translation>Der Server meldet nichts von seinen Drafts: er arbeitet ohne Spekulation, oder er ist zu alt.</translation>
    </message>
    <message>
        <source>Some pieces of the stream have several steps, which are shown together: start SGLang with --stream-interval 1.</source>
        <translation>Manche Stücke des Stroms haben mehrere Schritte, die zusammen gezeigt werden: starte SGLang mit --stream-interval 1.</translation>
    </message>
    <message>
        <source>The server %1 is none that can be watched: start llama-server, vLLM or SGLang there, or check the address.</source>
        <translation>Der Server %1 ist keiner, dem man zusehen kann: starte dort llama-server, vLLM oder SGLang, oder prüfe die Adresse.</translation>
    </message>
</context>
</TS>
