-- CreateTable
CREATE TABLE "guest_reply" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "item_id" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" TEXT NOT NULL,
    "seen_at" TEXT,
    "seen_by" TEXT
);

-- CreateIndex
CREATE INDEX "guest_reply_item_id_idx" ON "guest_reply"("item_id");

-- CreateIndex
CREATE INDEX "guest_reply_at_idx" ON "guest_reply"("at");

-- CreateIndex
CREATE UNIQUE INDEX "guest_reply_digits_account_at_text_key" ON "guest_reply"("digits", "account", "at", "text");
