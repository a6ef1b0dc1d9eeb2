import type { WriteBy } from "./db/actor";
import { hubStore } from "./db/find-store";

interface Export {
  /** The call's pattern, such as `GET /export-vcf`. */
  call: string;
  branch: string;
  /** The day whose data it is, where it is a day's. */
  date: string | null;
  /** The file of the server, where it is one. */
  file: string | null;
  /** Ids that the call named. */
  subjects: string[];
}

/** Writes down that data leaves the house, and who takes it: before it goes, because afterwards nothing can be said of it. */
export async function noteExport({ subjects, ...payload }: Export, by: WriteBy): Promise<void> {
  const hub = await hubStore();
  await hub.write(by, async () => ({ answer: undefined, happened: [{ kind: "data.exported", subjects, payload }] }));
}
