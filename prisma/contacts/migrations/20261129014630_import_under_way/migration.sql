-- CreateTable
CREATE TABLE "import_under_way" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "direction" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "said" TEXT NOT NULL,
    "so_far" TEXT NOT NULL,
    "began_at" TEXT NOT NULL
);
