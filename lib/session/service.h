/* service.h - the inside of a service, for what is translated by one. */
#ifndef TR_SERVICE_H
#define TR_SERVICE_H

#include "session/engine.h"

struct tr_service {
    tr_engine engine;
    tr_options options;
    tr_service_limits limits;
    bool has_alignments;
    size_t n_bytes;         /* of tickets' text that is not done; with the engine's lock */
    pthread_cond_t changed; /* a ticket has got a line back; with the engine's lock */
};

#endif
