"""What people call things: told once it was picked or confirmed and done, kept where the host wants it."""

import pytest

from dialog.aliases import CALLED, keep_aliases
from dialog.directory import EntityDirectory, Tenant
from dialog.examples import load_example
from dialog.manager import DialogManager
from dialog.routing.hooks import Hooks
from dialog.stored_directory import StoredDirectory
from dialog.testing import Chat
from resolver.entities import Entity
from slots.errors import DirectoryError


def chat_with(*, keeps):
    """Return a chat over the sample agency, its directory, and what was told."""
    example = load_example("agency")
    directory, told = example.directory(), []
    watching = (lambda event: told.append(event["payload"]) if event["type"] == CALLED else None,)
    hooks = Hooks(on_event=(*watching, keep_aliases(directory)) if keeps else watching)
    manager = DialogManager(verbs=example.verbs, directory=directory, default_tool=lambda call: "Done.", hooks=hooks)
    return Chat(manager, tenant="lighthouse", user="u-omar"), directory, told


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # picked for words that named nothing
        (("log 2h of copy to shop harbour thing", "1", "yes"), [("shop harbour thing", "Harbour Shop")]),
        # close enough to be filled, and confirmed
        (("log 2h of copy to harbuor shop", "yes"), [("harbuor shop", "Harbour Shop")]),
        # words that name nothing, or have another number, would be misread from then on
        (("log 2h of copy to of the", "1", "yes"), []),
        (("log 2h of copy to shop harbour 4", "1", "yes"), []),
        # not done, or not confirmed
        (("log 2h of copy to harbuor shop", "no"), []),
        (("log 2h of copy to harbuor shop",), []),
        # its own name, or no words at all
        (("log 2h of copy to Harbour Shop", "yes"), []),
        (("log 2h of copy", "1", "yes"), []),
    ],
)
async def test_what_is_told(said, expected):
    chat, _, told = chat_with(keeps=False)
    for text in said:
        await chat.say(text)
    assert [(one["called"], one["name"]) for one in told] == expected


async def test_what_is_kept_is_known_the_next_time():
    chat, directory, _ = chat_with(keeps=True)
    await chat.say("log 2h of copy to shop harbour thing")
    await chat.say("1")
    await chat.say("yes")
    assert "shop harbour thing" in directory.get("lighthouse", "project", "p-shop").aliases
    said = await chat.say("log 1h of copy to shop harbour thing")
    assert said.reply.state == "confirming"


@pytest.mark.parametrize(
    ("alias", "is_kept"),
    [("Quay", True), ("Sarah", False), ("sarah lind", False), ("...", False), ("Sally", False), ("Sal", True)],
)
@pytest.mark.parametrize("home", ["memory", "stored"])
def test_only_what_nobody_else_is_called(alias, is_kept, home):
    directory = EntityDirectory.from_json('{"tenant": "t", "users": []}')
    if home == "stored":
        directory = StoredDirectory("sqlite://")
        directory.set_tenant(Tenant("t"))
    directory.put("t", Entity("user", "1", "Tom Quill", ("Sally",)))
    directory.put("t", Entity("user", "2", "Sarah Lind"))
    assert directory.keep_alias("t", "user", "1", alias) is is_kept
    assert (alias in directory.get("t", "user", "1").aliases) is (is_kept or alias == "Sally")


def test_an_alias_of_nobody_is_an_error():
    stored = StoredDirectory("sqlite://")
    stored.set_tenant(Tenant("t"))
    for directory in (EntityDirectory(Tenant("t")), stored):
        with pytest.raises(DirectoryError, match="no user with the id '9'"):
            directory.keep_alias("t", "user", "9", "Sal")
