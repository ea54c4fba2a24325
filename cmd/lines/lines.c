#include "lines/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "check/check_json.h"
#include "console/alloc.h"
#include "console/clock.h"
#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/unfinished.h"
#include "lines/alignment.h"

/* ---- Opening ------------------------------------------------------------------------------- */

void lines_begin(lines *l, const settings *set)
{
    *l = (lines){.set = set, .start = clock_seconds()};
}

void lines_model_is_open(lines *l)
{
    l->model_open = clock_seconds();
}

int lines_open_input(lines *l, char **files, size_t n_files)
{
    const text_list *const texts = &l->set->texts;

    if (l->in.names) return 0;
    if (texts->n) {
        input_open_texts(&l->in, texts->items, texts->n);
        return 0;
    }
    if (input_open(&l->in, files, n_files) < 0) return -1;
    if (!l->set->part.n || part_open(&l->set->part, &l->in) == 0) return 0;
    input_close(&l->in);
    return -1;
}

int lines_open_output(lines *l)
{
    if (l->out.stream) return 0;
    l->n_bytes = input_size(&l->in);
    progress_begin(&l->progress, l->set->quiet ? PROGRESS_UNWANTED : l->set->progress, "lines",
                   !l->set->output);
    return output_open(&l->out, l->set->output);
}

void lines_close(lines *l)
{
    kept_lines_end(&l->kept);
    kept_lines_free(&l->kept);
    manifest_free(&l->manifest);
    if (l->progress.passes) hide_line();
    output_abandon(&l->out);
    input_close(&l->in);
}

/* ---- Lines out ----------------------------------------------------------------------------- */

static size_t count_words(const char *text, size_t len)
{
    size_t n = 0;
    bool within = false;

    for (size_t i = 0; i < len; i++) {
        const bool blank = text[i] == ' ' || text[i] == '\t';
        n += !blank && !within;
        within = !blank;
    }
    return n;
}

/* Facts about a line: with two models, the first one knows them. */
typedef struct report {
    const char *source;
    size_t source_len;
    const char *message; /* NULL: it has a translation */
    size_t n_repaired, n_lost;
    float quality;
    const char *alone; /* the translation without the context; NULL: no other */
} report;

/* "pivot": the text between two models. */
static void add_pivot(cJSON *object, pivot_half *half)
{
    if (!half->json) return;
    cJSON_AddStringToObject(half->json, "language", model_pivot_language);
    cJSON_AddItemToObject(object, "pivot", half->json);
    half->json = NULL;
}

static void add_similar(cJSON *object, const fuzzy_match *match)
{
    cJSON *const similar = cJSON_AddObjectToObject(object, "fuzzy");

    cJSON_AddNumberToObject(similar, "percent", tm_percent(match));
    json_add_text(similar, "source", match->source, match->source_len);
    json_add_text(similar, "translation", match->text, match->text_len);
}

/* "lost": what of the line's source is not in its translation.  Of two models, what the second one
 * lost is in the text between them. */
static void add_lost(cJSON *object, const tr_translation *t, pivot_half *half)
{
    cJSON *const between = cJSON_GetObjectItem(object, "pivot");

    if (half->lost) cJSON_AddItemToObject(object, "lost", half->lost);
    half->lost = NULL;
    if (t->n_lost) cJSON_AddItemToObject(between ? between : object, "lost", json_losses(t));
}

/* "senses": what a dictionary has of the line, which is one word. */
static void add_senses(cJSON *object, const word_senses *senses)
{
    if (!senses->n) return;
    cJSON *const array = cJSON_AddArrayToObject(object, "senses");
    for (size_t i = 0; i < senses->n; i++) {
        const word_sense *const s = &senses->items[i];
        cJSON *const one = cJSON_CreateObject();
        json_add_text(one, "text", s->text, strlen(s->text));
        json_add_text(one, "part_of_speech", s->part_of_speech, strlen(s->part_of_speech));
        json_add_float(one, "score", s->score);
        cJSON_AddItemToArray(array, one);
    }
}

