import type { StoreKind } from "../db/files";

/** The name of whoever was erased, in rows that stay for what they count. No book takes it for a guest's. */
export const ERASED_GUEST = "Erased guest";

/** What becomes of a person's rows: they go, or they stay without what they say of the person. */
type Fate = "delete" | { set: string };

/** How one table refers to a person. */
export interface PersonTable {
  /** SQL over the functions and temporary tables that `rows-bulk.ts` sets up. */
  where: string;
  fate: Fate;
  /** Columns that say which row it was and nothing of the person: the store's event of it keeps them, so that its counts go on adding up. */
  keeps?: readonly string[];
}

/** Temporary tables of each kind of store: whom the rows of several tables belong to is looked up once. */
export const THEIR_ROWS: Record<StoreKind, string> = {
  contacts: `CREATE TEMP TABLE their_contact AS SELECT seq FROM contact WHERE their_id(id) OR their_name(name, phones, added_at)
    UNION SELECT c.seq FROM contact_phone p JOIN contact c ON c.seq = p.contact_seq WHERE p.key <> '' AND their_number(p.digits, c.added_at);
    CREATE TEMP TABLE their_record AS SELECT seq FROM source_record WHERE contact_seq IN (SELECT seq FROM their_contact)
      OR (said NOT IN ('gone', 'same') AND about_them(said, said_at));
    CREATE TEMP TABLE their_decision AS SELECT id FROM book_decision WHERE about_them(decision, decision ->> '$.said_at')
      OR id IN (SELECT decision_id FROM decision_strand WHERE substr(strand, 8) IN (SELECT id FROM source_record WHERE seq IN (SELECT seq FROM their_record)));`,
  table: `CREATE TEMP TABLE their_row AS SELECT seq FROM guest_row WHERE their_id(id) OR their_name(name, phones, added_at)
    UNION SELECT g.seq FROM guest_row_phone p JOIN guest_row g ON g.seq = p.guest_seq WHERE p.key <> '' AND their_number(p.digits, g.added_at);
    CREATE TEMP TABLE their_reservation AS SELECT id FROM reservation WHERE their_id(id) OR their_name(name, phones, created_at)
    UNION SELECT r.id FROM reservation_phone p JOIN reservation r ON r.id = p.reservation_id WHERE their_number(p.digits, r.created_at);`,
  hub: `CREATE TEMP TABLE their_customer AS SELECT id FROM loyalty_customer WHERE their_id(id)
    UNION SELECT c.id FROM loyalty_customer_phone p JOIN loyalty_customer c ON c.id = p.customer_id WHERE p.key <> '' AND their_number(p.digits, c.created_at);
    INSERT INTO their_customer SELECT id FROM loyalty_customer WHERE merged_into IN (SELECT id FROM their_customer);
    CREATE TEMP TABLE their_voucher AS SELECT id FROM voucher WHERE their_id(guest_id) OR their_number(digits, issued_at)
    UNION SELECT v.id FROM voucher_number n JOIN voucher v ON v.id = n.voucher_id WHERE their_number(n.digits, v.issued_at);
    CREATE TEMP TABLE their_place AS SELECT id FROM competition_place
      WHERE guest_name <> '' AND (their_id(guest_id) OR their_phones(guest_phones, linked_at) OR their_name(guest_name, guest_phones, linked_at));`,
};

/**
 * Every table that can hold something of a guest, in the order in which its rows can go. Events are not among them: they
 * stay, and say less (`events-bulk.ts`).
 */
