/** Whoever had a message `i` last, by name: whether the worker or WhatsApp said first that it went out. */
const HAD_LAST = `(SELECT coalesce(nullif(w.name, ''), a.worker) FROM queue_attempt a LEFT JOIN queue_worker w ON w.id = a.worker
  WHERE a.item_id = i.id ORDER BY a.seq DESC LIMIT 1)`;

/** Who has it now, or to whom it was dealt. */
const MEANT = `coalesce((SELECT nullif(w.name, '') FROM queue_worker w WHERE w.id = coalesce(i.lease_worker, i.prefer_worker)),
  i.lease_worker, i.prefer_worker)`;

/** By whom a message `i` was sent, in SQL, and of one that waits by whom it will be; null for any other. */
export const WORKER_OF = `CASE WHEN i.status = 'SENT' THEN ${HAD_LAST} WHEN i.status IN ('PENDING', 'IN_PROGRESS') THEN ${MEANT} END`;

/** Whether a message `i` was handed over and nobody has answered, in SQL, as `isUnanswered` says it. */
export const UNANSWERED =
  "((i.status = 'IN_PROGRESS' AND i.phase = 'reconciling') OR (i.status = 'FAILED' AND i.last_code IS 'UNCERTAIN'))";

/** Of those that are not over: whether it is still to go out, in SQL. What was handed over and has no answer is not. */
export const NOT_HANDED_OVER = "phase IS NOT 'reconciling'";

/** Whether a worker with the sandbox has taken a message `i`, in SQL: it counts as sent, and no guest got it. */
export const IN_SANDBOX = "(i.status = 'SENT' AND coalesce(i.account, '') GLOB 'sandbox*')";

/**
 * Whether a message `queue_item`, by whichever of its attempts, may have arrived: nobody has heard what became of one, and none with the same
 * id says it. In SQL.
 */
export const MAY_HAVE_ARRIVED = `EXISTS (SELECT 1 FROM queue_attempt a WHERE a.item_id = queue_item.id
  AND (a.outcome IS NULL OR a.outcome = 'unknown') AND NOT EXISTS (SELECT 1 FROM queue_attempt b
    WHERE b.message_id = a.message_id AND (b.outcome = 'accepted' OR (b.fault IS NOT NULL AND b.outcome IS NOT 'not_sent'))))`;

/** The code of what waits because of what its guest has had (`guestHold`). */
export const OF_GUEST = "LIMIT";

/** Whether that is why it waits, in SQL, by the server's time (ISO 8601): no number and no PC changes it. */
export const WAITS_FOR_GUEST = `(last_code IS '${OF_GUEST}' AND run_at > ?)`;

/** The codes of what waits for a number or a template: it goes as soon as there is one, whenever it was to be tried. */
export const WAIT_FOR_SENDER = ["NUMBER", "NO_TEMPLATE"];

/** The same in SQL. */
export const WAITS_FOR_SENDER = `last_code IN (${WAIT_FOR_SENDER.map((code) => `'${code}'`).join()})`;
