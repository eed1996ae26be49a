/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shared object that is no plug-in. */
extern int not_a_plug_in;
int not_a_plug_in = 1;
