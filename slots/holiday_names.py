"""The names of holidays, and the rule that each follows.

The first columns need only the calendar: a fixed day, a weekday counted in a month,
a distance from Easter. Feasts that follow the moon are looked up in the calendars of
the ``holidays`` package (the extra ``verbflow[holidays]``), which is imported at the
first such name; without it no holiday is read at all. Where countries differ, the
names are read as in the United States ("labor day", "mother's day", "thanksgiving").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same day each year."""

    month: int
    """1 to 12."""
    day: int
    """1 to 31."""
    to_workday: bool = False
    """Whether it moves from a weekend to the nearest working day."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A weekday counted in a month, and days from it."""

    nth: int
    """1 to 5; -1 for the last one."""
    weekday: int
    """Monday is 0."""
    month: int
    """1 to 12."""
    days: int = 0
    """Days after it; negative ones before."""


@dataclass(frozen=True, slots=True)
class Easter:
    """Days from Easter Sunday."""

    days: int = 0
    """Days after it; negative ones before."""
    is_orthodox: bool = False
    """Whether it is the Easter of the Orthodox churches."""


@dataclass(frozen=True, slots=True)
class Lunar:
    """A feast of another calendar, as the ``holidays`` package computes it."""

    calendar: str
    """The package's calendar."""
    feast: str
    """The calendar's name of the feast."""
    days: int = 0
    """Days after it; negative ones before."""


Rule = Fixed | Counted | Easter | Lunar
"""How the day of a holiday is found in a year."""

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)

