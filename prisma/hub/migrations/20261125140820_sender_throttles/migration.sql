-- AlterTable
ALTER TABLE "sender_account" ADD COLUMN "throttles" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "sender_account" ADD COLUMN "throttled_at" TEXT;
ALTER TABLE "sender_account" ADD COLUMN "throttled_until" TEXT;
