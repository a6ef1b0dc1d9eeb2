ALTER TABLE "queue_item" ADD COLUMN "guest_branch" TEXT NOT NULL DEFAULT '';

-- A message that spoke to a guest of another branch counted as that one's where it was listed, and as its sender's where it was stopped.
UPDATE "queue_item" SET "guest_branch" = "branch", "branch" = (SELECT t."branch" FROM "queue_task" t WHERE t."id" = "queue_item"."task_id")
  WHERE "branch" <> (SELECT t."branch" FROM "queue_task" t WHERE t."id" = "queue_item"."task_id");
UPDATE "guest_reply" SET "branch" = (SELECT i."branch" FROM "queue_item" i WHERE i."id" = "guest_reply"."item_id")
  WHERE "branch" <> (SELECT i."branch" FROM "queue_item" i WHERE i."id" = "guest_reply"."item_id");
