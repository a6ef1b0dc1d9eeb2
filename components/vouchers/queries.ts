"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { isApiError } from "@/lib/api/api-error";
import { call, fetchAddress } from "@/lib/api/client";
import type { Verdict } from "@/lib/vouchers/contract";

const vouchers = contractsOf(() => import("@/lib/vouchers/contract"));

/** By what a guest's vouchers are found. */
export interface Whose {
  name: string;
  phones: string;
}

/** The addresses in the answer hold for a quarter of an hour at least. */
const FRESH_MS = 5 * 60_000;
/** Another device may make vouchers, or redeem one, while this one shows them. */
const MADE_MEANWHILE_MS = 60_000;

/** The vouchers of a guest, the newest first. */
export function useVouchersOf({ name, phones }: Whose, enabled = true) {
  return useQuery({
    queryKey: [...backendKey(), "vouchers", phones, name],
    enabled,
    retry: false,
    staleTime: FRESH_MS,
    refetchInterval: MADE_MEANWHILE_MS,
    refetchIntervalInBackground: false,
    queryFn: ({ signal }) => call(vouchers.checkVouchers, { query: { name, phone: phones }, signal }),
  });
}
export type VouchersOf = ReturnType<typeof useVouchersOf>;

/** A voucher's file, and an address of this page at which it is shown and saved. */
export function useVoucherFile(address: string) {
  const file = useQuery({
    queryKey: [...backendKey(), "voucher-file", address],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchAddress(address, signal),
  });
  const [shown, setShown] = useState<{ of: Blob; at: string } | null>(null);
  const blob = file.data;
  useEffect(() => {
    if (!blob) return;
    const at = URL.createObjectURL(blob);
    setShown({ of: blob, at });
    return () => URL.revokeObjectURL(at);
  }, [blob]);
  return { isError: file.isError, refetch: file.refetch, at: shown && shown.of === blob ? shown.at : null };
}

export function useVerify() {
  return useMutation({ mutationFn: (code: string) => call(vouchers.verifyVoucher, { body: { code } }) });
}

/** Redeems a voucher. The same key for the same press: an answer that was lost on the way is given again. */
export function useRedeem() {
  return useMutation({
    mutationFn: async ({ code, key }: { code: string; key: string }): Promise<{ taken: boolean; verdict: Verdict }> => {
      try {
        return { taken: true, verdict: await call(vouchers.redeemVoucher, { body: { code }, idempotencyKey: key }) };
      } catch (error) {
        const verdict = isApiError(error) ? refusedAs(error) : null;
        if (!verdict) throw error;
        return { taken: false, verdict };
      }
    },
  });
}

/**
 * Takes a redemption of one's own back. Without a key: `used_at` makes a repeat harmless, and a kept first answer would say that the
 * voucher may be used when somebody has redeemed it since.
 */
export function useTakeBack() {
  return useMutation({ mutationFn: (body: { code: string; used_at: string }) => call(vouchers.takeBackVoucher, { body }) });
}

/** The verdict of a refusal: used by somebody else meanwhile, expired, or none of ours. */
function refusedAs({ fields, message }: { fields: Record<string, unknown>; message: string }): Verdict | null {
  const { state, voucher } = fields as Partial<Verdict>;
  return state ? { state, message, voucher: voucher ?? null } : null;
}
