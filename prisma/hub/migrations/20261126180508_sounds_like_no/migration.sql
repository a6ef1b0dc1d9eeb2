-- CreateTable
CREATE TABLE "sounds_like_no" (
    "digits" TEXT NOT NULL PRIMARY KEY,
    "said_at" TEXT NOT NULL,
    "decided_at" TEXT
);
