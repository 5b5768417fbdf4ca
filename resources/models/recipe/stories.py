# SPDX-License-Identifier: MIT
"""Short stories: an opening, a day, one of the plots, an ending. Names, pronouns and things stay the same throughout."""
import random

from . import words as w


class Story:
    """State of one story while it is written: the hero, the sentences so far, and ways to say things."""

    def __init__(self, r: random.Random, hero: w.Person | None = None) -> None:
        self.r, self.out = r, []
        self.h = hero or w.hero(r)
        self.kin = r.choice(w.HELPERS[:6])
        self.place = r.choice(w.PLACES)
        self.summary = ""
        self.lesson = ""

    def say(self, *choices: str) -> None:
        """Adds one of the sentences. `{h}` name, `{he}` `{him}` `{his}` pronouns, capitals with `{He}` `{His}`."""
        h = self.h
        text = self.r.choice(choices)
        self.out.append(text.format(h=h.name, he=h.he, him=h.him, his=h.his, He=w.cap(h.he), His=w.cap(h.his),
                                    kin=self.kin, Kin=w.cap(self.kin), place=self.place))

    def para(self) -> None:
        """Starts a paragraph."""
        self.out.append("\n")

    def opening(self) -> None:
        r, h = self.r, self.h
        trait = r.choice(w.TRAITS)
        small = r.choice(["little", "little", "little", "small", "young", trait])
        names = f"{w.a(small + ' ' + h.kind)} named {h.name}"
        self.say(f"Once upon a time, there was {names}.", f"Once upon a time, there was {names}.",
                 f"There was once {names}.", f"One day, there was {names}.",
                 f"Once there was {names} who lived near the {{place}}.",
                 f"In {w.a(r.choice(['small house', 'little town', 'quiet village', 'big city']))}, there lived {names}.")
        love = r.choice(w.LOVES).format(toys=w.plural(r.choice(w.TOYS)), place=self.place, poss=h.his, kin=self.kin)
        self.say(f"{{He}} loved to {love}.", f"{{h}} loved to {love}.", f"{{h}} liked to {love} every day.",
                 f"{{He}} was very {trait} and loved to {love}.", f"Every day, {{he}} liked to {love}.")

    def day(self) -> None:
        r = self.r
        self.para()
        self.say("One day, ", "One day, ", "One " + r.choice(w.WEATHER) + " day, ", "One morning, ",
                 "One " + r.choice(w.WEATHER) + " morning, ", "One afternoon, ")

    def ending(self) -> None:
        self.para() if self.r.random() < 0.3 else None
        lesson = self.lesson
        self.say(f"From that day on, {{h}} always remembered that {lesson}.", f"{{h}} learned that {lesson}.",
                 f"And so, {{h}} learned that {lesson}.", "{h} went home with a big smile.",
                 "That night, {h} slept well and dreamed of the {place}.", "They all lived happily ever after.",
                 "It was the best day ever.", f"{{He}} knew now that {lesson}.", "{h} was very happy.")
        if self.r.random() < 0.25:
            self.say("The end.")

    def text(self) -> str:
        """The sentences as paragraphs."""
        joined = ""
        for part in self.out:
            glue = "" if not joined or joined.endswith(("\n", ", ")) or part == "\n" else " "
            joined += glue + part
        return joined.strip()

    def talk(self, who: str, *lines: str) -> str:
        """Direct speech with a varied verb and place of the speaker."""
        line = self.r.choice(lines)
        r = self.r
        end = "?" if line.endswith("?") else "!" if line.endswith("!") else "."
        body = line.rstrip("?!.")
        verb = r.choice(["asked"] if end == "?" else ["said", "said", "shouted"] if end == "!" else ["said"])
        if r.random() < 0.5:
            mark = "," if end == "." else end
            return f'"{body}{mark}" {verb} {who}.'
        return f'{w.cap(who)} {verb}, "{body}{end}"'


