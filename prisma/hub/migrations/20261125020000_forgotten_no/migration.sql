CREATE TABLE "forgotten_no" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "at" TEXT NOT NULL,
    "by" TEXT NOT NULL
);
