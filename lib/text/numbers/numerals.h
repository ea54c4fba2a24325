/*
 * numerals.h - numbers as they are written in running text, whatever the language: 1,234.56 is
 * 1.234,56 and 1 234,56.
 *
 * A number is digits and what joins them: one of . , : ' or a blank before three digits.  Its parts
 * are 1234 and 56: a mark before exactly three digits only groups them, and all groups have the
 * same mark.  A date with a year of four digits is one number, even if / or - joins its parts.
 */
#ifndef TR_NUMERALS_H
#define TR_NUMERALS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

enum { TR_MOST_DIGITS = 18, TR_MOST_PARTS = 4 };

typedef struct tr_numeral_part {
    size_t n;
    char digit[TR_MOST_DIGITS]; /* later digits are left out */
} tr_numeral_part;

typedef struct tr_numeral {
    size_t n; /* parts; what comes after the last one is added to it */
    tr_numeral_part part[TR_MOST_PARTS];
    char joint;     /* the mark between all parts; '?': they have several, NUL: there is one part */
    bool malformed; /* one mark groups its thousands and parts its decimals: 1,234,56; or it is a
                       date without a month, 12.31.2024, or with a part too many before it */
} tr_numeral;

/* Finds the first number of text [at, end); false if there is none. */
bool tr_numeral_next(const char *text, size_t at, size_t end, tr_span *number);
tr_numeral tr_numeral_read(const char *text, tr_span number);

/* True if two numbers have the same parts.  Zeros at the start do not count. */
bool tr_numeral_same(const tr_numeral *a, const tr_numeral *b);

/* True if the two are one time of the day, counted from noon and from midnight: 8 (p.m.) is 20 and
 * 20:00, and 8:30 is 20:30. */
bool tr_numeral_same_time(const tr_numeral *a, const tr_numeral *b);

/* True if each part of `a` is another part of `b`: the date 30.06.2025 has all of 2025-06. */
bool tr_numeral_within(const tr_numeral *a, const tr_numeral *b);

/* True if `a` may stand for parts of `b`, as it is joined: three parts or more, as a date's, have
 * one mark between them, which is no comma. */
bool tr_numeral_joined_alike(const tr_numeral *a, const tr_numeral *b);

/* True if the number is a date with a year of four digits. */
bool tr_numeral_are_date(const tr_numeral *a);

/* True if more digits can make `a` the same as `b`, or within it, or the same time if `clock`. */
bool tr_numeral_begin(const tr_numeral *a, const tr_numeral *b, bool clock);

/* The value of a number that has one part, else UINT64_MAX. */
uint64_t tr_numeral_value(const tr_numeral *a);

#endif
