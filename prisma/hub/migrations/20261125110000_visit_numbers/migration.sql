-- AlterTable
ALTER TABLE "loyalty_visit" ADD COLUMN "guest_name" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "loyalty_visit_phone" (
    "visit_id" TEXT NOT NULL,
    "digits" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "calling_code" TEXT NOT NULL,

    PRIMARY KEY ("visit_id", "digits"),
    CONSTRAINT "loyalty_visit_phone_visit_id_fkey" FOREIGN KEY ("visit_id") REFERENCES "loyalty_visit" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
