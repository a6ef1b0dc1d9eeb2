-- CreateIndex
CREATE INDEX "queue_item_status_ended_at_idx" ON "queue_item"("status", "ended_at");
