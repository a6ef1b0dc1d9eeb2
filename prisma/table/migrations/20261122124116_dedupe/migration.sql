-- CreateTable
CREATE TABLE "deduped_row" (
    "place" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "undo_id" TEXT NOT NULL,
    "row_id" TEXT NOT NULL,
    "kept_id" TEXT NOT NULL,
    "now_seq" INTEGER,
    "was" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "deduped_row_kept_id_idx" ON "deduped_row"("kept_id");
