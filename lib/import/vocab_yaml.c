/*
 * vocab_yaml.c - pieces and ids in YAML, as yaml-cpp (marian-vocab) and PyYAML write them.
 *
 * libyaml is of YAML 1.1, yaml-cpp of 1.2.  They differ in what breaks a line: libyaml refuses a
 * bare piece that holds U+0085, U+2028 or U+2029, and any that holds U+007F or U+FEFF; it does
 * not take one for another.
 */
#include "import/vocab_yaml.h"

#include <string.h>

#include "formats/yaml_events.h"

static int refuse_id(const tr_yaml_events *e, const yaml_event_t *event)
{
    return tr_fail(e->err, TR_EFORMAT, "%s: line %zu: a piece's id is not a number", e->name,
                   event->start_mark.line + 1);
}

static int parse_id(const tr_yaml_events *e, const yaml_event_t *event, uint32_t *id)
{
    uint64_t n = 0;
    if (event->type != YAML_SCALAR_EVENT) return refuse_id(e, event);
    const unsigned char *const digits = event->data.scalar.value;
    const size_t len = event->data.scalar.length;
    if (len < 1 || len > 9) return refuse_id(e, event);
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9') return refuse_id(e, event);
        n = 10 * n + (digits[i] - '0');
    }
    *id = (uint32_t)n;
    return TR_OK;
}

/* The piece that *event is, with the id that comes next. */
static void read_piece(tr_vocab_list *list, tr_yaml_events *e, const yaml_event_t *event)
{
    yaml_event_t value;
    uint32_t id = 0;
    if (!tr_yaml_events_next(e, &value)) return;
    e->rc = parse_id(e, &value, &id);
    if (e->rc == 0)
        e->rc = tr_vocab_list_add(list, (const char *)event->data.scalar.value,
                                  event->data.scalar.length, id);
    yaml_event_delete(&value);
}

int tr_vocab_read_yaml(tr_vocab_list *list, const char *text, size_t size)
{
    tr_yaml_events e;
    yaml_event_t event;
    bool more = true;
    tr_yaml_events_open(&e, text, size, list->path, "a mapping of pieces to ids", list->err);
    while (more && tr_yaml_events_next(&e, &event)) {
        more = event.type == YAML_SCALAR_EVENT;
        if (more)
            read_piece(list, &e, &event);
        else if (event.type != YAML_MAPPING_END_EVENT)
            tr_yaml_events_refuse_kind(&e);
        yaml_event_delete(&event);
    }
    tr_yaml_events_end(&e);
    tr_yaml_events_close(&e);
    return e.rc;
}
