#include "hub_search.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "fetch/hub/hub_json.h"
#include "fetch/hub/hub_word.h"
#include "hub.h"

enum { MOST_ROWS = 100 };

static void print_row(FILE *out, const hub_row *row)
{
    const char *const licence = *row->licence ? row->licence : "-";

    if (row->downloads < 0)
        fprintf(out, "%10s  ", "-");
    else
        fprintf(out, "%10.0f  ", row->downloads);
    printable_text(out, licence, strlen(licence), 15);
    fprintf(out, " %s hf:%s\n", row->is_gated ? "g" : " ", row->repository);
}

static void add_row(cJSON *results, const hub_row *row)
{
    cJSON *const one = cJSON_CreateObject();
    char *const name = checked_format("hf:%s", row->repository);

    json_add_text(one, "name", name, strlen(name));
    if (*row->licence) cJSON_AddStringToObject(one, "license", row->licence);
    if (row->downloads >= 0) cJSON_AddNumberToObject(one, "downloads", row->downloads);
    cJSON_AddBoolToObject(one, "gated", row->is_gated);
    cJSON_AddItemToArray(results, one);
    free(name);
}

static int show(job *j, const char *word, const cJSON *found, bool more)
{
    FILE *const out = j->out.stream;
    const cJSON *item;
    int n = 0, n_gated = 0;
    hub_row row;

    cJSON_ArrayForEach(item, found)
    {
        if (n == MOST_ROWS || !hub_read_row(&row, item)) continue;
        if (!j->results && !n) fputs(" DOWNLOADS  LICENCE           NAME\n", out);
        if (j->results)
            add_row(j->results, &row);
        else
            print_row(out, &row);
        n_gated += row.is_gated;
        n++;
    }
    if (n_gated && !j->results) fputs("\ng  gated: its page asks for consent, and HF_TOKEN\n", out);
    if (!n) complain("%s: the hub has no translation model of that name", word);
    if (more && n && !j->set.quiet)
        complain("%s: the hub has more than these %d: a longer text finds fewer", word, n);
    return n ? EXIT_OK : EXIT_FAILED;
}

int hub_search(job *j, const char *word)
{
    download_page page = {.most = HUB_MAX_TEXT};
    char *const text = hub_encode(strchr(word, ':') + 1);
    char *const path = checked_format("/api/models?search=%s&filter=translation&sort=downloads"
                                      "&direction=-1&limit=%d",
                                      text, MOST_ROWS);

    int rc = hub_ask(j, word, path, &page);
    cJSON *const found = rc == EXIT_OK ? hub_parse(page.text, page.len) : NULL;
    if (rc == EXIT_OK && !cJSON_IsArray(found)) {
        complain("%s: the hub's answer is no list, or has too many values", word);
        rc = EXIT_FAILED;
    }
    if (rc == EXIT_OK) rc = show(j, word, found, page.next != NULL);
    cJSON_Delete(found);
    download_page_free(&page);
    free(path);
    free(text);
    return rc;
}
