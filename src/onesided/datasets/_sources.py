"""The files that the loaders read: where each one lies in a data folder, and where it can be had."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """One file.

    `sha256` is that of the copy the documented counts were measured on; repacked archives differ from it in their bytes
    and not in their content, so a user's own copy is never refused for it.  `address` is set only where the
    official file is the one the parser reads; `address_sha256` is then enforced on the download.
    """

    path: str
    sha256: str
    address: str | None = None
    address_sha256: str | None = None
    home: str = ""


_UCI = "https://archive.ics.uci.edu/ml/machine-learning-databases/"
_NEWS = "http://qwone.com/~jason/20Newsgroups/"

SOURCES = {
    "20news-19997": Source(
        "20newsgroups/20_newsgroups.tar.gz",
        "a421f7100dca1d48e0cd92750bed9d8233d58bd8689db3d6d989ca24fde936f1",
        home=_NEWS + " (20news-19997.tar.gz)",
    ),
    "20news-18828": Source(
        "20newsgroups/20news-18828.tar.gz",
        "52cbc9bffddf66823734009245c9ce2ff916cdf8a6023c779df77f6af87eb100",
        home=_NEWS + " (20news-18828.tar.gz)",
    ),
    "20news-bydate": Source(
        "20newsgroups/20news-bydate.tar.gz",
        "aa358c9ebfed3a0ccbf9e8530ec565dead26a289c6e9170f4c663454d3b992d9",
        address="https://ndownloader.figshare.com/files/5975967",
        address_sha256="8f1b2514ca22a5ade8fbb9cfa5727df95fa587f4c87b786e15c759fa66d95610",
        home=_NEWS + " (20news-bydate.tar.gz)",
    ),
    "reuters": Source(
        "reuters21578/reuters21578.tar.gz",
        "580933f3a743ae85ca5bda9a2472f84b1230d65f4b84d4cb87b673397b58b8c6",
        home="http://www.daviddlewis.com/resources/testcollections/reuters21578/ (reuters21578.tar.gz)",
    ),
    "webkb": Source(
        "webkb/webkb-data.tar.gz",
        "b74d3a6727e0c456b0368d6e7af11684e4bba5badc47d9f692d571864619a907",
        home="http://www.cs.cmu.edu/afs/cs/project/theo-20/www/data/ (webkb-data.gtar.gz)",
    ),
    "course-cotrain": Source(
        "course-cotrain/course-cotrain-data.tar.gz",
        "b063629c5f88850ee6eaddd271c7f9e62d0d3705dac95f058bb56f226a8cd97a",
        home="http://www.cs.cmu.edu/afs/cs/project/theo-51/www/co-training/data/ (course-cotrain-data.tar.gz)",
    ),
    "adult-train": Source(
        "uci-adult/adult.data.gz",
        "fb9b6b419c38dd70d75d31f014b7f0905bf76e9625473c593455e31679a93184",
        address=_UCI + "adult/adult.data",
        address_sha256="5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
        home="https://archive.ics.uci.edu/dataset/2/adult",
    ),
    "adult-test": Source(
        "uci-adult/adult.test.gz",
        "5dd8e51005f6a86e42f058d66a957721196362cf8e8dde3efc8508532af4a083",
        address=_UCI + "adult/adult.test",
        address_sha256="a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05",
        home="https://archive.ics.uci.edu/dataset/2/adult",
    ),
    "kr-vs-kp": Source(
        "uci-kr-vs-kp/kr-vs-kp.data.gz",
        "7d1bce8d6f12e04a826a45ed9640229440c3c376f8c500073c6afb4aa0c513b0",
        home="https://archive.ics.uci.edu/dataset/22/chess+king+rook+vs+king+pawn (kr-vs-kp.data)",
    ),
    "spambase": Source(
        "uci-spambase/spambase.data.gz",
        "dac8c1d190444d2bcbe8a0fed17319cd948e5ed17343746e859ed60c48131c7f",
        address=_UCI + "spambase/spambase.data",
        address_sha256="b1ef93de71f97714d3d7d4f58fc9f718da7bbc8ac8a150eff2778616a8097b12",
        home="https://archive.ics.uci.edu/dataset/94/spambase",
    ),
    "imdb": Source(
        "imdb/aclImdb-labelled.tar.xz",
        "4e8dda81cd659aba49ee447a76ca400ba36ecff88bc36905d15b020e1e5a753c",
        address="https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz",
        address_sha256="c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe",
        home="https://ai.stanford.edu/~amaas/data/sentiment/",
    ),
    "multi-domain": Source(
        "multi-domain-sentiment/sorted_data_acl-labelled.tar.gz",
        "eab9e5037431806f35619de83a0833f262a662f8f3744ea2ec501ab97ad5d1fd",
        home="https://www.cs.jhu.edu/~mdredze/datasets/sentiment/ (domain_sentiment_data.tar.gz)",
    ),
    "swde-camera": Source(
        "swde/swde-camera-full.tar.xz",
        "83a780de12ec11775eb539de65e8e8842ad8e35dd6b5386fe866316ff943030a",
        home="the SWDE data set of Hao et al. 2011 (pack the folder swde/camera)",
    ),
    "swde-sample": Source(
        "swde/swde-sample100.tar.xz",
        "0f67b2817cf36c4556a3324e775a39b1aa8e5602454b884b6375d62fcc2b25c6",
        home="the SWDE data set of Hao et al. 2011 (pack 100 pages of each site)",
    ),
}