def lost_thing(s: Story) -> None:
    """The hero loses a toy, looks in three places, finds it with help."""
    r = s.r
    toy = f"{r.choice(w.COLOURS)} {r.choice(w.TOYS)}"
    friend = w.hero(r, s.h)
    spots = r.sample(["under the bed", "behind the door", "in the box", "under the table", "behind the tree",
                      "in the kitchen", "in the tall grass", "near the pond", "on the chair", "under the bush"], 3)
    s.say(f"{{h}} could not find {{his}} {toy}.", f"{{h}} lost {{his}} {toy}.", f"{{he}} wanted to play with {{his}} {toy}, but it was gone.")
    s.say(f"{{He}} looked {spots[0]}, but it was not there.", f"{{He}} looked {spots[0]}. It was not there.")
    s.say(f"{{He}} looked {spots[1]}, but it was not there.", f"Then {{he}} looked {spots[1]}, but the {toy} was not there either.")
    s.say(f"{{h}} was {r.choice(w.SAD)}.", f"{{h}} felt {r.choice(w.SAD)} and started to cry.", f"{{h}} sat down and cried.")
    s.para()
    s.say(f"Then {{his}} friend {friend.name} came by.", f"{friend.name} the {friend.kind} saw {{him}}." if friend.kind not in ("girl", "boy")
          else f"{{His}} friend {friend.name} saw {{him}}.")
    s.out.append(s.talk(friend.name, f"Why are you sad, {s.h.name}?", "What is wrong?", "Why are you crying?"))
    s.out.append(s.talk(s.h.name, f"I lost my {toy}.", f"I can't find my {toy}!"))
    s.out.append(s.talk(friend.name, "Don't worry. I will help you.", "Let's look together!", "I can help you find it!"))
    s.say(f"They looked together, and soon they found the {toy} {spots[2]}.", f"They looked and looked. At last, {friend.name} found the {toy} {spots[2]}!",
          f"{friend.name} looked {spots[2]}, and there was the {toy}!")
    s.say(f'{{h}} was so {r.choice(w.GOOD)}. "Thank you, {friend.name}!" {{he}} said.', f"{{h}} hugged {friend.name} and said, \"Thank you!\"")
    s.say("They played together until the sun went down.", f"They played with the {toy} all day.", "Then they played together and laughed a lot.")
    s.lesson = "a good friend helps when you are sad"
    s.summary = f"{s.h.name} lost {s.h.his} {toy}. {friend.name} helped {s.h.him} find it {spots[2]}."


def hurt_animal(s: Story) -> None:
    """The hero finds an animal in trouble and helps."""
    r = s.r
    animal = r.choice(w.SMALL_ANIMALS)
    size = r.choice(["little", "small", "tiny", "baby"])
    trouble, cure, done = r.choice([
        ("had a hurt leg", "put a soft cloth on its leg", "could walk again"), ("was stuck in a bush", "pulled the branches away", "was free"),
        ("was cold and wet", "put it in a warm blanket", "was warm and dry"), ("was very hungry", "gave it some food and water", "was full"),
        ("could not find its mother", "carried it to its mother", "was safe with its mother"), ("was stuck in a hole", "used a long stick to help it out", "was free")])
    s.say(f"{{h}} went to the {{place}} and saw a {size} {animal}.", f"{{he}} heard a sad sound in the {{place}}. It was a {size} {animal}.",
          f"{{h}} was walking in the {{place}} when {{he}} found a {size} {animal}.")
    s.say(f"The {animal} {trouble}.", f"The poor {animal} {trouble}.", f"{{He}} saw that the {animal} {trouble}.")
    s.say(f"{{h}} felt {r.choice(w.SAD)} for the {animal}.", f"{{h}} wanted to help the {animal}.")
    s.out.append(s.talk(s.h.name, f"Don't be afraid, little {animal}. I will help you.", "I will help you!", f"Poor {animal}. I want to help you."))
    if r.random() < 0.5:
        s.say(f"{{He}} ran home and told {{his}} {{kin}} about the {animal}.", f"{{He}} asked {{his}} {{kin}} what to do.")
        s.out.append(s.talk("{his} {kin}".format(his=s.h.his, kin=s.kin), "We must be gentle.", f"Let's help the {animal} together.", "You are very kind."))
    s.say(f"{{h}} {cure}.", f"So {{he}} {cure}.", f"Very gently, {{h}} {cure}.")
    s.say(f"Soon the {animal} {done}.", f"After a while, the {animal} {done}.")
    s.para()
    s.say(f"The {animal} was happy and looked at {{h}}.", f"The {animal} looked at {{h}} as if to say thank you.", f"The {animal} was not afraid anymore.")
    s.say(f"{{h}} and the {animal} became good friends.", f"Every day, the {animal} came back to see {{h}}.", f"{{h}} waved goodbye to the {animal} and felt {r.choice(w.GOOD)}.")
    s.lesson = "it is good to be kind to animals"
    s.summary = f"{s.h.name} found a {animal} that {trouble}. {s.h.name} {cure}, and the {animal} {done}."


