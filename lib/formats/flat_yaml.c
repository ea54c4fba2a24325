#include "formats/flat_yaml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "formats/yaml_events.h"

enum { MAX_OPTIONS = 1000, MAX_LEN = 1 << 18, MAX_DEPTH = 16 };

typedef struct reader {
    tr_flat_yaml *y;
    tr_yaml_events events;
} reader;

static void add_message_text(tr_buf *b, const yaml_event_t *scalar)
{
    for (size_t i = 0; i < scalar->data.scalar.length; i++) {
        const unsigned char c = scalar->data.scalar.value[i];
        tr_buf_add(b, tr_is_graphic(c) ? (const char *)&c : "?", 1);
    }
}

static int change_of_depth(int type)
{
    if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) return 1;
    if (type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT) return -1;
    return 0;
}

static int scalar_kind(int type)
{
    if (type == YAML_SCALAR_EVENT) return TR_YAML_SCALAR;
    return type == YAML_SEQUENCE_START_EVENT ? TR_YAML_LIST : TR_YAML_NESTED;
}

/* One more scalar of the option's value. */
static void add_scalar(reader *r, tr_yaml_option *o, const yaml_event_t *scalar, tr_buf *text,
                       tr_buf *items)
{
    const char *value = (const char *)scalar->data.scalar.value;
    const size_t len = scalar->data.scalar.length;

    if (memchr(value, 0, len)) tr_yaml_events_refuse(&r->events, "holds a NUL");
    if (text->len) tr_buf_add_string(text, " ");
    add_message_text(text, scalar);
    tr_buf_add(items, value, len);
    tr_buf_add(items, "", 1);
    o->n_items++;
}

/* The rest of a value whose first event is *event, which is used up. */
static void read_yaml_value(reader *r, tr_yaml_option *o, yaml_event_t *event)
{
    tr_yaml_events *const e = &r->events;
    tr_buf text = {0}, items = {0};
    int depth = 0;

    o->kind = scalar_kind(event->type);
    do {
        if (event->type == YAML_SCALAR_EVENT) add_scalar(r, o, event, &text, &items);
        depth += change_of_depth(event->type);
        if (depth > 1 || event->type == YAML_ALIAS_EVENT) o->kind = TR_YAML_NESTED;
        /* libyaml takes the longer for each level the more there are. */
        if (depth > MAX_DEPTH) tr_yaml_events_refuse(e, "is nested too deeply");
        yaml_event_delete(event);
    } while (depth && tr_yaml_events_next(e, event));
    o->value = tr_buf_take(&text);
    o->items = tr_buf_take(&items);
    if ((!o->value || !o->items) && e->rc == 0) e->rc = tr_fail_memory(e->err);
}

/* The option whose key is `key`, which it takes, and whose value comes next. */
static void read_option(reader *r, char *key)
{
    tr_flat_yaml *y = r->y;
    tr_yaml_events *const e = &r->events;
    void *p = y->options;
    yaml_event_t event;

    if (y->n_options == MAX_OPTIONS) {
        tr_yaml_events_refuse(e, "has too many options");
    } else if (tr_flat_yaml_find(y, key)) {
        e->rc = tr_fail(e->err, TR_EFORMAT, "%s: %s is there twice", e->name, key);
    } else if (tr_reserve(&p, &y->capacity, y->n_options + 1, sizeof *y->options) < 0) {
        e->rc = tr_fail_memory(e->err);
    } else {
        y->options = p;
        if (tr_yaml_events_next(e, &event)) {
            tr_yaml_option *o = &y->options[y->n_options++];
            *o = (tr_yaml_option){.key = key};
            read_yaml_value(r, o, &event);
            return;
        }
    }
    free(key);
}

/* One key and its value, or the mapping's end; false after the last. */
static bool read_yaml_entry(reader *r)
{
    tr_yaml_events *const e = &r->events;
    tr_buf text = {0};
    yaml_event_t event;

    if (!tr_yaml_events_next(e, &event)) return false;
    const int type = event.type;
    if (type == YAML_SCALAR_EVENT) add_message_text(&text, &event);
    yaml_event_delete(&event);
    if (type == YAML_MAPPING_END_EVENT) return false;
    if (type != YAML_SCALAR_EVENT) {
        tr_yaml_events_refuse_kind(e);
        return false;
    }
    char *key = tr_buf_take(&text);
    if (key)
        read_option(r, key);
    else
        e->rc = tr_fail_memory(e->err);
    return e->rc == 0;
}

int tr_flat_yaml_read(tr_flat_yaml *y, const char *text, size_t len, const char *name,
                      tr_error *err)
{
    reader r = {.y = y};

    *y = (tr_flat_yaml){0};
    if (len > MAX_LEN)
        return tr_fail(err, TR_EFORMAT, "%s: is too long to be a list of options", name);
    tr_yaml_events_open(&r.events, text, len, name, "a list of options", err);
    while (read_yaml_entry(&r)) {
    }
    tr_yaml_events_end(&r.events);
    tr_yaml_events_close(&r.events);
    if (r.events.rc < 0) tr_flat_yaml_free(y);
    return r.events.rc;
}

void tr_flat_yaml_free(tr_flat_yaml *y)
{
    for (size_t i = 0; i < y->n_options; i++) {
        free(y->options[i].key);
        free(y->options[i].value);
        free(y->options[i].items);
    }
    free(y->options);
    *y = (tr_flat_yaml){0};
}

const char *tr_yaml_item(const tr_yaml_option *option, size_t i)
{
    const char *item = option->items;

    while (i--)
        item += strlen(item) + 1;
    return item;
}

const tr_yaml_option *tr_flat_yaml_find(const tr_flat_yaml *y, const char *key)
{
    for (size_t i = 0; i < y->n_options; i++)
        if (!strcmp(y->options[i].key, key)) return &y->options[i];
    return NULL;
}

static bool is_allowed_character(const tr_yaml_option *o, const char *const allowed[3])
{
    if (o->kind == TR_YAML_NESTED || (o->kind == TR_YAML_LIST && o->n_items)) return false;
    for (size_t i = 0; i < 3 && allowed[i]; i++)
        if (!strcmp(allowed[i], o->value)) return true;
    return false;
}

const tr_yaml_option *tr_flat_yaml_odd(const tr_flat_yaml *y, const tr_yaml_fixed *fixed, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const tr_yaml_option *o = tr_flat_yaml_find(y, fixed[i].key);
        if (o && !is_allowed_character(o, fixed[i].allowed)) return o;
    }
    return NULL;
}
