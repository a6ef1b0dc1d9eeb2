-- What waits and is out of its time is looked for every few seconds: without reading all that waits.
CREATE INDEX "queue_item_waits_until" ON "queue_item" ("not_after") WHERE "status" = 'PENDING' AND "not_after" IS NOT NULL;
CREATE INDEX "queue_item_waits_since" ON "queue_item" ("kind", "created_at") WHERE "status" = 'PENDING';
