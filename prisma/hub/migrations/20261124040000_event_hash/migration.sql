-- Each event holds the hash of itself and of the one before: what was changed later does not fit (lib/db/event-chain.ts).
-- Events from before have none.
ALTER TABLE "event" ADD COLUMN "hash" TEXT NOT NULL DEFAULT '';
