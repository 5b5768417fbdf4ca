# SPDX-License-Identifier: MIT
"""Instructions of many kinds for an instruction-tuned target, made of templates and random words; the same seed makes the same.

    python -m recipe.chats --seed 1 --count 3 [--kind code]

Nothing here is from a benchmark: what drafts are measured with elsewhere must be new to them.
"""
import random

from . import generator, passages, words as w


def choices(text: str) -> list[str]:
    """What stands between the bars, over the ends of lines."""
    return [" ".join(x.split()) for x in text.split("|")]


TOPICS = choices("""volcanoes|the water cycle|how bread rises|photosynthesis|the moon|tides|earthquakes|recycling|electric cars|solar panels|the printing press|the Roman
Empire|chess|jazz|honey bees|coral reefs|the human heart|vaccines|inflation|supply and demand|the stock market|gravity|magnets|batteries|steam engines|bridges|the
internet|passwords|computer memory|binary numbers|prime numbers|fractions|probability|maps|deserts|rain forests|penguins|whales|dinosaurs|the pyramids|the Olympic
Games|football|swimming|yoga|sleep|dreams|memory|learning a language|public speaking|time management|saving money|gardening|composting|cooking rice|coffee|tea|chocolate|
photography|painting|poetry|the violin|dance|theatre|film making|video games|robots|artificial intelligence|satellites|black holes|comets|rockets|aeroplanes|bicycles|
trains|ships|lighthouses|castles|knights|pirates|vampires|dragons|mythology|democracy|elections|human rights|the French Revolution|trade|money|banks|insurance|
friendship|honesty|courage|loneliness|anger|stress|a healthy diet|vitamins|teeth|the immune system|DNA|evolution|genes|cells|atoms|chemical reactions|acids|crystals|
glass|steel|paper|clocks|calendars|the seasons|clouds|thunderstorms|snow|rivers|mountains|islands|cities|traffic|architecture|fashion|museums|libraries|newspapers""")
PLACES = choices("""a small fishing village|a city under the sea|an old lighthouse|a space station|a crowded train|a quiet library|a mountain hut|a desert town|an abandoned factory|
a busy market|a forest at night|a school|a hospital|a castle|an island|a museum after dark|a farm|a bakery|an airport|a garden""")
HEROES = choices("""a retired teacher|a young inventor|a lonely robot|a talking cat|a clumsy wizard|a brave nurse|a detective|a shy musician|two sisters|an old sailor|a baker|a girl
who can talk to birds|a boy with a map|a thief|a king without a crown|a painter|a scientist|a mail carrier|a ghost|a chess champion""")
TROUBLES = choices("""loses something precious|finds a hidden door|receives a strange letter|must keep a secret|learns to forgive|gets lost in a storm|makes an unlikely friend|has to choose
between two worlds|discovers the truth|wins against all odds|misses the last train|hears a voice at night|finds a box of old photographs|plans a surprise""")
READERS = ["a child", "a beginner", "an expert", "a ten-year-old", "my grandmother", "a high school student", "somebody in a hurry", "a new colleague"]
TASKS = choices("""reverses a string|counts the vowels of a word|finds the largest number in a list|checks whether a number is prime|computes the factorial of a number|prints the first n
Fibonacci numbers|sorts a list of words by length|removes duplicates from a list|merges two dictionaries|reads a file and counts its lines|converts Celsius to Fahrenheit|
checks whether a word is a palindrome|counts how often each word occurs in a text|finds the second smallest number|computes the average of a list|draws a triangle of
stars|generates a random password|splits a sentence into words|computes the greatest common divisor|implements a stack|implements a queue|searches a sorted list|
flattens a nested list|validates an email address|counts down from ten|transposes a matrix""")
LANGUAGES = ["Python", "Python", "Python", "JavaScript", "Java", "C", "C++", "Rust", "Go", "SQL", "Bash"]
TONGUES = ["French", "Spanish", "German", "Italian"]
LETTERS = choices("""an email to my boss asking for a day off|a thank-you note to a neighbour|a letter of complaint about a late parcel|an invitation to a birthday party|a cover letter for a
job as a librarian|an apology to a friend|a short speech for a wedding|a product description of a lamp|a review of a restaurant|a diary entry of a rainy day|a news report
about a lost dog|a poem about autumn|a haiku about the sea|a limerick about a cat|a slogan for a bakery|a song about summer""")
SYSTEMS = ["You are a helpful assistant.", "You answer in one short paragraph.", "You are a patient teacher.", "You are a careful programmer.", "You are a storyteller.",
           "You answer with lists."]
