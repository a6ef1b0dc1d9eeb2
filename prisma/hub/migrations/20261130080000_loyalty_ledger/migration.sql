-- Every change of somebody's points is a line that nothing changes afterwards but whose it is: two who become one move lines, and two again move
-- them back. What is spent names the line of the points that it is taken of (`of_line`), and follows it.
-- CreateTable
CREATE TABLE "loyalty_ledger" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "written_for" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "of_line" TEXT,
    "reverses" TEXT,
    "visit_id" TEXT,
    "redemption_id" TEXT,
    "branch" TEXT NOT NULL DEFAULT '',
    "table_key" TEXT NOT NULL DEFAULT '',
    "source" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "at" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_ledger_id_key" ON "loyalty_ledger"("id");

-- CreateIndex
CREATE INDEX "loyalty_ledger_customer_id_idx" ON "loyalty_ledger"("customer_id");

-- CreateIndex
CREATE INDEX "loyalty_ledger_of_line_idx" ON "loyalty_ledger"("of_line");

-- CreateIndex
CREATE INDEX "loyalty_ledger_visit_id_idx" ON "loyalty_ledger"("visit_id");

-- CreateIndex
CREATE INDEX "loyalty_ledger_redemption_id_idx" ON "loyalty_ledger"("redemption_id");

-- CreateIndex
CREATE INDEX "loyalty_ledger_at_idx" ON "loyalty_ledger"("at");

-- Whose a line is may change; and an erased person's lines stay as points of nobody.
CREATE TRIGGER "loyalty_line_never_changes" BEFORE UPDATE ON "loyalty_ledger"
WHEN NOT (new.seq = old.seq AND new.id = old.id AND new.type = old.type AND new.points = old.points AND new.of_line IS old.of_line
  AND new.reverses IS old.reverses AND new.visit_id IS old.visit_id AND new.redemption_id IS old.redemption_id AND new.branch = old.branch
  AND new.table_key = old.table_key AND new.source = old.source AND new.actor_kind = old.actor_kind AND new.actor_id = old.actor_id
  AND new.at = old.at AND ((new.written_for = old.written_for AND new.reason = old.reason)
    OR (new.customer_id = '' AND new.written_for = '' AND new.reason = '')))
BEGIN SELECT RAISE(ABORT, 'lines of the ledger are never changed'); END;

CREATE TRIGGER "loyalty_line_never_goes" BEFORE DELETE ON "loyalty_ledger" BEGIN SELECT RAISE(ABORT, 'lines of the ledger are never deleted'); END;

-- What was awarded before is a line for each award, and whatever no award explains one line for each customer.
INSERT INTO "loyalty_ledger" ("id", "customer_id", "written_for", "type", "points", "visit_id", "branch", "table_key", "source", "actor_kind", "actor_id", "at")
SELECT v.id || '/award', v.customer_id, v.customer_id, 'ACCUMULATE_POINTS', v.points, v.id, v.branch, v.table_key, 'before the ledger', 'system', 'migration', v.created_at
FROM "loyalty_visit" v WHERE v.points <> 0 ORDER BY v.created_at, v.id;

INSERT INTO "loyalty_ledger" ("id", "customer_id", "written_for", "type", "points", "source", "reason", "actor_kind", "actor_id", "at")
SELECT c.id || '/opening', c.id, c.id, 'OTHER', c.points - coalesce(s.points, 0), 'before the ledger', 'Opening balance that no award explains', 'system', 'migration', c.created_at
FROM "loyalty_customer" c LEFT JOIN (SELECT customer_id, sum(points) AS points FROM "loyalty_visit" GROUP BY customer_id) s ON s.customer_id = c.id
WHERE c.points <> coalesce(s.points, 0) ORDER BY c.created_at, c.id;

-- An award at a table that somebody has an award of already counts no more, and counts again where they are two people again.
ALTER TABLE "loyalty_visit" ADD COLUMN "counted_in" TEXT;

-- DropIndex
DROP INDEX "loyalty_visit_branch_table_key_customer_id_key";

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_visit_once" ON "loyalty_visit"("branch", "table_key", "customer_id") WHERE "counted_in" IS NULL;

-- CreateIndex
CREATE INDEX "loyalty_visit_branch_table_key_idx" ON "loyalty_visit"("branch", "table_key");
