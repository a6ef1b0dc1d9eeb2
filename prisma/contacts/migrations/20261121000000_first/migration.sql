-- CreateTable
CREATE TABLE "store_info" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "store_lock" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "turns" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "receipt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "contact" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phones" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "birthday" TEXT NOT NULL DEFAULT '',
    "birth_year" INTEGER,
    "address" TEXT NOT NULL DEFAULT '',
    "added_at" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1
);

-- CreateTable
CREATE TABLE "contact_phone" (
    "contact_seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("contact_seq", "position"),
    CONSTRAINT "contact_phone_contact_seq_fkey" FOREIGN KEY ("contact_seq") REFERENCES "contact" ("seq") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "end_of_day_entry" (
    "business_day" TEXT NOT NULL PRIMARY KEY,
    "inserted" INTEGER NOT NULL,
    "skipped" INTEGER NOT NULL,
    "filled" INTEGER NOT NULL,
    "backup" TEXT NOT NULL,
    "done_at" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "receipt_created_at_idx" ON "receipt"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "contact_id_key" ON "contact"("id");

-- CreateIndex
CREATE INDEX "contact_added_at_idx" ON "contact"("added_at");

-- CreateIndex
CREATE INDEX "contact_phone_key_idx" ON "contact_phone"("key");

-- Search. Two indexes over contact.search_text, kept by triggers: words by their beginning (from one letter on), and
-- any three letters or digits wherever they stand. Both point into `contact`, so the text is stored once.
CREATE VIRTUAL TABLE "contact_prefix" USING fts5(
    search_text, content='contact', content_rowid='seq', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3'
);

CREATE VIRTUAL TABLE "contact_trigram" USING fts5(
    search_text, content='contact', content_rowid='seq', tokenize='trigram case_sensitive 1'
);

CREATE TRIGGER "contact_search_insert" AFTER INSERT ON "contact" BEGIN
    INSERT INTO "contact_prefix"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "contact_trigram"(rowid, search_text) VALUES (new.seq, new.search_text);
END;

CREATE TRIGGER "contact_search_delete" AFTER DELETE ON "contact" BEGIN
    INSERT INTO "contact_prefix"("contact_prefix", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_trigram"("contact_trigram", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
END;

CREATE TRIGGER "contact_search_update" AFTER UPDATE OF "search_text" ON "contact" WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO "contact_prefix"("contact_prefix", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_trigram"("contact_trigram", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_prefix"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "contact_trigram"(rowid, search_text) VALUES (new.seq, new.search_text);
END;

-- The one row of the lock.
INSERT INTO "store_lock" ("id", "turns") VALUES (1, 0);
