/*
 * icu_message.h - messages as ICU has them: "{n, plural, one {# day} other {# days}}", and quotes
 * around braces that are text.
 *
 * https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
#ifndef TR_ICU_MESSAGE_H
#define TR_ICU_MESSAGE_H

#include "base/span.h"
#include "document/segment/segment.h"

typedef struct tr_icu_choice {
    tr_span all;     /* with its braces */
    size_t branches; /* where they begin */
    bool is_plural;  /* "#" is the number in its branches */
    bool is_ordinal; /* a plural of "1st", "2nd" */
    bool is_format;  /* one of java.text.ChoiceFormat, whose branches have no braces
                        (choice_format.h) */
} tr_icu_choice;

/* The next choice from byte `at` of text [.., end) on: braces with branches in braces behind two
 * commas, or "{0,choice,0#none|1#one}".  False if there is none. */
bool tr_icu_next_choice(const char *text, size_t at, size_t end, tr_icu_choice *choice);

/* True if text is one choice with its branches, all of which can be told: no text is in quotes. */
bool tr_icu_is_choice(const char *text, tr_span all);

/* The text of the next branch of a choice, which is no format, from byte *at on, which is
 * `branches` at first and moves behind it.  False after the last. */
bool tr_icu_next_branch(const char *text, const tr_icu_choice *choice, size_t *at, tr_span *branch);

/* The word that a branch is chosen by, as "other" or "=1". */
tr_span tr_icu_selector(const char *text, const tr_icu_choice *choice, tr_span branch);

/* True if a branch is what a plural says where no other branch does. */
bool tr_icu_is_other(const char *text, const tr_icu_choice *choice, tr_span branch);

/* True if text has a brace in quotes. */
bool tr_icu_has_quotes(const char *text, size_t at, size_t end);

/* The length of what stays at byte `at` of a message's text: "#" of a plural, text in quotes with
 * braces, or "{'@'}" of vue-i18n; 0: something else. */
size_t tr_icu_code_at(const char *text, size_t at, size_t end, bool is_plural);

/* Appends text as it means: two apostrophes are one. */
void tr_icu_decode(const char *text, size_t len, tr_buf *out);

/* How it is written. */
extern const tr_writing tr_icu_text;

/* A number of a plural before a blank has none of the hyphens of compounds behind it in the
 * translation `tagged` (tagged.h): "# message" is not "#-Nachricht". */
void tr_icu_part_numbers(const tr_content *d, const tr_segment *p, tr_buf *tagged);

#endif
