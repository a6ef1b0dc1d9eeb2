-- CreateTable
CREATE TABLE "user_branch" (
    "user_id" TEXT NOT NULL,
    "branch" TEXT NOT NULL,

    PRIMARY KEY ("user_id", "branch"),
    CONSTRAINT "user_branch_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "session" ADD COLUMN "device" TEXT NOT NULL DEFAULT '';
