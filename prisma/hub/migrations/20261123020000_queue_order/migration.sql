-- DropIndex
DROP INDEX "queue_item_status_priority_run_at_idx";

-- CreateIndex
CREATE INDEX "queue_item_status_priority_run_at_task_id_position_idx" ON "queue_item"("status", "priority", "run_at", "task_id", "position");
