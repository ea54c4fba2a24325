#include "formats/yaml_events.h"

#include <string.h>

/* libyaml compares each %TAG with all before it.  No engine writes any. */
static bool has_many_tags(const char *text, size_t len)
{
    enum { MOST = 16, N = 4 };
    size_t n_tags = 0;

    for (size_t i = 0; i + N < len; i++) {
        const char *next = memchr(text + i, '%', len - N - i);
        if (!next) break;
        i = (size_t)(next - text);
        n_tags += !memcmp(next, "%TAG", N) && (next[N] == ' ' || next[N] == '\t');
    }
    return n_tags > MOST;
}

static void expect(tr_yaml_events *e, int type)
{
    yaml_event_t event;
    if (!tr_yaml_events_next(e, &event)) return;
    if ((int)event.type != type) tr_yaml_events_refuse_kind(e);
    yaml_event_delete(&event);
}

void tr_yaml_events_open(tr_yaml_events *e, const char *text, size_t len, const char *name,
                         const char *kind, tr_error *err)
{
    *e = (tr_yaml_events){.name = name, .kind = kind, .err = err};
    if (!yaml_parser_initialize(&e->parser)) {
        e->rc = tr_fail_memory(err);
        return;
    }
    if (!len) {
        text = ""; /* an empty file's may be NULL */
        tr_yaml_events_refuse(e, "is empty");
    }
    if (has_many_tags(text, len)) tr_yaml_events_refuse(e, "has too many directives");
    yaml_parser_set_encoding(&e->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&e->parser, (const unsigned char *)text, len);
    expect(e, YAML_STREAM_START_EVENT);
    expect(e, YAML_DOCUMENT_START_EVENT);
    expect(e, YAML_MAPPING_START_EVENT);
}

void tr_yaml_events_close(tr_yaml_events *e)
{
    yaml_parser_delete(&e->parser);
}

bool tr_yaml_events_next(tr_yaml_events *e, yaml_event_t *event)
{
    const yaml_parser_t *const p = &e->parser;
    if (e->rc < 0) return false;
    if (yaml_parser_parse(&e->parser, event)) return true;
    e->rc = p->error == YAML_MEMORY_ERROR
                ? tr_fail_memory(e->err)
                : tr_fail(e->err, TR_EFORMAT, "%s: line %zu: %s", e->name, p->problem_mark.line + 1,
                          p->problem ? p->problem : "is not YAML");
    return false;
}

void tr_yaml_events_refuse(tr_yaml_events *e, const char *why)
{
    if (e->rc == 0) e->rc = tr_fail(e->err, TR_EFORMAT, "%s: %s", e->name, why);
}

void tr_yaml_events_refuse_kind(tr_yaml_events *e)
{
    if (e->rc == 0) e->rc = tr_fail(e->err, TR_EFORMAT, "%s: is not %s", e->name, e->kind);
}

void tr_yaml_events_end(tr_yaml_events *e)
{
    expect(e, YAML_DOCUMENT_END_EVENT);
    expect(e, YAML_STREAM_END_EVENT);
}
