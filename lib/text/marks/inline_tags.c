#include "text/marks/inline_tags.h"
#include "syntax/syntax.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/marks/unseen_marks.h"
#include "text/placeables/embracing.h"
#include "text/placeables/key_sign.h"
#include "text/placeables/placeables.h"

/* Elements of HTML that stand alone in a sentence, and elements that part texts. */
static const char void_names[] = " img wbr input embed area param source track ";
static const char block_names[] =
    " address article aside blockquote body br button caption center col colgroup dd details "
    "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html legend li link main menu meta nav noscript ol optgroup option p "
    "pre "
    "script section select style summary table tbody td template textarea tfoot th thead title tr "
    "ul ";

enum { MAX_TAGS = TR_MAX_MARKS };

enum role {
    STAYS, /* in the text */
    OPENS,
    CLOSES,
    POINT,
    KEY,
    INNER /* part of a point of several tags */
};

typedef struct tag {
    tr_span at, name;
    enum role role;
    size_t other; /* a pair's other tag; the last tag of a point */
} tag;

typedef struct job {
    const char *text; /* [len] of the line */
    size_t len;
    bool spaces;
    tag *tags; /* [n] */
    size_t n;
    tr_mark *marks; /* [n_marks], of what is found */
    size_t n_marks;
    tr_taken_out *out;
    size_t n_out;
    char *plain; /* [n_plain] */
    size_t n_plain;
} job;

/* ---- Tags ---- */

static bool is_listed(const char *names, const char *name, size_t len)
{
    return len > 0 && tr_list_beginning(names, name, len) == len;
}

/* What a tag is by itself. */
/* True for a parameter of a terminal's style that sets something back (ECMA-48, SGR). */
static bool is_set_back(int parameter)
{
    return parameter == 0 || (parameter >= 22 && parameter <= 29) || parameter == 39 ||
           parameter == 49 || parameter == 59;
}

/* A style of a terminal opens, and what sets it back closes it; other sequences stay. */
static tag read_style(const char *text, tr_span at)
{
    tag t = {.at = at, .name = {at.begin + 1, at.begin + 2}, .role = STAYS};
    size_t i = at.begin + 2;
    int parameter = 0;

    if (text[at.end - 1] != 'm') return t;
    t.role = CLOSES;
    for (; i < at.end; i++) {
        if (tr_ascii_is_digit(text[i])) {
            parameter = parameter > 999 ? parameter : 10 * parameter + text[i] - '0';
            continue;
        }
        if (!is_set_back(parameter)) t.role = OPENS;
        parameter = 0;
    }
    return t;
}

static tag read_tag(const char *text, tr_span at)
{
    tag t = {.at = at, .role = STAYS};
    const bool ends = text[at.begin + 1] == '/';
    size_t i = at.begin + 1 + ends;

    if (text[at.begin] == '\x1B') return read_style(text, at);
    if (text[at.begin] != '<') return t;
    t.name.begin = i;
    while (i < at.end && !tr_ascii_is_html_space(text[i]) && text[i] != '>' && text[i] != '/')
        i++;
    t.name.end = i;
    const char *const name = text + t.name.begin;
    const size_t len = t.name.end - t.name.begin;
    const bool is_tag = text[i] != '/' || i + 2 == at.end; /* no address */
    if (!is_tag || is_listed(block_names, name, len)) return t;
    if (ends)
        t.role = CLOSES;
    else if (text[at.end - 2] == '/' || is_listed(void_names, name, len))
        t.role = POINT;
    else
        t.role = OPENS;
    return t;
}

/* The most tags that there may be. */
static size_t count_signs(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += (unsigned char)text[i] >= 0xC2 || (text[i] && strchr("<\x1B*{_~|'[]%$`>&", text[i]));
    return n;
}

/* Marks of emphasis of the part between two tags; all are paired.  A pair that parts texts is none.
 * False if there are too many. */
static bool add_emphasis(job *j, tr_span part, tr_emphasis *marks)
{
    const size_t n = tr_embracing_find(j->text, part, j->spaces, marks, MAX_TAGS);

    if (n > MAX_TAGS - j->n) return false;
    for (size_t i = 0; i < n; i++) {
        if (marks[i].parts) continue;
        j->tags[j->n++] = (tag){
            .at = marks[i].at, .name = marks[i].first, .role = marks[i].opens ? OPENS : CLOSES};
    }
    return true;
}

