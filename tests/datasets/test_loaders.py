"""The parsers, on archives of a few documents in the form of the real ones."""

import pytest

from onesided.datasets import (
    fetch_20newsgroups_raw,
    fetch_adult,
    fetch_course_cotrain,
    fetch_imdb,
    fetch_kr_vs_kp,
    fetch_multi_domain,
    fetch_reuters,
    fetch_spambase,
    fetch_swde,
    fetch_webkb,
)
from onesided.exceptions import InputError


def test_newsgroups_lose_their_header_unless_asked(put):
    message = "From: me\nNewsgroups: sci.space\n\nThe moon.\n\nCaf\xe9."
    files = {"sci.space/1": message, "misc/2": "No header"}
    put("20newsgroups/20_newsgroups.tar.gz", {f"20_newsgroups/{name}": text for name, text in files.items()})
    plain, full = fetch_20newsgroups_raw(), fetch_20newsgroups_raw(headers=True)
    assert plain.texts == ["The moon.\n\nCaf\xe9.", "No header"]
    assert full.texts[0] == message
    assert plain.labels.tolist() == ["sci.space", "misc"]
    assert plain.names == ["sci.space/1", "misc/2"]


def test_newsgroups_by_date_know_their_part(put):
    put("20newsgroups/20news-bydate.tar.gz", {f"20news-bydate-{part}/g/1": "a: b\n\nc" for part in ("train", "test")})
    assert fetch_20newsgroups_raw("bydate").splits.tolist() == ["train", "test"]


SGML = """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="X" OLDID="5" NEWID="1">
<TOPICS><D>grain</D><D>wheat</D></TOPICS><PLACES><D>usa</D></PLACES>
<TEXT>&#2;
<TITLE>WHEAT &lt;UP></TITLE>
<DATELINE>    CHICAGO, Feb 26 - </DATELINE><BODY>Wheat rose.
 Reuter
&#3;</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="NO" LEWISSPLIT="TRAIN" NEWID="2">
<TOPICS></TOPICS><TEXT TYPE="UNPROC">&#2;
Plain table
&#3;</TEXT></REUTERS>
<REUTERS TOPICS="YES" LEWISSPLIT="TEST" NEWID="3">
<TOPICS><D>cocoa</D></TOPICS><TEXT TYPE="BRIEF">**<TITLE>COCOA DOWN</TITLE>&#3;</TEXT></REUTERS>
"""


def test_reuters_articles_keep_title_body_topics_and_split(put):
    put("reuters21578/reuters21578.tar.gz", {"reut2-000.sgm": SGML, "README.txt": "<REUTERS>no</REUTERS>"})
    everything = fetch_reuters("all")
    assert everything.texts == ["WHEAT <UP>\nWheat rose.", "Plain table", "** COCOA DOWN"]
    assert everything.names == ["1", "2", "3"]
    assert everything.labels.tolist() == ["grain wheat", "", "cocoa"]
    assert everything.splits.tolist() == ["train", "unused", "test"]
    assert everything.has_label("wheat").tolist() == [True, False, False]
    assert fetch_reuters().names == ["1"]
    assert fetch_reuters("cocoa").names == ["3"]
    assert fetch_reuters("all", split="modapte").names == ["1", "3"]
    with pytest.raises(InputError, match="'coco'"):
        fetch_reuters(["coco"])
    with pytest.raises(InputError, match="split='lewis'"):
        fetch_reuters(split="lewis")


def test_webkb_pages_lose_mime_header_marks_and_tags(put):
    header = "MIME-Version: 1.0\r\nServer: X\r\nDate: Mcp: No match.\n 96 GMT\r\nContent-Type: text/html\r\n\r\n"
    pages = {
        "webkb/course/cornell/http:^^a.edu^x": header + "<title>CS1</title><!WA0><!WA0><b>Home</b>: see\n\nnotes",
        "webkb/student/texas/http:^^b.edu^~y\r": header + "<script>var a</script>Me",
    }
    put("webkb/webkb-data.tar.gz", pages)
    everything = fetch_webkb()
    assert everything.texts == ["CS1 Home : see notes", "Me"]
    assert everything.names == ["http://a.edu/x", "http://b.edu/~y"]
    assert everything.groups.tolist() == ["cornell", "texas"]
    assert fetch_webkb("student").names == ["http://b.edu/~y"]
    assert len(fetch_webkb(["course"], universities="texas")) == 0
    with pytest.raises(InputError, match="classes='staff' is not known: use one of course, student"):
        fetch_webkb("staff")


