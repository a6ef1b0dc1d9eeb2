-- AlterTable
ALTER TABLE "queue_task" ADD COLUMN "date" TEXT;

-- CreateIndex
CREATE INDEX "queue_task_date_idx" ON "queue_task"("date");
