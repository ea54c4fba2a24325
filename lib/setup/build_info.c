/* build_info.c - what the library that is running was made with, and of what. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uversion.h>
#include <utf8proc.h>
#include <yaml.h>
#include <zlib.h>

#include "config.h"
#include "translate.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The best comes first. */
#if defined(__x86_64__)
#define SETS "avx512 avxvnni avx2 ref"
#elif defined(__aarch64__)
#define SETS "i8mm dotprod neon ref"
#else
#define SETS "ref"
#endif

static void print_value(char *value, size_t size, const char *text)
{
    snprintf(value, size, "%s", text);
}

static void tell_compiler(char *value, size_t size)
{
    print_value(value, size, COMPILER);
}

static void tell_target(char *value, size_t size)
{
    print_value(value, size, BUILD_TARGET);
}

static void tell_flags(char *value, size_t size)
{
    print_value(value, size, BUILD_FLAGS);
}

static void tell_sets(char *value, size_t size)
{
    print_value(value, size, SETS);
}

static void tell_usable_sets(char *value, size_t size)
{
    const char *const sets = SETS;
    char name[16];
    size_t n = 0;

    *value = '\0';
    for (size_t i = 0; sets[i] && n < size; i += strspn(sets + i, " ")) {
        const size_t len = strcspn(sets + i, " ");
        snprintf(name, sizeof name, "%.*s", (int)len, sets + i);
        i += len;
        if (tr_cpu_select(name))
            n += (size_t)snprintf(value + n, size - n, "%s%s", n ? " " : "", name);
    }
}

static void tell_chosen_set(char *value, size_t size)
{
    print_value(value, size, tr_cpu_select(NULL));
}

static void tell_spm(char *value, size_t size)
{
    print_value(value, size, BUILD_SPM);
}

static void tell_icu(char *value, size_t size)
{
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];

    u_getVersion(version);
    u_versionToString(version, text);
    print_value(value, size, text);
}

static void tell_utf8proc(char *value, size_t size)
{
    print_value(value, size, utf8proc_version());
}

static void tell_yaml(char *value, size_t size)
{
    print_value(value, size, yaml_get_version_string());
}

static void tell_zlib(char *value, size_t size)
{
    print_value(value, size, zlibVersion());
}

/* cJSON_Version() writes into a buffer that all threads share. */
static void tell_cjson(char *value, size_t size)
{
    snprintf(value, size, "%d.%d.%d", CJSON_VERSION_MAJOR, CJSON_VERSION_MINOR,
             CJSON_VERSION_PATCH);
}

static const struct {
    const char *name;
    void (*tell)(char *value, size_t size);
} facts[] = {
    {"compiler", tell_compiler},
    {"target", tell_target},
    {"flags", tell_flags},
    {"instruction sets", tell_sets},
    {"usable here", tell_usable_sets},
    {"chosen", tell_chosen_set},
    {"SentencePiece", tell_spm},
    {"ICU", tell_icu},
    {"utf8proc", tell_utf8proc},
    {"libyaml", tell_yaml},
    {"cJSON", tell_cjson},
    {"zlib", tell_zlib},
};

const char *tr_build_info(size_t i, char *value, size_t size)
{
    if (i >= sizeof facts / sizeof *facts) return NULL;
    facts[i].tell(value, size);
    return facts[i].name;
}
