#include "text/facts.h"

#include <string.h>

#include "text/figures.h"
#include "text/placeholders.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---- Numbers ---- */

/* Whether the fact has the number.  If it is not `whole`, more digits may come. */
static bool fact_has(const tr_fact *f, const tr_figures *number, bool whole)
{
    tr_span at = {0};
    while (tr_figures_next(f->text, at.end, f->len, &at)) {
        const tr_figures own = tr_figures_read(f->text, at);
        if (tr_figures_same(number, &own) || tr_figures_within(number, &own) ||
            (f->clock && tr_figures_same_time(number, &own)) ||
            (!whole && tr_figures_begin(number, &own, f->clock)))
            return true;
    }
    return false;
}

/* Whether the number of text [len] is one of the facts [n], or may become one. */
static bool number_is_known(const tr_fact *facts, size_t n, const char *text, size_t len,
                            tr_span at)
{
    const tr_figures number = tr_figures_read(text, at);
    const bool goes_on = at.end == len || (at.end + 1 == len && !is_word(text[at.end]));
    for (size_t i = 0; i < n; i++)
        if (fact_has(&facts[i], &number, !goes_on)) return true;
    return false;
}

static bool number_is_lost(const tr_fact *f, const char *text, size_t len)
{
    enum { SPELLED = 12 };
    const tr_figures own = tr_figures_read(f->text, (tr_span){0, f->len});
    tr_figures rest = {0};
    tr_span at = {0};

    if (tr_figures_value(&own) <= SPELLED) return false;
    for (size_t i = 0; i < own.n; i++)
        rest.part[rest.n++] = own.part[i];
    while (tr_figures_next(text, at.end, len, &at)) {
        const tr_figures number = tr_figures_read(text, at);
        if (tr_figures_same(&own, &number) || tr_figures_within(&own, &number) ||
            (f->clock && tr_figures_same_time(&own, &number)))
            return false;
        for (size_t i = 0; i < rest.n; i++) {
            const tr_figures part = {1, {rest.part[i]}};
            if (tr_figures_within(&part, &number)) rest.part[i--] = rest.part[--rest.n];
        }
    }
    return own.n < 2 || rest.n > 0;
}

/* ---- Names ---- */

/* Whether the word is the name of a file: it ends in a dot and what files end in. */
static bool is_file(const char *text, tr_span word)
{
    static const char *const ends[] = {
        "bz2",  "c",   "conf", "cpp",  "css", "csv", "deb",  "doc",  "docx", "exe", "gif",
        "gz",   "h",   "htm",  "html", "ini", "iso", "jar",  "java", "jpeg", "jpg", "js",
        "json", "log", "md",   "mp3",  "mp4", "odt", "pdf",  "php",  "png",  "po",  "ppt",
        "pptx", "py",  "rs",   "sh",   "sql", "svg", "tar",  "tex",  "toml", "ts",  "tsv",
        "txt",  "wav", "xls",  "xlsx", "xml", "xz",  "yaml", "yml",  "zip"};
    size_t dot = word.end;
    while (dot > word.begin && text[dot - 1] != '.')
        dot--;
    if (dot < word.begin + 3) return false; /* a name of two letters, and the dot */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strlen(ends[i]) == word.end - dot && !memcmp(text + dot, ends[i], word.end - dot))
            return true;
    return false;
}

/* Whether the word is a path: /etc/hosts, ~/x, ./x, C:\x. */
static bool is_path(const char *text, tr_span word)
{
    const size_t n = word.end - word.begin;
    const char *w = text + word.begin;
    if (n < 3) return false;
    if (memchr(w, '\\', n - 1)) return is_letter(w[0]) || w[0] == '\\';
    return (w[0] == '/' && is_word(w[1])) || !memcmp(w, "~/", 2) || !memcmp(w, "./", 2);
}

/* Whether the word is a code: capitals and digits, or letters and digits that alternate, or parts
 * that _ joins. */