def sharing(s: Story) -> None:
    """Two want the same thing; they learn to share."""
    r = s.r
    friend = w.hero(r, s.h)
    thing = r.choice([r.choice(w.FOODS), f"{r.choice(w.COLOURS)} {r.choice(w.TOYS)}"])
    food = thing in w.FOODS
    f = friend.name
    s.say(f"{{his}} {{kin}} gave {{h}} {w.a(thing)}.", f"{{h}} had {w.a(thing)}.", f"{{h}} got {w.a(thing)} from {{his}} {{kin}}.")
    s.say(f"{{He}} took it to the {{place}}.", f"{{He}} went to the {{place}} with it.", f"{{h}} was so {r.choice(w.GOOD)}.")
    s.say(f"There {{he}} met {{his}} friend {f}.", f"{{His}} friend {f} came to the {{place}} too.")
    s.out.append(s.talk(f, f"That is a nice {thing}. Can I have some?" if food else f"Can I play with your {thing}?",
                        "Can you share with me?", f"I like your {thing}. Will you share it?"))
    s.out.append(s.talk(s.h.name, "No, it is mine!", "No! I want it all for me!" if food else "No! I want to play alone!", f"No, this is my {thing}!"))
    s.say(f"{f} was {r.choice(w.SAD)} and walked away.", f"{f} felt {r.choice(w.SAD)} and started to cry.")
    s.para()
    s.say("{h} saw this and did not feel good.", f"Then {{h}} thought about {f}. {{He}} did not want {friend.him} to be sad.", "{h} felt bad.")
    s.say(f'{{He}} went to {f} and said, "I am sorry. Let\'s share."', f'"I am sorry, {f}. We can share the {thing}," {{h}} said.')
    s.say(f"{f} smiled and said, \"Thank you, {{h}}!\"", f"{f} was {r.choice(w.GOOD)} again.")
    s.say("They ate it together, and it tasted even better." if food else "They played together, and it was much more fun.",
          f"{{h}} and {f} shared the {thing} and laughed." )
    s.lesson = r.choice(["sharing makes everyone happy", "it is good to share with friends"])
    s.summary = f"{s.h.name} did not want to share the {thing}, and {f} was sad. Then {s.h.name} said sorry and they shared it."


