# SPDX-License-Identifier: GPL-3.0-or-later
# What a builder may want to change. `make CC=clang PREFIX=$HOME/.local` works as well.
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
MANDIR     ?= $(DATADIR)/man
DOCDIR     ?= $(DATADIR)/doc/swfkit
# where zsh looks for completions: Debian's own is $(DATADIR)/zsh/vendor-completions
ZSHDIR     ?= $(DATADIR)/zsh/site-functions
# stands before all of these, for packages
DESTDIR    ?=
# no: without the scheduler slurm, and the tests that need it
SLURM      ?= yes
# a folder in this one, without blanks in its name; another one for another SLURM
BUILD      ?= build

# Link-time optimization speeds commands up by 7 % at most on a large log, and makes the build three
# times slower (scripts/bench-results.md).
CFLAGS   ?= -O2 -g
# Constants are enumerations, with which doubles are compared and multiplied on purpose.
WARNINGS  = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wno-enum-float-conversion
# set to -Werror by .ci/run, for the compilers that it names
WERROR   ?=

# Contracted floating-point expressions would give other bytes with other compilers.
STANDARD  = -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off