static cJSON *line_json(lines *l, const tr_translation *t, const report *about, pivot_half *half,
                        const fuzzy_match *similar, const word_senses *senses)
{
    cJSON *object = cJSON_CreateObject();
    const tr_hypothesis *best = t->hypotheses;
    const bool failed = about->message != NULL;

    cJSON_AddNumberToObject(object, "line", (double)(l->before + t->line));
    json_add_text(object, "source", about->source, about->source_len);
    add_pivot(object, half);
    json_add_text(object, "translation", best->text, best->text_len);
    if (about->alone) json_add_text(object, "alone", about->alone, strlen(about->alone));
    json_add_float(object, "score", failed ? NAN : best->score);
    json_add_float(object, "log_probability", failed ? NAN : best->log_probability);
    json_add_quality(object, failed ? NAN : about->quality);
    if (failed) cJSON_AddStringToObject(object, "error", about->message);
    if (t->remembered)
        cJSON_AddTrueToObject(object, t->remembered == TR_STAYS ? "stays" : "memory");
    if (similar) add_similar(object, similar);
    if (about->n_repaired) cJSON_AddNumberToObject(object, "repaired", (double)about->n_repaired);
    if (t->n_retried) cJSON_AddNumberToObject(object, "retried", (double)t->n_retried);
    if (t->n_improved) cJSON_AddNumberToObject(object, "improved", (double)t->n_improved);
    if (t->n_terms) cJSON_AddNumberToObject(object, "terms", (double)t->n_terms);
    if (t->n_terms_placed)
        cJSON_AddNumberToObject(object, "terms_placed", (double)t->n_terms_placed);
    if (t->n_terms_missing)
        cJSON_AddNumberToObject(object, "terms_missing", (double)t->n_terms_missing);
    add_lost(object, t, half);
    add_senses(object, senses);
    cJSON *tokens = cJSON_AddArrayToObject(object, "source_tokens");
    for (size_t i = 0; i < t->n_source_tokens; i++)
        json_add_token(tokens, &t->source_tokens[i]);
    cJSON *hypotheses = cJSON_AddArrayToObject(object, "hypotheses");
    for (size_t i = 0; i < t->n_hypotheses && !failed; i++) {
        cJSON *h = cJSON_CreateObject();
        json_add_hypothesis(h, &t->hypotheses[i]);
        if (l->set->alignment >= 0)
            cJSON_AddItemToObject(h, "alignment",
                                  alignment_json(&t->hypotheses[i], l->set->alignment));
        cJSON_AddItemToArray(hypotheses, h);
    }
    return object;
}

static void write_text(lines *l, FILE *out, const tr_translation *t)
{
    const bool several = l->set->n_best > 0;
    const size_t n = several ? t->n_hypotheses : 1;
    char score[NUMBER_SIZE];

    for (size_t i = 0; i < n; i++) {
        const tr_hypothesis *h = &t->hypotheses[i];
        if (i) fputs(*t->line_end ? t->line_end : "\n", out);
        format_float(score, t->status == TR_OK ? h->score : NAN);
        if (several) fprintf(out, "%zu ||| ", l->before + t->line);
        if (!several && l->set->scores) fprintf(out, "%s\t", score);
        fwrite(h->text, 1, h->text_len, out);
        if (l->set->alignment >= 0) fputs(" ||| ", out);
        if (l->set->alignment >= 0) alignment_print(out, h, l->set->alignment);
        if (several) fprintf(out, " ||| %s", score);
    }
    fputs(t->line_end, out);
}

static void report_line(lines *l, size_t number, const char *message)
{
    size_t line;
    const char *name = input_where(&l->in, number, &line);
    l->n_failed++;
    complain("%s:%zu: %s", name, line, message);
}

/* Of the input; -1 where its size is not known. */
static double part_done(const lines *l)
{
    return l->n_bytes > 0 ? l->done_bytes / l->n_bytes : -1;
}