_FIXED = {
    (1, 1): "new year | new years day | the new year | newyears day",
    (12, 31): "new years eve | new year eve | nye",
    (1, 6): "epiphany | three kings day",
    (2, 2): "groundhog day | candlemas",
    (2, 12): "lincolns birthday | abraham lincolns birthday | lincoln day",
    (2, 14): "valentines day | st valentines day | valentines",
    (3, 1): "st davids day",
    (3, 8): "womens day | international womens day",
    (3, 14): "pi day",
    (3, 17): "st patricks day | st paddys day | st pattys day | paddys day",
    (4, 1): "april fools | april fools day | april fool day",
    (4, 10): "national sibling day | sibling day",
    (4, 22): "earth day",
    (4, 23): "st georges day",
    (4, 25): "anzac day",
    (4, 27): "kings day",
    (5, 1): "may day | international workers day | intl workers day | int l workers day | workers day",
    (5, 5): "cinco de mayo",
    (6, 14): "flag day",
    (6, 19): "juneteenth | jubilee day | freedom day | juneteenth independence day",
    (6, 21): "yoga day | international yoga day",
    (7, 1): "canada day",
    (7, 4): "independence day | fourth of july | the fourth of july",
    (7, 14): "bastille day",
    (8, 15): "assumption day | assumption of mary",
    (9, 11): "patriot day",
    (10, 31): "halloween | all hallows eve | reformation day",
    (11, 1): "all saints day",
    (11, 2): "all souls day",
    (11, 5): "guy fawkes day | bonfire night",
    (11, 11): "veterans day | remembrance day | armistice day",
    (11, 30): "st andrews day",
    (12, 6): "st nicholas day",
    (12, 7): "pearl harbor day | pearl harbor remembrance day",
    (12, 8): "immaculate conception | feast of the immaculate conception",
    (12, 10): "human rights day",
    (12, 24): "christmas eve | xmas eve",
    (12, 25): "christmas | christmas day | xmas | xmas day",
    (12, 26): "boxing day | st stephens day",
}
_NAMES: dict[Rule, str] = {
    **{Fixed(*day): names for day, names in _FIXED.items()},
    Fixed(10, 16, to_workday=True): "boss | boss day | national boss day",
    Fixed(4, 16, to_workday=True): "emancipation day",
    Counted(3, MON, 1): "mlk day | mlk | martin luther king day | martin luther king jr day",
    Counted(3, MON, 2): "presidents day | washingtons birthday | george washington day | washington day",
    Counted(2, SUN, 3): "daylight saving start | daylight saving start day | start of daylight saving",
    Counted(1, SUN, 11): "daylight saving end | daylight saving end day | end of daylight saving",
    Counted(-1, SAT, 4, -3): "administrative professionals day | secretaries day",
    Counted(-1, FRI, 4): "arbor day",
    Counted(2, SUN, 5): "mothers day",
    Counted(2, SUN, 5, -2): "military spouse day",
    Counted(3, SAT, 5): "armed forces day",
    Counted(3, SUN, 5, 3): "emsc day | emergency medical services for children day",
    Counted(-1, MON, 5): "memorial day | decoration day",
    Counted(3, SUN, 6): "fathers day",
    Counted(4, SUN, 7): "parents day",
    Counted(1, MON, 9): "labor day | labour day",
    Counted(1, MON, 9, 6): "grandparents day | national grandparents day",
    Counted(2, MON, 10): "columbus day | indigenous peoples day",
    Counted(1, MON, 11, 1): "election day",
    Counted(4, THU, 11): "thanksgiving | thanksgiving day | turkey day",
    Counted(4, THU, 11, 1): "black friday",
    Counted(4, THU, 11, 2): "small business saturday",
    Counted(4, THU, 11, 4): "cyber monday",
    Counted(4, THU, 11, 5): "giving tuesday",
    Easter(): "easter | easter sunday | easter day",
    Easter(-63): "septuagesima",
    Easter(-48): "shrove monday | rose monday | rosenmontag",
    Easter(-47): "mardi gras | shrove tuesday | fat tuesday | pancake day | pancake tuesday",
    Easter(-46): "ash wednesday",
    Easter(-7): "palm sunday",
    Easter(-3): "maundy thursday | holy thursday | covenant thursday | covenant thu",
    Easter(-2): "good friday | great friday",
    Easter(-1): "holy saturday | easter saturday | black saturday",
    Easter(1): "easter monday",
    Easter(39): "ascension day | ascension | ascension thursday",
    Easter(49): "pentecost | whitsunday | whit sunday | pentecost sunday",
    Easter(50): "whit monday | pentecost monday | whitmonday",
    Easter(56): "trinity sunday",
    Easter(60): "corpus christi | feast of corpus christi",
    Easter(0, True): "orthodox easter | orthodox easter sunday | pascha",
    Easter(-48, True): "clean monday | orthodox clean monday | orthodox shrove monday | green monday | ash monday",
    Easter(-8, True): "lazarus saturday",
    Easter(-7, True): "orthodox palm sunday",
    Easter(-2, True): "orthodox good friday | great and holy friday",
    Easter(-1, True): "orthodox holy saturday | orthodox great saturday",
    Easter(1, True): "orthodox easter monday",
    Lunar(
        "_ChineseLunisolar", "lunar_new_year"
    ): "chinese new year | lunar new year | chinese new years day | lunar new"
    " years day | chinese lunar new years day | spring festival",
    Lunar("_ChineseLunisolar", "mid_autumn"): "mid autumn festival | moon festival",
    Lunar("_ChineseLunisolar", "dragon_boat"): "dragon boat festival",
    Lunar("_ChineseLunisolar", "qingming"): "qingming | tomb sweeping day",
    Lunar("_BuddhistLunisolar", "vesak"): "vesak | vesak day | wesak | vaisakha | buddha day | buddha purnima",
    Lunar("_HinduLunisolar", "diwali_india"): "diwali | deepavali | lakshmi puja",
    Lunar("_HinduLunisolar", "diwali_india", -2): "dhanteras | dhanatrayodashi",
    Lunar("_HinduLunisolar", "diwali_india", 1): "govardhan puja | annakut",
    Lunar("_HinduLunisolar", "diwali_india", 2): "bhai dooj | bhai duj",
    Lunar("_HinduLunisolar", "diwali_india", 6): "chhath | chhath puja | dala puja | surya shashthi",
    Lunar("_HinduLunisolar", "holi"): "holi | dhulandi | phagwah",
    Lunar("_HinduLunisolar", "holi", -1): "chhoti holi | holika dahan | kamudu pyre",
    Lunar("_HinduLunisolar", "rath_yatra"): "rath yatra | ratha yatra | rathayatra",
    Lunar("_HinduLunisolar", "mahavir_jayanti"): "mahavir jayanti | mahavira jayanti | mahaveer janma kalyanak",
    Lunar("_HinduLunisolar", "makar_sankranti"): "makar sankranti | makara sankranti | makara sankranthi",
    Lunar("_HinduLunisolar", "pongal"): "pongal | thai pongal",
    Lunar("_HinduLunisolar", "pongal", -1): "bhogi | bogi | bogi pandigai | bhogi pandigai",
    Lunar("_HinduLunisolar", "pongal", 1): "mattu pongal | maattu pongal",
    Lunar("_HinduLunisolar", "pongal", 2): "kaanum pongal | kanni pongal",
    Lunar("_HinduLunisolar", "vaisakhi"): "vaisakhi | baisakhi | vasakhi | vaishakhi | mesadi",
    Lunar("_HinduLunisolar", "onam"): "onam | thiru onam | thiruvonam",
    Lunar("_HinduLunisolar", "basant_panchami"): "basant panchami | vasant panchami",
    Lunar("_HinduLunisolar", "raksha_bandhan"): "raksha bandhan | rakshabandhan | rakhi",
    Lunar("_HinduLunisolar", "janmashtami"): "janmashtami | krishna janmashtami | gokulashtami",
    Lunar("_HinduLunisolar", "ganesh_chaturthi"): "ganesh chaturthi | vinayaka chaturthi",
    Lunar("_HinduLunisolar", "maha_shivaratri"): "maha shivaratri | mahashivratri | shivratri",
    Lunar("_HinduLunisolar", "ram_navami"): "ram navami | rama navami",
    Lunar("_HinduLunisolar", "dussehra"): "dussehra | vijayadashami | dasara",
    Lunar("_HinduLunisolar", "gudi_padwa"): "gudi padwa | ugadi | chaitra sukladi | yugadi",
    Lunar("_HinduLunisolar", "guru_ravidas_jayanti"): "guru ravidas jayanti | guru ravidass jayanti | guru ravidas"
    " birthday",
    Lunar("_HinduLunisolar", "guru_nanak_jayanti"): "guru nanak jayanti | guru nanak gurpurab",
    Lunar("_HinduLunisolar", "thaipusam"): "thaipusam",
    Lunar("_IslamicLunar", "eid_al_fitr"): "eid al fitr | eid ul fitr | id ul fitr | eidul fitr | eid",
    Lunar("_IslamicLunar", "eid_al_adha"): "eid al adha | eid ul adha | id ul adha | eidul azha | eid ul azha | bakrid"
    " | sacrifice feast | feast of the sacrifice | festival of sacrifice",
    Lunar("_IslamicLunar", "mawlid"): "mawlid | mawlid al nabawi | mawlid al nabi | prophets birthday",
    Lunar("_IslamicLunar", "ashura"): "ashura | day of ashura",
    Lunar("_IslamicLunar", "hijri_new_year"): "islamic new year | hijri new year | amun jadid | muharram",
    Lunar("_IslamicLunar", "jumuatul_wida"): "jumu atul wida | jumuatul wida | jamat ul vida",
}


def normal(word: str) -> str:
    """Return a word of a name without what people leave out: the s of a possessive, the long form of *saint*."""
    return {"saint": "st"}.get(word, word.removesuffix("s") if len(word) > 3 else word)


_RULES = {
    tuple(map(normal, name.split())): rule
    for rule, names in _NAMES.items()
    for name in names.split("|")
    if name.strip()
}
_LONGEST: dict[str, int] = {}
for _words in _RULES:
    _LONGEST[_words[0]] = max(_LONGEST.get(_words[0], 0), len(_words))


def longest_from(word: str) -> int:
    """Return how many words the longest name has that starts with a word in its normal form; 0 for none."""
    return _LONGEST.get(word, 0)


def rule_of(words: tuple[str, ...]) -> Rule | None:
    """Return the rule of the holiday that words in their normal form name."""
    return _RULES.get(words)


@cache
def are_known() -> bool:
    """Whether holidays are read: the ``holidays`` package is installed."""
    return find_spec("holidays") is not None
