"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { askQueueAgain } from "@/components/queue/queries";
import { isApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/client";
import type { EnqueueBody } from "@/lib/queue/contract";

const contacts = contractsOf(() => import("@/lib/guest-search/contract"));
const queue = contractsOf(() => import("@/lib/queue/contract"));
const messages = contractsOf(() => import("@/lib/queue/duplicates/contract"));
const templates = contractsOf(() => import("@/lib/queue/templates/contract"));

/** The most that one answer holds; whoever looks for one of more types another letter. */
const MOST_FOUND = 200;

/** Whom a search finds; those of the text before stay until the next are there. */
export function useRecipients(search: string) {
  return useQuery({
    queryKey: [...backendKey(), "recipients", search],
    enabled: search !== "",
    retry: false,
    staleTime: 15_000,
    placeholderData: search === "" ? undefined : keepPreviousData,
    queryFn: ({ signal }) => call(contacts.searchRecipients, { query: { search, source: "contacts", limit: MOST_FOUND }, signal }),
  });
}

/** Which of those who were chosen would get the approved template, and who has written to the official number, by their numbers. */
export function useTemplate(phones: readonly string[]) {
  return useQuery({
    queryKey: [...backendKey(), "letter-template", phones],
    enabled: phones.length > 0,
    retry: false,
    staleTime: 15_000,
    refetchInterval: 15_000, // how many can go changes with who is online
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const {
        template,
        guests,
        wrote,
        official = [],
        forecast,
        quiet_until = null,
      } = await call(templates.askTemplate, { body: { phones: [...phones] }, signal });
      return {
        template,
        forecast,
        quietUntil: quiet_until,
        asked: new Set(phones),
        phones: new Set(guests.map((index) => phones[index])),
        official,
        wrote: wrote && new Set(wrote.map((index) => phones[index])),
      };
    },
  });
}

/** What the queue would say of a letter's items: who would be left out, and who would wait. Servers of older versions say nothing of it. */
export function useBeforeLetter(items: EnqueueBody["items"]) {
  return useQuery({
    queryKey: [...backendKey(), "before-letter", items],
    enabled: items.length > 0,
    retry: false,
    // What was told a while ago is asked anew when the dialog is opened again: messages go out meanwhile.
    staleTime: 5_000,
    refetchInterval: 30_000,
    queryFn: ({ signal }) => call(messages.askInDoubt, { body: { items }, signal }),
  });
}

/** Who of a letter's guests may have these very words already: the places among its items. Servers of older versions cannot say. */
export function useAskInDoubt() {
  return useMutation({
    mutationFn: async (items: EnqueueBody["items"]) => {
      try {
        return (await call(messages.askInDoubt, { body: { items } })).may_have;
      } catch (error) {
        if (isApiError(error) && [404, 405].includes(error.status)) return [];
        throw error;
      }
    },
  });
}

export interface Sending {
  items: EnqueueBody["items"];
  /** The same for the same press, however often it has to be sent. */
  idempotencyKey: string;
}

export function useEnqueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ items, idempotencyKey }: Sending) => call(queue.enqueue, { body: { items, campaign: "service" }, idempotencyKey }),
    onSettled: () => askQueueAgain(client),
  });
}
