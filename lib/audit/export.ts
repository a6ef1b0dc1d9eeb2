import type { Caller } from "../caller";
import { localToday } from "../clock";
import { BYTE_ORDER_MARK, csvLine } from "../contact-files/write-csv";
import type { FileAnswer } from "../http/file-route";
import type { AuditEntry } from "./contract";
import type { AuditFilters } from "./entries";
import { wholeTrail } from "./trail";

/** So many lines are sent at a time. */
const BATCH = 500;

/** The trail as a CSV file, written while it is sent. */
export async function exportTrail(filters: AuditFilters, caller: Caller): Promise<FileAnswer> {
  const entries = wholeTrail(filters, caller);
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = isFirst ? BYTE_ORDER_MARK + csvLine(["When (UTC)", "Who", "What", "Where", "Result", "Kind", "Request", "Details"]) : "";
      isFirst = false;
      for (let lines = 0; lines < BATCH; lines += 1) {
        const { done, value } = await entries.next();
        if (done) {
          if (text) controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        text += lineOf(value);
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel: () => void entries.return(undefined),
  });
  return { body, fileName: `audit-trail-${localToday()}.csv` };
}

function lineOf({ at, who, what, where, result, kind, request_id, details }: AuditEntry): string {
  return csvLine([at, who.name, what, where, result, kind, request_id, details.map(({ name, value }) => `${name}: ${value}`).join("; ")]);
}