USUAL = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"        # what the target's chat template puts first
FOLLOW_UPS = ["Make it shorter.", "Can you give me an example?", "Say that again in simpler words.", "Now write it as a list.", "Why?", "Go on.", "Summarize this in one sentence.",
              "Please continue.", "Rewrite this in a more formal tone.", "What else should I know?"]


def story(r: random.Random) -> str:
    """Asks for a story."""
    hero, place, trouble, n = r.choice(HEROES), r.choice(PLACES), r.choice(TROUBLES), r.choice((100, 150, 200, 300))
    return r.choice([f"Write a short story about {hero} who {trouble}.", f"Write a story set in {place}. {w.cap(hero)} {trouble}.",
                     f"Tell me a story of about {n} words about {hero} in {place}.", f"Continue this story: In {place}, {hero} {trouble}. One morning,",
                     f"Write the beginning of a novel that takes place in {place}.", f"Write a fairy tale in which {hero} {trouble}."])


def explanation(r: random.Random) -> str:
    """Asks for an explanation."""
    t, who = r.choice(TOPICS), r.choice(READERS)
    return r.choice([f"Explain {t} to {who}.", f"What should I know about {t}?", f"Write a paragraph about {t}.", f"Explain {t} in simple terms.",
                     f"Give me a short introduction to {t}.", f"Write an essay about {t} for {who}.", f"Why is it worth learning about {t}?"])


def question(r: random.Random) -> str:
    """A question."""
    t, u = r.sample(TOPICS, 2)
    return r.choice([f"Who is known for work on {t}?", f"Where does the history of {t} begin?", f"What are common mistakes people make about {t}?",
                     f"What is the difference between {t} and {u}?", f"Is it true that {t} changed the world?", f"What do {t} and {u} have in common?",
                     f"When did people begin to be interested in {t}?", f"What happens if we ignore {t}?", f"Can you recommend a book about {t}?"])


def listing(r: random.Random) -> str:
    """Asks for a list or for steps."""
    t, n = r.choice(TOPICS), r.randint(3, 12)
    return r.choice([f"List {n} facts about {t}.", f"Give me {n} ideas for a project about {t}.", f"What are the advantages and disadvantages of {t}?",
                     f"Write a step-by-step guide to {t}.", f"Make a table about {t} with {r.randint(2, 4)} columns.", f"Name {n} words that have to do with {t}.",
                     f"Write {n} quiz questions about {t} with their answers.", f"Plan a week of lessons about {t}.", f"Write a recipe with {r.choice(w.FRUIT)} and {r.choice(w.FOODS)}."])


def dialogue(r: random.Random) -> str:
    """Asks for a conversation."""
    a, b, t = *r.sample(HEROES, 2), r.choice(TOPICS)
    return r.choice([f"Write a dialogue between {a} and {b} about {t}.", f"Write an interview with {a} about {t}.", f"{w.cap(a)} and {b} argue about {t}. Write what they say.",
                     f"Let us play a game: you are {a}. What do you think of {t}?"])


def code(r: random.Random) -> str:
    """Asks for a small program."""
    task, language = r.choice(TASKS), r.choice(LANGUAGES)
    return r.choice([f"Write a {language} function that {task}.", f"Write a program in {language} that {task}. Explain how it works.",
                     f"How can I write a {language} program that {task}?", f"Give me a {language} example that {task}, with comments and a test."])


