-- The words of the names in the book, and what each is found by when somebody writes it otherwise: in the other script, with other
-- letters, or with a slip (lib/name-sounds.ts, which `name_keys` is). A word goes with the last guest who has it.
CREATE TABLE "name_word" (
    "word" TEXT NOT NULL PRIMARY KEY,
    "guests" INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE "name_key" (
    "key" TEXT NOT NULL,
    "word" TEXT NOT NULL,

    PRIMARY KEY ("key", "word")
) WITHOUT ROWID;

CREATE TRIGGER "name_word_came" AFTER INSERT ON "name_word" BEGIN
    INSERT OR IGNORE INTO "name_key"("key", "word") SELECT value, new.word FROM json_each(name_keys(new.word));
END;

CREATE TRIGGER "name_word_gone" AFTER UPDATE OF "guests" ON "name_word" WHEN new.guests < 1 BEGIN
    DELETE FROM "name_key" WHERE "word" = old.word AND "key" IN (SELECT value FROM json_each(name_keys(old.word)));
    DELETE FROM "name_word" WHERE "word" = old.word;
END;

-- The words of a text: its JSON with each blank as the end of one string and the beginning of the next.
DROP TRIGGER "contact_search_insert";
CREATE TRIGGER "contact_search_insert" AFTER INSERT ON "contact" BEGIN
    INSERT INTO "contact_prefix"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "contact_trigram"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "name_word"("word", "guests") SELECT DISTINCT value, 1 FROM json_each('[' || replace(json_quote(new.search_text), ' ', '","') || ']')
        WHERE value GLOB '*[^0-9]*' ON CONFLICT ("word") DO UPDATE SET "guests" = "guests" + 1;
END;

DROP TRIGGER "contact_search_delete";
CREATE TRIGGER "contact_search_delete" AFTER DELETE ON "contact" BEGIN
    INSERT INTO "contact_prefix"("contact_prefix", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_trigram"("contact_trigram", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    UPDATE "name_word" SET "guests" = "guests" - 1 WHERE "word" IN (SELECT value FROM json_each('[' || replace(json_quote(old.search_text), ' ', '","') || ']'));
END;

DROP TRIGGER "contact_search_update";
CREATE TRIGGER "contact_search_update" AFTER UPDATE OF "search_text" ON "contact" WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO "contact_prefix"("contact_prefix", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_trigram"("contact_trigram", rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO "contact_prefix"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "contact_trigram"(rowid, search_text) VALUES (new.seq, new.search_text);
    INSERT INTO "name_word"("word", "guests") SELECT DISTINCT value, 1 FROM json_each('[' || replace(json_quote(new.search_text), ' ', '","') || ']')
        WHERE value GLOB '*[^0-9]*' ON CONFLICT ("word") DO UPDATE SET "guests" = "guests" + 1;
    UPDATE "name_word" SET "guests" = "guests" - 1 WHERE "word" IN (SELECT value FROM json_each('[' || replace(json_quote(old.search_text), ' ', '","') || ']'));
END;

INSERT INTO "name_word"("word", "guests")
    SELECT word.value, count(DISTINCT "contact"."seq") FROM "contact", json_each('[' || replace(json_quote("contact"."search_text"), ' ', '","') || ']') AS word
    WHERE word.value GLOB '*[^0-9]*' GROUP BY word.value;
