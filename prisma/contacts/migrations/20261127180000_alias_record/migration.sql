ALTER TABLE "contact_alias" ADD COLUMN "record_id" TEXT;
CREATE INDEX "contact_alias_record_id_idx" ON "contact_alias"("record_id");
