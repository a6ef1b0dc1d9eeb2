-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN "not_after" TEXT;