static bool is_code(const char *text, tr_span word)
{
    size_t n_digits = 0, n_capitals = 0, n_small = 0, n_turns = 0, n_joints = 0;
    for (size_t i = word.begin; i < word.end; i++) {
        const char c = text[i];
        if ((unsigned char)c >= 0x80 || (!is_word(c) && c != '-')) return false;
        n_digits += is_digit(c);
        n_capitals += is_upper(c);
        n_small += is_letter(c) && !is_upper(c);
        n_joints += c == '_' && i > word.begin && i + 1 < word.end;
        n_turns += i > word.begin && ((is_digit(c) && is_letter(text[i - 1])) ||
                                      (is_letter(c) && is_digit(text[i - 1])));
    }
    return n_joints || (n_digits && n_capitals && !n_small) || (n_digits && n_turns >= 4);
}

/* @name and #tag */
static bool is_handle(const char *text, tr_span word)
{
    for (size_t i = word.begin + 1; i < word.end; i++)
        if (!is_word(text[i])) return false;
    return word.end - word.begin > 2 && strchr("@#", text[word.begin]) &&
           is_letter(text[word.begin + 1]);
}

/* The word without the marks that a sentence puts around it. */
static tr_span without_marks(const char *text, tr_span word)
{
    while (word.begin < word.end && strchr("\"'([{<*`", text[word.begin]))
        word.begin++;
    while (word.begin < word.end && strchr("\"')]}>*`.,;:!?", text[word.end - 1]))
        word.end--;
    return word;
}

static bool is_name(const char *text, tr_span word)
{
    return word.begin < word.end && (is_path(text, word) || is_file(text, word) ||
                                     is_code(text, word) || is_handle(text, word));
}

static bool stands_at(const char *text, size_t at, size_t len, const tr_fact *f)
{
    return len - at >= f->len && !memcmp(text + at, f->text, f->len);
}

static size_t count_in(const char *text, size_t len, const tr_fact *f)
{
    size_t n = 0;
    for (size_t at = 0; at < len; at++)
        n += stands_at(text, at, len, f);
    return n;
}

static bool name_is_lost(const tr_fact *facts, size_t i, const char *text, size_t len)
{
    size_t wanted = 1;
    for (size_t k = 0; k < i; k++)
        wanted +=
            facts[k].len == facts[i].len && !memcmp(facts[k].text, facts[i].text, facts[i].len);
    return count_in(text, len, &facts[i]) < wanted;
}

/* How much of a name must stand somewhere before it is that name: up to its first mark or digit. */
static size_t telling(const tr_fact *f)
{
    for (size_t i = 0; i < f->len; i++)
        if (!is_letter(f->text[i])) return i + 1 < 2 && f->len > 2 ? 2 : i + 1;
    return f->len;
}

static size_t same_from(const char *text, size_t at, size_t len, const tr_fact *f)
{
    size_t n = 0;
    while (n < f->len && at + n < len && text[at + n] == f->text[n])
        n++;
    return n;
}

/* Whether a name begins at text [at], and none goes on as it began. */
static bool is_misspelled(const tr_fact *facts, size_t n, const char *text, size_t at, size_t len)
{
    bool begun = false;
    for (size_t i = 0; i < n; i++) {
        const tr_fact *f = &facts[i];
        if (f->kind != TR_FACT_NAME) continue;
        const size_t same = same_from(text, at, len, f);
        if (same == f->len || at + same == len) return false;
        begun |= same >= telling(f);
    }
    return begun;
}

/* ---- All facts ---- */

/* Whether a word of a clock's time comes after the number. */
static bool before_clock(const char *text, size_t at, size_t end)
{
    static const char *const words[] = {"am",  "a.m", "AM",  "A.M", "pm",
                                        "p.m", "PM",  "P.M", "Uhr", "o'clock"};
    while (at < end && is_blank(text[at]))
        at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (end - at >= n && !memcmp(text + at, words[i], n) &&
            (at + n == end || !is_word(text[at + n])))
            return true;
    }
    return false;
}

