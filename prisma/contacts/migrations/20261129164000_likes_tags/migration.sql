-- AlterTable
ALTER TABLE "contact" ADD COLUMN "likes" TEXT NOT NULL DEFAULT '';
-- AlterTable
ALTER TABLE "contact" ADD COLUMN "tags" TEXT NOT NULL DEFAULT '';
