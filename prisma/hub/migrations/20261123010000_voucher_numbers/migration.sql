-- CreateTable
CREATE TABLE "voucher_number" (
    "voucher_id" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("voucher_id", "digits"),
    CONSTRAINT "voucher_number_voucher_id_fkey" FOREIGN KEY ("voucher_id") REFERENCES "voucher" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "voucher_number_key_idx" ON "voucher_number"("key");

-- The number that each voucher was made for.
INSERT INTO voucher_number (voucher_id, digits, key, calling_code) SELECT id, digits, key, calling_code FROM voucher;
