-- CreateTable
CREATE TABLE "job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "active_lane" TEXT,
    "state" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "answer" TEXT,
    "error_code" TEXT,
    "error" TEXT,
    "started_at" TEXT NOT NULL,
    "ended_at" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "job_active_lane_key" ON "job"("active_lane");

-- CreateIndex
CREATE INDEX "job_started_at_idx" ON "job"("started_at");

