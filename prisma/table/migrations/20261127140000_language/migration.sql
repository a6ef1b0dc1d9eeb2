-- AlterTable
ALTER TABLE "table_guest" ADD COLUMN "language" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "guest_row" ADD COLUMN "language" TEXT NOT NULL DEFAULT '';
