"""The corpus check on real hands, where the corpus lies beside the project."""

import pytest

from tests import corpus
from tests.commands import ROOT

CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of real hands is not here")
def test_the_corpus_reaches_its_targets(capsys: pytest.CaptureFixture[str]):
    assert corpus.main(CORPUS) == 0, capsys.readouterr().out
