// What a server does to its data folder where the disk must have it: at the first start, in between, and at a clean stop.

import { createStoreFile } from "../../../lib/db/check-before-open";
import { leaveCleanStop, takeCleanStop } from "../../../lib/db/clean-stop";
import { hubFile } from "../../../lib/db/files";
import { lockDataFolder } from "../../../lib/db/server-lock";
import { addErased } from "../../../lib/personal-data/add-erased";

const lock = lockDataFolder(0);
takeCleanStop();
createStoreFile(hubFile(), "hub", "hub");
addErased({ at: "2026-01-01T00:00:00.000Z", numbers: ["+9613123456"], ids: [] });
leaveCleanStop([hubFile()]);
lock.release();
