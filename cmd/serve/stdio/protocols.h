/* protocols.h - what can be spoken on standard input and output. */
#ifndef PROTOCOLS_H
#define PROTOCOLS_H

#include "serve/stdio/session.h"

extern const protocol lines_protocol; /* a JSON object a line, for editors */
extern const protocol
    native_protocol;                /* the protocol of browsers' extensions for translateLocally */
extern const protocol mcp_protocol; /* Model Context Protocol */

#endif
