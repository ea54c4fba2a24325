#include "document/segment/transliterate.h"

#include "base/unicode.h"

typedef struct spelling {
    int32_t c;
    const char *ascii;
} spelling;

static const spelling spellings[] = {
    {0xA0, " "},    {0xAB, "\""},   {0xBB, "\""},    {0xC4, "Ae"},   {0xC5, "Aa"},    {0xC6, "Ae"},
    {0xD0, "D"},    {0xD6, "Oe"},   {0xD8, "Oe"},    {0xDC, "Ue"},   {0xDE, "Th"},    {0xDF, "ss"},
    {0xE4, "ae"},   {0xE5, "aa"},   {0xE6, "ae"},    {0xF0, "d"},    {0xF6, "oe"},    {0xF8, "oe"},
    {0xFC, "ue"},   {0xFE, "th"},   {0x110, "D"},    {0x111, "d"},   {0x131, "i"},    {0x141, "L"},
    {0x142, "l"},   {0x152, "Oe"},  {0x153, "oe"},   {0x1E9E, "SS"}, {0x2010, "-"},   {0x2011, "-"},
    {0x2012, "-"},  {0x2013, "-"},  {0x2014, "--"},  {0x2018, "'"},  {0x2019, "'"},   {0x201A, "'"},
    {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""},  {0x2022, "*"},  {0x2026, "..."}, {0x202F, " "},
    {0x2039, "'"},  {0x203A, "'"},  {0x20AC, "EUR"}, {0x2212, "-"},
};

bool tr_transliterate(int32_t c, tr_buf *out)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].c != c) continue;
        tr_buf_add_string(out, spellings[i].ascii);
        return true;
    }
    const char letter = (char)tr_without_accents(c);
    if (c < 0x80 || tr_without_accents(c) >= 0x80) return false;
    tr_buf_add(out, &letter, 1);
    return true;
}
