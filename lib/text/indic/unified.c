#include "text/indic/unified.h"

#include <string.h>
#include <unicode/uchar.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/indic/cell_marks.h"
#include "text/moses/moses_join.h"
#include "text/moses/moses_words.h"
#include "text/moses/punctuation.h"

#define NBSP "\xC2\xA0"

enum { DEVANAGARI = 0x900, VISARGA = 3, SHIFTED = 0x70, BLOCK = 0x80 };

void tr_unified_init(tr_unified *u, const char *code)
{
    *u = (tr_unified){.script = tr_language_script(code)};
    tr_moses_init(&u->moses, code);
    u->moses.last_stops = true;
}

/* ---- Marks and digits of all scripts ---- */

/* One after the other; NULL stands for single blanks in the place of several. */
static const char *const marks[][2] = {{"\r", ""},
                                       {"(", " ("},
                                       {")", ") "},
                                       {"( ", "("},
                                       {" )", ")"},
                                       {" :", ":"},
                                       {" ;", ";"},
                                       {"`", "'"},
                                       {"„", "\""},
                                       {"“", "\""},
                                       {"”", "\""},
                                       {"–", "-"},
                                       {"—", " - "},
                                       {"´", "'"},
                                       {"‘", "'"},
                                       {"‚", "'"},
                                       {"’", "'"},
                                       {"''", "\""},
                                       {"…", "..."},
                                       {NBSP "«" NBSP, " \""},
                                       {"«" NBSP, "\""},
                                       {"«", "\""},
                                       {NBSP "»" NBSP, "\" "},
                                       {NBSP "»", "\""},
                                       {"»", "\""},
                                       {NBSP "%", "%"},
                                       {"nº" NBSP, "nº "},
                                       {NBSP ":", ":"},
                                       {NBSP "ºC", " ºC"},
                                       {NBSP "cm", " cm"},
                                       {NBSP "?", "?"},
                                       {NBSP "!", "!"},
                                       {NBSP ";", ";"},
                                       {"," NBSP, ", "},
                                       {NULL, NULL},
                                       {") .", ")."},
                                       {") !", ")!"},
                                       {") :", "):"},
                                       {") ?", ")?"},
                                       {") ;", ");"},
                                       {") ,", "),"}};

static void normalize_marks(tr_cells *t)
{
    static const tr_moses_rules rules = {.stops_within_quotes = true};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i][0])
            tr_cells_replace(t, marks[i][0], marks[i][1]);
        else
            tr_cells_squeeze(t);
    }
    tr_moses_last_marks(t, &rules);
}

static void normalize_digits(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const int32_t digit = tr_is_digit(t->cell[i].c) ? u_charDigitValue(t->cell[i].c) : -1;
        if (digit >= 0) t->cell[i].c = '0' + digit;
    }
}

/* White space becomes single blanks between words. */
static void normalize_blanks(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (tr_is_white(t->cell[i].c)) t->cell[i].c = ' ';
    tr_cells_squeeze(t);
    tr_cells_trim(t);
}

/* ---- Scripts ---- */

/* Where a script's block begins; -1: it has none. */
static int32_t block_of(const tr_script *s)
{
    return s->block ? tr_utf8_first(s->block, strlen(s->block)) : -1;
}

static bool is_danda(int32_t c)
{
    return c == 0x964 || c == 0x965;
}

/* A letter of the block at `from` becomes one of the block at `to`. */
static int32_t shifted(int32_t c, int32_t from, int32_t to)
{
    return c >= from && c < from + SHIFTED && !is_danda(c) ? c - from + to : c;
}

static void shift(tr_cells *t, int32_t from, int32_t to)
{
    for (size_t i = 0; i < t->n; i++)
        t->cell[i].c = shifted(t->cell[i].c, from, to);
}

/* Rows of five in the order of Devanagari: the voiceless plosive, the others, and the nasal. */
static int32_t voiceless(int32_t c)
{
    enum { KA = 0x915, JA = 0x91C, PA = 0x92A, MA = 0x92E, SHA = 0x936, NA = 0x928 };
    const int32_t place = (c - KA) % 5;
    if (c >= KA && c <= NA && c != JA && place != 4) return c - place;
    if (c > PA && c < MA) return PA;
    return c == SHA ? SHA + 1 : c;
}

