-- CreateTable
CREATE TABLE "source_record" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "said_at" TEXT NOT NULL,
    "batch" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "incarnation" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "evening" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "booked" INTEGER NOT NULL,
    "said" TEXT,
    "contact_seq" INTEGER
);

-- CreateTable
CREATE TABLE "record_strand" (
    "strand" TEXT NOT NULL,
    "record_seq" INTEGER NOT NULL,

    PRIMARY KEY ("strand", "record_seq")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "book_decision" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "batch" TEXT NOT NULL,
    "decision" TEXT NOT NULL
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "decision_strand" (
    "strand" TEXT NOT NULL,
    "decision_id" TEXT NOT NULL,

    PRIMARY KEY ("strand", "decision_id")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "contact_alias" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "contact_id" TEXT NOT NULL
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "source_store" (
    "store_id" TEXT NOT NULL PRIMARY KEY,
    "incarnation" INTEGER NOT NULL,
    "event_seq" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "at" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "source_record_id_key" ON "source_record"("id");

-- CreateIndex
CREATE INDEX "source_record_contact_seq_idx" ON "source_record"("contact_seq");

-- CreateIndex
CREATE INDEX "source_record_evening_idx" ON "source_record"("evening");

-- CreateIndex
CREATE INDEX "record_strand_record_seq_idx" ON "record_strand"("record_seq");

-- CreateIndex
CREATE INDEX "book_decision_batch_idx" ON "book_decision"("batch");

-- CreateIndex
CREATE INDEX "contact_alias_contact_id_idx" ON "contact_alias"("contact_id");

-- Rows whose tables may be saved again: which of them went is asked at each merge.
CREATE INDEX "source_record_unbooked" ON "source_record" ("id") WHERE "booked" = 0;

-- AlterTable
ALTER TABLE "contact" ADD COLUMN "is_before" INTEGER NOT NULL DEFAULT 1;
