-- CreateTable
CREATE TABLE "guest_wrote" (
    "digits" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "at" TEXT NOT NULL,

    PRIMARY KEY ("digits", "account")
);

-- To which number a guest wrote was not kept. A house that has had one number alone was written to at that one; of several it is nobody's.
INSERT INTO "guest_wrote" ("digits", "account", "at")
SELECT r."digits", a."id", r."inbound_at"
FROM "recipient" r
JOIN (
    SELECT min("id") AS "id"
    FROM (SELECT "id" FROM "sender_account" UNION SELECT "account" FROM "queue_worker" WHERE "account" IS NOT NULL)
    WHERE "id" LIKE 'cloud:%' OR "id" LIKE 'baileys:%'
    HAVING count(*) = 1
) a
WHERE r."inbound_at" IS NOT NULL;

-- AlterTable
ALTER TABLE "recipient" DROP COLUMN "inbound_at";
DELETE FROM "recipient" WHERE "opted_out_at" IS NULL;
