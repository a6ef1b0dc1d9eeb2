-- CreateTable
CREATE TABLE "user_choice" (
    "user_id" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("user_id", "about")
);
