-- CreateTable
CREATE TABLE "reservation_talk" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "branch" TEXT NOT NULL,
    "reservation_id" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "at" TEXT NOT NULL,
    "taken" BOOLEAN NOT NULL DEFAULT false
);

-- CreateIndex
CREATE INDEX "reservation_talk_digits_at_idx" ON "reservation_talk"("digits", "at");

-- CreateIndex
CREATE INDEX "reservation_talk_branch_taken_idx" ON "reservation_talk"("branch", "taken");
