/*
 * head.h - heads of requests: doubtful ones are refused (RFC 9112).
 *
 * A proxy before the server may read a doubtful head as one request where the server sees two.  The
 * library takes more than the standard allows: what it took is looked at again.
 */
#ifndef HEAD_H
#define HEAD_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;

typedef struct request_head {
    const char *method, *version; /* as the library has them: in its buffer */
    const char *uri;              /* as it came */
} request_head;

/* What is wrong with a head, NULL: nothing.  *status is the answer's. */
const char *head_fault(struct MHD_Connection *mhd, const request_head *head, int *status);

/* True if the library answers a head by itself, before it asks: the length is no number. */
bool head_has_bad_length(struct MHD_Connection *mhd);

/* True of a library that looks at what head_fault() does not see: of a version after 0.9. */
bool head_is_checked(void);

/* True of "NAME", "NAME:PORT" and "[IPV6]:PORT", [len]. */
bool head_is_host(const char *host, size_t len);

/* Where the path begins in an address of all, "http://HOST/PATH"; *host [*len] is in it.  NULL: it
 * is a path alone. */
const char *head_path_of(const char *uri, const char **host, size_t *len);

#endif