def warning(s: Story) -> None:
    """A warning not heeded, a small accident, a lesson."""
    r = s.r
    thing, act, bad, fix = r.choice([
        ("a tall tree", "climb it", "fell down and hurt {his} knee", "put a bandage on {his} knee"), ("a hot pot", "touch it", "burned {his} hand", "put cold water on {his} hand"),
        ("a deep puddle", "jump in it", "got wet and cold", "gave {him} dry clothes"), ("a jar of cookies", "eat them all", "got a bad tummy ache", "gave {him} some warm tea"),
        ("a sharp knife", "play with it", "cut {his} finger", "cleaned {his} finger"), ("a slippery rock", "stand on it", "slipped and fell into the water", "pulled {him} out of the water"),
        ("a bee on a flower", "catch it", "got a sting on {his} hand", "put ice on {his} hand")])
    s.say(f"{{h}} saw {thing}.", f"{{he}} found {thing}.", f"{{h}} and {{his}} {{kin}} saw {thing}.")
    s.say(f"{{He}} wanted to {act}.", f"{{h}} wanted to {act}.")
    s.out.append(s.talk("{his} {kin}".format(his=s.h.his, kin=s.kin), "Be careful! It is not safe.", f"Please do not {act}.", f"No, {s.h.name}. You will get hurt.", "Stop! That is dangerous."))
    s.say("But {h} did not listen.", "{h} did not listen. {He} was too curious.", "But when nobody was looking, {he} did it.")
    s.say(f"{{He}} {bad}.", f"Then {{he}} {bad}.", f"Oh no! {{h}} {bad}.")
    s.say("{He} started to cry.", '"Ouch!" {he} cried.', f"{{h}} was {r.choice(w.SAD)}.", '"Help!" {he} shouted.')
    s.para()
    s.say(f"{{His}} {{kin}} came fast and {fix}.", f"{{His}} {{kin}} heard {{him}} and {fix}.")
    s.say('"I am sorry," said {h}. "I will listen next time."', '{h} said, "I am sorry. I should have listened to you."')
    s.say('{His} {kin} gave {him} a big hug.', '"It is okay," said {his} {kin}. "I love you."')
    s.lesson = r.choice(["it is important to listen", "it is good to be careful"])
    s.summary = f"{s.h.name} wanted to {act.replace('it', thing, 1) if ' it' in act else act}, but {s.h.his} {s.kin} said no. {s.h.name} did not listen and {bad.format(his=s.h.his, him=s.h.him)}."


def new_friend(s: Story) -> None:
    """A lonely hero meets somebody who turns out to be a friend."""
    r = s.r
    friend = w.pet(r, s.h) if r.random() < 0.5 else w.child(r, s.h)
    game = r.choice(["hide and seek", "tag", "catch", "a funny game", "jump rope", "pirates"])
    f = friend.name
    s.say("{h} was alone in the {place}.", "{h} had nobody to play with.", "{he} sat alone in the {place}.")
    s.say("{He} felt lonely.", "{He} wished {he} had a friend.", f"{{He}} was {r.choice(w.SAD)}.")
    s.say(f"Then {{he}} saw {w.a(r.choice(['little', 'new', 'small', 'young']) + ' ' + friend.kind)}.", f"Just then, {w.a(friend.kind)} came out from behind a tree.")
    s.out.append(s.talk(f"the {friend.kind}", f"Hello! My name is {f}.", f"Hi, I am {f}."))
    s.say(f'"Hi, {f}! I am {{h}}," said {{h}}.', f'"My name is {{h}}," {{he}} said with a smile.')
    s.out.append(s.talk(f, "Do you want to play with me?", f"Do you want to play {game}?"))
    s.say('"Yes!" said {h}.', '{h} smiled and said, "Yes, please!"', "{h} nodded and jumped up.")
    s.say(f"They played {game} in the {{place}}.", f"{{h}} and {f} played {game} all day.")
    s.para()
    s.say("When it was time to go home, they were tired but happy.", "The sun went down and it was time to go home.")
    s.say(f'"Will you come again tomorrow?" asked {f}.', f'"See you tomorrow!" said {f}.')
    s.say("{h} was not lonely anymore.", f"Now {{h}} had a new friend.", f"{{h}} and {f} were best friends.")
    s.lesson = "a new friend can be anywhere"
    s.summary = f"{s.h.name} was lonely. {s.h.he.capitalize()} met {w.a(friend.kind)} named {f}, and they played {game}."


