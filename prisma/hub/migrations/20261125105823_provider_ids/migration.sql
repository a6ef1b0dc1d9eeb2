-- CreateIndex
CREATE INDEX "queue_item_provider_id_idx" ON "queue_item"("provider_id");
