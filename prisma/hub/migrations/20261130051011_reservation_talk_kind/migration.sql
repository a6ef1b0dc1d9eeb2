-- AlterTable
ALTER TABLE "reservation_talk" ADD COLUMN "kind" TEXT NOT NULL DEFAULT '';