export const PERSON_TABLES: Record<StoreKind, Record<string, PersonTable>> = {
  contacts: {
    unbooked_row: { where: "contact_seq IN (SELECT seq FROM their_contact) OR about_them(said, '')", fate: "delete" },
    unbooked_part: { where: "contact_seq IN (SELECT seq FROM their_contact)", fate: "delete" },
    record_strand: { where: "record_seq IN (SELECT seq FROM their_record)", fate: "delete" },
    // An older version of it that comes late is no news: the record stays, and says nothing.
    source_record: {
      where: "seq IN (SELECT seq FROM their_record) AND coalesce(said, '') <> 'gone'",
      fate: { set: "said = 'gone', contact_seq = NULL" },
    },
    decision_strand: { where: "decision_id IN (SELECT id FROM their_decision)", fate: "delete" },
    book_decision: { where: "id IN (SELECT id FROM their_decision)", fate: "delete" },
    contact_alias: { where: "their_id(id) OR their_id(contact_id)", fate: "delete" },
    decision: { where: "their_id(contact_id) OR about_them(numbers, decided_at)", fate: "delete" },
    possible_duplicate: { where: "their_id(one) OR their_id(other)", fate: "delete" },
    contact_phone: { where: "contact_seq IN (SELECT seq FROM their_contact)", fate: "delete" },
    contact_change: { where: "contact_seq IN (SELECT seq FROM their_contact)", fate: "delete" },
    contact: { where: "seq IN (SELECT seq FROM their_contact)", fate: "delete", keeps: ["id", "seq", "version"] },
  },
  table: {
    deduped_row: { where: "their_id(row_id) OR their_id(kept_id) OR about_them(was, '')", fate: "delete" },
    guest_row_phone: { where: "guest_seq IN (SELECT seq FROM their_row)", fate: "delete" },
    guest_row: { where: "seq IN (SELECT seq FROM their_row)", fate: "delete", keeps: ["id"] },
    table_guest: {
      where: "their_id(id) OR their_phones(phones, added_at) OR their_name(name, phones, added_at)",
      fate: "delete",
      keeps: ["id", "table_id"],
    },
    reservation_phone: { where: "reservation_id IN (SELECT id FROM their_reservation)", fate: "delete" },
    reservation_link: { where: "reservation_id IN (SELECT id FROM their_reservation)", fate: "delete" },
    // The evening goes on adding up, and a table that is held stays held: without whom, and nothing that the book would take.
    reservation: {
      where: "id IN (SELECT id FROM their_reservation)",
      fate: {
        set: `name = '${ERASED_GUEST}', phones = '', language = '', guest_note = '', staff_note = '', dietary_note = '', deposit = '',
          override_reason = '', booker_taken = booker_version, version = version + 1`,
      },
    },
  },
  hub: {
    loyalty_visit_phone: {
      where: `their_number(digits, '') OR visit_id IN (
        SELECT id FROM loyalty_visit WHERE customer_id IN (SELECT id FROM their_customer) OR their_id(guest_id))`,
      fate: "delete",
    },
    loyalty_visit: {
      where: "customer_id IN (SELECT id FROM their_customer) OR their_id(guest_id)",
      fate: "delete",
      keeps: ["id", "points", "counted_in"],
    },
    loyalty_redemption: { where: "their_id(guest_id)", fate: { set: "guest_id = '', guest_name = ''" } },
    loyalty_adjustment: {
      where: "their_id(guest_id)",
      fate: { set: "guest_id = '', guest_name = '', reason = '', state = iif(state = 'waiting', 'refused', state)" },
    },
    // Points that were given and spent go on adding up, as nobody's.
    loyalty_ledger: {
      where: "customer_id IN (SELECT id FROM their_customer)",
      fate: { set: "customer_id = '', written_for = '', reason = ''" },
    },
    loyalty_parting: { where: "their_number(digits, '') OR their_number(other_digits, '')", fate: "delete" },
    loyalty_card: { where: "customer_id IN (SELECT id FROM their_customer)", fate: "delete" },
    loyalty_customer_phone: { where: "customer_id IN (SELECT id FROM their_customer)", fate: "delete" },
    loyalty_customer: { where: "id IN (SELECT id FROM their_customer)", fate: "delete", keeps: ["id", "points", "merged_into"] },
    // What was drawn stays: on the list and in the proof nobody has a name.
    competition_entry: {
      where: "username IN (SELECT username FROM competition_place WHERE username <> '' AND id IN (SELECT id FROM their_place))",
      fate: { set: "username = '', text = ''" },
    },
    competition_place: {
      where: "id IN (SELECT id FROM their_place)",
      fate: { set: "username = '', reason = '', guest_id = '', guest_name = '', guest_phones = '', guest_language = '', told_why = ''" },
    },
    voucher_number: { where: "voucher_id IN (SELECT id FROM their_voucher)", fate: "delete" },
    voucher: { where: "id IN (SELECT id FROM their_voucher)", fate: "delete", keeps: ["serial", "used_at"] },
    queue_attempt: { where: "their_number(digits, begun_at)", fate: { set: "digits = ''" } },
    // Sent messages stay counted. A failed one is not retried, and one that waited in a backup never goes out.
    queue_item: {
      where: "their_number(digits, created_at)",
      fate: {
        set: `name = '${ERASED_GUEST}', digits = '', text = '', voucher = '', last_error = NULL, same_as = 'erased ' || id, phase = NULL,
          status = CASE status WHEN 'SENT' THEN 'SENT' ELSE 'CANCELLED' END`,
      },
    },
    consent: { where: "their_number(digits, at)", fate: "delete" },
    recipient: { where: "their_number(digits, '')", fate: "delete" },
    guest_wrote: { where: "their_number(digits, at)", fate: "delete" },
    guest_reply: { where: "their_number(digits, at)", fate: "delete" },
    reservation_talk: { where: "their_number(digits, at)", fate: "delete" },
    sounds_like_no: { where: "their_number(digits, said_at)", fate: "delete" },
  },
};

/** Answers that are kept as JSON, with anybody in them: each is gone through. */
export const KEPT_ANSWERS: Record<StoreKind, readonly string[]> = { contacts: ["receipt"], table: ["receipt"], hub: ["receipt", "job"] };

/** Every other table, each because it holds nothing of a guest. */
export const NOBODYS_TABLES: Record<StoreKind, readonly string[]> = {
  contacts: [
    "store_info",
    "store_lock",
    "event",
    "event_subject",
    "contact_late",
    "import_column",
    "import_under_way", // nobody is erased while it has a row
    "end_of_day_entry",
    "merged_day",
    "source_store",
  ],
  table: [
    "store_info",
    "store_lock",
    "event",
    "event_subject",
    "saved_table",
    "reservation_table",
    "reservation_message",
    "reservation_rules",
    "reservation_day",
  ],
  hub: [
    "store_info",
    "store_lock",
    "event",
    "event_subject",
    "known_store",
    "branch",
    "role",
    "user",
    "user_branch",
    "user_choice",
    "user_role",
    "session",
    "staff_member",
    "secret",
    "queue_task",
    "queue_worker",
    "sender_account",
    "queue_setting",
    "group_setting",
    "loyalty_reward",
    "worker_token",
    "forgotten_no",
    "menu_version",
    "menu_calibration",
    "menu_publication",
    "competition",
    "competition_list",
  ],
};
