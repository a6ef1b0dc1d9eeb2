-- CreateTable
CREATE TABLE "reservation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "code" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "was" TEXT,
    "status_at" TEXT NOT NULL,
    "status_day" TEXT NOT NULL,
    "business_day" TEXT NOT NULL,
    "time" TEXT NOT NULL,
    "starts_at" TEXT NOT NULL,
    "ends_at" TEXT NOT NULL,
    "stay_minutes" INTEGER NOT NULL,
    "held_from" TEXT NOT NULL,
    "held_until" TEXT NOT NULL,
    "party" INTEGER NOT NULL,
    "area" TEXT NOT NULL DEFAULT '',
    "source" TEXT NOT NULL,
    "occasion" TEXT,
    "name" TEXT NOT NULL,
    "phones" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',
    "guest_note" TEXT NOT NULL DEFAULT '',
    "staff_note" TEXT NOT NULL DEFAULT '',
    "dietary_note" TEXT NOT NULL DEFAULT '',
    "deposit" TEXT NOT NULL DEFAULT '',
    "taker" TEXT NOT NULL DEFAULT '',
    "created_at" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "answered" TEXT,
    "answered_at" TEXT,
    "late_minutes" INTEGER,
    "cancel_reason" TEXT,
    "override_reason" TEXT NOT NULL DEFAULT '',
    "quoted_minutes" INTEGER,
    "waiting_since" TEXT,
    "called_at" TEXT,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "repeat_times" INTEGER NOT NULL DEFAULT 1,
    "repeat_every" INTEGER NOT NULL DEFAULT 5,
    "saved_table_id" TEXT,
    "booker_version" INTEGER NOT NULL DEFAULT 1,
    "booker_taken" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "reservation_table" (
    "reservation_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "table_number" TEXT NOT NULL,

    PRIMARY KEY ("reservation_id", "position"),
    CONSTRAINT "reservation_table_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "reservation_phone" (
    "reservation_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("reservation_id", "position"),
    CONSTRAINT "reservation_phone_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "reservation_message" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "reservation_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "why" TEXT NOT NULL DEFAULT '',
    "task_id" TEXT,
    "at" TEXT NOT NULL,
    CONSTRAINT "reservation_message_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "reservation_rules" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" INTEGER NOT NULL,
    "rules" TEXT NOT NULL,
    "changed_at" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "reservation_day" (
    "date" TEXT NOT NULL PRIMARY KEY,
    "version" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "changed_at" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "reservation_code_key" ON "reservation"("code");

-- CreateIndex
CREATE INDEX "reservation_business_day_idx" ON "reservation"("business_day");

-- CreateIndex
CREATE INDEX "reservation_held_until_idx" ON "reservation"("held_until");

-- CreateIndex
CREATE INDEX "reservation_saved_table_id_idx" ON "reservation"("saved_table_id");

-- CreateIndex
CREATE INDEX "reservation_table_table_number_idx" ON "reservation_table"("table_number");

-- CreateIndex
CREATE INDEX "reservation_phone_key_idx" ON "reservation_phone"("key");

-- CreateIndex
CREATE INDEX "reservation_message_reservation_id_idx" ON "reservation_message"("reservation_id");

-- CreateIndex
CREATE INDEX "reservation_message_state_due_at_idx" ON "reservation_message"("state", "due_at");

-- Bookers that the guest book has not heard of: few at any time, among all that ever booked.
CREATE INDEX "reservation_booker_due" ON "reservation"("id") WHERE "booker_taken" < "booker_version";
