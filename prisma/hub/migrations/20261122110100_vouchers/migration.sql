-- CreateTable
CREATE TABLE "voucher" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "serial" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "guest_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "valid_until" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "issued_at" TEXT NOT NULL,
    "used_at" TEXT,
    "used_in" TEXT,
    "used_by" TEXT
);

-- CreateTable
CREATE TABLE "secret" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "created_at" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "voucher_serial_key" ON "voucher"("serial");

-- CreateIndex
CREATE INDEX "voucher_key_idx" ON "voucher"("key");

-- CreateIndex
CREATE UNIQUE INDEX "voucher_date_digits_key" ON "voucher"("date", "digits");
