#include "document/plain/cue_group.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

enum { MOST_WORDS = 400 };

/* Returns the cost of a cue: by how much its share of the text differs from the source's share, and
 * the time's; an end where nobody pauses; a character that is read too fast, and one that has no
 * room. */
static const double cost_of_source = 1, cost_of_time = 0.5, cost_of_end = 0.4, cost_of_haste = 0.02,
                    cost_of_room = 2, characters_a_second = 21;

typedef struct cue_word {
    size_t begin, end;
    size_t column; /* characters before it */
} cue_word;

typedef struct cue_fill {
    const tr_cue_group *g;
    const char *text;
    cue_word words[MOST_WORDS + 1]; /* [n], and one after the last */
    size_t n, n_characters;
    double seconds, n_source;                      /* of all cues */
    double cost[TR_MOST_CUES + 1][MOST_WORDS + 1]; /* of n words in n cues */
    size_t from[TR_MOST_CUES + 1][MOST_WORDS + 1]; /* where the last of them begins */
} cue_fill;

static bool find_cue_words(cue_fill *w, size_t len)
{
    size_t at = 0, column = 0;

    while (at < len) {
        const size_t end = tr_find_byte(w->text, at, len, ' ');
        if (w->n == MOST_WORDS) return false;
        if (end > at) w->words[w->n++] = (cue_word){at, end, column};
        column += tr_utf8_count(w->text + at, end - at) + 1;
        at = end + 1;
    }
    w->n_characters = column ? column - 1 : 0;
    w->words[w->n] = (cue_word){len, len, column};
    return w->n >= w->g->n;
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

/* Returns the cost of an end before word i: 0 after a sign, less before a joining word. */
static double end_cost(const cue_fill *w, size_t i)
{
    const cue_word *const next = &w->words[i];
    const char *const joining = tr_every_language()->line_breaks.before;

    if (i == w->n || strchr(".,;:!?-", w->text[w->words[i - 1].end - 1])) return 0;
    return tr_list_has(joining, w->text + next->begin, next->end - next->begin) ? 0.3 : 1;
}

/* Returns the cost of words [begin, end) in cue k, which has room for `room` of its characters. */
static double cue_cost(const cue_fill *w, size_t k, size_t begin, size_t end, double room)
{
    const tr_cue_place *const c = &w->g->cues[k];
    const double n = (double)(w->words[end].column - w->words[begin].column) - 1;
    const double share = n / (double)w->n_characters;
    const double over = n - room * (double)(c->wrap.most * c->wrap.width);
    const double haste = n / c->seconds - characters_a_second;

    return cost_of_source * distance(share, (double)c->n_source / w->n_source) +
           cost_of_time * distance(share, c->seconds / w->seconds) +
           cost_of_end * end_cost(w, end) + (over > 0 ? cost_of_room * over : 0) +
           (haste > 0 ? cost_of_haste * haste : 0);
}

/* Fills `cost` and `from`: at least one word for each cue. */
static void fill_cues(cue_fill *w, double room)
{
    const size_t n_cues = w->g->n;

    for (size_t i = 1; i <= w->n; i++)
        w->cost[1][i] = cue_cost(w, 0, 0, i, room);
    for (size_t k = 2; k <= n_cues; k++)
        for (size_t i = k; i <= w->n; i++) {
            w->cost[k][i] = 1e30;
            for (size_t j = k - 1; j < i; j++) {
                const double cost = w->cost[k - 1][j] + cue_cost(w, k - 1, j, i, room);
                if (cost >= w->cost[k][i]) continue;
                w->cost[k][i] = cost;
                w->from[k][i] = j;
            }
        }
}

/* Appends the words of each cue; false if they do not fit its lines. */
static bool write_cues(const tr_text_place *to, const cue_fill *w, tr_buf *out)
{
    const tr_content *const d = to->content;
    size_t ends[TR_MOST_CUES + 1] = {0};

    ends[w->g->n] = w->n;
    for (size_t k = w->g->n; k > 1; k--)
        ends[k - 1] = w->from[k][ends[k]];
    for (size_t k = 0; k < w->g->n; k++) {
        const tr_cue_place *const c = &w->g->cues[k];
        const size_t begin = w->words[ends[k]].begin, end = w->words[ends[k + 1] - 1].end;
        tr_segment part = *to->segment;
        if (k) tr_buf_add(out, d->bytes + c->before.begin, c->before.end - c->before.begin);
        part.extra = &c->wrap;
        const size_t before = out->len;
        tr_wrap_finish(&(tr_text_place){d, &part, to->writing}, w->text + begin, end - begin, out);
        if (out->len == before) return false;
    }
    return true;
}

static bool begin_cue_fill(cue_fill *w, const tr_cue_group *g, const char *text, size_t len)
{
    w->g = g;
    w->text = text;
    for (size_t k = 0; k < g->n; k++) {
        w->seconds += g->cues[k].seconds;
        w->n_source += (double)g->cues[k].n_source;
    }
    return find_cue_words(w, len);
}

void tr_cue_group_finish(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    static const double rooms[] = {1, 0.9, 0.8};
    cue_fill *const w = calloc(1, sizeof *w);
    tr_buf cues = {0};
    bool fits = false;

    const bool right = w && begin_cue_fill(w, to->segment->extra, text, len);
    for (size_t i = 0; right && !fits && i < sizeof rooms / sizeof *rooms; i++) {
        tr_buf_clear(&cues);
        fill_cues(w, rooms[i]);
        fits = write_cues(to, w, &cues);
    }
    if (fits) tr_buf_add(out, tr_buf_text(&cues), cues.len);
    out->failed = out->failed || !w || cues.failed;
    free(w);
    tr_buf_free(&cues);
}