static void show_progress(lines *l)
{
    size_t line;

    const double part = part_done(l);
    if (!progress_is_due(&l->progress, part, l->n_written)) return;
    const char *const name = input_where(&l->in, l->n_written, &line);
    progress_show(&l->progress, name, part, l->n_written);
}

static void note_line(lines *l)
{
    uint64_t numbers[KEPT_NUMBERS] = {
        [KEPT_LINES] = l->n_written,     [KEPT_FAILED] = l->n_failed,
        [KEPT_REPAIRED] = l->n_repaired, [KEPT_FIRST_REPAIRED] = l->first_repaired,
        [KEPT_LACKING] = l->n_lacking,   [KEPT_FIRST_LACKING] = l->first_lacking,
        [KEPT_STAYING] = l->n_staying,   [KEPT_FIRST_STAYING] = l->first_staying};

    kept_lines_note(&l->kept, numbers);
}

/* What the memory has that is like a line: on stderr. */
static void report_similar(lines *l, size_t number, const fuzzy_match *match)
{
    size_t line;
    const char *const name = input_where(&l->in, number, &line);

    complain("%s:%zu: %d %% like \"%s\" in the memory: \"%s\"", name, line, tm_percent(match),
             match->source, match->text);
}

/* Two models do as well as the worse of them; NaN: it has done nothing. */
static float lower(float first, float second)
{
    return isnan(first) || second < first ? second : first;
}

/* A line that is translated.  Where it is checked before it is written, it has copies of all texts;
 * else none is its own. */
typedef struct written_line {
    size_t number;
    cJSON
        *json; /* what is written of it: an object, or text [text_len]; or it is written already */
    char *text;
    size_t text_len;
    char *source, *translation, *message; /* message NULL: it has a translation */
    size_t source_len, translation_len, n_repaired, n_lost, n_bytes, n_words;
    findings lost; /* of the source, as far as it is known where */
    float quality;
    int status, remembered;
} written_line;

static void review_line(lines *l, const written_line *w, const findings *found)
{
    size_t line;
    const char *const name = input_where(&l->in, w->number, &line);
    review *const r = l->review;

    if (!r) return;
    if (r->now.name && strcmp(r->now.name, name) != 0) review_close(r);
    if (!r->now.name) review_open(r, name);
    review_add(r, &(reviewed){.number = line,
                              .quality = w->quality,
                              .n_lost = w->n_lost,
                              .lost = &w->lost,
                              .why = w->message,
                              .source = {w->source, w->source_len},
                              .translation = {w->translation, w->translation_len},
                              .found = found});
}

/* Counts a line that is written, and tells of it. */
static void count_line(lines *l, const written_line *w)
{
    output_flush(&l->out);
    if (l->first_written <= 0) l->first_written = clock_seconds();
    l->n_words += w->n_words;
    l->n_written = w->number;
    if (w->n_repaired && !l->n_repaired++) l->first_repaired = w->number;
    if (w->n_lost && !l->n_lacking++) l->first_lacking = w->number;
    if (w->remembered == TR_STAYS && !l->n_staying++) l->first_staying = w->number;
    if (w->message) report_line(l, w->number, w->message);
    l->n_exhausted += w->status == TR_ENOMEM;
    l->done_bytes += (double)w->n_bytes;
    note_line(l);
    show_progress(l);
}

/* ---- Lines that are checked first ---- */

/* Writes a line that has been in the queue, and frees it. */
static void write_checked(void *ctx, void *item, const findings *found)
{
    lines *const l = ctx;
    written_line *const w = item;

    if (w->json) {
        check_json_add(w->json, found, (tr_string){w->source, w->source_len},
                       (tr_string){w->translation, w->translation_len});
        json_print(&l->out, w->json);
    } else {
        fwrite(w->text, 1, w->text_len, l->out.stream);
    }
    count_line(l, w);
    review_line(l, w, found);
    free(w->text);
    free(w->source);
    free(w->translation);
    free(w->message);
    findings_free(&w->lost);
    free(w);
}

