#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: scripts/docs/build.py FOLDER

Makes the website of the documents in FOLDER, which must not be there yet. The page of a source has
the path that the source has in the repository, so that relative links lead to the same place.
What pages link to is taken along: documents and sources as pages, pictures as they are.
"""

import glob
import html
import json
import os
import posixpath
import re
import shutil
import string
import subprocess
import sys
from html.parser import HTMLParser

# The navigation: a file belongs to the first group that names it. These pages can be searched.
GROUPS = {
    "Guides": "README.md docs/tour.md man/swfkit.7 docs/gallery.md docs/gpus.md"
    " man/swfkit-slurm.7 examples/README.md",
    "Commands": "man/*.1",
    "Formats and data": "man/*.5 man/swfkit-protocol.7 data/README.md data/models/README.md",
    "API": "man/swfcore.3 docs/python.md man/swfkit-python.7 include/swfcore/*.h",
    "Results": "docs/papers.md docs/coverage.md tests/archive/*.md docs/mutations.md"
    " scripts/bench-results.md",
    "The project": "NEWS.md CONTRIBUTING.md docs/*.md",
}
PICTURES = (".svg", ".png")
INLINE = {"a", "b", "cite", "code", "em", "i", "span", "strong", "var"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def without_tags(text):
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def address(source):
    """Where the page or picture of a source stands in the website."""
    if source == "README.md":
        return "index.html"
    if source.endswith(PICTURES):
        return source
    return source.removesuffix(".md") + ".html"


def between(source, target):
    """The relative address of a page or picture, seen from the page of a source."""
    return posixpath.relpath(address(target), posixpath.dirname(source) or ".")


class Sections(HTMLParser):
    """The parts of a page for the search: lists of level or "", anchor, heading and text."""

    def __init__(self, body):
        super().__init__()
        self.found = [["", "", "", ""]]
        self.part = 3
        self.feed(body)
        for section in self.found:
            section[2:] = (" ".join(text.split()) for text in section[2:])

    def handle_starttag(self, tag, attrs):
        anchor = dict(attrs).get("id")
        if anchor and re.fullmatch("h[1-6]|dt", tag):
            self.found.append([tag, anchor, "", ""])
            self.part = 2
        self.handle_endtag("" if tag in INLINE else "blank")

    def handle_endtag(self, tag):
        if tag == self.found[-1][0]:
            self.part = 3
        if tag and tag not in INLINE:
            self.found[-1][self.part] += " "

    def handle_data(self, data):
        self.found[-1][self.part] += data


class Header:
    """What a public header defines, and its text with links: to a name from wherever it stands."""

    DEFINITION = re.compile(
        r"^(?:(?!static_assert)[a-z][^(\n;{]*?[ *](swf_\w+)\(|extern [^;]*?(swf_\w+)[\[;]"
        r"|((?:struct|enum) swf_\w+) \{|#define (SWF_\w+)|\t(SWF_\w+)(?= =|,|\n))"
        r"|(?<=\*/\n)(struct swf_\w+)(?=;)", re.M)
    TOKEN = re.compile(r'(?P<quoted>(?<=#include ")[^"]+)|(?P<comment>/\*.*?\*/)'
                       r"|(?:(?:struct|enum) swf|\bswf|\bSWF)_\w+", re.S)
    where = {}  # the header that defines a name, of all headers

    def __init__(self, source):
        self.source = source
        self.text = read(source)
        self.places = {}  # of the names that it defines first
        for match in self.DEFINITION.finditer(self.text):
            name = match[match.lastindex]
            if name not in self.where:
                self.where[name] = source
                self.places[match.start(match.lastindex)] = name

    @staticmethod
    def anchor(name):
        return name.replace(" ", "-")

    def marked(self, begin, end):
        parts = []
        for match in self.TOKEN.finditer(self.text, begin, end):
            word, target = match[0], self.where.get(match[0])
            parts.append(html.escape(self.text[begin:match.start()], False))
            begin = match.end()
            anchor = "#" + self.anchor(word)
            if match["quoted"]:
                word = f'<a href="{between(self.source, "include/" + word)}">{word}</a>'
            elif match["comment"]:
                # the first two characters would be found as a comment again
                word = f"<i>/*{self.marked(match.start() + 2, begin)}</i>"
            elif match.start() in self.places:
                word = f'<a class="defined" id="{anchor[1:]}" href="{anchor}">{word}</a>'
            elif target:
                word = f'<a href="{between(self.source, target)}{anchor}">{word}</a>'
            parts.append(word)
        return "".join(parts) + html.escape(self.text[begin:end], False)

    def page(self):
        name = self.source.removeprefix("include/")
        sections = []
        for match in re.finditer(r"(?:[^\n]|\n(?!\n\S))+", self.text):
            names = [self.places[place] for place in self.places
                     if match.start() <= place < match.end()]
            sections.append(["", self.anchor(names[0]) if names else "", ", ".join(names),
                             " ".join(match[0].split())])
        text = self.marked(0, len(self.text))
        body = f'<h1>{name}</h1>\n<pre tabindex="0">{text}</pre>'
        return name, body, sections


class Website:
    def __init__(self, folder):
        self.folder = folder
        self.pages = {}  # of a source: title, body, sections
        self.groups, listed = {}, set()
        for group, patterns in GROUPS.items():
            files = [f for p in patterns.split() for f in sorted(glob.glob(p)) if f not in listed]
            self.groups[group] = dict.fromkeys(files)
            listed.update(files)
        self.headers = {f: Header(f) for f in self.groups["API"] if f.endswith(".h")}
        self.wanted = [f for files in self.groups.values() for f in files]
        for source in self.wanted:  # which grows
            if source.endswith(PICTURES):
                os.makedirs(os.path.dirname(self.path(source)), exist_ok=True)
                shutil.copyfile(source, self.path(source))
            elif source not in self.pages:
                self.pages[source] = self.page(source)

    def path(self, source):
        return os.path.join(self.folder, address(source))

    def page(self, source):
        if source in self.headers:
            return self.headers[source].page()
        if source.endswith(".md"):
            title, body = self.document(source)
        elif source.startswith("man/"):
            title, body = self.manual(source)
        else:
            text = html.escape(read(source), False)
            return source, f'<h1>{source}</h1>\n<pre tabindex="0">{text}</pre>', []
        # What is wide scrolls by itself, also by keys.
        body = re.sub(r'<table(?! class="Nm").*?</table>',
                      r'<div class="scroll" tabindex="0">\g<0></div>', body, flags=re.S)
        body = body.replace("<pre>", '<pre tabindex="0">')
        return title, self.linked(source, body), Sections(body).found

    def linked(self, source, body):
        """The body with links to pages in place of those to sources, which are wanted then."""

        def link(match):
            attribute, target, fragment = match.groups()
            target = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
            self.wanted.append(target)
            return f'{attribute}="{between(source, target)}{fragment}"'

        return re.sub(r'\b(href|src)="(?![a-z]+:|#)([^"#]+)([^"]*)"', link, body)

    def document(self, source):
        body = output("cmark-gfm", "-e", "table", source)
        anchors = set()

        # Anchors of headings are those that GitHub makes.
        def heading(match):
            level, text = match.groups()
            anchor = re.sub(r"[^\w -]", "", without_tags(text).lower()).replace(" ", "-")
            if anchor in anchors:
                sys.exit(f"{source}: two headings have the anchor {anchor}")
            anchors.add(anchor)
            return f'<h{level} id="{anchor}">{text}</h{level}>'

        body = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body)
        return without_tags(re.search(r"<h1.*?</h1>", body)[0]), body

    def manual(self, source):
        body = output("mandoc", "-T", "html", "-O",
                      "fragment,man=%N.%S,includes=../include/%I", source)
        body = body[body.index("<section"):body.rindex("</section>")] + "</section>"
        # The title is the one heading of the first level.
        if "<h1" in body:
            body = re.sub("(</?h)([12])", lambda m: m[1] + str(int(m[2]) + 1), body)

        # A section behind the name of a manual is one of that manual. mandoc writes hyphens in
        # links to sections otherwise than in their anchors.
        anchors = {anchor.replace("-", "_"): anchor for anchor in re.findall(' id="([^"]*)"', body)}

        def section(match):
            before, other, anchor = match.groups()
            target = f"{other}#{anchor}" if other else "#" + anchors[anchor]
            return f'{before or ""}<a class="Sx" href="{target}"'

        body = re.sub(r'(<a class="Xr" href="([^"]*)">[^<]*</a>,\s+)?<a class="Sx" href="#([^"]*)"',
                      section, body)
        # Manuals and headers of others are no links.
        body = re.sub(r'<a class="(?:Xr|In)" href="([^"]*)">([^<]*)</a>', lambda m:
                      m[0] if os.path.exists(os.path.join("man", m[1])) else m[2], body)

        # Names of the library lead to its headers.
        def function(match):
            target = Header.where.get(match[2])
            return match[0] if not target else (
                f'<a href="../{target}#{Header.anchor(match[2])}">{match[1]}</a>')

        body = re.sub(r'<a class="permalink"[^>]*>(<code class="Fn"[^>]*>(swf_\w+)</code>)</a>',
                      function, body)
        name, _, section = os.path.basename(source).rpartition(".")
        title = f"{name}({section})"
        return title, f"<h1>{title}</h1>\n{body}"

    def navigation(self, source):
        lines = []
        for group, files in self.groups.items():
            is_open = " open" if source in files or source == "README.md" else ""
            lines.append(f"<details{is_open}><summary>{group}</summary>\n<ul>")
            for file in files:
                title, _, sections = self.pages[file]
                here = ' aria-current="page"' if file == source else ""
                line = f'<li><a href="{between(source, file)}"{here}>{html.escape(title)}</a>'
                parts = [f'<li><a href="#{anchor}">{html.escape(heading)}</a></li>'
                         for level, anchor, heading, _ in sections if level == "h2"]
                if here and parts:
                    line += "\n<ul>\n" + "\n".join(parts) + "\n</ul>"
                lines.append(line + "</li>")
            lines.append("</ul></details>")
        return "\n".join(lines)

    def write(self):
        here = os.path.dirname(__file__)
        template = string.Template(read(os.path.join(here, "page.html")))
        for source, (title, body, _) in self.pages.items():
            os.makedirs(os.path.dirname(self.path(source)), exist_ok=True)
            with open(self.path(source), "w", encoding="utf-8") as file:
                file.write(template.substitute(
                    title=html.escape(title), body=body, navigation=self.navigation(source),
                    top="../" * source.count("/")))
        index = [[address(source), self.pages[source][0], [s[1:] for s in self.pages[source][2]]]
                 for files in self.groups.values() for source in files]
        with open(os.path.join(self.folder, "index.js"), "w", encoding="utf-8") as file:
            # a page a line
            pages = ",\n".join(json.dumps(page, ensure_ascii=False) for page in index)
            file.write(f"const pages = [\n{pages}\n];\n")
        for name in ("search.js", "style.css"):
            shutil.copyfile(os.path.join(here, name), os.path.join(self.folder, name))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.partition("\n")[0])
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder)
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    Website(folder).write()


if __name__ == "__main__":
    main()