typedef struct list {
    tr_fact *facts;
    size_t n, most;
} list;

static void add(list *l, enum tr_fact_kind kind, const char *text, tr_span at, bool clock)
{
    if (l->n < l->most)
        l->facts[l->n++] = (tr_fact){kind, text + at.begin, at.end - at.begin, clock};
}

static void add_numbers(list *l, const char *text, size_t begin, size_t end, size_t len)
{
    tr_span number = {.end = begin};
    while (tr_figures_next(text, number.end, end, &number))
        add(l, TR_FACT_NUMBER, text, number, before_clock(text, number.end, len));
}

/* The facts of text [begin, end), which has no name: placeholders, and the numbers between. */
static void add_placeholders(list *l, const char *text, size_t begin, size_t end, size_t len)
{
    tr_span p;
    for (; tr_placeholder_next(text, end, begin, &p); begin = p.end) {
        add_numbers(l, text, begin, p.begin, len);
        add(l, TR_FACT_NAME, text, p, false);
    }
    add_numbers(l, text, begin, end, len);
}

size_t tr_facts_find(const char *text, size_t len, tr_fact *facts, size_t most)
{
    list l = {facts, 0, most};
    size_t done = 0;

    for (size_t at = 0; at < len;) {
        tr_span word = {at, at};
        while (word.end < len && !is_blank(text[word.end]))
            word.end++;
        const tr_span name = without_marks(text, word);
        if (is_name(text, name)) {
            add_placeholders(&l, text, done, name.begin, len);
            add(&l, TR_FACT_NAME, text, name, false);
            done = name.end;
        }
        at = word.end < len ? word.end + 1 : len;
    }
    add_placeholders(&l, text, done, len, len);
    return l.n;
}

size_t tr_facts_lost(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    size_t lost = 0;
    for (size_t i = 0; i < n; i++)
        lost += facts[i].kind == TR_FACT_NUMBER ? number_is_lost(&facts[i], text, len)
                                                : name_is_lost(facts, i, text, len);
    return lost;
}

static size_t longest_name(const tr_fact *facts, size_t n)
{
    size_t longest = 0;
    for (size_t i = 0; i < n; i++)
        if (facts[i].kind == TR_FACT_NAME && facts[i].len > longest) longest = facts[i].len;
    return longest;
}

/* Behind the last number of text [len] that no more text changes.  What joins its parts is a mark
 * or a blank of up to three bytes, and as many digits, which a fourth may follow. */
static size_t settled_numbers(const char *text, size_t len)
{
    enum { JOINT = 3 + 4 };
    size_t settled = 0;
    tr_span number = {0};

    while (tr_figures_next(text, number.end, len, &number) && number.end + JOINT < len)
        settled = number.end;
    return settled;
}

void tr_facts_begin(tr_facts_begun *begun, const tr_fact *facts, size_t n, const char *text,
                    size_t allowed)
{
    const size_t longest = longest_name(facts, n);

    *begun = (tr_facts_begun){.allowed = allowed,
                              .name = allowed > longest ? allowed - longest : 0,
                              .number = settled_numbers(text, allowed)};
    for (size_t i = 0; i < n; i++)
        if (facts[i].kind == TR_FACT_NAME) begun->first[(unsigned char)facts[i].text[0]] = true;
}

bool tr_facts_allow(const tr_fact *facts, size_t n, const char *text, size_t len,
                    const tr_facts_begun *begun)
{
    tr_span number = {.end = begun->number};

    /* Names first: where one has begun, they rule out most. */
    for (size_t at = begun->name; at < len; at++)
        if (begun->first[(unsigned char)text[at]] && is_misspelled(facts, n, text, at, len))
            return false;
    while (tr_figures_next(text, number.end, len, &number))
        if (number.end + 1 >= begun->allowed && !number_is_known(facts, n, text, len, number))
            return false;
    return true;
}
