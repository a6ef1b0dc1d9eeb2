/** How long an import can be undone, in milliseconds. */
export const UNDONE_WITHIN = 24 * 3_600_000;

/** SQL: what happened to the event `e` was undone as a whole. */
const isUndone = (e: string) =>
  `EXISTS (SELECT 1 FROM event_subject own JOIN event_subject other ON other.subject = own.subject
    JOIN event undone ON undone.seq = other.event_seq WHERE own.event_seq = ${e}.seq AND undone.kind = 'contacts.import_undone')`;

/** SQL: the newest import since `?` that can be undone. */
export const NEWEST_TO_UNDO = `SELECT at, actor_id, payload FROM event
  WHERE kind = 'contacts.imported' AND at >= ? AND json_extract(payload, '$.import_id') IS NOT NULL
    AND NOT ${isUndone("event")}
  ORDER BY seq DESC LIMIT 1`;
