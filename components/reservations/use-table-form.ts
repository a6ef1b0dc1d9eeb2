import { useCallback } from "react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { useSession } from "@/components/app-base/session";
import { lastTeam } from "@/components/tables/remembered-choices";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { type Draft, keepDraft, NO_TABLE_INFO, newDraft, newGuest, readDrafts } from "@/lib/drafts";
import type { ShownReservation } from "./kept/with-kept";
import { type Place, tableFormOf } from "./queries";

/** What of a party that sits the form of its table is filled in with. */
export type SeatedParty = Pick<
  ShownReservation,
  "id" | "branch" | "party" | "tables" | "name" | "phones" | "language" | "table_name" | "seatings"
>;

/**
 * Opens the table of a party that sits: the saved one, the one that is on this device, or Table Info filled in with hostess, waiter, table,
 * branch, the people and the booker as first guest. What the server does not say in a moment is filled in from the reservation itself.
 */
export function useTableForm(place: Place): (party: SeatedParty) => Promise<void> {
  const dialogs = useTableDialogs();
  const { can } = useSession();
  const { baseOf } = usePlaces();
  return useCallback(
    async (reservation) => {
      const { id, branch, table_name } = reservation;
      if (table_name !== null) return can("open_saved_tables") ? dialogs.openTable(table_name, branch) : undefined;
      if (!can("create_table")) return;
      const begun = readDrafts().find((draft) => draft.reservation === id);
      if (begun && !isOfBefore(begun, reservation)) return dialogs.openDraft(begun);
      const said = await tableFormOf(place, id);
      if (said?.table_name) return can("open_saved_tables") ? dialogs.openTable(said.table_name, branch) : undefined;
      const draft = draftFor(reservation, said, baseOf(branch, false));
      if (!begun) return dialogs.beginTable(draft);
      const moved = atOtherTable(begun, draft);
      keepDraft(moved);
      dialogs.openDraft(moved);
    },
    [dialogs, can, baseOf, place],
  );
}

/** Begun at a seating that was taken back, and not sent: the party sits elsewhere by now. */
const isOfBefore = ({ seating, step, sent }: Draft, { seatings }: Pick<SeatedParty, "seatings">) =>
  seating !== null && seating < seatings && step === "writing" && sent === null;

/** The same guests, at the table at which they sit now. */
function atOtherTable(begun: Draft, { info, seating }: Draft): Draft {
  return { ...begun, seating, info: { ...begun.info, table_number: info.table_number, party_size: info.party_size } };
}

type Said = Awaited<ReturnType<typeof tableFormOf>>;

function draftFor(reservation: SeatedParty, said: Said, api_base: string): Draft {
  const { id, branch, party, tables, name, phones, language, seatings } = reservation;
  const team = lastTeam(branch);
  const booker = said?.booker ?? { name, phones, language, birthday: "" };
  const info = {
    ...NO_TABLE_INFO,
    hostess: said?.hostess || team.hostess,
    waiter: said?.waiter || team.waiter,
    table_number: said?.table_number || tables.join("+"),
    party_size: String(said?.party_size ?? party),
    branch,
    api_base,
  };
  const isNamed = booker.phones !== "" || booker.name !== "Walk-in";
  const guests = isNamed
    ? [newGuest({ name: booker.name, phones: booker.phones, language: booker.language, birthday: booker.birthday })]
    : [];
  return { ...newDraft(info), reservation: id, seating: said?.seating ?? seatings, guests };
}
