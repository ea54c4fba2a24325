#include "flat_yaml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "buf.h"

enum { MAX_OPTIONS = 1000, MAX_LEN = 1 << 18, MAX_DEPTH = 16 };

typedef struct reader {
    tr_flat_yaml *y;
    yaml_parser_t parser;
    const char *name;
    tr_error *err;
    int rc; /* the first failure */
} reader;

static void add_printable(tr_buf *b, const yaml_event_t *scalar)
{
    for (size_t i = 0; i < scalar->data.scalar.length; i++) {
        const unsigned char c = scalar->data.scalar.value[i];
        tr_buf_add(b, c > 0x20 && c < 0x7f ? (const char *)&c : "?", 1);
    }
}

static void refuse(reader *r, const char *why)
{
    if (r->rc == 0) r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s", r->name, why);
}

static bool next_event(reader *r, yaml_event_t *event)
{
    const yaml_parser_t *p = &r->parser;

    if (yaml_parser_parse(&r->parser, event)) return true;
    r->rc = p->error == YAML_MEMORY_ERROR
                ? tr_fail_memory(r->err)
                : tr_fail(r->err, TR_EFORMAT, "%s: line %zu: %s", r->name, p->problem_mark.line + 1,
                          p->problem ? p->problem : "is not YAML");
    return false;
}

static int change_of_depth(int type)
{
    if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) return 1;
    if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT) return -1;
    return 0;
}

static int kind_of(int type)
{
    if (type == YAML_SCALAR_EVENT) return TR_YAML_SCALAR;
    return type == YAML_SEQUENCE_START_EVENT ? TR_YAML_LIST : TR_YAML_NESTED;
}

/* The rest of a value whose first event is *event, which is used up. */
static void read_value(reader *r, tr_yaml_option *o, yaml_event_t *event)
{
    tr_buf text = {0};
    int depth = 0;

    o->kind = kind_of(event->type);
    do {
        if (event->type == YAML_SCALAR_EVENT) {
            if (text.len) tr_buf_add_string(&text, " ");
            add_printable(&text, event);
        }
        depth += change_of_depth(event->type);
        if (depth > 1 || event->type == YAML_ALIAS_EVENT) o->kind = TR_YAML_NESTED;
        /* libyaml takes the longer for each level the more there are. */
        if (depth > MAX_DEPTH) refuse(r, "is nested too deeply");
        yaml_event_delete(event);
    } while (depth && r->rc == 0 && next_event(r, event));
    o->value = tr_buf_take(&text);
    if (!o->value && r->rc == 0) r->rc = tr_fail_memory(r->err);
}

/* The option whose key is `key`, which it takes, and whose value comes next. */
static void read_option(reader *r, char *key)
{
    tr_flat_yaml *y = r->y;
    void *p = y->options;
    yaml_event_t event;

    if (y->n_options == MAX_OPTIONS) {
        refuse(r, "has too many options");
    } else if (tr_flat_yaml_find(y, key)) {
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s is there twice", r->name, key);
    } else if (tr_reserve(&p, &y->capacity, y->n_options + 1, sizeof *y->options) < 0) {
        r->rc = tr_fail_memory(r->err);
    } else {
        y->options = p;
        if (next_event(r, &event)) {
            tr_yaml_option *o = &y->options[y->n_options++];
            *o = (tr_yaml_option){.key = key};
            read_value(r, o, &event);
            return;
        }
    }
    free(key);
}

/* One key and its value, or the mapping's end; false behind the last. */
static bool read_entry(reader *r)
{
    tr_buf text = {0};
    yaml_event_t event;

    if (r->rc < 0 || !next_event(r, &event)) return false;
    const int type = event.type;
    if (type == YAML_SCALAR_EVENT) add_printable(&text, &event);
    yaml_event_delete(&event);
    if (type == YAML_MAPPING_END_EVENT) return false;
    if (type != YAML_SCALAR_EVENT) {
        refuse(r, "is not a list of options");
        return false;
    }
    char *key = tr_buf_take(&text);
    if (key)
        read_option(r, key);
    else
        r->rc = tr_fail_memory(r->err);
    return r->rc == 0;
}

static void expect(reader *r, int type)
{
    yaml_event_t event;

    if (r->rc < 0 || !next_event(r, &event)) return;
    if ((int)event.type != type) refuse(r, "is not a list of options");
    yaml_event_delete(&event);
}

int tr_flat_yaml_read(tr_flat_yaml *y, const char *text, size_t len, const char *name,
                      tr_error *err)
{
    reader r = {.y = y, .name = name, .err = err};

    *y = (tr_flat_yaml){0};
    if (len > MAX_LEN) return tr_fail(err, TR_EFORMAT, "%s: is too long", name);
    if (!yaml_parser_initialize(&r.parser)) return tr_fail_memory(err);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, len);

    expect(&r, YAML_STREAM_START_EVENT);
    expect(&r, YAML_DOCUMENT_START_EVENT);
    expect(&r, YAML_MAPPING_START_EVENT);
    while (read_entry(&r)) {
    }
    expect(&r, YAML_DOCUMENT_END_EVENT);
    expect(&r, YAML_STREAM_END_EVENT);
    yaml_parser_delete(&r.parser);
    if (r.rc < 0) tr_flat_yaml_free(y);
    return r.rc;
}

void tr_flat_yaml_free(tr_flat_yaml *y)
{
    for (size_t i = 0; i < y->n_options; i++) {
        free(y->options[i].key);
        free(y->options[i].value);
    }
    free(y->options);
    *y = (tr_flat_yaml){0};
}

const tr_yaml_option *tr_flat_yaml_find(const tr_flat_yaml *y, const char *key)
{
    for (size_t i = 0; i < y->n_options; i++)
        if (!strcmp(y->options[i].key, key)) return &y->options[i];
    return NULL;
}