static void keep_text(lines *l, written_line *w, const tr_translation *t)
{
    FILE *const out = open_memstream(&w->text, &w->text_len);

    if (out) write_text(l, out, t);
    if (!out || fclose(out)) end_without_memory();
}

/* Hands a line over to be checked; what stays, or has no translation, waits its turn alone. */
static void check_line(lines *l, const written_line *line)
{
    written_line *const w = checked_malloc(sizeof *w);

    *w = *line;
    w->source = checked_copy(line->source, line->source_len);
    w->translation = checked_copy(line->translation, line->translation_len);
    w->message = line->message ? checked_format("%s", line->message) : NULL;
    if (w->message || w->remembered == TR_STAYS) {
        check_queue_add(l->queue, NULL, w);
        return;
    }
    const checked_pair pair =
        checked_pair_read((tr_string){w->source, w->source_len},
                          (tr_string){w->translation, w->translation_len}, false);
    check_queue_add(l->queue, &pair, w);
}

/* ---- Lines as they come ---- */

/* Writes what is known of a line, or keeps it until it is checked. */
static void put_line(lines *l, written_line *w, const tr_translation *t, const report *about,
                     pivot_half *half, const fuzzy_match *similar, const word_senses *senses)
{
    if (l->set->json)
        w->json = line_json(l, t, about, half, similar, senses);
    else if (l->queue)
        keep_text(l, w, t);
    else
        write_text(l, l->out.stream, t);
    if (similar && !w->json) report_similar(l, w->number, similar);
    if (l->queue) {
        check_line(l, w);
        return;
    }
    if (w->json) json_print(&l->out, w->json);
    count_line(l, w);
    review_line(l, w, NULL);
}

/* True if the line is as the memory has it, and not as the dictionary, which is asked as a memory,
 * too. */
static bool is_of_memory(const tr_translation *t, const word_senses *s)
{
    const tr_hypothesis *const h = &t->hypotheses[0];

    return t->remembered && (!s->n || h->text_len != strlen(s->items[0].text) ||
                             memcmp(h->text, s->items[0].text, h->text_len) != 0);
}

/* The senses of a line that is one word of the dictionary; as many as there may be are the
 * hypotheses of *t then, which stand in `best`. */
static word_senses take_senses(lines *l, tr_translation *t, tr_hypothesis best[TR_MAX_BEAM])
{
    const bool asks = l->senses && t->status == TR_OK && t->remembered != TR_STAYS &&
                      !t->n_repaired && t->source_len;
    word_senses s =
        asks ? sense_finder_find(l->senses, t->source, t->source_len) : (word_senses){0};
    const size_t wanted = l->set->n_best ? (size_t)l->set->n_best : 1;

    if (is_of_memory(t, &s)) word_senses_free(&s);
    if (!s.n) return s;
    t->remembered = 0;
    t->n_hypotheses = s.n < wanted ? s.n : wanted;
    for (size_t i = 0; i < t->n_hypotheses; i++)
        best[i] = (tr_hypothesis){.text = s.items[i].text,
                                  .text_len = strlen(s.items[i].text),
                                  .score = s.items[i].score,
                                  .log_probability = s.items[i].log_probability};
    t->hypotheses = best;
    t->n_lost = t->n_retried = t->n_improved = 0;
    t->quality = NAN;
    return s;
}

/* Facts of the second model become facts of both. */
static void add_first_half(report *about, const pivot_half *half)
{
    about->source = half->source;
    about->source_len = strlen(half->source);
    if (half->message) about->message = half->message;
    about->n_repaired = half->n_repaired;
    about->n_lost += half->n_lost;
    about->quality = lower(half->quality, about->quality);
}