/* A letter of Devanagari in the script of a translation. */
static int32_t own_letter(const tr_script *s, int32_t c)
{
    if (s->few_plosives) c = voiceless(c);
    return s->apart ? c : shifted(c, DEVANAGARI, block_of(s));
}

void tr_unified_respell(const tr_unified *u, char *text, size_t len)
{
    for (size_t i = 0, n; u->script && i < len; i += n) {
        int32_t c;
        char letter[4];
        n = tr_utf8_decode(text + i, len - i, &c);
        const int32_t own = own_letter(u->script, c);
        if (own != c && tr_utf8_encode(own, letter) == n) memcpy(text + i, letter, n);
    }
}

static void mark_visargas(tr_cells *t, int32_t block)
{
    bool within = false;
    for (size_t i = 0; block >= 0 && i < t->n; i++) {
        int32_t *const c = &t->cell[i].c;
        const bool after = within;
        within = *c >= block && *c < block + BLOCK;
        if (after && *c == ':') *c = block + VISARGA;
    }
}

static void spell(const tr_script *s, tr_cells *t)
{
    static const char *const unseen[] = {"\xEF\xBB\xBF", "\xEF\xBF\xBE", "\xE2\x81\xA0", "\xC2\xAD",
                                         "\xE2\x80\x8C", "\xE2\x80\x8D"}; /* U+FEFF is the first */
    tr_cells_apply(t, s->early);
    for (size_t i = 0; i < (s->joiners_stay ? 1 : sizeof unseen / sizeof *unseen); i++)
        tr_cells_replace(t, unseen[i], "");
    if (!s->joiners_stay) tr_cells_replace(t, "\xE2\x80\x8B", " ");
    tr_cells_apply(t, s->written);
    mark_visargas(t, block_of(s));
    if (s->letters) tr_cells_part_letters(t, s);
}

/* ---- Words ---- */

void tr_unified_cut(const tr_unified *u, tr_cells *t)
{
    const tr_script *const s = u->script;

    normalize_digits(t);
    normalize_marks(t);
    normalize_blanks(t);
    if (!s) {
        tr_moses_marks(t, u->moses.rules);
        tr_moses_cut(&u->moses, t);
        return;
    }
    spell(s, t);
    tr_cells_part_marks(t, s->marks);
    if (!s->numbers_apart) tr_cells_join_numbers(t);
    if (s->apart) return;
    shift(t, block_of(s), DEVANAGARI);
    tr_cells_replace(t, " \u094D ", "\u094D");
}

static void add_cells(const tr_cells *t, tr_buf *out)
{
    char character[4];
    for (size_t i = 0; i < t->n; i++)
        tr_buf_add(out, character, tr_utf8_encode(t->cell[i].c, character));
    out->failed = out->failed || t->failed;
}

static void join_by_moses(const tr_unified *u, const char *words, size_t len, tr_buf *out)
{
    tr_buf copy = {0};
    tr_buf_add(&copy, words, len);
    if (copy.len) tr_moses_join(&u->moses, &copy, out);
    out->failed = out->failed || copy.failed;
    tr_buf_free(&copy);
}

void tr_unified_join(const tr_unified *u, const char *words, size_t len, tr_buf *out)
{
    const tr_script *const s = u->script;
    tr_cells cells = {0};

    if (!s) {
        join_by_moses(u, words, len, out);
        return;
    }
    tr_cells_read(&cells, words, len);
    tr_cells_close(&cells, s->closing);
    for (size_t i = 0; i < cells.n; i++)
        cells.cell[i].c = own_letter(s, cells.cell[i].c);
    tr_cells_apply(&cells, s->said);
    tr_cells_join_numbers(&cells);
    tr_cells_join_marks(&cells);
    add_cells(&cells, out);
    tr_cells_free(&cells);
}