def arithmetic(r: random.Random) -> str:
    """A sum or a word problem."""
    a, b, c, name, thing = r.randint(2, 60), r.randint(2, 40), r.randint(2, 9), r.choice(w.GIRLS + w.BOYS), w.plural(r.choice(w.FRUIT))
    return r.choice([f"What is {a} {r.choice('+-*')} {b}?", f"{name} has {a + b} {thing} and gives away {b}. How many are left? Explain step by step.",
                     f"A box holds {c} {thing}. How many boxes does {name} need for {a * c} {thing}?", f"A train goes {a} km in {c} hours. How far does it go in {c + 2} hours?",
                     f"Solve for x: {c}x + {a} = {a + b * c}.", f"What is {a} percent of {b * 10}?"])


def rewriting(r: random.Random) -> str:
    """A text and what to do with it."""
    text = passages.short_passage(r)[0]
    return r.choice(["Summarize the following text.", "Rewrite this text in a formal tone.", "Rewrite this in the past tense, as a newspaper would.", "Correct the spelling of this text.",
                     f"Translate this into {r.choice(TONGUES)}.", "Who is in this text, and what do they do?", "Give this text a title.", "Make three sentences of this.",
                     "Repeat this text word for word."]) + "\n\n" + text


def letter(r: random.Random) -> str:
    """Asks for a letter or a small text of another kind."""
    return f"{r.choice(['Write', 'Please write', 'Help me write', 'I need'])} {r.choice(LETTERS)}{r.choice(['.', '. Keep it short.', f' for {r.choice(READERS)}.'])}"


def about_a_text(r: random.Random, texts: list[str]) -> str:
    """A longer text of somebody else's, or two, and a question about it."""
    text = r.choice(texts)
    if r.random() < 0.3:
        text = f"[1] {text}\n\n[2] {r.choice(texts)}"
    names = sorted({x.strip(".,;:!?\"'") for x in text.split() if x[:1].isupper() and len(x) > 4}) or ["the text"]
    name = r.choice(names)
    ask = r.choice(["Summarize this text.", "Summarize the following text in one sentence.", "What is the main idea of this text?", f"What does the text say about {name}?", f"Who is {name}?",
                    f"Answer from the text: what happens to {name}?", "List the key points.", f"Translate this into {r.choice(TONGUES)}.", "Write a headline for this text.",
                    "What will happen next?", "Rewrite this in modern English.", "Explain this text to a child.", f"Is {name} mentioned in the text, and why?"])
    return f"{text}\n\n{ask}" if r.random() < 0.4 else f"{ask}\n\n{text}"


KINDS = {"story": story, "explanation": explanation, "question": question, "list": listing, "dialogue": dialogue, "code": code, "arithmetic": arithmetic,
         "rewriting": rewriting, "letter": letter}
SHARES = {"story": 5, "explanation": 5, "question": 3, "list": 4, "dialogue": 2, "code": 4, "arithmetic": 2, "rewriting": 4, "letter": 2}
PLAIN = 0.06          # share of prompts without any chat: the beginning of a text


def chatml(system: str | None, turns: list[str]) -> str:
    """A prompt in ChatML: the system's words, then user and assistant in turn, up to where the assistant begins."""
    text = f"<|im_start|>system\n{system}<|im_end|>\n" if system else ""
    for i, turn in enumerate(turns):
        text += f"<|im_start|>{'assistant' if i % 2 else 'user'}\n{turn}<|im_end|>\n"
    return text + "<|im_start|>assistant\n"


def prompt(r: random.Random, earlier: tuple[str, str] | None = None) -> tuple[str, str]:
    """A kind and a prompt of it. `earlier` is an instruction with its answer, which the prompt then goes on from."""
    system = r.choices((USUAL, r.choice(SYSTEMS), None), (0.75, 0.1, 0.15))[0]
    if earlier:
        return "follow-up", chatml(system, [*earlier, r.choice(FOLLOW_UPS)])
    if r.random() < PLAIN:
        return "plain", passages.short_passage(r)[0].rsplit(" ", r.randint(2, 9))[0]
    kind = r.choices(list(SHARES), SHARES.values())[0]
    return kind, chatml(system, [KINDS[kind](r)])


if __name__ == "__main__":
    generator.show(KINDS, __doc__)