static int write_line(void *ctx, const tr_translation *translation)
{
    lines *const l = ctx;
    pivot_half half = {0};
    tr_translation said = *translation, *const t = &said;
    tr_hypothesis best[TR_MAX_BEAM];
    word_senses senses = take_senses(l, t, best);
    const char *const alone = t->hypotheses->text;
    const bool revised = !senses.n && line_context_revise(l->context, t, best);
    report about = {.source = t->source,
                    .source_len = t->source_len,
                    .message = t->status == TR_OK ? NULL : t->message,
                    .n_repaired = t->n_repaired,
                    .n_lost = t->n_lost,
                    .quality = t->quality,
                    .alone = revised ? alone : NULL};

    if (l->pivot && pivot_next(l->pivot, &half)) add_first_half(&about, &half);
    fuzzy_match similar;
    const bool has_similar = l->memory && !t->remembered && !senses.n &&
                             tm_similar(l->memory, t->source, t->source_len, &similar);
    written_line w = {.number = l->before + t->line,
                      .source = (char *)about.source,
                      .source_len = about.source_len,
                      .translation = (char *)t->hypotheses->text,
                      .translation_len = t->hypotheses->text_len,
                      .message = (char *)about.message,
                      .n_repaired = about.n_repaired,
                      .n_lost = about.n_lost,
                      .n_bytes = about.source_len + strlen(t->line_end),
                      .n_words = l->set->stats ? count_words(about.source, about.source_len) : 0,
                      .quality = about.message ? NAN : about.quality,
                      .status = t->status,
                      .remembered = t->remembered};
    if (!half.source && l->review)
        for (size_t i = 0; i < t->n_lost; i++) {
            const tr_lost *const lost = tr_translation_lost(t, i);
            findings_add(&w.lost, FINDING_LOST, (tr_span){lost->begin, lost->end}, 0);
        }
    put_line(l, &w, t, &about, &half, has_similar ? &similar : NULL, &senses);
    if (!l->queue) findings_free(&w.lost);
    pivot_half_free(&half);
    word_senses_free(&senses);
    return 0;
}

/* Reads on until the lines that are to be left out have passed: what input_read() returns. */
static ptrdiff_t skip_lines(lines *l, char *bytes, size_t size)
{
    ptrdiff_t n = 0;

    while (l->to_skip && (n = input_read(&l->in, bytes, size)) > 0) {
        const char *at = bytes, *const end = bytes + n;
        while (l->to_skip && at < end) {
            const char *const feed = memchr(at, '\n', (size_t)(end - at));
            at = feed ? feed + 1 : end;
            l->to_skip -= feed != NULL;
        }
        l->done_bytes += (double)(at - bytes);
        n = end - at;
        memmove(bytes, at, (size_t)n);
    }
    l->to_skip = 0;
    progress_skip(&l->progress, part_done(l), l->n_skipped);
    return n ? n : input_read(&l->in, bytes, size);
}

static ptrdiff_t read_input(void *ctx, char *bytes, size_t size)
{
    lines *const l = ctx;

    if (l->ready <= 0) l->ready = clock_seconds();
    if (l->to_skip) return skip_lines(l, bytes, size);
    if (l->runs) return language_runs_read(l->runs, bytes, size);
    const ptrdiff_t n = input_read(&l->in, bytes, size);
    if (n > 0) manifest_add_input(&l->manifest, bytes, (size_t)n);
    return n;
}

static ptrdiff_t read_bytes(void *ctx, char *bytes, size_t size)
{
    lines *const l = ctx;
    return l->pivot ? pivot_read(l->pivot, bytes, size) : read_input(l, bytes, size);
}

/* ---- Reports ----------------------------------------------------------------------------- */

static void report_repairs(lines *l)
{
    size_t line;
    const char *name = input_where(&l->in, l->first_repaired, &line);
    complain(
        "%zu %s not valid UTF-8 (iconv -f latin1 -t UTF-8 converts Latin-1) or held a NUL, now "
        "U+FFFD; the first is %s:%zu",
        l->n_repaired, l->n_repaired > 1 ? "lines were" : "line was", name, line);
}

static void report_lacking(lines *l)
{
    size_t line;
    const char *name = input_where(&l->in, l->first_lacking, &line);
    complain("%zu %s a number, a sign or a name of %s source; the first is %s:%zu", l->n_lacking,
             l->n_lacking > 1 ? "lines lack" : "line lacks", l->n_lacking > 1 ? "their" : "its",
             name, line);
}

