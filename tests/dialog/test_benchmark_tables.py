"""The hand-written benchmark tables: they parse, every route has rules, and every rule takes what it is for."""

import importlib.util
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dialog import DialogManager, EntityDirectory, read_tables
from dialog.routing.normal import edge_runs, normalise, runs
from dialog.routing.router import Router
from dialog.testing import Chat, FrozenClock
from slots.toml_tables import parse_tables

FOLDER = Path(__file__).parents[2] / "benchmarks" / "routing"
TABLES = parse_tables((FOLDER / "hwu31.toml").read_text("utf-8"), origin="hwu31.toml")
ROUTER = Router(TABLES)

SAID = {
    "alarm_remove": """
        please turn off all of the alarms i have on
        please cancel my wakeup call for tomorrow
    """,
    "alarm_set": """
        set alarm for every weekday at six am
        wake me up for my flight at four
        set an alarm to go off every day at seven
        set alarm to remind me of the meeting
        let me know when an hour has passed
        alarm for eight in the morning
    """,
    "audio_volume_up": """
        bring the volume up to ten
        please speak louder i can't understand you
    """,
    "audio_volume_down": """
        the music is too loud
        turn down the sound in the kitchen
    """,
    "audio_volume_mute": """
        mute my speakers until five
        turn the sound off in the kitchen
        keep quiet during my call
        you can stop speaking now
        turn off the music
    """,
    "calendar_remove": """
        delete the birthday of my aunt from the calendar
        stop reminding me about the bills
        can you erase the reminder for tomorrow
        i am not going to the wedding anymore
    """,
    "calendar_set": """
        i have an appointment at ten tomorrow can you remind me
        add the movie premiere on friday to my calendar
        i would like a reminder for lunch
        remember that my wife's birthday is on the fifth
        schedule a call with the bank on thursday
        notify me of the exam a day before
        tell me to take my pills at nine
        repeat this reminder every tuesday
    """,
    "email_addcontact": """
        save the sender of this email as contact
        insert mary at gmail dot com in my contact list
        add a new email id for jane
    """,
    "email_sendemail": """
        send email to john at gmail dot com
        send a reply to the email from work
        i want to email my friend
        tell mary via email that i'm late
        let tom know that i can't come
    """,
    "iot_cleaning": """
        set the vacuum to clean the kitchen
        please pick up the dirt on the floor
    """,
    "iot_coffee": """
        prepare a cup of coffee for me at eight
        i'm thirsty make me a drink
    """,
    "iot_hue_lightchange": """
        please change the colours of the lights
    """,
    "iot_hue_lightdim": """
        lower the light in the living room
        can you dim the lights a little
    """,
    "iot_hue_lightoff": """
        please turn off the bright light in the hall
        switch off all lights except the kitchen
        turn the room dark
    """,
    "iot_hue_lighton": """
        turn on the lights in the kitchen please
        it's getting dark in here
    """,
    "iot_hue_lightup": """
        increase the brightness of the bulb
        the light is too dim
    """,
    "iot_wemo_off": """
        turn off the smart outlet by the window
        turn off the wall switch
        unplug the heater
    """,
    "iot_wemo_on": """
        turn on the smart socket in my room
        turn on the wall switch
    """,
    "lists_createoradd": """
        i'd like to add cookies to the shopping list
        write down that we are out of milk
        add call mom to my to do list
    """,
    "lists_remove": """
        i bought bread so remove it from the list
        take the last item off
        cross eggs off
    """,
    "music_settings": """
        turn on the shuffle for my playlist
        can you skip the next song
        what song is this shazam it
    """,
    "music_likeness": """
        add this song to my favourites
        i'm a huge fan of coldplay
        i like to listen to rock
        she has a beautiful voice
    """,
    "play_game": """
        i'd like to play a game of checkers
        show me a game to play
        play some game with me
    """,
    "play_radio": """
        tune to one hundred and one fm
        play the morning show on the radio
        turn on the am radio
    """,
    "play_podcasts": """
        i'd like to listen to this american life podcast
    """,
    "play_audiobook": """
        start audio book from where i stopped
        go back one page in the book
        where was i in my book
    """,
    "play_music": """
        i want to listen to some good music
        shuffle and play my running songs
        i'm in the mood for jazz
    """,
    "social_post": """
        upload this picture to facebook
        tweet to customer service about the delay
        change my facebook status to single
    """,
    "takeaway_order": """
        can you order a large coffee and a sandwich
        make an order from dominos
        i'm hungry get some food
        get me something to eat
    """,
    "transport_taxi": """
        get an uber to pick me up
        taxi to the airport at four am
    """,
    "transport_ticket": """
        get me train tickets for the weekend
        reserve a seat on the night train
        i need to go to leeds by train
        a ticket for the next train
    """,
}
"""Route -> what somebody may say for it; together they meet every rule."""
LINES = [(name, line.strip()) for name, text in SAID.items() for line in text.strip().splitlines()]

