"""The built wheel holds the four packages, their type markers and the command, and asks for the five dependencies."""

import importlib.metadata
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

ROOT = Path(__file__).parent.parent
PACKAGES = ("dialog", "resolver", "slots", "states")
DEPENDENCIES = {"transitions", "pydantic", "sqlmodel", "python-dateutil", "rapidfuzz"}
SHIPPED = {".py", ".typed", ".toml"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return folder / build_wheel(str(folder))


@pytest.fixture
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture
def metadata(wheel, names):
    folder = next(name.split("/")[0] for name in names if ".dist-info/" in name)
    with zipfile.ZipFile(wheel) as archive:
        yield importlib.metadata.PathDistribution(zipfile.Path(archive, f"{folder}/"))


def test_wheel_holds_the_four_packages_only(names):
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == set(PACKAGES)


def test_every_source_file_is_in_the_wheel(names):
    in_tree = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in SHIPPED
    }
    assert in_tree - set(names) == set(), "add them to [tool.hatch.build.targets.wheel]; is one ignored by .gitignore?"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_marked_as_typed(package, names):
    assert f"{package}/py.typed" in names


def test_command_is_installed(metadata):
    scripts = {(script.name, script.value) for script in metadata.entry_points if script.group == "console_scripts"}
    assert scripts == {("verbflow", "dialog.command:main")}


def test_core_dependencies_are_the_five(metadata):
    core = [line for line in metadata.requires or () if "extra ==" not in line]
    assert {line.partition(">=")[0] for line in core} == DEPENDENCIES
    assert len(core) == len(DEPENDENCIES)


def test_license_is_in_the_wheel(names):
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
