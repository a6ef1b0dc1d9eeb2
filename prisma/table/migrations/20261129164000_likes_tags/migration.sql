-- AlterTable
ALTER TABLE "table_guest" ADD COLUMN "likes" TEXT NOT NULL DEFAULT '';
-- AlterTable
ALTER TABLE "table_guest" ADD COLUMN "tags" TEXT NOT NULL DEFAULT '';
-- AlterTable
ALTER TABLE "guest_row" ADD COLUMN "likes" TEXT NOT NULL DEFAULT '';
-- AlterTable
ALTER TABLE "guest_row" ADD COLUMN "tags" TEXT NOT NULL DEFAULT '';