ASKED = """
    which alarms do i have
    is there an alarm on
    when does my alarm ring
    how loud is the volume
    what meetings do i have tomorrow
    show the contacts
    do i have unread emails
    are the lights on in the den
    what is on my list
    read out my list
    who sings this
    which band plays this song
    what is on the radio
    when is the next podcast
    how many likes did i get
    where is my order
    does pizza hut deliver
    how much is a taxi to town
    when is the next train to boston
    how do i cook pasta
    convert five pm to tokyo time
    what time does the movie start
    tell me something funny
    thank you
    that is wrong
    set theory definition
    no thanks i am fine
"""
"""What asks about the same things, or says something else."""


def met_by(line):
    """Return the places of the rules that a line meets."""
    words, longest = normalise(line, TABLES.aliases), ROUTER.token_sets.longest
    present = runs(words, longest) | edge_runs(words, longest)
    return {place for place, rule in enumerate(ROUTER.token_sets.rules) if rule.specificity(present)}


def test_there_are_31_routes_and_each_has_a_token_set():
    assert len(TABLES.routes) == 31
    assert [route.name for route in TABLES.routes if not route.token_sets] == []


def test_every_route_says_what_it_does():
    assert [route.name for route in TABLES.routes if not route.summary] == []


def test_every_rule_is_met_by_something_said_for_its_route():
    rules = ROUTER.token_sets.rules
    met = {place for name, line in LINES for place in met_by(line) if rules[place].route == name}
    assert [rule.text for place, rule in enumerate(rules) if place not in met] == []


def test_no_alias_is_an_alias_of_another():
    assert {word: target for word, target in TABLES.aliases.items() if target in TABLES.aliases} == {}


def test_every_alias_stands_in_a_rule():
    rules = ROUTER.token_sets.rules
    entries = [words for rule in rules for words in (*rule.all_of, *rule.none_of, *sum(rule.any_of, ()))]
    assert set(TABLES.aliases.values()) - {""} - {word for words in entries for word in words} == set()


@pytest.mark.parametrize(("name", "line"), LINES, ids=[line for _, line in LINES])
def test_a_line_is_taken_by_its_route(name, line):
    found = ROUTER.route(line)
    assert found is not None
    assert found.best.route == name


@pytest.mark.parametrize("line", [line.strip() for line in ASKED.strip().splitlines()])
def test_questions_and_talk_are_not_taken(line):
    assert ROUTER.route(line) is None


def test_the_adapter_says_what_the_router_finds():
    spec = importlib.util.spec_from_file_location("hwu31_rules", FOLDER / "hwu31_rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    adapter = module.Router()
    adapter.fit([("dim the lamp", "play_game")])
    assert adapter.route("dim the lamp in the den") == ("iot_hue_lightdim", 2.0, [])
    assert adapter.route("who invented the lamp") == (None, 0.0, [])


SHOPS = ("Harbour Shop", "Museum Shop")
TURNS = {
    "create project Salt Menu as retainer, 12h, due 2026-09-04": ("awaiting_menu_choice", {}),
    "2": ("confirming", {"client": "Museum Shop", "due": "2026-09-04", "hours": "12", "type": "retainer"}),
    "create project Tide as fixed, 90 minutes, due friday for harbour shop": (
        "confirming",
        {"client": "Harbour Shop", "due": "2026-06-05", "hours": "1.5", "name": "Tide", "type": "fixed"},
    ),
    # no type that it knows, and no day
    "create project Tide as gift, 3h, due soon for Harbour Shop": ("awaiting_menu_choice", {"client": "Harbour Shop"}),
}
"""What is said for the verb of the turns -> what it comes to."""


async def test_the_verb_of_the_turns_is_filled():
    names = {"tenant": "t", "users": [{"id": "u", "name": "Zoe Quill"}]}
    names["clients"] = [{"id": name, "name": name} for name in SHOPS]
    manager = DialogManager(
        verbs=read_tables(FOLDER.parent / "turns" / "verbs.toml"),
        directory=EntityDirectory.from_json(json.dumps(names)),
        clock=FrozenClock(datetime(2026, 6, 1, 9, tzinfo=UTC)),
    )
    chat = Chat(manager, tenant="t", user="u")
    for said, (state, slots) in TURNS.items():
        (await chat.say(said)).expects(state=state, slots=slots)
        if state == "confirming":
            (await chat.say("no")).expects(state="cancelled")
