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
CREATE TABLE "known_store" (
    "branch" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TEXT NOT NULL,

    PRIMARY KEY ("branch", "kind")
);

-- CreateTable
CREATE TABLE "role" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "permissions" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "username_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "disabled_at" TEXT,
    "created_at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "user_role" (
    "user_id" TEXT NOT NULL,
    "role_name" TEXT NOT NULL,

    PRIMARY KEY ("user_id", "role_name"),
    CONSTRAINT "user_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_role_role_name_fkey" FOREIGN KEY ("role_name") REFERENCES "role" ("name") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "created_at" TEXT NOT NULL,
    "expires_at" TEXT NOT NULL,
    "revoked_at" TEXT,
    CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "staff_member" (
    "branch" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    PRIMARY KEY ("branch", "role", "name_key")
);

-- CreateTable
CREATE TABLE "loyalty_customer" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "created_at" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "loyalty_visit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "customer_id" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "table_number" TEXT NOT NULL,
    "table_key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "created_at" TEXT NOT NULL,
    CONSTRAINT "loyalty_visit_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "loyalty_customer" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "receipt_created_at_idx" ON "receipt"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_username_key_key" ON "user"("username_key");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "loyalty_customer_key_idx" ON "loyalty_customer"("key");

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_visit_branch_table_key_customer_id_key" ON "loyalty_visit"("branch", "table_key", "customer_id");

-- The one row of the lock.
INSERT INTO "store_lock" ("id", "turns") VALUES (1, 0);
