"""One file, one document: plain text, HTML or mail to text."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage

from onesided.text.encodings import to_utf8

PLAIN = {".txt", ".text", ".md", ".markdown", ".rst", ".tex", ".org", ".adoc", ".log"}
HTML = {".html", ".htm", ".xhtml"}
MAIL = {".eml"}
DOCUMENT_SUFFIXES = PLAIN | HTML | MAIL

_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)


def document_text(raw: bytes, suffix: str) -> str:
    """Text of a document.

    Parameters
    ----------
    raw : bytes
        The file's content.
    suffix : str
        Decides between HTML (``.html``), mail (``.eml``) and plain text (any other).

    Returns
    -------
    str

    Examples
    --------
    >>> document_text(b"<h1>Cats</h1><script>x()</script><p>are <b>fine</b></p>", ".html")
    'Cats\\nare fine'
    """
    if suffix in HTML:
        return _html_text(raw)
    if suffix in MAIL:
        return _mail_text(raw)
    return to_utf8(raw).decode(errors="replace")


def _html_text(raw: bytes) -> str:
    from selectolax.lexbor import LexborHTMLParser

    declared = _CHARSET.search(raw[:4096])
    page = to_utf8(raw, declared.group(1).decode() if declared else None).decode(errors="replace")
    tree = LexborHTMLParser(page)
    for node in tree.css("script, style, noscript, template"):
        node.decompose()
    if tree.root is None:
        return ""
    # Inline tags must not cut words apart and block tags must not join them: mark the blocks' ends first.
    for node in tree.css("p, div, br, li, tr, td, th, h1, h2, h3, h4, h5, h6, title, pre, blockquote, option, dt, dd"):
        node.insert_after("\n")
    text = tree.root.text(separator="")
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _mail_text(raw: bytes) -> str:
    """Subject and body; a plain body is preferred to an HTML one, and attachments are left out."""
    message = email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)
    parts = [str(message["subject"] or "")]
    body = message.get_body(preferencelist=("plain", "html"))
    if body is not None:
        payload = body.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
        if body.get_content_subtype() == "html":
            parts.append(_html_text(content))
        else:
            parts.append(to_utf8(content, body.get_content_charset()).decode(errors="replace"))
    return "\n".join(part for part in parts if part)
