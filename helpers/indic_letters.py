"""Indian scripts in Latin letters, as a map of India writes them: without marks, vowels as they are heard.

The nine scripts of the southern blocks share one order of letters, and Unicode's names say the sound of each: a consonant
holds an `a` until a vowel sign takes its place or a virama takes it away.
"""

import re
import unicodedata
from functools import cache

SCRIPTS = (
    "DEVANAGARI",
    "BENGALI",
    "GURMUKHI",
    "GUJARATI",
    "ORIYA",
    "TAMIL",
    "TELUGU",
    "KANNADA",
    "MALAYALAM",
)
_SILENT_AT_END = ("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI")
"""Their languages do not speak the `a` of a consonant that ends a word."""
_NAME = re.compile(
    rf"(?P<script>{'|'.join(SCRIPTS)}) (?P<kind>LETTER CHILLU|LETTER KHANDA|LETTER|VOWEL SIGN|SIGN|DIGIT|.*?)"
    r"(?: (?P<sound>VOCALIC [RL]+|[A-Z]+))?(?: WITH .*)?"
)
_SOUNDS = {
    "CA": "cha", "CHA": "chha", "SSA": "sha", "LLLA": "zha", "VOCALIC R": "ri", "VOCALIC RR": "ri", "VOCALIC L": "li",
    "VOCALIC LL": "li", "YYA": "ya", "EE": "e", "OO": "o",
}  # fmt: skip
_TWICE = re.compile(r"([A-Z])\1+")
_NASAL = frozenset({"ANUSVARA", "CANDRABINDU", "BINDI", "TIPPI"})
_LIPS = "pbm"
"""Before these a nasal is an m."""


def in_latin(text: str) -> str:
    """A text with the letters of Indian scripts in Latin ones; everything else as it is."""
    said: list[str] = []
    holds_a = is_silent = False
    for at, letter in enumerate(text):
        script, kind, sound = _read(letter)
        if kind == "mark":
            continue
        if is_silent and kind == "" and holds_a and _spoken(said) > 1:
            said[-1] = said[-1][:-1]
        if kind == "":
            said.append(letter)
        elif kind == "vowel sign" or sound == "VIRAMA":
            if holds_a:
                said[-1] = said[-1][:-1]
            said.append("" if sound == "VIRAMA" else sound)
        elif kind == "nasal":
            following = _read(text[at + 1])[2] if at + 1 < len(text) else ""
            said.append("m" if not following or following[0] in _LIPS else "n")
        else:
            said.append(sound)
        holds_a = kind == "consonant"
        is_silent = script in _SILENT_AT_END
    if is_silent and holds_a and _spoken(said) > 1:
        said[-1] = said[-1][:-1]
    return "".join(said)


def _spoken(said: list[str]) -> int:
    """Sounds of the word in hand."""
    count = 0
    for sound in reversed(said):
        if sound.isspace():
            break
        count += 1
    return count


@cache
def _read(letter: str) -> tuple[str, str, str]:
    """(script, kind, sound) of a letter; empty kind for one that is of no Indian script."""
    match = _NAME.fullmatch(unicodedata.name(letter, ""))
    if match is None:
        return "", "", ""
    script, kind, name = match["script"], match["kind"], match["sound"] or match["kind"]
    if kind == "DIGIT":
        return script, "digit", str(unicodedata.digit(letter))
    if kind in ("LETTER CHILLU", "LETTER KHANDA"):
        return script, "ending", _sound(name).removesuffix("a")
    if kind == "LETTER":
        sound = _sound(name)
        return script, "vowel" if not sound.endswith("a") or name in ("A", "AA") else "consonant", sound
    if kind == "VOWEL SIGN":
        return script, "vowel sign", _sound(name)
    if name == "VIRAMA":
        return script, "virama", "VIRAMA"
    if name in _NASAL:
        return script, "nasal", ""
    if name == "VISARGA":
        return script, "ending", "h"
    return (script, "mark", "") if unicodedata.category(letter)[0] == "M" or name == "ADDAK" else ("", "", "")


def _sound(name: str) -> str:
    return _SOUNDS.get(name) or _TWICE.sub(r"\1", name).lower()
