/**
 * The tables of a book beside `contact` and `contact_phone`, as its first migration will make them: no store has them yet
 * (docs/book.md, How far it is).
 */
export const BOOK_TABLES = `
-- What was said once. A contact without any is a record of its own: what was known before there were records.
CREATE TABLE source_record (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  said_at TEXT NOT NULL,
  batch TEXT NOT NULL,
  line INTEGER NOT NULL,
  incarnation INTEGER NOT NULL,
  version INTEGER NOT NULL,
  evening TEXT NOT NULL,
  branch TEXT NOT NULL,
  -- JSON: what is not empty of the person, and the numbers. Null: exactly what its contact says, whose only record it is.
  said TEXT,
  -- Null: left out, or gone (then nothing of it is kept but its version).
  contact_seq INTEGER
);
CREATE INDEX source_record_contact ON source_record (contact_seq);
CREATE INDEX source_record_batch ON source_record (batch);
CREATE INDEX source_record_evening ON source_record (evening);
-- Strands of a record by which its contact is not found: a number that is another's or had no room, the name of one without a number.
CREATE TABLE record_strand (strand TEXT NOT NULL, record_seq INTEGER NOT NULL, PRIMARY KEY (strand, record_seq)) WITHOUT ROWID;
CREATE INDEX record_strand_record ON record_strand (record_seq);
CREATE TABLE book_decision (id TEXT PRIMARY KEY, batch TEXT NOT NULL, decision TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX book_decision_batch ON book_decision (batch);
CREATE TABLE decision_strand (strand TEXT NOT NULL, decision_id TEXT NOT NULL, PRIMARY KEY (strand, decision_id)) WITHOUT ROWID;
-- Where the id of a contact that is no more leads to.
CREATE TABLE contact_alias (id TEXT PRIMARY KEY, contact_id TEXT NOT NULL) WITHOUT ROWID;
`;
