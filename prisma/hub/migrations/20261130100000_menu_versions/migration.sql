-- Menus as they were, from when they count, and which one went along with a message.
-- CreateTable
CREATE TABLE "menu_version" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT '',
    "branch" TEXT NOT NULL DEFAULT '',
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "pages" INTEGER,
    "links" INTEGER NOT NULL DEFAULT 0,
    "source" TEXT NOT NULL,
    "made_of" TEXT,
    "changes" TEXT,
    "made_at" TEXT NOT NULL,
    "made_by" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "menu_calibration" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "fields" TEXT NOT NULL,
    "made_at" TEXT NOT NULL,
    "made_by" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "menu_publication" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "version_id" TEXT,
    "counts_from" TEXT NOT NULL,
    "at" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "withdrawn_at" TEXT,
    "withdrawn_by" TEXT,
    CONSTRAINT "menu_publication_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "menu_version" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Which menu a guest got; of earlier messages nobody knows.
ALTER TABLE "queue_item" ADD COLUMN "menu_version" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "menu_version_key_language_branch_number_key" ON "menu_version"("key", "language", "branch", "number");

-- CreateIndex
CREATE UNIQUE INDEX "menu_version_key_language_branch_sha256_key" ON "menu_version"("key", "language", "branch", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "menu_calibration_key_language_branch_number_key" ON "menu_calibration"("key", "language", "branch", "number");

-- CreateIndex
CREATE INDEX "menu_publication_version_id_idx" ON "menu_publication"("version_id");

-- What a guest got stays what it was; only what never counted goes.
CREATE TRIGGER "menu_version_never_changes" BEFORE UPDATE ON "menu_version" BEGIN SELECT RAISE(ABORT, 'versions of menus are never changed'); END;
CREATE TRIGGER "menu_publication_never_goes" BEFORE DELETE ON "menu_publication" BEGIN SELECT RAISE(ABORT, 'what counted is never deleted'); END;
