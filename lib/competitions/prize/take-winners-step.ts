import { countsOf, publish } from "../../book/publishing";
import { OF_PRIZE } from "../../book/record-shapes";
import type { VersionedRecord } from "../../book/records";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkRead } from "../../db/bulk-read";
import { bulkWrite } from "../../db/bulk-write";
import { NOTHING_SAID } from "../../guest-fields";
import type { BranchKey } from "../../known-branches";
import { localDate } from "../../local-time";
import { readPhones } from "../../phones";
import { failpoint } from "../../test-hooks";

export interface TakeWinnersInput {
  /** The branch's contacts store, and the hub. */
  file: string;
  hub: string;
  branch: BranchKey;
  by: WriteBy;
  hours: DayHours;
  countryCode: string;
}

/** Up to which version the book has each winner now, which guest they are in it, and whether nothing else speaks of them there. */
export interface TakenWinner {
  id: string;
  version: number;
  guest_id: string;
  is_new: boolean;
}

interface Due {
  id: string;
  guest_version: number;
  guest_name: string;
  guest_phones: string;
  guest_language: string;
  linked_at: string;
}

const DUE = `SELECT id, guest_version, guest_name, guest_phones, guest_language, linked_at FROM competition_place
  WHERE guest_branch = ? AND guest_taken < guest_version AND guest_phones <> '' ORDER BY id LIMIT 200`;
const GUEST = `SELECT c.id, NOT c.is_before AND NOT EXISTS (SELECT 1 FROM source_record o WHERE o.contact_seq = c.seq AND o.id <> r.id) AS is_new
  FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.id = ?`;
const VERSION = "SELECT version FROM source_record WHERE id = ?";

const recordOfPrize = (id: string) => `${OF_PRIZE}${id}`;

/**
 * Who has won is a guest of the book, by a source record of their place: a new guest, or one whom the book knows by number and name. Said
 * again it changes nothing, so a kill between the two stores leaves nothing out and nothing twice.
 */
export function takeWinners({ file, hub, branch, by, hours, countryCode }: TakeWinnersInput): TakenWinner[] {
  const due = bulkRead({ hub }, (sql) => sql.hub.prepare<[string], Due>(DUE).all(branch));
  if (due.length === 0) return [];
  const taken = bulkWrite(file, by, (database, say) => {
    const version = database.prepare<[string], number>(VERSION).pluck();
    const records = due.map((one): VersionedRecord => {
      const { id, linked_at, guest_name: name, guest_phones: phones, guest_language: language } = one;
      return {
        id: recordOfPrize(id),
        said_at: linked_at,
        batch: "prize",
        line: 0,
        evening: localDate(new Date(linked_at), hours.timeZone),
        branch,
        incarnation: 1,
        version: (version.get(recordOfPrize(id)) ?? 0) + 1,
        isBooked: true,
        person: { ...NOTHING_SAID, name, phones, language, added_at: linked_at },
        numbers: readPhones(phones, countryCode),
      };
    });
    const { first_seq, last_seq, ...counts } = countsOf(publish(database, { records, gone: [] }, { hours, say, why: "merge" }));
    failpoint("take-winners:written");
    const guest = database.prepare<[string], { id: string; is_new: number }>(GUEST);
    const answer = due.map(({ id, guest_version }): TakenWinner => {
      const found = guest.get(recordOfPrize(id));
      return { id, version: guest_version, guest_id: found?.id ?? "", is_new: found?.is_new === 1 };
    });
    const payload = { ...counts, first_seq, last_seq, winners: records.length };
    return { answer, happened: [{ kind: "winners.taken" as const, subjects: [], payload }] };
  });
  failpoint("take-winners:committed");
  return taken;
}
