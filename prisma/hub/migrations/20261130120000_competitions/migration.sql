-- AlterTable
ALTER TABLE "voucher" ADD COLUMN "prize" TEXT NOT NULL DEFAULT '';
ALTER TABLE "voucher" ADD COLUMN "prize_of" TEXT NOT NULL DEFAULT '';

-- A guest who has won may celebrate on the same day.
-- DropIndex
DROP INDEX "voucher_date_digits_key";

-- CreateIndex
CREATE UNIQUE INDEX "voucher_date_digits_prize_of_key" ON "voucher"("date", "digits", "prize_of");

-- CreateTable
CREATE TABLE "competition" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT NOT NULL,
    "branches" TEXT NOT NULL,
    "post_url" TEXT NOT NULL,
    "media_id" TEXT NOT NULL,
    "prize" TEXT NOT NULL,
    "winners" INTEGER NOT NULL,
    "reserves" INTEGER NOT NULL,
    "opens_at" TEXT NOT NULL,
    "closes_at" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "filters" TEXT NOT NULL,
    "two_people" BOOLEAN NOT NULL,
    "voucher_days" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "locked_at" TEXT,
    "locked_by" TEXT,
    "list_sha256" TEXT,
    "entries" INTEGER,
    "people" INTEGER,
    "removed" TEXT,
    "way" TEXT,
    "round" INTEGER,
    "commitment" TEXT,
    "secret" TEXT,
    "draws_at" TEXT,
    "drawn_at" TEXT,
    "drawn_by" TEXT,
    "randomness" TEXT,
    "signature" TEXT,
    "verified_at" TEXT,
    "verified_by" TEXT,
    "given_at" TEXT,
    "given_by" TEXT
);

-- CreateTable
CREATE TABLE "competition_entry" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" TEXT NOT NULL,
    "comment_id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "commented_at" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 1,
    "added_at" TEXT NOT NULL,
    "removed" TEXT,
    CONSTRAINT "competition_entry_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "competition_list" (
    "competition_id" TEXT NOT NULL PRIMARY KEY,
    "canonical" TEXT NOT NULL,
    "ranked" TEXT,
    CONSTRAINT "competition_list_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "competition_place" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "competition_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "entry" TEXT NOT NULL,
    "score" TEXT NOT NULL,
    "comment_id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "initials" TEXT NOT NULL,
    "disqualified_at" TEXT,
    "disqualified_by" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "guest_branch" TEXT NOT NULL DEFAULT '',
    "guest_id" TEXT NOT NULL DEFAULT '',
    "guest_name" TEXT NOT NULL DEFAULT '',
    "guest_phones" TEXT NOT NULL DEFAULT '',
    "guest_language" TEXT NOT NULL DEFAULT '',
    "guest_version" INTEGER NOT NULL DEFAULT 0,
    "guest_taken" INTEGER NOT NULL DEFAULT 0,
    "linked_at" TEXT,
    "is_new" BOOLEAN NOT NULL DEFAULT false,
    "voucher_id" TEXT NOT NULL DEFAULT '',
    "told" TEXT NOT NULL DEFAULT '',
    "told_why" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "competition_place_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "competition_state_idx" ON "competition"("state");

-- CreateIndex
CREATE INDEX "competition_entry_username_idx" ON "competition_entry"("username");

-- CreateIndex
CREATE UNIQUE INDEX "competition_entry_competition_id_comment_id_said_key" ON "competition_entry"("competition_id", "comment_id", "said");

-- CreateIndex
CREATE INDEX "competition_place_username_idx" ON "competition_place"("username");

-- CreateIndex
CREATE INDEX "competition_place_voucher_id_idx" ON "competition_place"("voucher_id");

-- CreateIndex
CREATE UNIQUE INDEX "competition_place_competition_id_position_key" ON "competition_place"("competition_id", "position");

