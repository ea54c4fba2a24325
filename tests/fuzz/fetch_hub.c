/*
 * fetch_hub.c - any bytes as what a hub answers: of a repository, its files, the index of its
 * weights, and a search.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "console/json.h"
#include "fetch/hub/hub_choice.h"
#include "fetch/hub/hub_gguf.h"
#include "fetch/hub/hub_json.h"
#include "fetch/hub/hub_word.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static cJSON *parse(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);

    memcpy(text, data, size);
    cJSON *const json = hub_parse(text, size);
    free(text);
    return json;
}

/* A name that is given to the file system, and an address. */
static void check_file(const hub_file *f)
{
    const bool is_below = !strcmp(f->name, "checkpoints/model.ckpt");

    assert(*f->name && (is_below || !strchr(f->name, '/')) && strcmp(f->name, ".") != 0 &&
           strcmp(f->name, "..") != 0);
    assert(strlen(f->digest) == 40 || strlen(f->digest) == 64);
    assert(strspn(f->digest, "0123456789abcdef") == strlen(f->digest));
    char *const encoded = hub_encode(f->name, "");
    assert(!strpbrk(encoded, " /?#\\\"\r\n"));
    free(encoded);
}

static void choose(const hub_repository *r, const cJSON *index)
{
    hub_choice c;

    if (!hub_choose(&c, r, "")) {
        assert(c.n && c.format);
        hub_choose_shards(&c, r, index);
    }
    for (size_t i = 0; i < c.n; i++)
        check_file(c.file[i]);
    hub_choice_free(&c);
}

/* The bytes as the first of a GGUF file, and as settings that name files. */
static void read_bytes(const hub_repository *r, const uint8_t *data, size_t size)
{
    hub_file f = {.name = "config.yml"};
    hub_choice c = {.format = "", .settings = &f};

    hub_read_gguf(&c, (const char *)data, size < HUB_GGUF_HEAD ? size : HUB_GGUF_HEAD);
    hub_choose_named(&c, r, (const char *)data, size);
    for (size_t i = 0; i < c.n; i++)
        check_file(c.file[i]);
    hub_choice_free(&c);
}

static void read_word(const uint8_t *data, size_t size)
{
    char *const word = calloc(size + 4, 1);
    hub_word w;

    strcpy(word, "hf:");
    memcpy(word + 3, data, size);
    if (!hub_read_word(&w, word)) {
        assert(*w.owner && *w.name && *w.revision);
        assert(!strchr(w.owner, '/') && !strchr(w.name, '/') && *w.name != '.');
    }
    free(word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool started;
    hub_repository r = {0};
    const cJSON *item;
    hub_row row;

    if (!started) json_start();
    started = true;
    read_word(data, size);
    cJSON *const json = parse(data, size);
    if (!hub_read_info(&r, json)) assert(strlen(r.commit) == 40);
    if (!hub_read_tree(&r, json)) choose(&r, cJSON_GetArrayItem(json, 0));
    for (size_t i = 0; i < r.n_files; i++)
        check_file(&r.files[i]);
    read_bytes(&r, data, size);
    cJSON_ArrayForEach(item, json) if (hub_read_row(&row, item))
        assert(hub_is_repository(row.repository));
    hub_repository_free(&r);
    cJSON_Delete(json);
    return 0;
}
