-- CreateTable
CREATE TABLE "queue_task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "created_at" TEXT NOT NULL,
    "created_by" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "queue_item" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "task_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "message_kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "table_name" TEXT NOT NULL DEFAULT '',
    "pdf_path" TEXT NOT NULL DEFAULT '',
    "voucher" TEXT NOT NULL DEFAULT '',
    "same_as" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "phase" TEXT,
    "account" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "message_id" TEXT NOT NULL,
    "lease_token" INTEGER NOT NULL DEFAULT 0,
    "lease_worker" TEXT,
    "lease_boot" TEXT,
    "lease_until" TEXT,
    "send_started_at" TEXT,
    "run_at" TEXT NOT NULL,
    "priority" INTEGER NOT NULL,
    "prefer_worker" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_code" TEXT,
    "last_error" TEXT,
    "provider_id" TEXT,
    "delivery" TEXT,
    "ended_at" TEXT,
    "created_at" TEXT NOT NULL,
    CONSTRAINT "queue_item_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "queue_task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "queue_attempt" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "item_id" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "token" INTEGER NOT NULL,
    "worker" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "begun_at" TEXT NOT NULL,
    "outcome" TEXT,
    "fault" TEXT,
    "code" TEXT,
    "ended_at" TEXT,
    CONSTRAINT "queue_attempt_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "queue_item" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "queue_worker" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "boot_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "account" TEXT,
    "state" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL,
    "registered_at" TEXT NOT NULL,
    "last_seen" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "sender_account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "first_used_at" TEXT NOT NULL,
    "next_at" TEXT NOT NULL,
    "paused_until" TEXT,
    "pause_reason" TEXT
);

-- CreateTable
CREATE TABLE "recipient" (
    "digits" TEXT NOT NULL PRIMARY KEY,
    "opted_out_at" TEXT,
    "opted_out_by" TEXT,
    "inbound_at" TEXT
);

-- CreateTable
CREATE TABLE "queue_setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "changed_at" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "queue_task_created_at_idx" ON "queue_task"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "queue_item_message_id_key" ON "queue_item"("message_id");

-- CreateIndex
CREATE INDEX "queue_item_task_id_position_idx" ON "queue_item"("task_id", "position");

-- CreateIndex
CREATE INDEX "queue_item_status_run_at_idx" ON "queue_item"("status", "run_at");

-- CreateIndex
CREATE INDEX "queue_item_status_priority_run_at_idx" ON "queue_item"("status", "priority", "run_at");

-- CreateIndex
CREATE INDEX "queue_item_prefer_worker_status_run_at_idx" ON "queue_item"("prefer_worker", "status", "run_at");

-- CreateIndex
CREATE INDEX "queue_item_phase_lease_until_idx" ON "queue_item"("phase", "lease_until");

-- CreateIndex
CREATE INDEX "queue_item_same_as_created_at_idx" ON "queue_item"("same_as", "created_at");

-- CreateIndex
CREATE INDEX "queue_item_digits_status_idx" ON "queue_item"("digits", "status");

-- CreateIndex
CREATE INDEX "queue_attempt_message_id_idx" ON "queue_attempt"("message_id");

-- CreateIndex
CREATE INDEX "queue_attempt_account_begun_at_idx" ON "queue_attempt"("account", "begun_at");

-- CreateIndex
CREATE INDEX "queue_attempt_digits_begun_at_idx" ON "queue_attempt"("digits", "begun_at");

-- CreateIndex
CREATE UNIQUE INDEX "queue_attempt_item_id_token_key" ON "queue_attempt"("item_id", "token");
