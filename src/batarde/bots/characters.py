"""Who sits at the table: names and characters for the levels, in five languages."""

from typing import Final, NamedTuple

__all__ = ["CHARACTERS", "Character"]


class Character(NamedTuple):
    """How a level appears at a table."""

    names: tuple[str, ...]
    """What its players are called, for up to six at one table."""
    told: dict[str, str]
    """One line about them, by language."""

    def name(self, number: int) -> str:
        """Return the name of the player *number*, from 0, of this level at a table.

        >>> CHARACTERS["novice"].name(0), CHARACTERS["novice"].name(6)
        ('Perrine', 'Perrine 2')
        """
        again, which = divmod(number, len(self.names))
        return f"{self.names[which]} {again + 1}" if again else self.names[which]


CHARACTERS: Final[dict[str, Character]] = {
    "novice": Character(
        ("Perrine", "Colin", "Lise", "Basile", "Nanon", "Jeannot"),
        {
            "fr": "Compte sur ses doigts, oublie les cartes tombées et ne double jamais.",
            "en": "Counts on the fingers, forgets the cards that fell, and never doubles.",
            "de": "Zählt an den Fingern, vergisst gefallene Karten und sagt nie Kontra.",
            "it": "Conta sulle dita, dimentica le carte cadute e non dice mai contro.",
            "es": "Cuenta con los dedos, olvida las cartas caídas y nunca dobla.",
        },
    ),
    "casual": Character(
        ("Margot", "Gaspard", "Suzon", "Firmin", "Babette", "Lubin"),
        {
            "fr": "Joue pour le plaisir, au jugé, avec une distraction de temps en temps.",
            "en": "Plays for pleasure and by feel, with a lapse now and then.",
            "de": "Spielt zum Vergnügen und nach Gefühl, ab und zu zerstreut.",
            "it": "Gioca per piacere e a occhio, con qualche distrazione.",
            "es": "Juega por gusto y a ojo, con algún despiste.",
        },
    ),
    "club": Character(
        ("Odile", "Anselme", "Huguette", "Norbert", "Clarisse", "Eustache"),
        {
            "fr": "Pilier du club : pense aux six atouts et suit les conseils de l’auteur.",
            "en": "A regular at the club: thinks through six trumps, heeds the author’s advice.",
            "de": "Stammgast im Club: denkt sechs Trümpfe durch, folgt dem Rat des Autors.",
            "it": "Di casa al club: pensa a sei atout e segue i consigli dell’autore.",
            "es": "Habitual del club: piensa en seis triunfos y sigue los consejos del autor.",
        },
    ),
    "expert": Character(
        ("Isaure", "Théobald", "Mélisande", "Aubin", "Ysé", "Clovis"),
        {
            "fr": "Lit les mains dans les annonces et double quand les autres vont souffrir.",
            "en": "Reads hands from bids, and doubles when it will hurt the others more.",
            "de": "Liest Hände aus den Ansagen und sagt Kontra, wenn es andere mehr trifft.",
            "it": "Legge le mani dalle dichiarazioni e dice contro quando soffrono gli altri.",
            "es": "Lee las manos en las apuestas y dobla cuando sufrirán los demás.",
        },
    ),
    "master": Character(
        ("Mélusine", "Renart", "Viviane", "Merlin", "Morgane", "Gauvain"),
        {
            "fr": "Joue la partie plus que la donne. On dit qu’on ne l’a jamais vu bâiller.",
            "en": "Plays for the game more than for the deal. Nobody has seen a yawn.",
            "de": "Spielt mehr um die Partie als um die Runde. Nie sah man ein Gähnen.",
            "it": "Gioca per la partita più che per la mano. Mai visto uno sbadiglio.",
            "es": "Juega por la partida más que por la mano. Nadie vio un bostezo.",
        },
    ),
}
"""The character of each level, weakest first."""
