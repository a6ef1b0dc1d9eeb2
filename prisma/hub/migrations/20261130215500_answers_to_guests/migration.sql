-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN "answers_guest" BOOLEAN NOT NULL DEFAULT false;

-- An answer that waits goes at any hour from now on, and one that went is none of the two messages that a guest gets in a day.
UPDATE "queue_item" SET "answers_guest" = true
WHERE "task_id" IN (SELECT t.value FROM "guest_reply" r JOIN json_each(r.answer_tasks) t WHERE r.answer_tasks IS NOT NULL);
