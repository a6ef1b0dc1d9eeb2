/** SQL: what happened to the event `e` was undone as a whole. */
const isUndone = (e: string) =>
  `EXISTS (SELECT 1 FROM event_subject own JOIN event_subject other ON other.subject = own.subject
    JOIN event undone ON undone.seq = other.event_seq WHERE own.event_seq = ${e}.seq AND undone.kind = 'contacts.import_undone')`;

/** SQL: when an import was made; null of one from before there were records. */
const SAID_AT = `(SELECT said_at FROM source_record WHERE id > json_extract(payload, '$.import_id') || '/'
    AND id < json_extract(payload, '$.import_id') || '0' LIMIT 1)`;

/** SQL: the newest import that can be undone, and is not just now. */
export const NEWEST_TO_UNDO = `SELECT ${SAID_AT} AS at, actor_id, payload FROM event
  WHERE kind = 'contacts.imported' AND ${SAID_AT} IS NOT NULL AND NOT ${isUndone("event")}
    AND NOT EXISTS (SELECT 1 FROM import_under_way u WHERE u.id = json_extract(payload, '$.import_id'))
  ORDER BY seq DESC LIMIT 1`;
