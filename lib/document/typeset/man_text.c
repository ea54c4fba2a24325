#include "document/typeset/man_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markup/markup.h"
#include "document/typeset/man_write.h"

/* ---- Fonts ---- */

/* What begins or ends a font is not compared: a translation has an escape for a request. */
static void open_font(tr_man_text *m, tr_span raw, const char *name)
{
    tr_build_open(&m->b, raw, name, 1);
    tr_build_attribute(&m->b, raw, "", 0, &tr_man_writing, "font");
}

static void close_font(tr_man_text *m, tr_span raw, const char *name)
{
    tr_build_close(&m->b, raw, name, 1);
    tr_build_attribute(&m->b, raw, "", 0, &tr_man_writing, "font");
}

/* "\fB", "\f(CW", "\f[B]": a font begins; "\fR", "\fP", "\f[]", "\f1": it ends. */
static void build_font(tr_man_text *m, tr_span raw)
{
    const char c = raw.end - raw.begin > 2 ? m->t[raw.begin + 2] : 'R';
    const char name = c != '[' ? c : raw.end - raw.begin > 3 ? m->t[raw.begin + 3] : ']';
    const bool ends = tr_ascii_is_one_of(name, "RP1]");

    if (m->font_open)
        close_font(m, ends ? raw : (tr_span){raw.begin, raw.begin}, "f");
    else if (ends)
        tr_build_point(&m->b, raw);
    if (!ends) open_font(m, raw, "f");
    m->font_open = !ends;
}

/* "\s-1" begins; "\s0", "\s+1" and the like end what has begun. */
static void build_size(tr_man_text *m, tr_span raw)
{
    const bool is_old = m->t[raw.end - 1] == '0' && raw.end - raw.begin == 3;

    if (m->size_open)
        close_font(m, raw, "s");
    else if (is_old)
        tr_build_point(&m->b, raw);
    else
        open_font(m, raw, "s");
    m->size_open = !m->size_open && !is_old;
}

/* Words that are set off because they matter; others are names, of programs and what they take. */
static const char emphasised[] =
    " not no only must never always all any every and or is are may should very both either same "
    "before after this that these those now here note warning caution important if unless ";

static bool is_name(const tr_man_text *m, tr_span at)
{
    char word[TR_NAME_SIZE];
    size_t n = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (tr_ascii_is_blank(m->t[i])) return false;
        if (n + 1 < sizeof word && m->t[i] != '.' && m->t[i] != ',')
            word[n++] = tr_ascii_lower(m->t[i]);
    }
    word[n] = '\0';
    return n && !tr_markup_listed(emphasised, word) &&
           tr_span_find(m->t, at.begin, at.end, "\\f") == at.end &&
           !(at.end - at.begin > 1 && !memcmp(m->t + at.end - 2, "\\&", 2)) &&
           tr_span_find(m->t, at.begin, at.end, "\\\"") == at.end;
}

/* What stands in a font: one word is a name, which stays. */
static void build_set_off(tr_man_text *m, tr_span at)
{
    if (is_name(m, at))
        tr_build_atom(&m->b, at);
    else
        tr_man_build_text(m, at);
}

static size_t count_arguments(const tr_man_text *m, const tr_roff_line *l)
{
    size_t n = 0, at = l->args;
    tr_span argument;

    while (tr_roff_next_argument(m->t, &at, l->end, &argument))
        n++;
    return n;
}