/* Puts a tag into its place, if it overlaps none. */
static void insert(job *j, tag t)
{
    size_t i = j->n;

    while (i > 0 && j->tags[i - 1].at.begin >= t.at.end)
        i--;
    if (i > 0 && j->tags[i - 1].at.end > t.at.begin) return;
    memmove(j->tags + i + 1, j->tags + i, (j->n - i) * sizeof *j->tags);
    j->tags[i] = t;
    j->n++;
}

static void add_unseen(job *j)
{
    static const enum role roles[] = {OPENS, CLOSES, POINT};
    enum { MOST = 64 };
    tr_unseen_mark marks[MOST];
    const size_t most = MAX_TAGS - j->n < MOST ? MAX_TAGS - j->n : MOST;

    if (!tr_unseen_may_be(j->text, j->len)) return;
    const size_t n = tr_unseen_marks_find(j->text, j->len, j->spaces, marks, most);
    for (size_t i = 0; i < n; i++)
        insert(j, (tag){.at = marks[i].at, .name = marks[i].first, .role = roles[marks[i].role]});
}

static void add_key(job *j)
{
    const size_t at = tr_key_sign_find(j->text, j->len, false);

    if (at < j->len && j->n < MAX_TAGS) insert(j, (tag){.at = {at, at + 1}, .role = KEY});
}

/* Adds what is no tag. */
static void add_others(job *j)
{
    add_unseen(j);
    add_key(j);
    for (size_t i = 0; i < j->n; i++)
        j->tags[i].other = i;
}

/* Returns 1, or 0 if there are none or too many; -1 when out of memory. */
static int list_tags(job *j, tr_region *region)
{
    const size_t signs = count_signs(j->text, j->len), most = signs < MAX_TAGS ? signs : MAX_TAGS;
    tr_emphasis *const marks = TR_REGION_TAKE(region, tr_emphasis, most);
    tr_placeables scan;
    tr_placeable found;
    size_t at = 0;

    j->tags = TR_REGION_TAKE(region, tag, most);
    if (!j->tags || !marks) return -1;
    tr_placeables_start(&scan, j->text, 0, j->len, TR_FIND_TAGS, j->spaces);
    for (bool more = true; more; at = found.at.end) {
        more = tr_placeables_next(&scan, &found);
        const tr_span part = {at, more ? found.at.begin : j->len};
        if (!add_emphasis(j, part, marks)) return 0;
        if (!more) break;
        if (j->n == MAX_TAGS) return 0;
        j->tags[j->n] = read_tag(j->text, found.at);
        j->n++;
    }
    add_others(j);
    return j->n > 0;
}

static bool same_name(const job *j, const tag *a, const tag *b)
{
    const size_t len = a->name.end - a->name.begin;
    return b->name.end - b->name.begin == len &&
           !strncasecmp(j->text + a->name.begin, j->text + b->name.begin, len);
}

/* A tag that ends none of the open ones stays, and so does one that is open when one around it
 * ends; the pair that such a tag stands in stays, too, for they may cross. */
static void match_pairs(job *j)
{
    size_t open[MAX_TAGS], n = 0;

    for (size_t i = 0; i < j->n; i++) {
        tag *const t = &j->tags[i];
        if (t->role == OPENS) open[n++] = i;
        if (t->role != CLOSES) continue;
        size_t k = n;
        while (k > 0 && !same_name(j, &j->tags[open[k - 1]], t))
            k--;
        if (k == 0 || k < n) t->role = STAYS;
        if (n > 0 && k < n) j->tags[open[k ? k - 1 : n - 1]].role = STAYS;
        if (k == 0) continue;
        while (n > k)
            j->tags[open[--n]].role = STAYS;
        t->other = open[--n];
        j->tags[t->other].other = i;
        if (j->tags[t->other].role == STAYS) t->role = STAYS;
    }
    while (n > 0)
        j->tags[open[--n]].role = STAYS;
}

/* ---- What stays ---- */

