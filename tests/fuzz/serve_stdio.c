/* serve_stdio.c - any bytes on the standard input of the server: a byte tells what is spoken. */
#define _GNU_SOURCE /* memfd_create() */
#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "console/json.h"
#include "fuzz/serve_translator.h"
#include "serve/call/glossary_store.h"
#include "serve/stdio/protocols.h"
#include "serve/stdio/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as standard input. */
static void set_input(const uint8_t *data, size_t size)
{
    const int fd = memfd_create("input", 0);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) < 0 ||
        dup2(fd, STDIN_FILENO) < 0)
        abort();
    close(fd);
}

/* What is said goes nowhere; who says it closes standard output, which the caller sets again. */
static FILE *drop_output(void)
{
    FILE *const own = stdout;

    stdout = fopen("/dev/null", "w");
    if (!stdout) abort();
    return own;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const protocol *const spoken[] = {&lines_protocol, &native_protocol, &mcp_protocol};
    static const char *const roots[] = {"/nowhere"};

    if (!size) return 0;
    json_start();
    FILE *const own = drop_output();
    set_input(data + 1, size - 1);
    session s = {.protocol = spoken[data[0] % 3],
                 .glossaries = glossaries_open(NULL),
                 .roots = roots,
                 .n_roots = 1};
    session_serve(&s);
    stdout = own;
    glossaries_close(s.glossaries);
    return 0;
}
