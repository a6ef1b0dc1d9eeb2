"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";
import type { AnswerOf, BodyInputOf } from "@/lib/api/endpoint";
import type { readCalibration, saveCalibration } from "@/lib/menu-prices/contract";

const calibration = contractsOf(() => import("@/lib/menu-prices/contract"));

export type Calibration = AnswerOf<typeof readCalibration>;
export type NumberOfMenu = Calibration["prices"][number];

/** Which menu is meant, as the address of the page names it. */
export interface MenuNamed {
  pdf: string | undefined;
  docKey: string;
}

export const useCalibration = ({ pdf, docKey }: MenuNamed) =>
  useQuery({
    queryKey: [...backendKey(), "menu-calibration", pdf, docKey],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY, // what is typed is not overwritten
    queryFn: ({ signal }) => call(calibration.readCalibration, { query: { docKey, ...(pdf ? { pdf } : {}) }, signal }),
  });

export function useSaveCalibration() {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveCalibration>) =>
      once(body, (idempotencyKey) => call(calibration.saveCalibration, { body, idempotencyKey })),
    onSuccess: () =>
      Promise.all(["menu-calibration", "menu-prices"].map((name) => client.invalidateQueries({ queryKey: [...backendKey(), name] }))),
  });
}
