/* language_parts.h - what markup says of a language beside its code. */
#ifndef TR_LANGUAGE_PARTS_H
#define TR_LANGUAGE_PARTS_H

#include <stdbool.h>

enum { TR_LANGUAGE_SIZE = 16 };

/* Kinds of scripts, as office programs have them: each has its own fonts and its own language. */
enum tr_script_kind { TR_SCRIPT_WESTERN, TR_SCRIPT_EAST_ASIAN, TR_SCRIPT_COMPLEX };

typedef struct tr_language_parts {
    char language[TR_LANGUAGE_SIZE]; /* "de" */
    char region[TR_LANGUAGE_SIZE];   /* "DE": where most speak it, if the code says none; or "" */
    enum tr_script_kind script;
    bool is_from_right; /* it is written from right to left */
} tr_language_parts;

/* Of a code of BCP 47.  False if it is none that is known. */
bool tr_language_parts_find(const char *code, tr_language_parts *parts);

#endif
