-- CreateTable
CREATE TABLE "contact_change" (
    "contact_seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "changed_at" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "contact_change_changed_at_idx" ON "contact_change"("changed_at");

-- The order of names in All data: `search_text` begins with the folded name, and only digits of phones stand behind it, which no order may
-- tell of. Guests without a name come after all others.
CREATE INDEX "contact_name_order" ON "contact" (substr(rtrim("search_text", '0123456789 '), 1, 100)) WHERE "name" <> '';
CREATE INDEX "contact_nameless" ON "contact" ("name") WHERE "name" = '';

-- When a guest was last changed, by whichever way: the event that says so is written with every change.
INSERT INTO "contact_change" ("contact_seq", "changed_at")
SELECT c."seq", max(e."at") FROM "event" e JOIN "contact" c ON c."id" = json_extract(e."subjects", '$[0]')
WHERE e."kind" IN ('contact.changed', 'contacts.united') GROUP BY c."seq";

CREATE TRIGGER "contact_change_note" AFTER INSERT ON "event" WHEN new.kind IN ('contact.changed', 'contacts.united') BEGIN
    INSERT OR REPLACE INTO "contact_change" ("contact_seq", "changed_at")
    SELECT "seq", new.at FROM "contact" WHERE "id" = json_extract(new.subjects, '$[0]');
END;

CREATE TRIGGER "contact_change_forget" AFTER DELETE ON "contact" BEGIN
    DELETE FROM "contact_change" WHERE "contact_seq" = old.seq;
END;
