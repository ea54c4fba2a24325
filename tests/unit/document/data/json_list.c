/* Text in JSON: a string, or a list with a string for each line. */
#include "document/data/json_list.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

/* "!" if it is neither. */
static const char *decoded(const char *raw)
{
    static char out[200];
    tr_buf text = {0};

    const bool right = tr_json_list_decode(raw, strlen(raw), &text);
    snprintf(out, sizeof out, "%s", right ? tr_buf_text(&text) : "!");
    tr_buf_free(&text);
    return out;
}

static const char *encoded(const char *raw, bool ascii, const char *text)
{
    static char out[200];
    tr_buf now = {0};

    tr_json_list_encode(raw, strlen(raw), ascii, text, strlen(text), &now);
    snprintf(out, sizeof out, "%s", tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

START_TEST(what_is_written_is_read_again)
{
    static const char *const sources[] = {"\"x\"", "[]", "[ \"x\" ]", "[\"x\\n\",\n\"y\"]"};
    static const char *const texts[] = {"", "a", "a\n", "\n\n", "a\nb\n", "\\\"\t"};
    char raw[200];

    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            strcpy(raw, encoded(sources[i], k % 2, texts[k]));
            ck_assert_msg(!strcmp(decoded(raw), texts[k]), "%s", raw);
        }
}
END_TEST

UNIT_MAIN("json_list", what_is_written_is_read_again)
