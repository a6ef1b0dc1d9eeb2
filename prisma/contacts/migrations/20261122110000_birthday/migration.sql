-- CreateIndex
CREATE INDEX "contact_birthday_idx" ON "contact"("birthday");