void tr_man_build_fonts(tr_man_text *m, const tr_roff_line *l)
{
    const bool alternates = tr_roff_alternates(l->name);
    const bool is_phrase = !alternates && count_arguments(m, l) > 1;
    size_t at = l->args, from = l->begin;
    tr_span all = {0}, argument;

    for (size_t n = 0; tr_roff_next_argument(m->t, &at, l->end, &argument); n++) {
        const tr_span text = tr_roff_unquoted(m->t, argument);
        const bool is_plain = alternates && l->name[n % 2] == 'R';
        if (!alternates && n) {
            tr_build_text(&m->b, (tr_span){from, text.begin}, " ", 1);
        } else if (is_plain) {
            tr_build_text(&m->b, (tr_span){from, text.begin}, "", 0);
        } else {
            open_font(m, (tr_span){from, argument.begin}, "a");
            tr_build_text(&m->b, (tr_span){argument.begin, text.begin}, "", 0);
        }
        if (is_plain || is_phrase || l->name[0] == 'S')
            tr_man_build_text(m, text);
        else
            build_set_off(m, text);
        tr_build_text(&m->b, (tr_span){text.end, argument.end}, "", 0);
        if (alternates && !is_plain) close_font(m, (tr_span){argument.end, argument.end}, "a");
        from = argument.end;
        all.end = from;
    }
    if (!alternates && all.end) close_font(m, (tr_span){all.end, all.end}, "a");
}

/* ---- Words ---- */

/* Where the word at byte `at` ends, *is_code: it is an option or the like, "\-\-all". */
static size_t end_of_word(const char *t, size_t at, size_t end, bool *is_code)
{
    enum { LONGEST = 256 };
    const size_t near = end - at < LONGEST ? end : at + LONGEST;
    size_t i = at, n_minus = 0;
    bool is_prose = true; /* letters with hyphens between */

    for (; i < near && !tr_roff_ends_word(tr_utf8_at(t, i, end)); i++) {
        const bool minus = tr_starts_with(t, i, end, "\\-");
        const bool nothing = tr_starts_with(t, i, end, "\\&");
        if (t[i] == '\\' && !minus && !nothing) break;
        n_minus += minus;
        is_prose = is_prose &&
                   (nothing ||
                    (minus ? i > at : tr_byte_is_letter(t[i]) || tr_ascii_is_one_of(t[i], ".'")));
        i += minus || nothing;
    }
    while (i > at && (t[i - 1] == '.' || t[i - 1] == '\'' || t[i - 1] == '!' || t[i - 1] == '?'))
        i--;
    *is_code = n_minus && !is_prose && i > at;
    return i;
}

/* ---- All ---- */

/* Goes behind a name that stands in the font that has begun at byte `at`. */
static size_t build_name(tr_man_text *m, size_t at, size_t end)
{
    if (!m->font_open) return at;
    const size_t behind = tr_span_find(m->t, at, end, "\\f");
    const tr_span name = {at, behind};
    if (behind == end || !is_name(m, name)) return at;
    tr_build_atom(&m->b, name);
    return behind;
}

static size_t build_escape(tr_man_text *m, size_t at, size_t end)
{
    const tr_span raw = {at, tr_roff_end_of_escape(m->t, at, end)};
    const char c = at + 1 < end ? m->t[at + 1] : '\0';
    tr_buf means = {0};

    if (tr_roff_decode(m->t, raw.begin, raw.end, &means))
        tr_build_text(&m->b, raw, tr_buf_text(&means), means.len);
    else if (c == 'f')
        build_font(m, raw);
    else if (c == 's')
        build_size(m, raw);
    else if (!c || c == '"' || tr_ascii_is_one_of(c, "cpz{}!?"))
        tr_build_fixed(&m->b, raw);
    else
        tr_build_atom(&m->b, raw);
    m->b.failed = m->b.failed || means.failed;
    tr_buf_free(&means);
    return c == 'f' ? build_name(m, raw.end, end) : raw.end;
}

void tr_man_build_text(tr_man_text *m, tr_span at)
{
    const char *const t = m->t;
    bool begins = true; /* a word */

    for (size_t i = at.begin; i < at.end && !m->b.failed;) {
        bool is_code = false;
        const size_t word = begins ? end_of_word(t, i, at.end, &is_code) : i;
        if (is_code) {
            tr_build_atom(&m->b, (tr_span){i, word});
            i = word;
            begins = false;
        } else if (t[i] == '\\') {
            const bool minus = tr_starts_with(t, i, at.end, "\\-");
            i = build_escape(m, i, at.end);
            begins = !minus;
        } else {
            tr_build_raw_text(&m->b, (tr_span){i, i + 1});
            begins = tr_roff_ends_word(tr_utf8_before(t, at.begin, ++i));
        }
    }
}
