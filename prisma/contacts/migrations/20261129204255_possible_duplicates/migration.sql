-- CreateTable
CREATE TABLE "possible_duplicate" (
    "one" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "reasons" TEXT NOT NULL,

    PRIMARY KEY ("one", "other")
);

-- CreateIndex
CREATE INDEX "possible_duplicate_other_idx" ON "possible_duplicate"("other");

-- CreateIndex
CREATE INDEX "possible_duplicate_score_one_other_idx" ON "possible_duplicate"("score", "one", "other");
