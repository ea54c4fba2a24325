/* inject.h - the kinds of calls that inject.c makes fail. */
#ifndef INJECT_H
#define INJECT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fault_kind { /* in the order of their names in inject.c */
                  FAULT_ALLOC,
                  FAULT_WRITE,
                  FAULT_SYNC,
                  FAULT_RENAME,
                  FAULT_MAP,
                  FAULT_THREAD,
                  FAULT_OPEN,
                  FAULT_CLOSE,
                  FAULT_READ,
                  FAULT_THEIRS /* allocations by other libraries: inject_theirs.c */
};

/* The program as a server, when FAULT_SERVER is set: before main(), it reads requests from the
 * descriptor FAULT_REQUESTS, runs main() in a process of its own for each, and writes that one's
 * process id, and then its status, to FAULT_ANSWERS.  Much of a short run is linking. */
enum { FAULT_REQUESTS = 198, FAULT_ANSWERS = 199 };

typedef struct fault_request {
    int kind; /* enum fault_kind; -1: nothing fails */
    long n;
    bool and_all_after;
} fault_request;

/* Counts a call of the kind; whether it is to fail. */
bool fault_now(int kind);

/* The same; a call that is excused never fails, and stands in no log. */
bool fault_unless(int kind, bool (*is_excused)(void));

#ifdef __cplusplus
}
#endif

#endif
