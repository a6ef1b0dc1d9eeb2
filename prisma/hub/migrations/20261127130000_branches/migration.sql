-- The restaurants of the group, which were a list in the code; a group that had none but those keeps them as they were.
CREATE TABLE "branch" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "opened_at" TEXT,
    "closed_at" TEXT
);

CREATE UNIQUE INDEX "branch_name_key_key" ON "branch"("name_key");

INSERT INTO "branch" ("key", "name", "name_key", "position") VALUES
    ('jounieh', 'Jounieh', 'jounieh', 1),
    ('batroun', 'Batroun', 'batroun', 2),
    ('tripoli', 'Tripoli', 'tripoli', 3),
    ('zgharta', 'Zgharta', 'zgharta', 4),
    ('ehden', 'Ehden', 'ehden', 5);