def making(s: Story) -> None:
    """The hero makes something, fails once, tries again."""
    r = s.r
    thing, parts, fail = r.choice([
        ("tower", "blocks", "fell down"), ("boat", "paper", "got wet and sank"), ("cake", "flour, eggs and milk", "was too hard"), ("kite", "paper and string", "did not fly"),
        ("house", "sticks", "fell apart"), ("sand castle", "sand and shells", "was washed away by a wave"), ("snowman", "snow", "fell over"), ("picture", "paint", "got a big black spot")])
    s.say(f"{{h}} wanted to make {w.a(thing)}.", f"{{he}} had an idea. {{He}} wanted to make {w.a(thing)} for {{his}} {{kin}}.")
    s.say(f"{{He}} took {parts} and started to work.", f"{{He}} got {parts} and worked very hard.")
    s.say(f"But the {thing} {fail}.", f"But then the {thing} {fail}!", f"Oh no! The {thing} {fail}.")
    s.say(f"{{h}} was {r.choice(w.SAD)}.", '"I can\'t do it," said {h}.', f"{{h}} felt {r.choice(w.SAD)} and wanted to stop.")
    s.para()
    s.say('{His} {kin} came and said, "Do not give up. Try again!"', '"You can do it," said {his} {kin}. "Just try again."', '{His} {kin} said, "Let me help you. We can try again."')
    s.say("So {h} tried again.", "{h} took a deep breath and tried again.", "{h} worked slowly and was very careful.")
    s.say(f"This time, the {thing} was perfect!", f"At last, the {thing} was ready. It was beautiful.")
    s.say(f'"I did it!" {{h}} shouted.', f"{{h}} was so {r.choice(w.GOOD)} and showed the {thing} to everyone.", f'"What a great {thing}!" said {{his}} {{kin}}.')
    s.lesson = r.choice(["you should never give up", "it is good to try again"])
    s.summary = f"{s.h.name} made {w.a(thing)}, but it {fail}. {s.h.he.capitalize()} tried again and it was perfect."


def treasure(s: Story) -> None:
    """The hero finds something that belongs to somebody else, and gives it back, or opens it."""
    r = s.r
    box = f"{r.choice(w.SIZES)} {r.choice(w.COLOURS)} {r.choice(['box', 'bag', 'basket', 'chest'])}"
    inside = r.choice(["shiny coins", "a gold ring", "many toys", "a silver key", "old books", "sweet candy", "pretty shells"])
    owner = r.choice(["an old woman", "an old man", "a sad king", "a young queen", "a farmer", "a little fairy"])
    o = "the " + owner.split(" ", 1)[1]
    s.say(f"{{h}} found {w.a(box)} in the {{place}}.", f"{{he}} was walking in the {{place}} when {{he}} saw {w.a(box)}.")
    s.say('"What is inside?" {he} thought.', "{He} wanted to know what was inside.", "{He} was very curious.")
    s.say(f"{{He}} opened it and saw {inside}.", f"{{h}} opened it slowly. There, {{he}} saw {inside}!")
    s.say(f"Then {owner} came.", f"Just then, {owner} walked by.")
    s.out.append(s.talk(o, "Have you seen my " + box.split()[-1] + "?", "I lost my " + box.split()[-1] + ". I am so sad."))
    s.say(f"{{h}} wanted to keep it, but {{he}} knew it was not {'hers' if s.h.he == 'she' else 'his'}.", "{h} thought for a moment.")
    s.say(f'"Here it is," said {{h}}, and gave it back.', f'{{h}} gave it to {o} and said, "I found it for you."')
    s.para()
    s.say(f"{w.cap(o)} was very happy and thanked {{him}}.", f'"Thank you! You are very honest," said {o}.')
    gift = r.choice(["a cookie", "a gold coin", "a pretty flower", "a little bell", "a warm hat", "a magic stone"])
    s.say(f"{w.cap(o)} gave {{h}} {gift}.", f"As a thank you, {{h}} got {gift}.")
    s.lesson = "it is good to be honest"
    s.summary = f"{s.h.name} found {w.a(box)} with {inside}. {s.h.he.capitalize()} gave it back to {o} and got {gift}."


