"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call, fetchFile } from "@/lib/api/client";
import type { DatedContact } from "@/lib/date-search/contract";

const dates = contractsOf(() => import("@/lib/date-search/contract"));
const guests = contractsOf(() => import("@/lib/guests/contract"));

/** The guests of one date; asked for when the search was pressed, not while a date is being typed. */
export function useDatedContacts(date: string | null) {
  return useQuery({
    queryKey: [...backendKey(), "search-by-date", date],
    enabled: date !== null,
    retry: false,
    queryFn: ({ signal }) => call(dates.searchByDate, { query: { date: date ?? "" }, signal }),
  });
}

/** Whatever was changed, and however it ended, the shown dates are asked for anew. */
function useChange<Input, Answer>(change: (input: Input, idempotencyKey: string) => Promise<Answer>) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => withSameKey(input, (key) => change(input, key)),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), "search-by-date"] }),
  });
}

/** The guest book, or the rows of the evening's tables. */
export type Target = "contacts" | "table";

export type CorrectedFields = Partial<Pick<DatedContact, "name" | "phones" | "birthday" | "birth_year" | "company">>;

/** Named as it was shown: when the row says something else by now, nothing is changed. */
const shownAs = ({ name, phones }: DatedContact) => ({ name, phones });

export function useCorrectGuest() {
  return useChange(
    async ({ contact, target, changes }: { contact: DatedContact; target: Target; changes: CorrectedFields }, idempotencyKey) => {
      if (target === "table")
        return call(guests.updateTableContact, { body: { id: contact.id, identifier: shownAs(contact), ...changes }, idempotencyKey });
      const id = contact.store === "contacts" ? contact.id : contact.contact_id;
      return call(guests.updateContact, {
        body: { identifier: { ...shownAs(contact), ...(id ? { id } : {}) }, ...changes },
        idempotencyKey,
      });
    },
  );
}

export function useDeleteGuest() {
  return useChange(({ id, store }: DatedContact, idempotencyKey) => call(guests.deleteContact, { query: { id, store }, idempotencyKey }));
}

export function useDedupe() {
  return useChange((date: string, idempotencyKey) => call(guests.dedupeTable, { query: { date }, idempotencyKey }));
}

export function useUndoDedupe() {
  return useChange((undo_id: string, idempotencyKey) => call(guests.undoDedupe, { body: { undo_id }, idempotencyKey }));
}

export function useSetCompany() {
  return useChange((body: { date: string; company: string }, idempotencyKey) => call(guests.updateCompanyByDate, { body, idempotencyKey }));
}

export function useUndoCompany() {
  return useChange((body: { undo_id: string; accept_loss: string | undefined }, idempotencyKey) =>
    call(guests.undoCompany, { body, idempotencyKey }),
  );
}

export function fetchVcf(date: string): Promise<File> {
  return fetchFile(guests.exportVcf, { query: { date } });
}
