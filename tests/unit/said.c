#include "unit/said.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *held;
static int before;

void said_begin(void)
{
    fflush(stderr);
    held = tmpfile();
    before = dup(STDERR_FILENO);
    ck_assert(held && before >= 0);
    ck_assert_int_ge(dup2(fileno(held), STDERR_FILENO), 0);
}

const char *said(void)
{
    static char text[4000];

    fflush(stderr);
    ck_assert_int_ge(dup2(before, STDERR_FILENO), 0);
    close(before);
    rewind(held);
    const size_t n = fread(text, 1, sizeof text - 1, held);
    fclose(held);
    text[n && text[n - 1] == '\n' ? n - 1 : n] = '\0';
    return text;
}