def trip(s: Story) -> None:
    """A trip with the family: what they saw, what they ate."""
    r = s.r
    where = r.choice(["the zoo", "the beach", "the farm", "the lake", "the big city", "the mountains", "the market", "the museum"])
    way = r.choice(["by car", "by bus", "by train", "on foot", "by bike", "by boat"])
    seen = r.sample(w.ANIMALS, 2)
    food = r.choice(w.FOODS)
    s.say(f"{{h}} and {{his}} {{kin}} went to {where} {way}.", f"{{his}} {{kin}} took {{h}} to {where}. They went {way}.")
    s.say(f"{{h}} was very {r.choice(w.GOOD)}.", "It was a long way, but {h} did not mind.")
    s.say(f"First, they saw {w.a(r.choice(w.COLOURS) + ' ' + seen[0])}.", f"At {where}, they saw {w.a(seen[0])}.")
    s.say(f"Then they saw {w.a(r.choice(w.SIZES) + ' ' + seen[1])}.", f"Next, {{h}} saw {w.a(seen[1])}.")
    s.out.append(s.talk(s.h.name, f"Look at the {seen[1]}!", f"Can I pet the {seen[1]}?", f"I like the {seen[1]}!"))
    s.say(f"After that, they sat down and ate {w.a(food)}.", f"They were hungry, so they shared {w.a(food)}.")
    s.para()
    s.say("In the evening, they went home.", "Soon it was time to go home.", "When the sun went down, they went back home.")
    s.say('"Thank you for this day," said {h}.', '"Can we go again?" asked {h}. "Yes, we can," said {his} {kin}.')
    s.lesson = "it is fun to see new things"
    s.summary = f"{s.h.name} and {s.h.his} {s.kin} went to {where} {way}. They saw {w.a(seen[0])} and {w.a(seen[1])}."


def fear(s: Story) -> None:
    """Something is frightening, and then it is harmless."""
    r = s.r
    sound, cause = r.choice([("a loud noise", "the wind"), ("a strange sound", "a little mouse"), ("a big shadow", "a tree"), ("two bright eyes", "a cat"),
                             ("a knock at the window", "a branch"), ("a scary voice", "an old radio"), ("something moving", "a lost puppy")])
    seen = "heard" if any(k in sound for k in ("noise", "sound", "knock", "voice")) else "saw"
    s.say(f"{{h}} was in bed when {{he}} {seen} {sound}.", f"It was dark, and {{h}} {seen} {sound}.")
    s.say("{He} was very scared.", '"Oh no, a monster!" {he} thought.', "{He} hid under the blanket.")
    s.say("{He} called {his} {kin}.", "{He} ran to {his} {kin}.")
    s.out.append(s.talk("{his} {kin}".format(his=s.h.his, kin=s.kin), "Do not be afraid. Let's look together.", "What is wrong, my dear?", "I am here with you."))
    s.say("They took a lamp and went to look.", "Together they went to see what it was.", "{h} was brave and went to look.")
    s.say(f"It was only {cause}!", f"There they saw that it was just {cause}.")
    s.para()
    s.say("{h} laughed and laughed.", "{h} was not scared anymore.", '"That was silly," said {h}.')
    s.say("Then {h} went to sleep.", "{His} {kin} gave {him} a kiss and said good night.")
    s.lesson = "many things are not as scary as they look"
    s.summary = f"{s.h.name} {seen} {sound} and was scared. {s.h.he.capitalize()} looked with {s.h.his} {s.kin}. It was only {cause}."


PLOTS = [lost_thing, hurt_animal, sharing, warning, new_friend, making, treasure, trip, fear]


def story_with_summary(r: random.Random) -> tuple[str, str]:
    """A whole story and what happens in it in a sentence or two."""
    s = Story(r)
    s.opening()
    s.day()
    plot = r.choice(PLOTS)
    plot(s)
    s.ending()
    return s.text(), s.summary


def story(r: random.Random) -> str:
    """A whole story."""
    return story_with_summary(r)[0]
