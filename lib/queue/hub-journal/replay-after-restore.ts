import { hubFile } from "../../db/files";
import { hubStore } from "../../db/find-store";
import { openWriting } from "../../db/pragmas";
import { log } from "../../log";
import { replayHubJournal } from "./replay-step";

/** How long a start waits for another process's lock, in milliseconds. */
const PATIENCE = 5_000;

/** At the start of a hub that has lost a part of itself, before anything is sent: what the file beside it knows. */
export async function replayAfterRestore(): Promise<void> {
  await hubStore();
  const database = openWriting(hubFile(), PATIENCE);
  try {
    if (replayHubJournal(database)) log().warn("who said no and what was sent was taken from the list beside the hub");
  } finally {
    database.close();
  }
}
