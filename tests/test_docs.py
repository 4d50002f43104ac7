"""The pages of documentation: their links lead somewhere, and the README's pictures are light."""

import re
from pathlib import Path

import pytest

import batarde

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "web" / "README.md"]
CLONE = 300_000
"""Bytes that the pictures may add to every clone."""


def links(page: Path) -> set[str]:
    text = page.read_text("utf-8")
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)|<img src=\"([^\"]+)\"", text)
    return {link or image for link, image in found if "://" not in (link or image)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_the_index_names_every_page() -> None:
    named = {(ROOT / "docs" / link).resolve() for link in links(ROOT / "docs" / "README.md")}
    pages = {page.resolve() for page in ROOT.glob("docs/*.md")}
    assert pages - named == {ROOT / "docs" / "README.md"}


def test_the_pictures_are_light() -> None:
    pictures = [ROOT / link for link in links(ROOT / "README.md") if link.endswith(".jpg")]
    assert len(pictures) == 3
    assert sum(picture.stat().st_size for picture in pictures) < CLONE


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == batarde.__version__
    assert f'version = "{batarde.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
