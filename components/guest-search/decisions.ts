"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { changeFailure } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Contact } from "@/lib/guest-search/contract";
import { WHO_IS_WHO_TEXTS } from "@/lib/guest-search/guest-search-texts";

const guests = contractsOf(() => import("@/lib/guests/contract"));

/** As the guest was shown: when they are another by now, nothing is changed. */
const shownAs = ({ id, name, phones }: Contact) => ({ id, name, phones });

/** What each value of a guest comes from, once it is asked for. */
export function useWhereFrom(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: [...backendKey(), "guest-where-from", id],
    enabled: isAsked,
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(guests.whereFrom, { params: { id }, signal }),
  });
}

/** Saves a decision about who is who, searches again, and offers the undo below. */
export function useDeciding() {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const once = useSameKey();
  const askAnew = () =>
    Promise.all(
      ["guest-search", "guest-card", "guest-page", "guest-where-from", "guest-receipts", "guest-duplicates", "duplicates"].map((name) =>
        client.invalidateQueries({ queryKey: [...backendKey(), name] }),
      ),
    );
  const ending = useMutation({
    mutationFn: (undo_id: string) =>
      once(["end", undo_id], (idempotencyKey) => call(guests.endDecision, { body: { undo_id }, idempotencyKey })),
    onSuccess: askAnew,
  });
  const end = async (undoId: string) => {
    try {
      toast.success((await ending.mutateAsync(undoId)).message);
    } catch (error) {
      toast.error(changeFailure(error, WHO_IS_WHO_TEXTS.endFailed, WHO_IS_WHO_TEXTS.searchShows));
    }
  };
  const deciding = useMutation({
    mutationFn: (said: Said) =>
      once(said, (idempotencyKey): Promise<{ message: string; undo_id: string }> => {
        const identifier = shownAs(said.contact);
        return said.kind === "two"
          ? call(guests.sayTwoPeople, { body: { identifier, names: said.names }, idempotencyKey })
          : call(guests.sayOnePerson, { body: { identifier, other: shownAs(said.other) }, idempotencyKey });
      }),
    onSuccess: askAnew,
  });
  /** @returns whether it was done */
  const decide = async (said: Said): Promise<boolean> => {
    try {
      const { message, undo_id } = await deciding.mutateAsync(said);
      toast.undo(message, () => void end(undo_id));
      return true;
    } catch (error) {
      await dialogs.alert(WHO_IS_WHO_TEXTS[said.kind], changeFailure(error, "", WHO_IS_WHO_TEXTS.searchShows));
      return false;
    }
  };
  return { decide, end, isDeciding: deciding.isPending, isEnding: ending.isPending };
}

export type Said = { kind: "two"; contact: Contact; names: string[] } | { kind: "one"; contact: Contact; other: Contact };
