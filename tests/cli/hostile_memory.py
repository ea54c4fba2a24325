"""hostile_memory.py KIND FILE - changes the translation memory FILE into a hostile one, for
hostile_memory.t.  With no KIND, lists the kinds that are refused."""
import os
import random
import sqlite3
import struct
import subprocess
import sys

SEGMENT = ("CREATE TABLE segment(setting INTEGER NOT NULL REFERENCES setting, marked INTEGER NOT NULL,"
           "  source TEXT NOT NULL, translation TEXT NOT NULL, score REAL, log_probability REAL,"
           "  PRIMARY KEY(setting, marked, source)) WITHOUT ROWID")
BIG = "printf('%.*c', 9000000, 'a')"
MAGIC = bytes.fromhex("d9d505f920a163d7")


def again(db, sql, columns="setting, marked, source, translation, score, log_probability"):
    """Makes the table of segments anew, with the rows that it had."""
    names = columns.split(", ")
    rows = db.execute("SELECT %s FROM segment" % columns).fetchall()
    db.execute("DROP TABLE segment")
    db.execute(sql)
    db.executemany("INSERT INTO segment(%s) VALUES(%s)" % (columns, ", ".join("?" * len(names))), rows)


def without_translation(db, column):
    again(db, SEGMENT.replace("translation TEXT NOT NULL", "x TEXT").replace("log_probability REAL,",
          "log_probability REAL, " + column + ","), "setting, marked, source, score, log_probability")


def pretend(db, made, sql):
    """A table made by one text, whose schema says another."""
    made(db)
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'segment'", (sql,))


KINDS = {  # what its sentence names
    "view": ("view v", lambda db: db.execute("CREATE VIEW v AS SELECT * FROM segment")),
    "view for a table": ("table other|view segment", lambda db: [
        db.execute("ALTER TABLE segment RENAME TO other"),
        db.execute("CREATE VIEW segment AS SELECT setting, marked, source, %s AS translation, score, "
                   "log_probability FROM other" % BIG)]),
    "trigger": ("trigger t", lambda db: db.execute(
        "CREATE TRIGGER t AFTER INSERT ON segment BEGIN DELETE FROM segment; END")),
    "virtual column": ("table segment", lambda db: without_translation(
        db, "translation TEXT AS (%s)" % BIG)),
    "stored column": ("table segment", lambda db: without_translation(
        db, "translation TEXT AS (printf('%.*c', 100000, 'a')) STORED")),
    "virtual table": ("table segment", lambda db: [
        db.execute("DROP TABLE segment"),
        db.execute("CREATE VIRTUAL TABLE segment USING fts5(setting, marked, source, translation, "
                   "score, log_probability)")]),
    "check": ("table segment", lambda db: again(
        db, SEGMENT.replace("score REAL", "score REAL CHECK (length(hex(zeroblob(1000))) > 1)"))),
    "default": ("table segment", lambda db: again(
        db, SEGMENT.replace("score REAL", "score REAL DEFAULT (length(hex(zeroblob(1000))))"))),
    "expression index": ("index i", lambda db: db.execute(
        "CREATE INDEX i ON segment(hex(source))")),
    "partial index": ("index i", lambda db: db.execute(
        "CREATE INDEX i ON segment(score) WHERE length(hex(source)) > 1")),
    "collation": ("table segment", lambda db: again(
        db, SEGMENT.replace("source TEXT NOT NULL", "source TEXT NOT NULL COLLATE NOCASE"))),
    "rowid": ("table segment", lambda db: again(db, SEGMENT.replace(" WITHOUT ROWID", ""))),
    "foreign key": ("table segment", lambda db: again(
        db, SEGMENT.replace("REFERENCES setting", "REFERENCES setting ON DELETE CASCADE"))),
    "another table": ("table other", lambda db: db.execute("CREATE TABLE other(x)")),
    "another sequence": ("table other", lambda db: db.execute(
        "CREATE TABLE other(x INTEGER PRIMARY KEY AUTOINCREMENT)")),
    "escape in a name": (r"table \\x1B\[31m", lambda db: db.execute('CREATE TABLE "\x1b[31m"(x)')),
    "no settings": ("table setting|no index sqlite_autoindex_setting_1", lambda db: db.execute(
        "DROP TABLE setting")),
    "another program's": ("no translation memory", lambda db: db.execute("PRAGMA application_id = 7")),
    "WAL mode": ("WAL mode", lambda db: db.execute("PRAGMA journal_mode = WAL")),
}


def values(db):
    """What is no translation in the place of one."""
    pretend(db, lambda db: again(db, SEGMENT.replace("translation TEXT NOT NULL", "translation")
                                 .replace("score REAL", "score")), SEGMENT)
    sources = [row[0] for row in db.execute("SELECT source FROM segment ORDER BY source")]
    for source, text in zip(sources, (None, 5, 2.5, b"Haus", "a" * (15 << 20), "a" * (40 << 20))):
        db.execute("UPDATE segment SET translation = ? WHERE source = ?", (text, source))


def scores(db):
    db.execute("UPDATE segment SET score = 9e999, log_probability = -1e300")


def journal(file, pages, names):
    """A journal that gives the database a size, and names a super-journal."""
    with open(file + "-journal", "wb") as f:
        f.write((MAGIC + struct.pack(">5I", 0, 0, pages, 512, 4096)).ljust(512, b"\0"))
        if names:
            name = names.encode()
            f.write(struct.pack(">I", 0x40000000 // 4096 + 1) + name +
                    struct.pack(">2I", len(name), sum(name)) + MAGIC)


def damage(file, seed):
    """Other bytes in some places, but for those that say which kind of file it is."""
    random.seed(seed)
    with open(file, "rb") as f:
        content = bytearray(f.read())
    for _ in range(random.choice((1, 3, 10, 100, 1000))):
        page = 4096 * random.randrange(len(content) // 4096)
        at = page + random.choice((random.randrange(4096), random.randrange(64)))
        if at >= 100 or not (at < 20 or 60 <= at < 72):
            content[at] = random.choice((0, 1, 255, 128, random.randrange(256)))
    with open("bad", "wb") as f:
        f.write(content)


def damaged(file, turns, command):
    """Runs a command with memories that are damaged; prints what went wrong."""
    for seed in range(turns):
        damage(file, seed)
        got = subprocess.run(command + ["--memory-add"] * (seed % 2), capture_output=True, timeout=60)
        lines = got.stdout.count(b"\n")
        if (got.returncode not in (0, 1) or len(got.stdout) > 100000 or
                got.stderr.count(b"\n") != got.returncode or lines != 7 * (lines > 0) or
                (lines == 0 and got.returncode == 0)):
            print(seed, got.returncode, lines, got.stderr)


def main(args):
    if not args:
        print("\n".join("%s\t%s" % (kind, what[0]) for kind, what in KINDS.items()))
        return
    kind, file = args[:2]
    if kind == "damaged":
        damaged(file, int(args[2]), args[3:])
        return
    if kind == "super-journal":
        journal(file, os.path.getsize(file) // 4096, args[2])
    elif kind == "large journal":
        journal(file, 1 << 28, "")
    else:
        db = sqlite3.connect(file)
        {"values": values, "scores": scores, "statistics": lambda db: db.execute("ANALYZE")}.get(
            kind, KINDS.get(kind, (0, 0))[1])(db)
        db.commit()
        db.close()


main(sys.argv[1:])
