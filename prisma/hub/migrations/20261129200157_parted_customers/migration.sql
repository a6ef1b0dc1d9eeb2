-- CreateTable
CREATE TABLE "loyalty_parting" (
    "digits" TEXT NOT NULL,
    "other_digits" TEXT NOT NULL,

    PRIMARY KEY ("digits", "other_digits")
);

-- CreateIndex
CREATE INDEX "loyalty_parting_other_digits_idx" ON "loyalty_parting"("other_digits");
