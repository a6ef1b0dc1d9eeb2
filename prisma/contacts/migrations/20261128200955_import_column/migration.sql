-- CreateTable
CREATE TABLE "import_column" (
    "heading" TEXT NOT NULL PRIMARY KEY,
    "holds" TEXT NOT NULL,
    "said_at" TEXT NOT NULL
);
