import path from "node:path";
import { rows } from "./stores";

export interface HubEvent {
  kind: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  subjects: string[];
  payload: Record<string, unknown>;
}

/** What happened in the hub of a data folder, the oldest first. @param kinds how their names begin, such as `staff.` */
export function hubEvents(data: string, kinds: string): HubEvent[] {
  const all = rows<Omit<HubEvent, "subjects" | "payload"> & { subjects: string; payload: string }>(
    path.join(data, "hub.db"),
    "SELECT kind, actor_kind, actor_id, request_id, subjects, payload FROM event ORDER BY seq",
  );
  return all
    .filter(({ kind }) => kind.startsWith(kinds))
    .map((event) => ({ ...event, subjects: JSON.parse(event.subjects), payload: JSON.parse(event.payload) }));
}
