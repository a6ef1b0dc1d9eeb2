-- CreateTable
CREATE TABLE "reservation_link" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "reservation_id" TEXT NOT NULL,
    "made_at" TEXT NOT NULL,
    CONSTRAINT "reservation_link_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "reservation_link_reservation_id_idx" ON "reservation_link"("reservation_id");
