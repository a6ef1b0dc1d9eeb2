-- CreateTable
CREATE TABLE "event" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "at" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "subjects" TEXT NOT NULL,
    "payload" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "event_subject" (
    "subject" TEXT NOT NULL,
    "event_seq" INTEGER NOT NULL,

    PRIMARY KEY ("subject", "event_seq"),
    CONSTRAINT "event_subject_event_seq_fkey" FOREIGN KEY ("event_seq") REFERENCES "event" ("seq") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "contact_late" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- CreateIndex
CREATE UNIQUE INDEX "event_id_key" ON "event"("id");

-- CreateIndex
CREATE INDEX "event_kind_seq_idx" ON "event"("kind", "seq");


-- Whatever a feature writes about an event, it is found by each of its subjects.
CREATE TRIGGER "event_spread" AFTER INSERT ON "event" BEGIN
    INSERT OR IGNORE INTO "event_subject" ("subject", "event_seq") SELECT value, new.seq FROM json_each(new.subjects);
END;

-- Append-only: the trail is worth nothing when a slip of code can change it.
CREATE TRIGGER "event_never_changes" BEFORE UPDATE ON "event" BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER "event_never_goes" BEFORE DELETE ON "event" BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

-- Newest first is the order of the row ids but for these rows: searches that meet none of them sort nothing.
INSERT INTO "contact_late" ("seq")
SELECT "seq" FROM (
    SELECT "seq", "added_at", max("added_at") OVER (ORDER BY "seq" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "newest"
    FROM "contact"
) WHERE "added_at" < "newest";

CREATE TRIGGER "contact_late_insert" AFTER INSERT ON "contact" WHEN new.added_at < (SELECT max("added_at") FROM "contact") BEGIN
    INSERT INTO "contact_late" ("seq") VALUES (new.seq);
END;

CREATE TRIGGER "contact_late_update" AFTER UPDATE OF "added_at" ON "contact" WHEN old.added_at <> new.added_at BEGIN
    INSERT OR IGNORE INTO "contact_late" ("seq") VALUES (new.seq);
END;

CREATE TRIGGER "contact_late_delete" AFTER DELETE ON "contact" BEGIN
    DELETE FROM "contact_late" WHERE "seq" = old.seq;
END;
