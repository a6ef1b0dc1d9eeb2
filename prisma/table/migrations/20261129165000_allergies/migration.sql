-- AlterTable
ALTER TABLE "table_guest" ADD COLUMN "allergies" TEXT NOT NULL DEFAULT '';
-- AlterTable
ALTER TABLE "guest_row" ADD COLUMN "allergies" TEXT NOT NULL DEFAULT '';
