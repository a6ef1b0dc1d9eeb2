-- CreateTable
CREATE TABLE "decision" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "added_at" TEXT NOT NULL,
    "numbers" TEXT NOT NULL,
    "decided_at" TEXT NOT NULL
);