static bool is_blank(const job *j, size_t begin, size_t end)
{
    return tr_span_trimmed(j->text, begin, end).begin >= end;
}

/* The tag stays in the text, with the tags that belong to it. */
static void leave(job *j, size_t i)
{
    tag *const t = &j->tags[i];
    const size_t other = t->other;

    if (t->role == POINT) {
        for (size_t k = i; k <= other; k++)
            j->tags[k].role = STAYS;
    } else {
        t->role = j->tags[other].role = STAYS;
    }
}

/* A pair around nothing is a point. */
static void join_empty_pairs(job *j)
{
    for (size_t i = 0; i < j->n; i++) {
        if (j->tags[i].role != OPENS) continue;
        const size_t last = j->tags[i].other;
        bool empty = true;
        for (size_t k = i; k < last && empty; k++)
            empty = j->tags[k + 1].role != STAYS &&
                    is_blank(j, j->tags[k].at.end, j->tags[k + 1].at.begin);
        if (!empty) continue;
        j->tags[i].role = POINT;
        for (size_t k = i + 1; k <= last; k++)
            j->tags[k].role = INNER;
    }
}

/* Where the tag ends, or the point of several. */
static size_t end_of(const job *j, size_t i)
{
    return j->tags[j->tags[i].role == POINT ? j->tags[i].other : i].at.end;
}

/* True if there is no text before the tag, up to one that stays, or behind it. */
static bool is_first(const job *j, size_t i)
{
    const bool after_one = i > 0 && j->tags[i - 1].role == STAYS;
    if (i > 0 && !after_one) return false;
    return is_blank(j, i ? j->tags[i - 1].at.end : 0, j->tags[i].at.begin);
}

static bool is_last(const job *j, size_t i)
{
    const size_t next = (j->tags[i].role == POINT ? j->tags[i].other : i) + 1;
    if (next < j->n && j->tags[next].role != STAYS) return false;
    return is_blank(j, end_of(j, i), next < j->n ? j->tags[next].at.begin : j->len);
}

/* Tags around all of a text stay, and points at its ends. */
static void leave_outer(job *j)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < j->n; i++) {
            const tag *const t = &j->tags[i];
            const bool outer = t->role == OPENS   ? is_first(j, i) && is_last(j, t->other)
                               : t->role == POINT ? is_first(j, i) || is_last(j, i)
                                                  : false;
            if (outer) leave(j, i);
            again = again || outer;
        }
    }
}

/* True if two characters, between which a tag stands, would seem to be of one word or number, and
 * may not be. */
static bool would_join(int32_t before, int32_t after, bool point)
{
    const bool ends = before && before < 0x80 && strchr(".,:;!?", (char)before);

    if (!tr_is_alnum(after)) return false;
    if (ends || (tr_is_lower(before) && tr_is_upper(after))) return true;
    return tr_is_alnum(before) && (point || tr_is_digit(before) || tr_is_digit(after));
}

static bool is_unseen(const job *j, const tag *t)
{
    return tr_is_unseen(tr_utf8_at(j->text, t->at.begin, t->at.end));
}

/* Looks at what stands on both sides of each run of tags. */
static void leave_joints(job *j)
{
    for (size_t i = 0, next; i < j->n; i = next) {
        bool stays = false, point = false, joins = false;
        size_t end = j->tags[i].at.begin;
        for (next = i; next < j->n && j->tags[next].at.begin == end; next++) {
            end = j->tags[next].at.end;
            joins = joins || j->tags[next].role == KEY || is_unseen(j, &j->tags[next]);
            stays = stays || j->tags[next].role == STAYS;
            point = point || j->tags[next].role == POINT;
        }
        const int32_t before = tr_utf8_before(j->text, 0, j->tags[i].at.begin),
                      after = tr_utf8_at(j->text, end, j->len);
        if (stays || joins || !would_join(before, after, point && j->spaces)) continue;
        for (size_t k = i; k < next; k++)
            if (j->tags[k].role != INNER) leave(j, k);
    }
}

/* ---- The plain text ---- */

static void copy_text(job *j, size_t begin, size_t end)
{
    memcpy(j->plain + j->n_plain, j->text + begin, end - begin);
    j->n_plain += end - begin;
}

