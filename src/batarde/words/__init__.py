"""The words of the game in five languages: names, refusals, narration and the rules as prose.

Each language has one message file, ``<language>.json``, that Python and the browser share:
``messages`` maps dotted keys to texts, and ``"2015"`` holds those that differ in the words of the
2015 books (méchoune, choune). ``{name}`` marks an argument; a message with a plural is an object
of the CLDR categories ``one`` and ``other``, chosen by the argument ``n``.

>>> from batarde.rules.cards import Card
>>> words("en").card(Card.FS), words("fr").card(Card.FS), words("de-CH").card(Card.FS)
('Fool of spades', 'Fou de pique', 'Pik-Narr')
>>> words("es").say("count.tricks", n=1), words("es").say("count.tricks", n=2)
('1 baza', '2 bazas')
>>> words("it", "2015").say("shout.double")
'Mesciuno!'
"""

from batarde.words.languages import LANGUAGES, guess_language, language, rules_text
from batarde.words.narration import Narrator
from batarde.words.padspeech import pad_change, pad_refusal
from batarde.words.speech import VOCABULARIES, Words, words

__all__ = [
    "LANGUAGES",
    "VOCABULARIES",
    "Narrator",
    "Words",
    "guess_language",
    "language",
    "pad_change",
    "pad_refusal",
    "rules_text",
    "words",
]
