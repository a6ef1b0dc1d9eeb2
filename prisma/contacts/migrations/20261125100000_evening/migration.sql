-- AlterTable
ALTER TABLE "contact" ADD COLUMN "evening" TEXT;

-- Nearly everybody is recorded on the evening of their table.
CREATE INDEX "contact_evening" ON "contact" ("evening") WHERE "evening" IS NOT NULL;