static void report_staying(lines *l)
{
    size_t line;
    const char *name = input_where(&l->in, l->first_staying, &line);
    complain("%zu %s in the language of the translation already, and %s (--force translates); the "
             "first is %s:%zu",
             l->n_staying, l->n_staying > 1 ? "lines are" : "line is",
             l->n_staying > 1 ? "stay" : "stays", name, line);
}

static void report_start(const lines *l)
{
    if (l->first_written <= 0) return;
    complain(
        "start: model opened after %.1f ms, tokenizer and memory ready after %.1f ms, first line "
        "written after %.1f ms",
        1e3 * (l->model_open - l->start), 1e3 * (l->ready - l->start),
        1e3 * (l->first_written - l->start));
}

void lines_report(const tr_stream_stats *s)
{
    if (s->retried)
        complain("%zu of %zu sentences repeated themselves, ran on, broke off or lost a number; a "
                 "second search found better for %zu",
                 s->retried, s->sentences, s->improved);
    if (s->lost)
        complain("%zu %s of the source %s not in the translation", s->lost,
                 s->lost == 1 ? "number, sign, placeholder, code, name or negation"
                              : "numbers, signs, placeholders, codes, names or negations",
                 s->lost == 1 ? "is" : "are");
    word_options_report(s);
}

static void report_stats(const lines *l, const tr_stream_stats *s, double seconds)
{
    struct rusage usage = {0};
    char memory[32], cache[32];

    getrusage(RUSAGE_SELF, &usage);
    printable_bytes(memory, sizeof memory, 1024ull * (unsigned long long)usage.ru_maxrss);
    printable_bytes(cache, sizeof cache, s->cache_bytes);
    const double per_second = seconds > 0 ? 1 / seconds : 0;
    tell("lines          %zu (%zu failed, %zu repaired)\n"
         "sentences      %zu\n"
         "source words   %zu (%.0f/s)\n"
         "source tokens  %zu (%.0f/s)\n"
         "target tokens  %zu (%.0f/s)\n"
         "seconds        %.3f\n"
         "peak memory    %s, of which keys and values %s\n",
         s->lines, l->n_failed, l->n_repaired, s->sentences, l->n_words,
         (double)l->n_words * per_second, s->source_tokens, (double)s->source_tokens * per_second,
         s->target_tokens, (double)s->target_tokens * per_second, seconds, memory, cache);
}

/* ---- Running ----------------------------------------------------------------------------- */

/* The status of both.  If the second model has failed, the first may wait for input forever: the
 * program ends then. */
static int end_pivot(lines *l, int rc, tr_error *err)
{
    pivot_half half;

    if (rc && rc != TR_ESTOPPED) {
        complain("%s", err->msg);
        unfinished_end_program();
    }
    while (pivot_next(l->pivot, &half)) { /* a last line of no bytes is none for the second model */
        if (half.message) report_line(l, ++l->n_written, half.message);
        pivot_half_free(&half);
    }
    return pivot_end(l->pivot, err);
}

/* The status of both. */
static int end_queue(lines *l, int rc, tr_error *err)
{
    tr_error of_checks;

    const int checks = check_queue_end(l->queue, &of_checks);
    l->queue = NULL;
    if (!rc && checks) *err = of_checks;
    return rc ? rc : checks;
}