static void take_out(job *j, size_t len)
{
    tr_taken_out *const last = j->n_out ? &j->out[j->n_out - 1] : NULL;

    if (last && last->at == j->n_plain)
        last->len += len;
    else
        j->out[j->n_out++] = (tr_taken_out){j->n_plain, len};
}

static tr_mark *add_mark(job *j, enum tr_mark_kind kind, int parent, tr_span open)
{
    tr_mark *const m = &j->marks[j->n_marks++];
    *m = (tr_mark){
        .kind = kind, .parent = parent, .begin = j->n_plain, .end = j->n_plain, .open = open};
    return m;
}

/* A point between two blanks leaves one of them.  `since`: where the last tag is. */
static void add_point(job *j, int parent, size_t since, tr_span at)
{
    const bool apart = j->n_plain > since && j->plain[j->n_plain - 1] == ' ' && at.end < j->len &&
                       j->text[at.end] == ' ';

    if (apart) j->n_plain--;
    take_out(j, at.end - at.begin + apart);
    add_mark(j, TR_MARK_POINT, parent, at);
}

static void make_plain(job *j)
{
    size_t at = 0, since = 0;
    int parent = -1;

    for (size_t i = 0; i < j->n; i++) {
        const tag *const t = &j->tags[i];
        if (t->role == INNER) continue;
        copy_text(j, at, t->at.begin);
        at = end_of(j, i);
        if (t->role == STAYS) {
            tr_mark *const atom = add_mark(j, TR_MARK_ATOM, parent, t->at);
            copy_text(j, t->at.begin, at);
            atom->end = j->n_plain;
        } else if (t->role == KEY) {
            take_out(j, at - t->at.begin);
            add_mark(j, TR_MARK_KEY, parent, t->at);
        } else if (t->role == POINT) {
            add_point(j, parent, since, (tr_span){t->at.begin, at});
        } else if (t->role == OPENS) {
            take_out(j, at - t->at.begin);
            add_mark(j, TR_MARK_PAIR, parent, t->at);
            parent = (int)j->n_marks - 1;
        } else {
            take_out(j, at - t->at.begin);
            j->marks[parent].end = j->n_plain;
            j->marks[parent].close = t->at;
            parent = j->marks[parent].parent;
        }
        since = j->n_plain;
    }
    copy_text(j, at, j->len);
}

/* ---- All ---- */

bool tr_inline_tags_may_be(const char *text, size_t len)
{
    return memchr(text, '<', len) || tr_embracing_may_be(text, len) ||
           tr_unseen_may_be(text, len) || tr_key_sign_find(text, len, false) < len;
}

static bool any_taken_out(const job *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->tags[i].role != STAYS) return true;
    return false;
}

int tr_inline_tags_find(tr_inline_tags *found, const char *text, size_t len, bool spaces,
                        tr_region *region)
{
    job j = {.text = text, .len = len, .spaces = spaces};

    const int rc = list_tags(&j, region);
    if (rc <= 0) return rc;
    match_pairs(&j);
    join_empty_pairs(&j);
    leave_outer(&j);
    leave_joints(&j);
    if (!any_taken_out(&j)) return 0;
    j.marks = TR_REGION_TAKE(region, tr_mark, j.n);
    j.out = TR_REGION_TAKE(region, tr_taken_out, j.n);
    j.plain = TR_REGION_TAKE(region, char, len + 1);
    if (!j.marks || !j.out || !j.plain) return -1;
    make_plain(&j);
    *found = (tr_inline_tags){
        .plain = {j.plain, j.n_plain, j.marks, j.n_marks}, .out = j.out, .n_out = j.n_out};
    return 1;
}

size_t tr_inline_tags_source(const tr_inline_tags *tags, size_t at, bool ends)
{
    size_t place = at;

    for (size_t i = 0; i < tags->n_out && tags->out[i].at + ends <= at; i++)
        place += tags->out[i].len;
    return place;
}

bool tr_inline_tag_is_code(const char *text, size_t len)
{
    return len > 1 && *text == '<' &&
           tr_pattern_match("(?&html-code)", tr_syntax_definitions(), text, len, 1) > 0;
}
