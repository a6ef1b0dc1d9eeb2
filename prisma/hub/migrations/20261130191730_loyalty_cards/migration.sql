-- CreateTable
CREATE TABLE "loyalty_card" (
    "customer_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "replaced_at" TEXT NOT NULL,
    "replaced_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    PRIMARY KEY ("customer_id", "number")
);
