-- AlterTable
ALTER TABLE "contact" ADD COLUMN "allergies" TEXT NOT NULL DEFAULT '';
-- Few have one, and every feed asks who: of a million guests it reads those alone.
CREATE INDEX "contact_with_allergies" ON "contact"("seq") WHERE "allergies" <> '';
