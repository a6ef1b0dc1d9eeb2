-- What was opened before is not said to be dealt with: nobody has said so, and it goes within a week.
ALTER TABLE "guest_reply" ADD COLUMN "done_at" TEXT;
ALTER TABLE "guest_reply" ADD COLUMN "done_by" TEXT;
ALTER TABLE "guest_reply" ADD COLUMN "done_how" TEXT;
ALTER TABLE "guest_reply" ADD COLUMN "answer_tasks" TEXT;
