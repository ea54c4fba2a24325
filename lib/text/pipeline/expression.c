#include "text/pipeline/expression.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/utf8.h"
#include "text/pipeline/dialect.h"

struct tr_expression {
    pcre2_code *code;
    char *name;
};

static int compile(tr_expression *e, const char *pattern, bool literal, tr_error *err)
{
    const uint32_t options =
        PCRE2_UTF |
        (literal ? PCRE2_LITERAL : PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C);
    PCRE2_UCHAR why[120] = "it is another dialect's";
    PCRE2_SIZE at = 0;
    int code = 0;
    tr_buf own = {0};
    pcre2_compile_context *const context = pcre2_compile_context_create(NULL);

    const bool known = literal || tr_dialect_translate(pattern, &own);
    if (context && !own.failed && known) {
        pcre2_set_newline(context, PCRE2_NEWLINE_LF);
        e->code = pcre2_compile((PCRE2_SPTR)(literal ? pattern : tr_buf_text(&own)),
                                PCRE2_ZERO_TERMINATED, options, &code, &at, context);
        if (!e->code) pcre2_get_error_message(code, why, sizeof why);
    }
    const bool failed = !context || own.failed;
    pcre2_compile_context_free(context);
    tr_buf_free(&own);
    if (failed) return tr_fail_memory(err);
    if (e->code) {
        pcre2_jit_compile(e->code, PCRE2_JIT_COMPLETE); /* without it, it is slower */
        return 0;
    }
    return tr_fail(err, TR_EUNSUPPORTED, "%s: expression '%.60s' is not supported: %s", e->name,
                   pattern, (const char *)why);
}

int tr_expression_create(tr_expression **out, const char *pattern, bool literal, const char *name,
                         tr_error *err)
{
    tr_expression *const e = *out = calloc(1, sizeof *e);
    tr_buf copy = {0};

    tr_buf_add_string(&copy, name);
    if (e) e->name = tr_buf_take(&copy);
    tr_buf_free(&copy);
    int rc = e && e->name ? 0 : tr_fail_memory(err);
    if (rc == 0) rc = compile(e, pattern, literal, err);
    if (rc == 0) return 0;
    tr_expression_free(e);
    *out = NULL;
    return rc;
}

void tr_expression_free(tr_expression *e)
{
    if (!e) return;
    pcre2_code_free(e->code);
    free(e->name);
    free(e);
}

static int find(const tr_expression *e, const char *text, size_t at, size_t len,
                pcre2_match_data *data, tr_span *match, tr_error *err)
{
    int found = pcre2_match(e->code, (PCRE2_SPTR)text, len, at, PCRE2_NO_UTF_CHECK, data, NULL);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(e->code, (PCRE2_SPTR)text, len, at, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT,
                            data, NULL);
    const PCRE2_SIZE *const ends = pcre2_get_ovector_pointer(data);
    if (found >= 0) *match = (tr_span){ends[0], ends[1]};
    const bool backwards = found >= 0 && (ends[0] < at || ends[1] < ends[0]); /* by \K */
    if (backwards)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: its expression goes backwards", e->name);
    if (found >= 0) return 1;
    if (found == PCRE2_ERROR_NOMATCH) return 0;
    if (found == PCRE2_ERROR_NOMEMORY) return tr_fail_memory(err);
    return tr_fail(err, TR_EUNSUPPORTED, "%s: its expression takes too many steps on this text",
                   e->name);
}

static int find_next(const tr_expression *e, const char *text, size_t len, tr_match_search *s,
                     tr_span *match, tr_error *err)
{
    while (s->at <= len) {
        const int rc = find(e, text, s->at, len, s->data, match, err);
        if (rc <= 0) return rc;
        if (match->begin < match->end || !s->any || match->end != s->last) {
            s->at = s->last = match->end;
            s->any = true;
            return 1;
        }
        s->at += s->at < len ? tr_utf8_decode(text + s->at, len - s->at, &(int32_t){0}) : 1;
    }
    return 0;
}

int tr_expression_next(const tr_expression *e, const char *text, size_t len, tr_match_search *s,
                       tr_span *match, tr_error *err)
{
    if (!len) return 0;
    if (!s->data) s->data = pcre2_match_data_create(1, NULL);
    const int rc = s->data ? find_next(e, text, len, s, match, err) : tr_fail_memory(err);
    if (rc == 1) return 1;
    pcre2_match_data_free(s->data);
    s->data = NULL;
    return rc;
}
