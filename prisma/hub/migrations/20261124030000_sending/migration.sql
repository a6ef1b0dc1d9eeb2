-- CreateTable
CREATE TABLE "worker_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "worker" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "made_at" TEXT NOT NULL,
    "made_by" TEXT NOT NULL,
    "revoked_at" TEXT,
    "revoked_by" TEXT
);

-- CreateTable
CREATE TABLE "consent" (
    "digits" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "at" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "revoked_at" TEXT,

    PRIMARY KEY ("digits", "channel", "purpose")
);

-- CreateIndex
CREATE UNIQUE INDEX "worker_token_hash_key" ON "worker_token"("hash");

-- CreateIndex
CREATE INDEX "worker_token_worker_idx" ON "worker_token"("worker");
