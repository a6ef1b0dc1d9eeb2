-- CreateTable
CREATE TABLE "group_setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "changed_at" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL
);
