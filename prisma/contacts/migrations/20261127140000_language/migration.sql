-- AlterTable
ALTER TABLE "contact" ADD COLUMN "language" TEXT NOT NULL DEFAULT '';
