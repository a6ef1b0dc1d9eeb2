"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call, fetchFile } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { AskedField } from "@/lib/guest-fields";
import type { Contact, searchContacts } from "@/lib/guest-search/contract";

const contacts = contractsOf(() => import("@/lib/guest-search/contract"));
const guests = contractsOf(() => import("@/lib/guests/contract"));

/** How many guests come at once. */
const PAGE = 20;

type Page = AnswerOf<typeof searchContacts>;

/** Guests by a part of a name or phone; the results of the text before stay until those of the next are there. */
export function useGuestSearch(search: string) {
  return useInfiniteQuery({
    queryKey: [...backendKey(), "guest-search", search],
    enabled: search !== "",
    retry: false,
    staleTime: 15_000,
    placeholderData: search === "" ? undefined : keepPreviousData,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => call(contacts.searchContacts, { query: { search, limit: PAGE, offset: pageParam }, signal }),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.contacts.length, 0);
      return last.contacts.length > 0 && seen < last.total ? seen : undefined;
    },
  });
}

/** Where a guest was, and when they were last here. */
export function useGuestCard(id: string) {
  return useQuery({
    queryKey: [...backendKey(), "guest-card", id],
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(guests.guestCard, { params: { id }, signal }),
  });
}

export interface Correction {
  /** As the guest was shown: when they are another by now, nothing is changed. */
  identifier: { id: string; name: string; phones: string };
  changes: Partial<Record<AskedField, string>>;
  /** The same for the same press, so that a repeated save happens once. */
  key: string;
}

/** Corrects a guest of the guest book, and shows them corrected wherever they were found. */
export function useCorrectGuest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ identifier, changes, key }: Correction) =>
      call(guests.updateContact, { body: { identifier, ...changes }, idempotencyKey: key }),
    onSuccess: ({ contact }) => {
      client.setQueriesData<InfiniteData<Page>>({ queryKey: [...backendKey(), "guest-search"] }, (found) => withCorrected(found, contact));
      for (const shown of ["guest-card", "guest-page", "guest-where-from"])
        void client.invalidateQueries({ queryKey: [...backendKey(), shown] });
    },
  });
}

/** In their place: a guest who is called otherwise by now would vanish from under the eyes of whoever wrote it. */
function withCorrected(found: InfiniteData<Page> | undefined, corrected: Contact): InfiniteData<Page> | undefined {
  const inPlace = (one: Contact) => (one.id === corrected.id ? { ...one, ...corrected } : one);
  return found && { ...found, pages: found.pages.map((page) => ({ ...page, contacts: page.contacts.map(inPlace) })) };
}

export function fetchVcard(id: string): Promise<File> {
  return fetchFile(guests.contactVcf, { params: { id } });
}
