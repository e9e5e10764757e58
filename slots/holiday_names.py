"""The names of holidays, and the rule that each follows.

The first columns need only the calendar: a fixed day, a weekday counted in a month,
a distance from Easter. Feasts that follow the moon are looked up in the calendars of
the ``holidays`` package (the extra ``verbflow[holidays]``), which is imported at the
first such name; without it no holiday is read at all. Where countries differ, the
names are read as in the United States ("labor day", "mother's day", "thanksgiving").
Feasts that begin on the evening before (Jewish ones), stretches of days ("ramadan")
and days that bear one name in many countries ("teachers' day") are left out: no day
is better than the wrong one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.util import find_spec


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same day each year."""

    month: int
    """1 to 12."""
    day: int
    """1 to 31."""
    moves: tuple[int, ...] = ()
    """Days that it moves when it falls on a Monday, a Tuesday ...; empty for never."""


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
    also: int = 0
    """Where other calendars have it, in days from there: both are asked about; 0 where they agree."""


@dataclass(frozen=True, slots=True)
class Drifting:
    """A day of a calendar of 365 days without leap days."""

    start: date
    """One of its days; the others are whole years of 365 days from it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A day that somebody sets anew each time."""

    days: tuple[date, ...]
    """The days that are known, in order."""


Rule = Fixed | Counted | Easter | Lunar | Drifting | Listed
"""How the day of a holiday is found in a year."""

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
NEAREST_WORKDAY = (0, 0, 0, 0, 0, -1, 1)
"""From a weekend to the working day beside it."""
_SATURDAY_FOR_SUNDAY = (0, 0, 0, 0, 0, 0, -1)
_AFTER_EMANCIPATION = (0, 0, 0, 0, 3, 3, 2)
"""To the first working day that is not the one on which Emancipation Day (16 April) is kept."""