-- On what a draw hangs nothing changes once the list is locked, and what was drawn stays: nobody draws twice.
CREATE TRIGGER "competition_locked_never_changes" BEFORE UPDATE ON "competition" WHEN old.locked_at IS NOT NULL AND NOT (
  new.id IS old.id AND new.branches IS old.branches AND new.prize IS old.prize AND new.winners IS old.winners AND new.reserves IS old.reserves
  AND new.opens_at IS old.opens_at AND new.closes_at IS old.closes_at AND new.rules IS old.rules AND new.filters IS old.filters
  AND new.two_people IS old.two_people AND new.created_at IS old.created_at AND new.created_by IS old.created_by
  AND new.locked_at IS old.locked_at AND new.locked_by IS old.locked_by AND new.list_sha256 IS old.list_sha256 AND new.entries IS old.entries
  AND new.people IS old.people AND new.removed IS old.removed AND new.way IS old.way AND new.round IS old.round
  AND new.commitment IS old.commitment AND new.secret IS old.secret AND new.draws_at IS old.draws_at
  AND (old.drawn_at IS NULL OR (new.drawn_at IS old.drawn_at AND new.drawn_by IS old.drawn_by AND new.randomness IS old.randomness
    AND new.signature IS old.signature)))
BEGIN SELECT RAISE(ABORT, 'a locked competition never changes'); END;

CREATE TRIGGER "competition_steps_in_order" BEFORE UPDATE ON "competition" WHEN new.state <> old.state
  AND old.state || ' ' || new.state NOT IN ('DRAFT OPEN', 'DRAFT CANCELLED', 'OPEN CLOSED', 'OPEN CANCELLED', 'CLOSED LOCKED', 'CLOSED CANCELLED',
    'LOCKED DRAWN', 'LOCKED CANCELLED', 'DRAWN VERIFIED', 'VERIFIED DRAWN', 'VERIFIED PRIZE_GIVEN')
BEGIN SELECT RAISE(ABORT, 'this is no step of a competition'); END;

CREATE TRIGGER "competition_locked_never_goes" BEFORE DELETE ON "competition" WHEN old.locked_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a locked competition never goes'); END;

CREATE TRIGGER "competition_entry_none_after_lock" BEFORE INSERT ON "competition_entry"
WHEN (SELECT locked_at FROM "competition" WHERE id = new.competition_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'no entry comes after the lock'); END;

-- Whoever is erased is erased here too: the list, which has no names, stays what it was.
CREATE TRIGGER "competition_entry_never_changes" BEFORE UPDATE ON "competition_entry"
WHEN (SELECT locked_at FROM "competition" WHERE id = old.competition_id) IS NOT NULL AND NOT (
  new.seq IS old.seq AND new.competition_id IS old.competition_id AND new.comment_id IS old.comment_id AND new.commented_at IS old.commented_at
  AND new.said IS old.said AND new.source IS old.source AND new.seen IS old.seen AND new.added_at IS old.added_at
  AND new.removed IS old.removed
  AND new.username = '' AND new.text = '')
BEGIN SELECT RAISE(ABORT, 'an entry never changes after the lock'); END;

CREATE TRIGGER "competition_entry_never_goes" BEFORE DELETE ON "competition_entry"
WHEN (SELECT locked_at FROM "competition" WHERE id = old.competition_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an entry never goes after the lock'); END;

CREATE TRIGGER "competition_list_never_changes" BEFORE UPDATE ON "competition_list"
WHEN NOT (new.competition_id IS old.competition_id AND new.canonical IS old.canonical AND old.ranked IS NULL)
BEGIN SELECT RAISE(ABORT, 'a locked list never changes'); END;

CREATE TRIGGER "competition_list_never_goes" BEFORE DELETE ON "competition_list" BEGIN SELECT RAISE(ABORT, 'a locked list never goes'); END;

CREATE TRIGGER "competition_place_once" BEFORE INSERT ON "competition_place"
WHEN (SELECT state FROM "competition" WHERE id = new.competition_id) IS NOT 'LOCKED'
BEGIN SELECT RAISE(ABORT, 'a competition is drawn once'); END;

CREATE TRIGGER "competition_place_never_changes" BEFORE UPDATE ON "competition_place" WHEN NOT (
  new.id IS old.id AND new.competition_id IS old.competition_id AND new.position IS old.position AND new.entry IS old.entry AND new.score IS old.score
  AND new.comment_id IS old.comment_id AND new.username IN (old.username, '') AND new.initials IS old.initials
  AND (old.disqualified_at IS NULL OR (new.disqualified_at IS old.disqualified_at AND new.disqualified_by IS old.disqualified_by
    AND new.reason IN (old.reason, ''))))
BEGIN SELECT RAISE(ABORT, 'a place that was drawn never changes'); END;

CREATE TRIGGER "competition_place_never_goes" BEFORE DELETE ON "competition_place"
BEGIN SELECT RAISE(ABORT, 'a place that was drawn never goes'); END;
