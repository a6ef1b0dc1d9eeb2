import { type DraftGuest, draftOfTable } from "@/lib/drafts";
import { type SavedTable, savedTable } from "@/lib/tables/contract";

/** The table as somebody else saved it. */
export interface OthersSave {
  table: SavedTable;
  guests: DraftGuest[];
}

/** Read out of an error's answer or of a fresh look. */
export function othersSaveOf(current: unknown): OthersSave | null {
  const read = savedTable.safeParse(current);
  return read.success ? { table: read.data, guests: draftOfTable(read.data, { branch: "", api_base: "" }).guests } : null;
}
