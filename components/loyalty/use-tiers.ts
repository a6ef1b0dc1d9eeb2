"use client";

import { useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSession } from "@/components/app-base/session";
import { call } from "@/lib/api/client";
import { MAY_AWARD } from "@/lib/loyalty/rights";
import type { ShownTier } from "@/lib/loyalty/tiers/contract";
import { MOST_TIERS_ASKED } from "@/lib/loyalty/tiers/limits";

const contracts = contractsOf(() => import("@/lib/loyalty/tiers/contract"));

type Guest = { name: string; phones: string };

const TEN_MINUTES = 10 * 60_000;

/**
 * The tiers of the guests of a list. Nobody is asked about while there are none, or for who may not see them; where nobody answers there is no badge.
 */
export function useTiers(guests: readonly Guest[]): (guest: Guest) => ShownTier | null {
  const may = useSession().can(MAY_AWARD);
  const ask = { retry: false, enabled: may, refetchIntervalInBackground: false };
  const { data: isOn = false } = useQuery({
    ...ask,
    queryKey: [...backendKey(), "tiers-of", "on"],
    staleTime: TEN_MINUTES,
    queryFn: async ({ signal }) => (await call(contracts.tiersOfGuests, { body: { names: [], phones: [] }, signal })).is_on,
  });
  const asked = guests.filter(({ phones }) => phones.trim() !== "").slice(0, MOST_TIERS_ASKED);
  const { data } = useQuery({
    ...ask,
    queryKey: [...backendKey(), "tiers-of", asked.map(({ name, phones }) => [name, phones])],
    enabled: may && isOn && asked.length > 0,
    staleTime: TEN_MINUTES,
    queryFn: async ({ signal }) => {
      const body = { names: asked.map(({ name }) => name), phones: asked.map(({ phones }) => phones) };
      const { tiers } = await call(contracts.tiersOfGuests, { body, signal });
      return new Map(tiers.map((tier) => [keyOf(asked[tier.index]), tier]));
    },
  });
  return (guest) => data?.get(keyOf(guest)) ?? null;
}

const keyOf = (guest: Guest | undefined) => JSON.stringify([guest?.name, guest?.phones]);
