-- CreateTable
CREATE TABLE "loyalty_customer_phone" (
    "customer_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("customer_id", "position"),
    CONSTRAINT "loyalty_customer_phone_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "loyalty_customer" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The number by which a customer was known until now, then every other one that can be read in what was typed. The rule
-- of reading is the server's own (phones_of: lib/db/migrate.ts); written in SQL it would be a second one.
INSERT INTO "loyalty_customer_phone" ("customer_id", "position", "digits", "key", "calling_code")
SELECT "id", 0, "digits", "key", "calling_code" FROM "loyalty_customer";
INSERT INTO "loyalty_customer_phone" ("customer_id", "position", "digits", "key", "calling_code")
SELECT c."id", row_number() OVER (PARTITION BY c."id" ORDER BY n."key"), n.value ->> 'digits', n.value ->> 'key', n.value ->> 'calling_code'
FROM "loyalty_customer" c, json_each(phones_of(c."phone")) n
WHERE n.value ->> 'key' <> '' AND n.value ->> 'digits' <> c."digits";

-- AlterTable
DROP INDEX "loyalty_customer_key_idx";
ALTER TABLE "loyalty_customer" DROP COLUMN "digits";
ALTER TABLE "loyalty_customer" DROP COLUMN "key";
ALTER TABLE "loyalty_customer" DROP COLUMN "calling_code";
ALTER TABLE "loyalty_customer" ADD COLUMN "merged_into" TEXT;
ALTER TABLE "loyalty_visit" ADD COLUMN "guest_id" TEXT;

-- CreateIndex
CREATE INDEX "loyalty_customer_phone_key_idx" ON "loyalty_customer_phone"("key");
