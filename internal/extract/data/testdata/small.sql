-- sqlite3 small.sqlite < small.sql makes small.sqlite.
PRAGMA page_size = 512;
CREATE TABLE city (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, "the size" NUMERIC(10, 2) DEFAULT (1 + 2));
CREATE TABLE visit (city INT REFERENCES city(id), day TEXT, note, [long] AS (length(note)) VIRTUAL,
  CONSTRAINT key FOREIGN KEY (day) REFERENCES calendar(day), PRIMARY KEY (city, day)) WITHOUT ROWID;
CREATE TABLE calendar (day TEXT PRIMARY KEY /* , no column */); -- a comment, (with signs
CREATE VIEW big AS SELECT * FROM city WHERE "the size" > 5;
CREATE INDEX by_name ON city(name);
CREATE TRIGGER gone AFTER DELETE ON city BEGIN DELETE FROM visit WHERE city = old.id; END;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
  INSERT INTO city SELECT i, 'city ' || i, i / 4.0 FROM n;
UPDATE city SET name = 'a' || char(9) || 'long name' || hex(zeroblob(700)) WHERE id = 3;
INSERT INTO city VALUES (200, x'0102', NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
  INSERT INTO visit(city, day, note) SELECT i % 7, 'day ' || i, hex(zeroblob(40)) FROM n;
