import type { WriteBy } from "./db/actor";
import { hubStore } from "./db/find-store";
import type { ExportNoted } from "./export-formats";

interface Export extends ExportNoted {
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

/** Records that data is exported, and by whom, before it is sent: afterwards that could fail. */
export async function noteExport({ subjects, ...payload }: Export, by: WriteBy): Promise<void> {
  const hub = await hubStore();
  await hub.write(by, async () => ({ answer: undefined, happened: [{ kind: "data.exported", subjects, payload }] }));
}
