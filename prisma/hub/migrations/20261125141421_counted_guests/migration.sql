-- AlterTable
ALTER TABLE "queue_attempt" ADD COLUMN "is_answer" BOOLEAN NOT NULL DEFAULT false;
