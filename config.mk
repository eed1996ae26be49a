# What a builder may want to change. `make CC=clang PREFIX=$HOME/.local` works as well.
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build

CFLAGS   ?= -O2 -g
WARNINGS  = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
# set to -Werror by scripts/check
WERROR   ?=

# Contracted floating-point expressions would give other bytes with other compilers.
STANDARD  = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off
