"""HTML as text."""

from cardrules.web.html import Html, join, tag


def test_texts_are_escaped_and_html_is_not() -> None:
    assert tag("p", "<b> & ", tag("b", '"'), class_="a") == '<p class="a">&lt;b&gt; &amp; <b>&quot;</b></p>'
    assert join("<", Html("<br>")) == "&lt;<br>"


def test_attributes_are_escaped_true_or_left_out() -> None:
    shown = tag("input", value='"><script>', required=True, hidden=False, max=None, aria_label="x", for_=3)
    assert shown == '<input value="&quot;&gt;&lt;script&gt;" required aria-label="x" for="3">'
