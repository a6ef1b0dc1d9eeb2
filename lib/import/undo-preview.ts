import type Database from "better-sqlite3";
import type { Happening } from "../events";
import { FIELD_NAMES, GUEST_FIELDS } from "../guest-fields";
import type { ToldGuest } from "../undo-loss";

interface Look {
  /** In place of the transaction's own. */
  say: (happening: Happening) => void;
  /** Once all is done: what it took away, and the state that this hangs on. */
  loss: () => { lost: ToldGuest[]; state: unknown };
}

/** Looks on while an import is undone: the guests as they were before are kept beside the book, with their versions. */
export function undoPreview(database: Database.Database, importId: string, say: Look["say"]): Look {
  database.exec("CREATE TEMP TABLE before_undo (seq INTEGER PRIMARY KEY, id TEXT, name TEXT, phones TEXT, version INTEGER)");
  database
    .prepare(
      `INSERT INTO before_undo SELECT seq, id, name, phones, version FROM contact
       WHERE seq IN (SELECT contact_seq FROM source_record WHERE id > ? AND id < ?)`,
    )
    .run(`${importId}/`, `${importId}0`);
  const taken = new Map<string, string[]>();
  const hear = (happening: Happening) => {
    if (happening.kind === "contact.changed") {
      const [id = ""] = happening.subjects;
      const fields = FIELD_NAMES.filter((field) => field in happening.payload.old);
      if (fields.length > 0) taken.set(id, fields.map((field) => GUEST_FIELDS[field].label.toLowerCase())); // biome-ignore format: one line
    }
    say(happening);
  };
  const loss = () => {
    const gone = database
      .prepare<[], Omit<ToldGuest, "reason">>(
        "SELECT name, phones FROM before_undo WHERE seq NOT IN (SELECT seq FROM contact) ORDER BY seq",
      )
      .all()
      .map((guest): ToldGuest => ({ ...guest, reason: "Came with the import, and goes." }));
    const known = database.prepare<[string], Omit<ToldGuest, "reason">>("SELECT name, phones FROM contact WHERE id = ?");
    const less = [...taken].flatMap(([id, fields]): ToldGuest[] => {
      const guest = known.get(id);
      return guest ? [{ ...guest, reason: `Stays, without what the import says: ${fields.join(", ")}.` }] : [];
    });
    const state = database.prepare("SELECT id, version FROM before_undo ORDER BY seq").raw().all();
    database.exec("DROP TABLE before_undo");
    return { lost: [...gone, ...less], state };
  };
  return { say: hear, loss };
}
