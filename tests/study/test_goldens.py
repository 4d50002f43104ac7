"""The golden advice is asked for again and compared (see tests/study/goldens.py)."""

import pytest

from batarde.kernel import best_build
from tests.study.goldens import PATH, text


def test_the_same_questions_get_the_advice_that_was_written_down() -> None:
    if best_build() == "pure":
        pytest.skip("without the compiled kernel that takes long")
    assert text().splitlines() == PATH.read_text(encoding="utf-8").splitlines()
