/*
 * events.h - events between two breaks of a document: text, starts and ends, points, atoms, runs.
 */
#ifndef TR_EVENTS_H
#define TR_EVENTS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum tr_event_kind {
    TR_EVENT_TEXT,
    TR_EVENT_OPEN,
    TR_EVENT_CLOSE,
    TR_EVENT_POINT, /* with a name it is the sign of a key, which is not peeled off */
    TR_EVENT_GAP,   /* a point between parts that are translated one by one */
    TR_EVENT_ATOM,
    TR_EVENT_RUN, /* text with what is around it */
    TR_EVENT_ATTRIBUTE
};

#define TR_NO_EVENT UINT32_MAX

/* A document has 2^28 bytes at most. */
typedef struct tr_event {
    uint32_t kind : 3, len : 29;
    uint32_t begin;              /* of text [len] in the events' text, or of a name */
    uint32_t raw_begin, raw_end; /* bytes of the document */
    uint32_t match;              /* of a start or an end, the event of the other, or TR_NO_EVENT; */
                                 /*   of a run or an attribute, the number of what is with it */
} tr_event;

typedef struct tr_events {
    tr_event *list; /* [n] */
    size_t n, capacity;
    tr_buf text;
    const void **with; /* [n_with] */
    size_t n_with, with_capacity;
    bool ends_blank; /* the last text has nothing but blanks */
    bool failed;     /* out of memory */
} tr_events;

/* Text that goes on with the text before it is one event with it, but for blanks at its edges. */
void tr_events_add(tr_events *v, enum tr_event_kind kind, tr_span raw, const char *text,
                   size_t len);
/* Adds an event with what is with a run, or an attribute: the tr_run; the tr_writing.  Where an
 * attribute is follows its text. */
void tr_events_add_with(tr_events *v, enum tr_event_kind kind, tr_span raw, const char *text,
                        size_t len, const void *with);
void tr_events_clear(tr_events *v);
void tr_events_free(tr_events *v);

static inline tr_span tr_event_raw(const tr_event *e)
{
    return (tr_span){e->raw_begin, e->raw_end};
}

/* What is with a run or an attribute. */
static inline const void *tr_event_with(const tr_events *v, const tr_event *e)
{
    return v->with[e->match];
}

/* Text or a run of white space alone. */
bool tr_event_is_blank(const tr_events *v, const tr_event *e);
/* A start or an end without the other. */
bool tr_event_is_cut(const tr_event *e);
/* True if events [begin, end) have neither text nor atom. */
bool tr_events_are_empty(const tr_events *v, size_t begin, size_t end);

/* Finds the other end of each start and end.  Marks that have none, or whose pair another pair
 * crosses, are cuts. */
void tr_events_match(tr_events *v);

/* Leaves out what stands at the edges of events [*begin, *end): blanks, points, empty pairs, and
 * pairs around all of them whose ends do not change with the text. */
void tr_events_peel(const tr_events *v, size_t *begin, size_t *end);

/* Of the marks among events [begin, end), each with the pairs around it; their order does not
 * count.  `content` is the document. */
uint64_t tr_events_signature(const tr_events *v, const char *content, size_t begin, size_t end);

#endif
