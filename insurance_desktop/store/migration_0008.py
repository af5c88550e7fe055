"""The eighth schema: the keyword index takes tokens as the program cut them, a third less work for each row.

`unicode61` looks every sign up that it reads, to find where tokens end and which small letter stands for a large one.
The program has done both already: it cuts at spaces and writes small letters. `ascii` leaves all signs beyond ASCII as
they are. Of the 125,485 signs that can stand in a token both read all but 22 alike, so the rows that are there stay
and only the declaration changes: content = '' keeps no text to read them from anew. A library in which one of those
signs stands keeps what it has and is searched as before.
"""

READ_OTHERWISE = (
    (0x3C2, 0x3C2),
    (0x3F2, 0x3F2),
    (0x19B0, 0x19C0),
    (0x19C8, 0x19C9),
    (0x1CF2, 0x1CF3),
    (0x1D6D3, 0x1D6D3),
    (0x1D70D, 0x1D70D),
    (0x1D747, 0x1D747),
    (0x1D781, 0x1D781),
    (0x1D7BB, 0x1D7BB),
)
"""From which code point to which: final sigma and what is respelled as one, vowels of New Tai Lue, two Vedic signs."""

OLD, NEW = "unicode61 remove_diacritics 0", "ascii"

HOLDS_ROWS = "SELECT 1 FROM clause_words_docsize LIMIT 1"

ANY_READ_OTHERWISE = "SELECT 1 FROM clauses WHERE index_text GLOB ?1 OR section_title GLOB ?1 LIMIT 1"
GLOB = "*[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in READ_OTHERWISE) + "]*"

MADE_ANEW = f"""
DROP TABLE clause_words;
CREATE VIRTUAL TABLE clause_words USING fts5 (
    title_words, words, title_bigrams, bigrams,
    content = '', contentless_delete = 1, tokenize = "{NEW}"
);
"""

ALLOWED = "PRAGMA writable_schema = ON"
DECLARED_ANEW = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'clause_words' AND type = 'table'"
READ_AGAIN = "PRAGMA writable_schema = RESET"
TOLD_TO_OTHERS = "PRAGMA schema_version"
