/*
 * written_breaks.h - line feeds, carriage returns and tabs as strings of programs write them, \n,
 * \r and \t, that part a text: "Done.\nGo on."
 *
 * They are told by their shape from what looks like them: paths (C:\new\table), commands of TeX
 * (\nabla, \times{}), regular expressions (\s*\n+), and a mention of them ("\n", ends in \n.).
 */
#ifndef TR_WRITTEN_BREAKS_H
#define TR_WRITTEN_BREAKS_H

#include <stddef.h>

/* Bytes of the breaks at byte `at` of text [len], one behind the other, that part it; 0 if there is
 * none. */
size_t tr_written_break(const char *text, size_t len, size_t at);

#endif