int lines_end(lines *l)
{
    size_t line;

    progress_end(&l->progress, input_where(&l->in, l->n_written, &line), l->n_written);
    kept_lines_end(&l->kept);
    if (l->n_exhausted && l->out.file.path) { /* no name for what is not what it would be */
        output_abandon(&l->out);
        return EXIT_FAILED;
    }
    manifest_add_output(&l->manifest, &l->in, &l->out);
    output_close(&l->out);
    manifest_write(&l->manifest,
                   &(manifest_counts){l->n_written, l->n_failed, l->n_repaired, l->n_lacking});
    kept_lines_forget(&l->kept);
    if (l->n_repaired && !l->set->quiet) report_repairs(l);
    if (l->n_staying && !l->set->quiet) report_staying(l);
    if (l->n_lacking && !l->set->quiet) report_lacking(l);
    if (l->set->verbose) {
        lines_report(&l->stats);
        report_start(l);
    }
    if (l->set->stats) report_stats(l, &l->stats, l->seconds);
    if (l->review) review_end(l->review);
    if (l->n_exhausted) return EXIT_FAILED;
    if (l->review && l->review->n_told && l->set->strict) return EXIT_SOME_LINES;
    return l->n_failed || (l->n_lacking && l->set->strict) ? EXIT_SOME_LINES : EXIT_OK;
}

int lines_resume(lines *l, const command *c, const tr_model *model, const tr_options *o,
                 char **files, size_t n)
{
    uint64_t numbers[KEPT_NUMBERS];

    l->work = (same_work){c, l->set, model, o, files, n};
    if (l->set->checks.report) l->kept.how = "the same command without --report and with --resume";
    l->kept.possible = input_can_repeat(&l->in) && !l->out.packer && !l->set->part.n;
    const char *const why =
        !input_can_repeat(&l->in) ? "needs files: other input cannot be read again from its start"
        : l->out.packer           ? "cannot go on with what is compressed: leave out the ending"
                                  : NULL;
    if (l->set->resume && why) {
        complain("--resume %s", why);
        return -1;
    }
    if (kept_lines_begin(&l->kept, &l->out, same_work_keys_of_files, &l->work, l->set->resume,
                         l->set->quiet, numbers) < 0)
        return -1;
    l->n_skipped = l->to_skip = l->before = l->n_written = (size_t)numbers[KEPT_LINES];
    l->n_failed = (size_t)numbers[KEPT_FAILED];
    l->n_repaired = (size_t)numbers[KEPT_REPAIRED];
    l->first_repaired = (size_t)numbers[KEPT_FIRST_REPAIRED];
    l->n_lacking = (size_t)numbers[KEPT_LACKING];
    l->first_lacking = (size_t)numbers[KEPT_FIRST_LACKING];
    l->n_staying = (size_t)numbers[KEPT_STAYING];
    l->first_staying = (size_t)numbers[KEPT_FIRST_STAYING];
    return 0;
}

int lines_translate(lines *l, const tr_model *model, const tr_options *o)
{
    const tr_stream_io io = {.read = read_bytes, .write = write_line, .ctx = l};
    tr_stream_stats stats = {0};
    tr_error err;

    const double start = clock_seconds();
    if (line_context_begin(&l->context, l->set->context, model, o) < 0) return EXIT_FAILED;
    if (l->checker) {
        l->queue = check_queue_start(l->checker, write_checked, l);
        if (!l->queue) return EXIT_FAILED;
    }
    int rc = tr_translate_stream(model, o, &io, &stats, &err);
    tr_context_free(l->context);
    l->context = NULL;
    if (l->queue) rc = end_queue(l, rc, &err);
    if (l->pivot) rc = end_pivot(l, rc, &err);
    if (rc && !l->in.failed) complain("%s", err.msg);
    if (rc) {
        kept_lines_end(&l->kept);
        output_abandon(&l->out);
        return EXIT_FAILED;
    }
    l->pivot = NULL;
    l->before = l->n_written;
    l->seconds += clock_seconds() - start;
    tr_stream_stats_add(&l->stats, &stats);
    return l->runs ? EXIT_OK : lines_end(l);
}

int lines_translate_by_two(lines *l, const tr_model *first, const tr_options *before,
                           const tr_model *second, const tr_options *o)
{
    l->pivot = pivot_start(first, before, read_input, l, l->set->json);
    return l->pivot ? lines_translate(l, second, o) : EXIT_FAILED;
}

int lines_copy(lines *l, const tr_translation *line)
{
    if (lines_open_output(l) < 0) return -1;
    write_line(l, line);
    l->before = l->n_written;
    return 0;
}
