-- AlterTable
ALTER TABLE "recipient" ADD COLUMN "noted" TEXT;