def test_cotraining_views_stand_in_the_same_order(put):
    root = "course-cotrain-data"
    pages = {
        f"{root}/fulltext/course/b": "<p>B page",
        f"{root}/fulltext/non-course/a": "A page",
        f"{root}/inlinks/non-course/a": "to A",
        f"{root}/inlinks/course/b": "to B",
    }
    path = put("course-cotrain/course-cotrain-data.tar.gz", pages)
    views = fetch_course_cotrain()
    assert (views.fulltext, views.inlinks) == (["B page", "A page"], ["to B", "to A"])
    assert views.labels.tolist() == ["course", "non-course"]
    pages.pop(f"{root}/inlinks/course/b")
    put("course-cotrain/course-cotrain-data.tar.gz", pages)
    with pytest.raises(InputError, match=f"{path.name} is not complete"):
        fetch_course_cotrain()


def test_adult_rows_lose_dots_and_question_marks(put):
    row = "39, ?, 77516, Bachelors, 13, Never-married, Adm-clerical, Husband, White, Male, 2174, 0, 40, Cuba, >50K"
    put("uci-adult/adult.data.gz", row + "\n\n")
    put("uci-adult/adult.test.gz", f"|1x3 Cross validator\n{row}.\n")
    table = fetch_adult()
    assert table.labels.tolist() == [">50K", ">50K"]
    assert table.splits.tolist() == ["train", "test"]
    assert table.columns["age"].tolist() == [39.0, 39.0]
    assert table.columns["workclass"].tolist() == ["", ""]
    assert table.columns["native-country"].tolist() == ["Cuba", "Cuba"]


def test_a_row_of_the_wrong_width_is_named(put):
    put("uci-kr-vs-kp/kr-vs-kp.data.gz", ",".join(["f"] * 36 + ["won"]) + "\nf,f,won\n")
    with pytest.raises(InputError, match="line 2: 3 values instead of 37"):
        fetch_kr_vs_kp()
    put("uci-kr-vs-kp/kr-vs-kp.data.gz", "")
    with pytest.raises(InputError, match="is empty"):
        fetch_kr_vs_kp()


def test_a_damaged_table_is_named(put):
    path = put("uci-spambase/spambase.data.gz", ",".join(["0"] * 57 + ["1"]))
    assert fetch_spambase().labels.tolist() == ["spam"]
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(InputError, match=r"spambase\.data\.gz is damaged"):
        fetch_spambase()


def test_imdb_reviews_lose_line_breaks_and_unlabeled_ones_are_left_out(put):
    files = {f"aclImdb/train/{kind}/0_9.txt": "Good.<br /><br />Very." for kind in ("pos", "unsup")}
    put("imdb/aclImdb-labelled.tar.xz", files)
    reviews = fetch_imdb()
    assert reviews.texts == ["Good.  Very."]
    assert (reviews.labels.tolist(), reviews.splits.tolist()) == (["pos"], ["train"])


def test_product_reviews_have_title_text_and_domain(put):
    fields = {"unique_id": "1:x", "title": "Bad", "review_text": "It broke & burnt."}
    review = "<review>\n" + "".join(f"<{name}>\n{text}\n</{name}>\n" for name, text in fields.items()) + "</review>\n"
    put(
        "multi-domain-sentiment/sorted_data_acl-labelled.tar.gz",
        {"s/kitchen_&_housewares/negative.review": review * 2, "s/books/positive.review": review},
    )
    assert fetch_multi_domain("kitchen").texts == ["Bad\nIt broke & burnt."] * 2
    assert fetch_multi_domain().labels.tolist() == ["negative", "negative", "positive"]


def test_swde_pages_know_vertical_and_site(put):
    page = '\ufeff<base href="http://x"/>\n<!DOCTYPE html><html><body><style>p{}</style><p>Zoom 5×</p>'.encode()
    files = {"swde/camera/camera-buy(500)/0001.htm": page, "swde/book/book-buy(9)/0002.htm": page}
    put("swde/swde-sample100.tar.xz", {"swde/readme.txt": "x", **files})
    pages = fetch_swde()
    assert pages.texts == ["Zoom 5×"] * 2
    assert pages.names == ["camera/buy/0001", "book/buy/0002"]
    assert fetch_swde(verticals="book", sites=["buy"]).labels.tolist() == ["book"]
    with pytest.raises(InputError, match="part='all'"):
        fetch_swde("all")


def test_an_archive_of_something_else_is_refused(put):
    put("webkb/webkb-data.tar.gz", {"readme": "x"})
    with pytest.raises(InputError, match="holds no document of webkb"):
        fetch_webkb()


def test_unknown_version_is_named(data_folder):
    with pytest.raises(InputError, match="version='20000'"):
        fetch_20newsgroups_raw("20000")
