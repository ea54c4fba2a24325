/*
 * yaml_events.h - events of libyaml in a text, one after another.
 *
 * The first failure stays in the reader; after it there are no events.
 */
#ifndef TR_YAML_EVENTS_H
#define TR_YAML_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include <yaml.h>

#include "base/error.h"

typedef struct tr_yaml_events {
    yaml_parser_t parser;
    const char *name, *kind; /* for messages: of the text, and what it should be */
    tr_error *err;
    int rc; /* TR_OK, or the first failure */
} tr_yaml_events;

/* UTF-8 text [len], which must outlive *e, up to the first event of its one mapping.  `kind` is
 * as in "is not a list of options".  Closed with tr_yaml_events_close() whatever comes of it. */
void tr_yaml_events_open(tr_yaml_events *e, const char *text, size_t len, const char *name,
                         const char *kind, tr_error *err);
void tr_yaml_events_close(tr_yaml_events *e);

/* The next event, for yaml_event_delete(); false after a failure. */
bool tr_yaml_events_next(tr_yaml_events *e, yaml_event_t *event);

/* Refuses the text, unless it has been; tr_yaml_events_refuse_kind() as not being what it should
 * be. */
void tr_yaml_events_refuse(tr_yaml_events *e, const char *why);
void tr_yaml_events_refuse_kind(tr_yaml_events *e);

/* After the mapping's end: that nothing follows. */
void tr_yaml_events_end(tr_yaml_events *e);

#endif
