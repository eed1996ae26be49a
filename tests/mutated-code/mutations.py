# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutations of C source text: small changes, each of which some test should notice.

Comments, strings, characters and preprocessor lines stay as they are.
"""
import hashlib
import re
from typing import NamedTuple

TOKEN = re.compile(
    r'(?P<comment>/\*.*?\*/|//[^\n]*)'
    r'|(?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)'
    r'|(?P<text>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')'
    r'|(?P<number>\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\.\d\w*)'
    r'|(?P<word>[A-Za-z_]\w*)'
    r'|(?P<blank>\s+)'
    r'|(?P<operator><<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||[<>=!+\-*/%&|^]=|<<|>>|.)',
    re.DOTALL | re.MULTILINE)

# Those of two operands stand between blanks, so pointers and signs are not among them.
BINARY = {
    'relational': {'<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'],
                   '==': ['!='], '!=': ['==']},
    'arithmetic': {'+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'],
                   '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*=']},
    'bits': {'&': ['|'], '|': ['&'], '^': ['|'], '<<': ['>>'], '>>': ['<<'],
             '|=': ['&='], '&=': ['|=']},
    'logical': {'&&': ['||'], '||': ['&&']},
}
WORDS = {
    'jump': {'break': 'continue', 'continue': 'break'},
    'truth': {'true': 'false', 'false': 'true'},
}
KEYWORDS = set('''auto break case char const continue default do double else enum extern float for
    goto if inline int long register return short signed sizeof static struct switch typedef union
    unsigned void volatile while _Static_assert'''.split())


class Mutation(NamedTuple):
    """The text from begin to end of a file becomes `text`."""
    path: str
    kind: str
    begin: int
    end: int
    text: str
    line: int        # of begin, the first is 1
    before: str      # the line, without the blanks around it
    after: str
    identity: str    # the same wherever the line is moved to in its file


class Token(NamedTuple):
    kind: str
    text: str
    begin: int
    end: int


def tokens_of(source):
    """All but blanks and comments."""
    found = [Token(match.lastgroup, match.group(), match.start(), match.end())
             for match in TOKEN.finditer(source)]
    return [token for token in found if token.kind not in ('blank', 'comment')]


def next_number(text):
    """A constant one higher, and 0 for 1, or None for what is not a plain decimal."""
    match = re.fullmatch(r'(\d+)([uUlL]*)', text)
    if match:
        value = int(match.group(1))
        return str(0 if value == 1 else value + 1) + match.group(2)
    match = re.fullmatch(r'(\d+)\.(\d*)', text)
    if match:
        return f'{int(match.group(1)) + 1}.{match.group(2)}'
    return None


def closing(tokens, opening):
    """The index of what closes the parenthesis at an index, or None."""
    depth = 0
    for i in range(opening, len(tokens)):
        if tokens[i].text in '([{':
            depth += 1
        elif tokens[i].text in ')]}':
            depth -= 1
            if depth == 0:
                return i
    return None


def statement_end(tokens, first):
    """The index of the semicolon of the expression statement that begins at an index, or None."""
    token = tokens[first]
    if token.kind == 'word':
        if token.text in KEYWORDS or tokens[first + 1].kind == 'word' or \
                tokens[first + 1].text in ('*', ':'):
            return None
    elif token.text not in ('*', '++', '--'):
        return None
    i = first
    while i < len(tokens) and tokens[i].text not in (';', '}'):
        if tokens[i].text in ('(', '[', '{'):
            i = closing(tokens, i)
            if i is None:
                return None
        i += 1
    return i if i < len(tokens) and tokens[i].text == ';' else None


def is_array_size(tokens, i):
    """Whether tokens[i] is the size in the declaration of an array, such as char text[64]."""
    return i >= 3 and tokens[i - 1].text == '[' and tokens[i + 1].text == ']' and \
        tokens[i - 2].kind == 'word' and \
        (tokens[i - 3].kind == 'word' and tokens[i - 3].text not in ('return', 'case') or
         tokens[i - 3].text == '*')


def changes_at(source, tokens, i, statement_begins, in_function):
    """What can become of one token: (kind, begin, end, text) each."""
    token = tokens[i]
    if token.kind == 'operator':
        spaced = source[token.begin - 1:token.begin].isspace() and \
            source[token.end:token.end + 1].isspace()
        for kind, table in BINARY.items():
            if spaced:
                for text in table.get(token.text, []):
                    yield kind, token.begin, token.end, text
        if token.text in ('++', '--'):
            yield 'increment', token.begin, token.end, '--' if token.text == '++' else '++'
        if token.text == '!':
            yield 'negation', token.begin, token.end, ''
    elif token.kind == 'number' and not is_array_size(tokens, i):
        text = next_number(token.text)
        if text is not None:
            yield 'constant', token.begin, token.end, text
    elif token.kind == 'word':
        for kind, table in WORDS.items():
            if token.text in table:
                yield kind, token.begin, token.end, table[token.text]
        if token.text == 'if' and tokens[i + 1].text == '(':
            end = closing(tokens, i + 1)
            condition = source[tokens[i + 1].end:tokens[end].begin]
            yield 'condition', tokens[i + 1].end, tokens[end].begin, f'!({condition})'
        if token.text == 'return' and tokens[i + 1].text != ';':
            end = next(j for j in range(i, len(tokens)) if tokens[j].text == ';')
            result = source[tokens[i + 1].begin:tokens[end].begin]
            yield 'result', tokens[i + 1].begin, tokens[end].begin, f'!({result})'
    if in_function and statement_begins:
        end = statement_end(tokens, i)
        if end is not None:
            yield 'statement', token.begin, tokens[end].begin, ''


def line_around(source, begin, end):
    first = source.rfind('\n', 0, begin) + 1
    last = source.find('\n', end)
    return first, last if last >= 0 else len(source)


def mutations_of(path, source):
    """All mutations of a file, in its order."""
    tokens = tokens_of(source)
    found, seen = [], {}
    depth, heads, was_head = 0, [], False
    for i, token in enumerate(tokens[:-1]):
        before = tokens[i - 1].text if i else ';'
        begins = before in (';', '{', '}', ':', 'else', 'do') or was_head
        was_head = False
        for kind, begin, end, text in changes_at(source, tokens, i, begins and not heads,
                                                 depth > 0):
            first, last = line_around(source, begin, end)
            old = ' '.join(source[first:last].split())
            new = ' '.join((source[first:begin] + text + source[end:last]).split())
            times = seen[old, new] = seen.get((old, new), 0) + 1
            identity = hashlib.sha256(f'{path}\n{old}\n{new}\n{times}'.encode()).hexdigest()[:10]
            line = source.count('\n', 0, begin) + 1
            found.append(Mutation(path, kind, begin, end, text, line, old, new, identity))
        if token.text == '{':
            depth += 1
        elif token.text == '}':
            depth -= 1
        elif token.text == '(':
            heads.append(before)
        elif token.text == ')':
            was_head = heads.pop() in ('if', 'for', 'while', 'switch')
    return found


def function_at(source, line):
    """The function that a line of a file stands in, or '' for none."""
    name = ''
    for text in source.split('\n')[:line]:
        match = re.match(r'[A-Za-z_][^;=]*?\b(\w+)\(', text)
        if match:
            name = match.group(1)
        elif text.startswith('}'):
            name = ''
    return name
