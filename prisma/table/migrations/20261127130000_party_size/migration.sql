-- AlterTable
ALTER TABLE "saved_table" ADD COLUMN "party_size" INTEGER;
