/*
 * key_sign.h - the sign before the letter that is the key of a menu's entry or a button: & of
 * Windows, Qt and Apple's strings, _ of GTK: "&File", "E&xit", "Save _As...".
 *
 * It is told by its shape: one sign alone in a label, before a letter at the beginning of a word or
 * within one.  "AT&T", "R&D", "a & b", "&amp;", "my_file" and "_id" have none; && is the sign
 * itself.
 */
#ifndef TR_KEY_SIGN_H
#define TR_KEY_SIGN_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the sign in valid UTF-8 text [len]: returns its byte, or len if there is none.
 * `interface`: the text is surely one of a program's interface. */
size_t tr_key_sign_find(const char *text, size_t len, bool interface);

#endif
