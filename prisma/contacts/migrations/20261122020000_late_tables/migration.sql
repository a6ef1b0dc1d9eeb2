ALTER TABLE "contact" ADD COLUMN "also" TEXT NOT NULL DEFAULT '';

-- A business day may have several ends from now on; what was there is the first of its day.
CREATE TABLE "new_end_of_day_entry" (
    "business_day" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "tables" INTEGER NOT NULL,
    "guests" INTEGER NOT NULL,
    "inserted" INTEGER NOT NULL,
    "skipped" INTEGER NOT NULL,
    "filled" INTEGER NOT NULL,
    "united" INTEGER NOT NULL,
    "also" INTEGER NOT NULL,
    "backup" TEXT NOT NULL,
    "done_at" TEXT NOT NULL,

    PRIMARY KEY ("business_day", "run")
);
INSERT INTO "new_end_of_day_entry" SELECT "business_day", 1, 0, 0, "inserted", "skipped", "filled", 0, 0, "backup", "done_at" FROM "end_of_day_entry";
DROP TABLE "end_of_day_entry";
ALTER TABLE "new_end_of_day_entry" RENAME TO "end_of_day_entry";

-- CreateTable
CREATE TABLE "merged_day" (
    "store_id" TEXT NOT NULL,
    "business_day" TEXT NOT NULL,
    "last_seq" INTEGER NOT NULL,
    "last_id" TEXT NOT NULL,

    PRIMARY KEY ("store_id", "business_day")
);
