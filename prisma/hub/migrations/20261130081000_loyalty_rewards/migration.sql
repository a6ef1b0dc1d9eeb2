-- What points are worth, who is getting something for them, and changes by hand that wait for a second person.
-- CreateTable
CREATE TABLE "loyalty_reward" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "branches" TEXT NOT NULL,
    "valid_from" TEXT,
    "valid_until" TEXT,
    "stock" INTEGER,
    "per_guest" INTEGER,
    "is_partial" BOOLEAN NOT NULL DEFAULT false,
    "is_ended" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "loyalty_redemption" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reward_id" TEXT NOT NULL,
    "guest_id" TEXT NOT NULL,
    "guest_name" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "worth" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "until" TEXT NOT NULL,
    "issued_at" TEXT NOT NULL,
    "issued_by" TEXT NOT NULL,
    "held_at" TEXT,
    "redeemed_at" TEXT,
    "ended_at" TEXT,
    "ended_by" TEXT,
    CONSTRAINT "loyalty_redemption_reward_id_fkey" FOREIGN KEY ("reward_id") REFERENCES "loyalty_reward" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "loyalty_adjustment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "guest_id" TEXT NOT NULL,
    "guest_name" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "asked_at" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "decided_at" TEXT,
    "decided_by" TEXT
);

-- CreateIndex
CREATE INDEX "loyalty_redemption_reward_id_idx" ON "loyalty_redemption"("reward_id");

-- CreateIndex
CREATE INDEX "loyalty_redemption_state_until_idx" ON "loyalty_redemption"("state", "until");

-- CreateIndex
CREATE INDEX "loyalty_redemption_branch_issued_at_idx" ON "loyalty_redemption"("branch", "issued_at");

-- CreateIndex
CREATE INDEX "loyalty_adjustment_state_idx" ON "loyalty_adjustment"("state");
