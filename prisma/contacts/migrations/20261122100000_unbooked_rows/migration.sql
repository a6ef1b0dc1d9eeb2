-- CreateTable
CREATE TABLE "unbooked_row" (
    "store_id" TEXT NOT NULL,
    "row_id" TEXT NOT NULL,
    "business_day" TEXT NOT NULL,
    "contact_seq" INTEGER NOT NULL,
    "event_seq" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "said" TEXT NOT NULL,

    PRIMARY KEY ("store_id", "row_id")
);

-- CreateTable
CREATE TABLE "unbooked_part" (
    "contact_seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "part" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "unbooked_row_contact_seq_idx" ON "unbooked_row"("contact_seq");
