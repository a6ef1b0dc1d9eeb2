-- AlterTable
ALTER TABLE "session" ADD COLUMN "renewal" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "session" ADD COLUMN "renewal_key" TEXT;
