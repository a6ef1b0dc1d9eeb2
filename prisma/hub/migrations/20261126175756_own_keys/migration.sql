-- AlterTable
ALTER TABLE "user" ADD COLUMN "own_keys" TEXT NOT NULL DEFAULT '[]';
