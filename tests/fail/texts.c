#define _POSIX_C_SOURCE 200809L /* popen() */
#include "fail/texts.h"

#include <limits.h>
#include <stdio.h>

#include "fail/files.h"

enum side { FIRST, SECOND, BOTH };

/* Lines of a word of four letters and of the same from after, or of one of the two. */
static void write_pairs(const char *name, unsigned n, enum side side, const char *between)
{
    tr_buf text = {0};

    for (unsigned i = 0; i < n; i++) {
        char a[8] = {0}, b[8] = {0};
        for (unsigned k = 0, rest = i * 37 + 11; k < 4; k++, rest /= 6)
            a[k] = b[3 - k] = (char)('d' + rest % 6);
        tr_buf_printf(&text, "%s%s%s\n", side != SECOND ? a : "", side == BOTH ? between : "",
                      side != FIRST ? b : "");
    }
    write_whole(path_of(name, 0), tr_buf_text(&text));
    tr_buf_free(&text);
}

void texts_write(void)
{
    write_pairs("toy", 260, BOTH, "\t");
    write_pairs("toy.en", 260, FIRST, "");
    write_pairs("toy.de", 260, SECOND, "");
    write_pairs("own", 70, BOTH, " f\tf ");
    write_whole(path_of("text", 0),
                "de de. fg hi.\n\nhi ge https://example.org/ fed\n"
                "Big d\xC3\xA9g, (efg) hi; de. He de gi! hi fg?\r\n"
                "de fg hi de fg hi de fg hi de fg hi de fg hi de fg hi de fg hi\n");
    write_whole(path_of("text2", 0), "de de. fg hd.\n\nhi gf https://example.org/ fed\n"
                                     "Big deg, (efg) hi; de. He de gi! hi fg?\nde fg hi de\n");
    write_whole(path_of("pairs", 0), "de de\tfg hi\nhi\tde fg\n");
    write_whole(path_of("short", 0), "de fg.\n");
    write_whole(path_of("ids", 0), "3 4 5\n\n6 7 2 3\n");
    write_whole(path_of("page.html", 0), "<h1>de fg</h1><p>hi <b>de</b> fg.</p><p>hi</p>\n");
    write_whole(path_of("page.jsonl", 0), "{\"n\":1,\"text\":\"fg\"}\n");
    write_whole(path_of("terms.tsv", 0), "fg\thi\nde\n");
    write_whole(path_of("sound.tsv", 0),
                "English\tGerman\tgender\nprinter\tder Drucker\tm\ncharger\tLader\tm\n");
    write_whole(path_of("units.tmx", 0),
                "<tmx version=\"1.4\"><body><tu><tuv xml:lang=\"en\"><seg>de fg hi de</seg></tuv>"
                "<tuv xml:lang=\"de\"><seg>hi</seg></tuv></tu></body></tmx>\n");
}

/* `"size":N,"sha256":"HEX"` of a fixture. */
static void add_digest(tr_buf *text, const char *name)
{
    char command_line[PATH_MAX + 200], digest[65] = "";
    unsigned long long size = 0;

    snprintf(command_line, sizeof command_line, "wc -c < '%s' && sha256sum < '%s'",
             path_of(name, 0), path_of(name, 0));
    FILE *const pipe = popen(command_line, "r");
    if (!pipe || fscanf(pipe, "%llu %64s", &size, digest) != 2) die(command_line);
    pclose(pipe);
    tr_buf_printf(text, "\"size\":%llu,\"sha256\":\"%s\"", size, digest);
}

/* A model of the list, whose file is a fixture beside the list. */
static void add_model(tr_buf *text, const char *name, const char *format, const char *kind,
                      const char *file)
{
    tr_buf_printf(text,
                  "{\"name\":\"%s\",\"source\":\"en\",\"target\":\"de\",\"provider\":\"test\","
                  "\"format\":\"%s\",\"license\":\"CC-BY-4.0\",\"version\":\"1\","
                  "\"revision\":\"1\",\"variant\":\"tiny\",\"files\":[{\"kind\":\"%s\","
                  "\"url\":\"%s\",",
                  name, format, kind, file);
    add_digest(text, file);
    tr_buf_add_string(text, "}]}");
}

void texts_write_index(void)
{
    tr_buf text = {0};

    tr_buf_add_string(&text, "{\"format\":1,\"generated\":\"2026-11-22\",\"models\":[");
    add_model(&text, "en-de-one", "gguf", "gguf", "model.gguf");
    tr_buf_add_string(&text, ",");
    add_model(&text, "en-de-two", "opus", "archive", "opus.zip");
    tr_buf_add_string(&text, "]}");
    write_whole(path_of("index.json", 0), tr_buf_text(&text));
    tr_buf_free(&text);
}
