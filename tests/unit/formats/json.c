#include "formats/json.h"

#include "base/buf.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static cJSON *parse(const char *text)
{
    tr_error err;
    cJSON *json;
    const int rc = tr_json_parse(&json, text, strlen(text), "a.json", &err);
    ck_assert_msg(rc == 0, "%s: %s", text, err.msg);
    return json;
}

static void refuses(const char *text, size_t len, const char *sentence)
{
    tr_error err = {0};
    cJSON *json;
    ck_assert_int_eq(tr_json_parse(&json, text, len, "a.json", &err), TR_EFORMAT);
    ck_assert_ptr_null(json);
    ck_assert_msg(strstr(err.msg, "a.json: ") == err.msg && strstr(err.msg, sentence), "%s",
                  err.msg);
}

START_TEST(values_of_every_kind_are_read)
{
    cJSON *json = parse(" {\"a\": [1, -2.5e3, true, null], \"\\u00e9\\ud83d\\ude00\": \"\\\"\"}\n");
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(json, "a");
    ck_assert_int_eq(cJSON_GetArraySize(a), 4);
    ck_assert_double_eq(cJSON_GetArrayItem(a, 1)->valuedouble, -2500);
    ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(json, "é😀")->valuestring, "\"");
    cJSON_Delete(json);
}
END_TEST

START_TEST(what_is_not_json_is_refused)
{
    static const char *const texts[] = {"",       " ",           "{",         "{\"a\"}",  "[1,]",
                                        "{} {}",  "nul",         "\"open",    "\"\\",     "[1 2]",
                                        "{a: 1}", "\"\\ud800\"", "[\"\\x\"]", "{\"a\":1]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refuses(texts[i], strlen(texts[i]), "is not JSON");
    refuses("{}\0", 3, "NUL character");
}
END_TEST

/* In the variant asan, json.c is compiled so that comparing a pointer that has gone past the end of
 * the text ends the program (tests.mk). */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_invalid_pointer_pairs=1";
}

/* The text ends where its memory ends. */
START_TEST(a_backslash_at_the_end_is_not_stepped_over)
{
    static const char texts[][8] = {"\"\\", "\"ab\\", "[\"\\"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const size_t len = strlen(texts[i]);
        char *const exact = malloc(len);
        memcpy(exact, texts[i], len);
        refuses(exact, len, "is not JSON: a string does not end");
        free(exact);
    }
}
END_TEST

START_TEST(strings_that_c_would_cut_are_refused)
{
    refuses("{\"a\\u0000b\": 1}", 15, "a NUL character in a string");
    cJSON_Delete(parse("\"\\\\u0000\""));
}
END_TEST

START_TEST(other_encodings_are_refused)
{
    refuses("\"\xe9\"", 3, "is not UTF-8");
    refuses("\"\xc0\x80\"", 4, "is not UTF-8");
}
END_TEST

START_TEST(depth_is_limited)
{
    tr_buf text = {0};
    for (int i = 0; i < TR_JSON_MAX_DEPTH; i++)
        tr_buf_add_string(&text, "[");
    for (int i = 0; i < TR_JSON_MAX_DEPTH; i++)
        tr_buf_add_string(&text, "]");
    cJSON_Delete(parse(tr_buf_text(&text)));
    tr_buf_clear(&text);
    for (int i = 0; i < 1000000; i++)
        tr_buf_add_string(&text, "{\"a\":[");
    refuses(text.data, text.len, "is nested too deeply");
    tr_buf_free(&text);
}
END_TEST

START_TEST(the_number_of_values_is_limited)
{
    tr_buf text = {0};
    tr_buf_add_string(&text, "[0");
    for (int i = 0; i < TR_JSON_MAX_VALUES; i++)
        tr_buf_add_string(&text, ",0");
    tr_buf_add_string(&text, "]");
    refuses(text.data, text.len, "holds too many values");
    tr_buf_free(&text);
}
END_TEST

START_TEST(brackets_in_strings_do_not_count)
{
    tr_buf text = {0};
    tr_buf_add_string(&text, "{\"a\\\"");
    for (int i = 0; i < 1000; i++)
        tr_buf_add_string(&text, "[{");
    tr_buf_add_string(&text, "\": 1}");
    cJSON_Delete(parse(text.data));
    tr_buf_free(&text);
}
END_TEST

START_TEST(a_file_holds_an_object)
{
    scratch s;
    tr_error err;
    cJSON *json;

    scratch_open(&s);
    const char *path = scratch_file(&s, "a.json");
    ck_assert_int_eq(tr_json_read(&json, path, &err), TR_EIO);
    write_file(path, "[1]", 3);
    ck_assert_int_eq(tr_json_read(&json, path, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "is not a JSON object"));
    write_file(path, "", 0);
    ck_assert_int_eq(tr_json_read(&json, path, &err), TR_EFORMAT);
    write_file(path, "{\"a\": 1}", 8);
    ck_assert_int_eq(tr_json_read(&json, path, &err), 0);
    ck_assert(cJSON_HasObjectItem(json, "a"));
    cJSON_Delete(json);
    scratch_close(&s);
}
END_TEST

static bool is_count(const char *text, uint64_t expected)
{
    uint64_t n = 0;
    cJSON *json = parse(text);
    const bool is = tr_json_is_count(json, &n);
    cJSON_Delete(json);
    return is && n == expected;
}

START_TEST(counts_are_whole_numbers_that_a_double_holds)
{
    ck_assert(is_count("0", 0) && is_count("1e3", 1000));
    ck_assert(is_count("9007199254740992", (uint64_t)1 << 53));
    ck_assert(!is_count("9007199254740994", ((uint64_t)1 << 53) + 2));
    ck_assert(!is_count("-1", 0) && !is_count("0.5", 0) && !is_count("1e400", 0));
    ck_assert(!is_count("\"1\"", 1) && !is_count("true", 1));
}
END_TEST

UNIT_MAIN("json", values_of_every_kind_are_read, what_is_not_json_is_refused,
          a_backslash_at_the_end_is_not_stepped_over, strings_that_c_would_cut_are_refused,
          other_encodings_are_refused, depth_is_limited, the_number_of_values_is_limited,
          brackets_in_strings_do_not_count, a_file_holds_an_object,
          counts_are_whole_numbers_that_a_double_holds)
