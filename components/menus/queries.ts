"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { v7 as uuidv7 } from "uuid";
import { contractsOf } from "@/components/app-base/contracts";
import { useSession } from "@/components/app-base/session";
import type { DoubtCalls } from "@/components/queue/queries";
import { call } from "@/lib/api/client";
import type { MenusSent } from "@/lib/menus/contract";
import { MOST_ITEMS } from "@/lib/queue/contract";
import type { MenuPlace, Unanswered } from "./kept-sending";

const menus = contractsOf(() => import("@/lib/menus/contract"));
const templates = contractsOf(() => import("@/lib/queue/templates/contract"));
const queue = contractsOf(() => import("@/lib/queue/contract"));
const retries = contractsOf(() => import("@/lib/queue/retry-by-hand/contract"));

/** docs/design/spec-guests.md 9. */
const TASK_POLL_MS = 2_000;
const OPEN_POLL_MS = 10_000;

const keyOf = ({ base, branch }: MenuPlace) => [base, branch] as const;

/** The menus to choose from. */
export function useMenus(place: MenuPlace) {
  return useQuery({
    queryKey: [...keyOf(place), "menus"],
    retry: false,
    // Whoever has just put one into the folder opens the question again.
    staleTime: 0,
    queryFn: ({ signal }) => call(menus.listMenus, { signal, ...place }),
  });
}

/** Of those who get the menu, who would get the approved template: their places. */
export function useMenuTemplate(place: MenuPlace, phones: readonly string[]) {
  return useQuery({
    queryKey: [...keyOf(place), "menu-template", phones],
    retry: false,
    staleTime: 15_000,
    refetchInterval: 15_000, // how many can go changes with who is online
    queryFn: ({ signal }) => call(templates.askTemplate, { body: { phones: phones.slice(0, MOST_ITEMS), kind: "menu" }, signal, ...place }),
  });
}

/** How often a menu is asked for: another tablet may send it, or settle what failed or has no answer. What is over for good is not asked for. */
function pollOf(sent: MenusSent | undefined): number | false {
  if (sent?.status === "PENDING") return TASK_POLL_MS;
  const isOver = sent && sent.status !== null && !sent.results.some(({ unanswered, can_retry }) => unanswered || can_retry);
  return isOver ? false : OPEN_POLL_MS;
}

/** What became of a table's menu; asked for until all of it is over, as long as the page is in sight. */
export function useMenusSent(place: MenuPlace, table_name: string) {
  const may = useSession().can("open_saved_tables");
  return useQuery({
    queryKey: [...keyOf(place), "menus-sent", table_name],
    enabled: may,
    queryFn: ({ signal }) => call(menus.menusSent, { query: { table_name }, signal, ...place }),
    refetchInterval: ({ state }) => pollOf(state.data),
    refetchIntervalInBackground: false,
  });
}

/** What is asked for anew when the queue was changed from here. */
function useQueueChanged(place: MenuPlace) {
  const client = useQueryClient();
  return () => {
    // Home says by the check of the server how many wait.
    for (const name of ["menus-sent", "health", "queue-stats", "queue-pending"]) {
      void client.invalidateQueries({ queryKey: [...keyOf(place), name] });
    }
  };
}

export function useEnqueueMenu(place: MenuPlace) {
  return useMutation({
    mutationFn: ({ items, key }: Unanswered) => call(queue.enqueue, { body: { items }, idempotencyKey: key, ...place }),
    onSettled: useQueueChanged(place),
  });
}

/** Each press has a key of its own: what failed once more is sent once more. */
export function useRetryMenus(place: MenuPlace) {
  return useMutation({
    mutationFn: (table_name: string) => call(menus.retryMenus, { body: { table_name }, idempotencyKey: uuidv7(), ...place }),
    onSettled: useQueueChanged(place),
  });
}

/** The calls that settle a message of which nobody knows whether it arrived. */
export function useDoubtCalls(place: MenuPlace): DoubtCalls {
  const onEnd = useQueueChanged(place);
  return {
    send: (id: string, idempotencyKey: string) => call(retries.sendDespiteDoubt, { params: { id }, idempotencyKey, ...place }),
    arrived: (id: string, idempotencyKey: string) => call(retries.sayArrived, { params: { id }, idempotencyKey, ...place }),
    onEnd,
  };
}
