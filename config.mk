# What a builder may want to change. `make CC=clang PREFIX=$HOME/.local` works as well.
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build

# With gcc, the parts of the engine are optimized across their files; the objects can be linked without
# that too.
LTO      := $(shell $(CC) --version 2>/dev/null | grep -q 'Free Software' && \
	echo -flto=auto -ffat-lto-objects)
CFLAGS   ?= -O2 -g $(LTO)
WARNINGS  = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
# set to -Werror by scripts/check
WERROR   ?=

# Contracted floating-point expressions would give other bytes with other compilers.
STANDARD  = -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off
