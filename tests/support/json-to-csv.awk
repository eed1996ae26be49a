# SPDX-License-Identifier: GPL-3.0-or-later
# json-to-csv.awk: reads a table in JSON, or with -v form=ndjson in NDJSON, and writes it in CSV.
# Ends with 1 and says which line is wrong where the input is not such a table with an object a line
# and the same names in each. Empty cells stand for null, 1 and 0 for true and false.
#
# POSIX awk only, and no regular expression intervals, which some versions of mawk lack.

function wrong(why) {
    print "line " NR ": " why
    failed = 1
    exit 1
}

# Takes what the expression finds off the beginning of the rest.
function take(expression) {
    if (!match(rest, "^(" expression ")"))
        wrong("not " expression ": " substr(rest, 1, 40))
    taken = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return taken
}

function character(digits,    i, code) {
    for (i = 1; i <= 4; i++)
        code = 16 * code + index("0123456789abcdef", substr(digits, i, 1)) - 1
    return sprintf("%c", code)
}

# The text of a string in JSON.
function plain(string,    text, at, next_) {
    string = substr(string, 2, length(string) - 2)
    while ((at = index(string, "\\")) > 0) {
        next_ = substr(string, at + 1, 1)
        text = text substr(string, 1, at - 1)
        text = text (next_ == "u" ? character(substr(string, at + 2, 4)) : next_)
        string = substr(string, at + (next_ == "u" ? 6 : 2))
    }
    return text string
}

function cell(text) {
    if (text !~ /[,"\r\n]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

function value(    first) {
    first = substr(rest, 1, 1)
    if (first == "\"")
        return cell(plain(take(string)))
    if (first ~ /[-0-9]/)
        return take(number)
    take("null|true|false")
    return taken == "null" ? "" : taken == "true"
}

function object(    names, cells, comma) {
    take("[{]")
    do {
        names = names comma cell(plain(take(string)))
        take(": ")
        cells = cells comma value()
        comma = ","
    } while (take(", |[}]") == ", ")
    if (rows++ == 0)
        print header = names
    if (names != header)
        wrong("other names: " names)
    print cells
}

BEGIN {
    digit = "[0-9a-f]"
    string = "\"([^\"\\\\]|\\\\[\"\\\\]|\\\\u" digit digit digit digit ")*\""
    number = "-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?"
    more = form != "ndjson"
}
{ rest = $0 }
form == "ndjson" {
    object()
    if (rest != "")
        wrong("more than an object: " rest)
    next
}
NR == 1 && rest == "[]" { more = 0; next }
NR == 1 { take("[[]"); open = 1 }
NR > 1 && open && rest != "]" {
    if (!more)
        wrong("no comma before it")
    object()
    more = take(",?") != ""
}
NR > 1 && rest == "]" {
    if (!open || more)
        wrong("an array that does not end so")
    open = 0
    next
}
rest != "" { wrong("more than an object: " rest) }
END {
    if (!failed && (open || (form != "ndjson" && NR == 0)))
        wrong("an array that does not end")
}
