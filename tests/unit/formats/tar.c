#include "formats/tar.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

/* A header as IEEE 1003.1 (pax, "ustar Interchange Format") lays it out. */
static void add_header(tr_buf *b, const char *name, char type, size_t size)
{
    unsigned char block[512] = {0};
    unsigned sum = 0;

    snprintf((char *)block, 100, "%s", name);
    memcpy(block + 100, "0000644", 8);
    snprintf((char *)block + 124, 12, "%011o", (unsigned)size & 0xffffff);
    memcpy(block + 148, "        ", 8);
    block[156] = (unsigned char)type;
    memcpy(block + 257,
           "ustar\0"
           "00",
           8);
    for (size_t i = 0; i < sizeof block; i++)
        sum += block[i];
    snprintf((char *)block + 148, 8, "%06o", sum & 0777777);
    tr_buf_add(b, block, sizeof block);
}

static void pad(tr_buf *b)
{
    while (b->len % 512)
        tr_buf_add(b, "", 1);
}

static void add(tr_buf *b, const char *name, char type, const char *bytes)
{
    add_header(b, name, type, strlen(bytes));
    tr_buf_add_string(b, bytes);
    pad(b);
}

static void end(tr_buf *b)
{
    static const char zeros[1024];
    tr_buf_add(b, zeros, sizeof zeros);
}

/* The names and contents of all members, "name=bytes ...", or the code of the failure. */
static int list(const tr_buf *b, size_t size, char *text, size_t room, tr_error *err)
{
    tr_tar_member m;
    tr_tar t;
    int rc;

    *text = '\0';
    unsigned char *exact = malloc(size ? size : 1); /* so that a read after the end is seen */
    memcpy(exact, b->data, size);
    tr_tar_open(&t, exact, size, "x.tar");
    while ((rc = tr_tar_next(&t, &m, err)) > 0) {
        const size_t n = strlen(text);
        snprintf(text + n, room - n, "%s=%.*s ", m.base, (int)m.size, (const char *)m.data);
    }
    free(exact);
    return rc;
}

static void check_list(const tr_buf *b, const char *wanted)
{
    char text[8000];
    tr_error err = {0};
    ck_assert_msg(list(b, b->len, text, sizeof text, &err) == 0, "%s", err.msg);
    ck_assert_str_eq(text, wanted);
}

static void check_refused(const tr_buf *b, int code, const char *says)
{
    char text[8000];
    tr_error err = {0};
    ck_assert_int_eq(list(b, b->len, text, sizeof text, &err), code);
    ck_assert_msg(strstr(err.msg, says) && strstr(err.msg, "x.tar"), "%s", err.msg);
}

START_TEST(gives_regular_files_and_passes_over_folders)
{
    tr_buf b = {0};
    add(&b, "model/", '5', "");
    add(&b, "model/config.yml", '0', "beam-size: 1\n");
    add(&b, "empty", '\0', "");
    add(&b, "pax_global_header", 'g', "19 comment=a comment\n");
    add(&b, "last", '0', "z");
    end(&b);
    check_list(&b, "config.yml=beam-size: 1\n empty= last=z ");
    tr_buf_free(&b);
}
END_TEST

START_TEST(takes_long_names_of_gnu_and_pax)
{
    char record[400], name[301], wanted[320];
    tr_buf b = {0};
    memset(name, 'n', 300);
    name[300] = '\0';
    snprintf(wanted, sizeof wanted, "%s=x ", name);
    add(&b, "././@LongLink", 'L', name);
    add(&b, "nnn", '0', "x");
    end(&b);
    check_list(&b, wanted);
    tr_buf_clear(&b);
    snprintf(record, sizeof record, "%d path=%s\n", 3 + 1 + 5 + 300 + 1, name);
    add(&b, "PaxHeaders/x", 'x', record);
    add(&b, "nnn", '0', "x");
    add(&b, "next", '0', "y"); /* the record is of one member only */
    end(&b);
    snprintf(wanted, sizeof wanted, "%s=x next=y ", name);
    check_list(&b, wanted);
    tr_buf_free(&b);
}
END_TEST

START_TEST(takes_a_size_that_pax_says)
{
    tr_buf b = {0};
    add(&b, "PaxHeaders/x", 'x', "9 size=3\n");
    add_header(&b, "f", '0', 0);
    tr_buf_add_string(&b, "abc");
    pad(&b);
    end(&b);
    check_list(&b, "f=abc ");
    tr_buf_free(&b);
}
END_TEST

START_TEST(refuses_what_is_no_plain_file)
{
    static const char types[] = "12346KSVz";
    for (size_t i = 0; i < sizeof types - 1; i++) {
        tr_buf b = {0};
        add(&b, "f", types[i], "");
        end(&b);
        check_refused(&b, TR_EUNSUPPORTED, "no plain file");
        tr_buf_free(&b);
    }
}
END_TEST

START_TEST(refuses_damage)
{
    tr_buf b = {0};
    add(&b, "f", '0', "bytes");
    end(&b);
    const size_t whole = b.len;
    b.len = 512 + 512; /* no end */
    check_refused(&b, TR_EFORMAT, "its end is missing");
    b.len = 512 + 3;
    check_refused(&b, TR_EFORMAT, "cut short");
    b.len = 100;
    check_refused(&b, TR_EFORMAT, "its end is missing");
    b.len = whole;
    b.data[1] ^= 1;
    check_refused(&b, TR_EFORMAT, "a header's sum is wrong");
    b.data[1] ^= 1;
    b.data[257] = 'x';
    check_refused(&b, TR_EFORMAT, "is not a tar archive");
    tr_buf_free(&b);
}
END_TEST

START_TEST(refuses_sizes_and_names_that_are_none)
{
    static const char *const records[] = {"9 size=x\n", "8 size=\n",  "99 size=1\n",
                                          "9 size=1 ",  "x size=1\n", "9size=1\n",
                                          "7 path\n",   "0 size=1\n", "23 GNU.sparse.major=1\n"};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        tr_buf b = {0};
        add(&b, "PaxHeaders/x", 'x', records[i]);
        add(&b, "f", '0', "x");
        end(&b);
        check_refused(&b, TR_EFORMAT, "a record in front");
        tr_buf_free(&b);
    }
    tr_buf b = {0};
    add(&b, "PaxHeaders/x", 'x', "29 size=18446744073709551615\n");
    add(&b, "f", '0', "x");
    end(&b);
    check_refused(&b, TR_EFORMAT, "a record in front");
    tr_buf_clear(&b);
    add(&b, "folder/", '0', "x");
    end(&b);
    check_refused(&b, TR_EFORMAT, "a file has no name");
    tr_buf_clear(&b);
    add(&b, "a\x1b[2J", '0', "x");
    end(&b);
    check_refused(&b, TR_EFORMAT, "not printable");
    tr_buf_free(&b);
}
END_TEST

START_TEST(a_path_is_only_its_last_component)
{
    tr_buf b = {0};
    add(&b, "../../etc/passwd", '0', "x");
    add(&b, "/etc/shadow", '0', "y");
    end(&b);
    check_list(&b, "passwd=x shadow=y ");
    tr_buf_free(&b);
}
END_TEST

UNIT_MAIN("tar", gives_regular_files_and_passes_over_folders, takes_long_names_of_gnu_and_pax,
          takes_a_size_that_pax_says, refuses_what_is_no_plain_file, refuses_damage,
          refuses_sizes_and_names_that_are_none, a_path_is_only_its_last_component)
