-- CreateTable
CREATE TABLE "store_info" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "store_lock" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "turns" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "receipt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "saved_table" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "table_number" TEXT NOT NULL,
    "hostess" TEXT NOT NULL,
    "waiter" TEXT NOT NULL,
    "city" TEXT,
    "api_base" TEXT,
    "business_day" TEXT NOT NULL,
    "saved_at" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "taken_for" TEXT,
    "closed_by" TEXT
);

-- CreateTable
CREATE TABLE "table_guest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "table_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "phones" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "birthday" TEXT NOT NULL DEFAULT '',
    "birth_year" INTEGER,
    "address" TEXT NOT NULL DEFAULT '',
    "added_at" TEXT NOT NULL,
    CONSTRAINT "table_guest_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "saved_table" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "guest_row" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "business_day" TEXT NOT NULL,
    "table_name" TEXT NOT NULL,
    "hostess" TEXT NOT NULL,
    "waiter" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phones" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "birthday" TEXT NOT NULL DEFAULT '',
    "birth_year" INTEGER,
    "address" TEXT NOT NULL DEFAULT '',
    "added_at" TEXT NOT NULL,
    "booked_by" TEXT,
    "taken_for" TEXT
);

-- CreateTable
CREATE TABLE "guest_row_phone" (
    "guest_seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("guest_seq", "position"),
    CONSTRAINT "guest_row_phone_guest_seq_fkey" FOREIGN KEY ("guest_seq") REFERENCES "guest_row" ("seq") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "receipt_created_at_idx" ON "receipt"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_table_name_key" ON "saved_table"("name");

-- CreateIndex
CREATE INDEX "saved_table_business_day_idx" ON "saved_table"("business_day");

-- CreateIndex
CREATE INDEX "saved_table_closed_by_idx" ON "saved_table"("closed_by");

-- CreateIndex
CREATE INDEX "table_guest_table_id_position_idx" ON "table_guest"("table_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "guest_row_id_key" ON "guest_row"("id");

-- CreateIndex
CREATE INDEX "guest_row_business_day_idx" ON "guest_row"("business_day");

-- CreateIndex
CREATE INDEX "guest_row_booked_by_idx" ON "guest_row"("booked_by");

-- CreateIndex
CREATE INDEX "guest_row_phone_key_idx" ON "guest_row_phone"("key");

-- The one row of the lock.
INSERT INTO "store_lock" ("id", "turns") VALUES (1, 0);
