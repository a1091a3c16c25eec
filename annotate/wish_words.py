"""The one mapping table of wishes and catalogue values: which spellings mean the same, and which words are known.

Values are folded (case, `_`, `-`, `&` for "and", blanks, plural), then `SYNONYMS` maps a spelling to the one under which
it is compared, both folded. A value outside `KNOWN` is still compared as it is written; imports list it, because it
may be a spelling that no wish will ever meet. Sources: the fields and Table 7 of UTP-Bench (arXiv 2609.02421),
the house rules, room types, cuisines and event segments of TravelPlanner (arXiv 2402.01622) and TripCraft
(arXiv 2502.20508), and the amenity names of hotel listings.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from annotate.names import match_key
from annotate.plan import Mode

SYNONYMS = {
    "wi fi": "wifi",
    "free wifi": "wifi",
    "free wi fi": "wifi",
    "internet": "wifi",
    "free internet": "wifi",
    "wireless internet": "wifi",
    "free parking": "parking",
    "car parking": "parking",
    "parking facility": "parking",
    "swimming pool": "pool",
    "air conditioned": "air conditioning",
    "ac": "air conditioning",
    "fitness center": "gym",
    "fitness centre": "gym",
    "gymnasium": "gym",
    "free breakfast": "breakfast",
    "breakfast included": "breakfast",
    "breakfast available": "breakfast",
    "bar / lounge": "bar",
    "bar/lounge": "bar",
    "lift": "elevator",
    "flatscreen tv": "tv",
    "television": "tv",
    "business center": "business centre",
    "24 hour reception": "24 hour front desk",
    "airport transportation": "airport transfer",
    "airport shuttle": "airport transfer",
    "airport pickup": "airport transfer",
    "laundry service": "laundry",
    "daily housekeeping": "housekeeping",
    "car rental": "car hire",
    "luggage storage": "baggage storage",
    "babysitting": "child care",
    "entire home/apt": "entire room",
    "entire home": "entire room",
    "entire place": "entire room",
    "b&b": "bed and breakfast",
    "home stay": "homestay",
    "guesthouse": "guest house",
    "kid friendly": "family friendly",
    "pet not allowed": "no pet",
    "smoking not allowed": "no smoking",
    "non smoking": "no smoking",
    "party not allowed": "no party",
    "visitor not allowed": "no visitor",
    "bbq": "barbecue",
    "veg": "vegetarian",
    "pure veg": "vegetarian",
    "theater": "theatre",
    "art and theater": "art and theatre",
    "standup comedy": "comedy",
    "stand up comedy": "comedy",
    "comedy show": "comedy",
    "live music": "music",
    "music show": "music",
    "concert": "music",
}
"""Spelling -> the one under which it is compared."""
FORBIDS = {
    "flight": Mode.FLIGHT,
    "cab": Mode.CAB,
    "taxi": Mode.CAB,
    "driving": Mode.CAB,
    "self driving": Mode.CAB,
    "selfdriving": Mode.CAB,
    "self drive": Mode.CAB,
    "selfdrive": Mode.CAB,
    "car": Mode.CAB,
    "rental car": Mode.CAB,
    "rental van": Mode.CAB,
    "personal vehicle": Mode.CAB,
    "train": Mode.TRAIN,
    "bus": Mode.BUS,
}
"""Mode that `No <word>` forbids. "No cab" and "no self-driving" are one wish."""
_IRREGULAR_PLURALS = {"children": "child", "quizzes": "quiz"}
_PLURAL_END = re.compile(r"(?<=..)(?:s|(?<=[osxz])e|(?<=[cs]h)e)+$")
"""What a word and its plural do not share at their end."""
_LIST_MARKS = ";,&"
"""What several wishes in one text are written apart by."""

_HOUSE_RULES = """no pet; no smoking; no party; no visitor; no child under 10; pet; smoking; party; visitor;
    child under 10; no alcohol; no loud music; no outside food; couple allowed; id required"""
_HOUSE_TYPES = """entire room; private room; shared room; not shared room; hotel; resort; homestay; hostel; villa;
    apartment; guest house; bed and breakfast; cottage; houseboat; farm stay; lodge; camp; motel; tent; palace;
    family friendly; couple friendly; business; luxury; budget; boutique; heritage; eco friendly; solo friendly"""
_FACILITIES = """wifi; parking; pool; air conditioning; gym; breakfast; restaurant; bar; spa; elevator; garden;
    terrace; sun terrace; balcony; private balcony; private bathroom; kitchen; tv; heating; power backup; hot water;
    minibar; business centre; banquet room; meeting room; conference facility; sauna; poolside bar; barbecue;
    non smoking room; smoking room available; family room; suite; wheelchair access; ev charging; playground;
    beach access; ocean view; city view; landmark view; pool view; shop; telephone; bonfire; library; game room;
    complimentary toiletry; vip room facility; infirmary; first aid kit; fireplace; jacuzzi; cafe; lounge"""
_SERVICES = """room service; breakfast; laundry; dry cleaning; housekeeping; concierge; 24 hour front desk; 24 hour security;
    airport transfer; taxi service; car hire; currency exchange; baggage storage; doctor on call; tour desk;
    travel desk; child care; caretaker; wake up call; butler service; shoeshine; express check in / check out;
    private check in / check out; guided tour; massage; pet care; bicycle rental; shuttle service; valet parking"""
_CUISINES = """indian; north indian; south indian; rajasthani; punjabi; gujarati; maharashtrian; bengali; kerala;
    goan; kashmiri; hyderabadi; awadhi; mughlai; lucknowi; chettinad; andhra; tamil; udupi; konkan; malvani; bihari;
    odia; assamese; naga; tibetan; nepalese; sri lankan; chinese; indo chinese; thai; japanese; sushi; korean;
    vietnamese; malaysian; asian; pan asian; american; mexican; tex mex; italian; pizza; pasta; french; spanish;
    greek; mediterranean; lebanese; turkish; arabic; middle eastern; persian; afghan; european; continental; german;
    british; international; fusion; multi cuisine; seafood; steak; steakhouse; grill; barbecue; kebab; biryani;
    tandoori; street food; fast food; burger; sandwich; chaat; cafe; coffee; tea; bakery; dessert; ice cream; sweet;
    juice; healthy; salad; vegetarian; vegan; jain; halal; bar; pub; brewery; fine dining; breakfast; thali"""
_EVENTS = """music; sports; art & theatre; theatre; art; comedy; film; dance; festival; food; food & drink; workshop;
    exhibition; party; nightlife; family; kid; literature; poetry; fair; religious; culture; cultural; wellness;
    fitness; adventure; conference; miscellaneous; screening; spirituality; fashion; craft"""
_ATTRACTIONS = """Boat Tours & Water Sports; Casinos & Gambling; Classes & Workshops; Concerts & Shows; Food & Drink;
    Fun & Games; Museums; Nature & Parks; Nightlife; Outdoor Activities; Shopping; Sights & Landmarks; Spas & Wellness;
    Water & Amusement Parks; Zoos & Aquariums; Tours; Transportation; Traveler Resources; Events; Other"""


def _stem(word: str) -> str:
    """What a word and its plural have in common: "bu" of "bus" and "buses", "taxi" of "taxis", "movy" of
    "movie" and "movies". No English word, because an end in -us or -is tells neither number; it is for
    comparing only."""
    stem = _PLURAL_END.sub("", _IRREGULAR_PLURALS.get(word, word))
    return stem[:-2] + "y" if stem.endswith("ie") else stem


def _folded(text: str) -> str:
    words = match_key(text).replace("_", " ").replace("-", " ").replace(" & ", " and ").split()
    return " ".join(map(_stem, words))


_SYNONYMS = {_folded(spelling): _folded(meaning) for spelling, meaning in SYNONYMS.items()}
_FORBIDS = {_folded(word): mode for word, mode in FORBIDS.items()}


@lru_cache(maxsize=4096)
def wish_key(text: str) -> str:
    """Key under which a wish and a catalogue value are compared. It is its own key."""
    folded = _folded(text)
    return _SYNONYMS.get(folded, folded)


def forbidden_mode(wish: str) -> Mode | None:
    """The mode that one wish forbids, None if it is no wish of that kind."""
    key = wish_key(wish)
    return _FORBIDS.get(key.removeprefix("no ")) if key.startswith("no ") else None


def _known(listed: str) -> frozenset[str]:
    return frozenset(wish_key(word) for word in listed.split(";"))


KNOWN = {
    "house_rules": _known(_HOUSE_RULES),
    "house_type": _known(_HOUSE_TYPES),
    "facilities": _known(_FACILITIES),
    "services": _known(_SERVICES),
    "cuisine": _known(_CUISINES),
    "event": _known(_EVENTS),
    "attraction": _known(_ATTRACTIONS),
}
"""Field of the local constraints -> keys of the words that are known for it."""


def unmapped(field: str, values: Iterable[str]) -> tuple[str, ...]:
    """The values of a field that map to no known word, as written, each once, in order of first use.

    A value that offers a choice (`Seafood/Steak/Grill`) is known where each alternative is.
    """
    if field == "transportation":
        return tuple(dict.fromkeys(value for value in values if forbidden_mode(value) is None))
    known = KNOWN[field]
    found = {}
    for value in values:
        key = wish_key(value)
        if key in found or key in known or all(wish_key(part) in known for part in value.split("/")):
            continue
        found[key] = value
    return tuple(found.values())


def apart(field: str, text: str) -> tuple[str, ...]:
    """The wishes of a text that lists several known ones (`no flight, no self-driving`); any other text is one
    wish."""
    if unmapped(field, [text]):
        for mark in _LIST_MARKS:
            parts = tuple(part.strip() for part in text.split(mark))
            if len(parts) > 1 and all(parts) and not unmapped(field, parts):
                return parts
    return (text,)