_FIXED = {
    (1, 1): "new year | new years day | the new year | newyears day",
    (1, 6): "epiphany | three kings day",
    (1, 25): "burns night",
    (1, 26): "australia day",
    (2, 2): "groundhog day | candlemas",
    (2, 4): "world cancer day",
    (2, 12): "lincolns birthday | abraham lincolns birthday | lincoln day",
    (2, 13): "world radio day",
    (2, 14): "valentines day | st valentines day | valentines",
    (2, 21): "mother language day | international mother language day",
    (3, 1): "st davids day",
    (3, 3): "world wildlife day",
    (3, 8): "womens day | international womens day",
    (3, 14): "pi day",
    (3, 17): "st patricks day | st paddys day | st pattys day | paddys day",
    (3, 20): "international day of happiness",
    (3, 21): "world poetry day",
    (3, 22): "world water day",
    (3, 23): "world meteorological day",
    (3, 25): "annunciation day | feast of the annunciation",
    (3, 27): "world theatre day | world theater day",
    (4, 1): "april fools | april fools day | april fool day",
    (4, 2): "world autism awareness day",
    (4, 7): "world health day",
    (4, 10): "national sibling day | sibling day",
    (4, 12): "human space flight day | international day of human space flight",
    (4, 13): "songkran",
    (4, 22): "earth day",
    (4, 23): "st georges day",
    (4, 25): "anzac day | world malaria day",
    (4, 30): "international jazz day",
    (5, 1): "may day | international workers day | int l workers day | workers day",
    (5, 3): "world press freedom day",
    (5, 4): "star wars day",
    (5, 5): "cinco de mayo",
    (5, 8): "world red cross day",
    (5, 9): "europe day",
    (5, 12): "international nurses day",
    (5, 15): "international day of families",
    (5, 20): "world bee day",
    (5, 25): "africa day | african liberation day | towel day",
    (5, 31): "world no tobacco day",
    (6, 1): "global day of parents",
    (6, 3): "world bicycle day",
    (6, 5): "world environment day",
    (6, 8): "world oceans day | world ocean day",
    (6, 14): "flag day | world blood donor day",
    (6, 19): "juneteenth | jubilee day | freedom day | juneteenth independence day",
    (6, 20): "world refugee day",
    (6, 21): "yoga day | international yoga day | world music day",
    (6, 24): "st johns day",
    (7, 1): "canada day",
    (7, 4): "independence day | fourth of july | the fourth of july",
    (7, 11): "world population day",
    (7, 14): "bastille day",
    (7, 18): "mandela day | nelson mandela day | nelson mandela international day",
    (7, 20): "international chess day",
    (8, 12): "international youth day",
    (8, 15): "assumption day | assumption of mary",
    (8, 19): "world humanitarian day | world photography day",
    (9, 5): "international day of charity",
    (9, 8): "international literacy day | world literacy day",
    (9, 11): "patriot day",
    (9, 15): "international day of democracy",
    (9, 21): "international day of peace",
    (9, 27): "world tourism day",
    (9, 29): "michaelmas",
    (10, 1): "world vegetarian day | international day of older persons",
    (10, 2): "gandhi jayanti | international day of non violence",
    (10, 4): "world animal day | feast of st francis of assisi",
    (10, 5): "world teachers day",
    (10, 9): "world post day",
    (10, 10): "world mental health day",
    (10, 11): "coming out day | national coming out day",
    (10, 16): "world food day",
    (10, 24): "united nations day",
    (10, 31): "halloween | all hallows eve | reformation day",
    (11, 1): "all saints day | world vegan day",
    (11, 2): "all souls day",
    (11, 5): "guy fawkes day | bonfire night",
    (11, 11): "veterans day | remembrance day | armistice day",
    (11, 13): "world kindness day",
    (11, 14): "world diabetes day",
    (11, 19): "international mens day",
    (11, 20): "universal childrens day | world childrens day | africa industrialization day",
    (11, 30): "st andrews day",
    (12, 1): "world aids day",
    (12, 3): "international day of persons with disabilities",
    (12, 5): "world soil day | international volunteer day",
    (12, 6): "st nicholas day",
    (12, 7): "pearl harbor day | pearl harbor remembrance day",
    (12, 8): "immaculate conception | feast of the immaculate conception",
    (12, 10): "human rights day",
    (12, 24): "christmas eve | xmas eve",
    (12, 25): "christmas | christmas day | xmas | xmas day",
    (12, 26): "boxing day | st stephens day",
    (12, 31): "new years eve | new year eve | nye | hogmanay",
}
_SUPER_TUESDAYS = (
    *(date(1988, 3, 8), date(1992, 3, 10), date(1996, 3, 12), date(2000, 3, 7), date(2004, 3, 2)),
    *(date(2008, 2, 5), date(2012, 3, 6), date(2016, 3, 1), date(2020, 3, 3), date(2024, 3, 5)),
)
_NAMES: dict[Rule, str] = {
    # a single s is the possessive: "boss's" is the day, "the boss" is not
    **{Fixed(*day): names for day, names in _FIXED.items()},
    Fixed(10, 16, NEAREST_WORKDAY): "boss s | boss day | national boss day",
    Fixed(4, 16, NEAREST_WORKDAY): "emancipation day",
    Fixed(4, 15, _AFTER_EMANCIPATION): "tax day",
    Fixed(4, 27, _SATURDAY_FOR_SUNDAY): "kings day | koningsdag",
    Drifting(date(2018, 8, 17)): "parsi new year",
    Listed(_SUPER_TUESDAYS): "super tuesday",
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
    Counted(2, MON, 10): "columbus day | indigenous peoples day | canadian thanksgiving",
    Counted(2, MON, 3): "commonwealth day",
    Counted(3, MON, 4): "patriots day",
    Counted(1, THU, 5): "national day of prayer",
    Counted(-1, FRI, 7): "sysadmin day | system administrator appreciation day",
    Counted(3, THU, 11): "world philosophy day",
    Counted(1, MON, 11, 1): "election day",
    Counted(4, THU, 11): "thanksgiving | thanksgiving day | turkey day",
    Counted(4, THU, 11, 1): "black friday",
    Counted(4, THU, 11, 2): "small business saturday",
    Counted(4, THU, 11, 4): "cyber monday",
    Counted(4, THU, 11, 5): "giving tuesday",
    Easter(): "easter | easter sunday | easter day | resurrection sunday",
    Easter(-63): "septuagesima | septuagesima sunday",
    Easter(-56): "sexagesima | sexagesima sunday",
    Easter(-52): "fat thursday",
    Easter(-49): "quinquagesima | quinquagesima sunday | shrove sunday",
    Easter(-21): "mothering sunday | laetare sunday",
    Easter(-14): "passion sunday",
    Easter(7): "divine mercy sunday | low sunday",
    Easter(-3, True): "orthodox holy thursday | orthodox maundy thursday",
    Easter(39, True): "orthodox ascension | orthodox ascension day",
    Easter(49, True): "orthodox pentecost",
    Easter(50, True): "orthodox whit monday",
    Easter(-48): "shrove monday | rose monday | rosenmontag",
    Easter(-47): "mardi gras | shrove tuesday | fat tuesday | pancake day | pancake tuesday",
    Easter(-46): "ash wednesday",
    Easter(-7): "palm sunday | branch sunday",
    Easter(-3): "maundy thursday | holy thursday | covenant thursday",
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
    Lunar("_ChineseLunisolar", "lunar_new_year", -1): "chinese new years eve | lunar new years eve",
    Lunar("_ChineseLunisolar", "lunar_new_year", 14): "lantern festival",
    Lunar("_ChineseLunisolar", "double_ninth"): "double ninth festival | chongyang festival",
    Lunar("_ThaiLunisolar", "makha_bucha"): "makha bucha | magha puja",
    Lunar("_ThaiLunisolar", "loy_krathong"): "loy krathong",
    Lunar("_ChineseLunisolar", "mid_autumn"): "mid autumn festival | moon festival",
    Lunar("_ChineseLunisolar", "dragon_boat"): "dragon boat festival",
    Lunar("_ChineseLunisolar", "qingming"): "qingming | tomb sweeping day",
    Lunar("_BuddhistLunisolar", "vesak"): "vesak | vesak day | wesak | vaisakha | buddha day | buddha purnima",
    Lunar("_HinduLunisolar", "diwali_india"): "diwali | deepavali | deepawali | lakshmi puja",
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
    # the package lists two days of these in one country (the first days of Onam, Smarta and Vaishnava, Shri Panchami)
    Lunar("_HinduLunisolar", "onam", also=-1): "onam | thiru onam | thiruvonam",
    Lunar("_HinduLunisolar", "basant_panchami", also=1): "basant panchami | vasant panchami",
    Lunar("_HinduLunisolar", "raksha_bandhan"): "raksha bandhan | rakshabandhan | rakhi",
    Lunar("_HinduLunisolar", "janmashtami", also=-1): "janmashtami | krishna janmashtami | gokulashtami",
    Lunar("_HinduLunisolar", "ganesh_chaturthi"): "ganesh chaturthi | vinayaka chaturthi",
    Lunar("_HinduLunisolar", "maha_shivaratri"): "maha shivaratri | mahashivratri | shivratri",
    Lunar("_HinduLunisolar", "ram_navami"): "ram navami | rama navami",
    Lunar("_HinduLunisolar", "dussehra"): "dussehra | vijayadashami | dasara",
    Lunar("_HinduLunisolar", "gudi_padwa"): "gudi padwa | ugadi | chaitra sukladi | yugadi",
    Lunar("_HinduLunisolar", "guru_ravidas_jayanti"): "guru ravidas jayanti | guru ravidass jayanti | guru ravidas"
    " birthday",
    Lunar("_HinduLunisolar", "guru_nanak_jayanti"): "guru nanak jayanti | guru nanak gurpurab",
    Lunar("_HinduLunisolar", "thaipusam"): "thaipusam",
    Lunar("_HinduLunisolar", "naraka_chaturdashi"): "naraka chaturdashi | narak chaturdashi | choti diwali"
    " | chhoti diwali | kali chaudas",
    Lunar("_HinduLunisolar", "karwa_chauth"): "karwa chauth | karva chauth",
    Lunar("_HinduLunisolar", "maharshi_valmiki_jayanti"): "valmiki jayanti | maharishi valmiki jayanti"
    " | maharshi valmiki jayanti | pargat diwas",
    Lunar("_HinduLunisolar", "swami_dayanand_saraswati_jayanti"): "dayanand saraswati jayanti"
    " | dayananda saraswati jayanti | swami dayanand saraswati jayanti | swami dayananda saraswati jayanti"
    " | maharishi dayanand saraswati jayanti | maharshi dayanand saraswati jayanti",
    Lunar("_HinduLunisolar", "guru_gobind_singh_jayanti"): "guru gobind singh jayanti | guru gobind singh birthday"
    " | guru govind singh jayanti",
    Lunar("_HinduLunisolar", "pohela_boishakh", 24): "rabindra jayanti | rabindranath jayanti | tagore jayanti",
    Lunar("_HinduLunisolar", "guru_purnima"): "guru purnima",
    Lunar("_HinduLunisolar", "hanuman_jayanti"): "hanuman jayanti",
    Lunar("_HinduLunisolar", "vishu"): "vishu",
    Lunar("_HinduLunisolar", "puthandu"): "puthandu | tamil new year",
    Lunar("_HinduLunisolar", "maha_ashtami"): "maha ashtami | durga ashtami",
    Lunar("_HinduLunisolar", "maha_navami"): "maha navami",
    Lunar("_HinduLunisolar", "naag_panchami"): "naag panchami | nag panchami",
    Lunar("_HinduLunisolar", "parshuram_jayanti"): "parshuram jayanti | parashurama jayanti",
    Lunar("_HinduLunisolar", "anant_chaturdashi"): "anant chaturdashi",
    Lunar("_HinduLunisolar", "dev_diwali"): "dev diwali | dev deepawali",
    Lunar("_IslamicLunar", "eid_al_fitr"): "eid al fitr | eid ul fitr | id ul fitr | eidul fitr | eid",
    Lunar("_IslamicLunar", "eid_al_adha"): "eid al adha | eid ul adha | id ul adha | eidul azha | eid ul azha | bakrid"
    " | sacrifice feast | feast of the sacrifice | festival of sacrifice",
    Lunar("_IslamicLunar", "mawlid"): "mawlid | mawlid al nabawi | mawlid al nabi | prophets birthday",
    Lunar("_IslamicLunar", "ashura"): "ashura | day of ashura",
    Lunar("_IslamicLunar", "hijri_new_year"): "islamic new year | hijri new year | amun jadid | muharram",
    Lunar("_IslamicLunar", "isra_and_miraj"): "isra and miraj | isra miraj | isra and mi raj | al isra wal miraj",
    Lunar("_IslamicLunar", "eid_al_adha", -1): "arafat day | day of arafah | day of arafat",
    Lunar("_IslamicLunar", "jumuatul_wida"): "jumu atul wida | jumuatul wida | jamat ul vida",
}


_FORMS = {"saint": "st", "intl": "international"} | {
    short: day
    for day, names in {
        "sunday": "sun",
        "monday": "mon",
        "tuesday": "tue tues",
        "wednesday": "wed weds",
        "thursday": "thu thur thurs",
        "friday": "fri",
        "saturday": "sat",
    }.items()
    for short in names.split()
}


def normal(word: str) -> str:
    """Return a word of a name as the names here have it: without the s of a possessive, weekdays and *saint* whole."""
    return _FORMS.get(word) or (word.removesuffix("s") if len(word) > 3 else word)


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
