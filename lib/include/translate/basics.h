/* translate/basics.h - version, errors and strings, which all of libtranslate shares. */
#ifndef TRANSLATE_BASICS_H
#define TRANSLATE_BASICS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TR_VERSION_MAJOR 0
#define TR_VERSION_MINOR 1
#define TR_VERSION_PATCH 0

/* "MAJOR.MINOR.PATCH" of the library that is running. */
const char *tr_version(void);

enum tr_status {
    TR_OK = 0,
    TR_EINVAL = -1, /* an argument is out of range */
    TR_ENOMEM = -2,
    TR_EIO = -3,          /* the system refused; the message has errno's text */
    TR_EFORMAT = -4,      /* a file is damaged, or not of the kind it should be */
    TR_EVERSION = -5,     /* a known kind of file, of a version this build cannot read */
    TR_EUNSUPPORTED = -6, /* well-formed, but asks for something this build does not have */
    TR_ENUMERIC = -7,     /* the network computed a number that is not finite */
    TR_ESTOPPED = -8,     /* a callback asked to stop */
    TR_EBUSY = -9         /* there is too much to do already */
};

/* An error: a sentence fit to print after "program: ". */
typedef struct tr_error {
    int code; /* enum tr_status */
    char msg[1024];
} tr_error;

/* Text of `len` bytes; no NUL has to follow. */
typedef struct tr_string {
    const char *text;
    size_t len;
} tr_string;

#ifdef __cplusplus
}
#endif
#endif
