-- Messages go in the order in which they were queued: what was put off until a number has room keeps its place.
-- DropIndex
DROP INDEX "queue_item_status_priority_run_at_task_id_position_idx";

-- CreateIndex
CREATE INDEX "queue_item_status_priority_task_id_position_run_at_idx" ON "queue_item"("status", "priority", "task_id", "position", "run_at");
