import { useEffect, useEffectEvent, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { isApiError } from "@/lib/api/api-error";
import type { Verdict } from "@/lib/vouchers/contract";
import { useRedeem, useVerify } from "./queries";

/** A voucher that was checked, and whether it was taken here and now. */
export interface Checked {
  code: string;
  /** Of the press of Redeem, so that a repeated one takes the voucher once. */
  key: string;
  verdict: Verdict;
  taken: boolean;
}

export interface Failed {
  title: string;
  error: unknown;
  again: () => void;
}

/** From the code of a voucher to its being taken. */
export function useRedeeming() {
  const { mutateAsync: verify, isPending: isChecking } = useVerify();
  const { mutateAsync: redeem, isPending: isTaking } = useRedeem();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);

  const check = async (code: string) => {
    setChecked(null);
    setFailed(null);
    try {
      setChecked({ code, key: uuidv7(), verdict: await verify(code), taken: false });
    } catch (error) {
      setFailed({ title: "The voucher was not checked. Do not take it yet.", error, again: () => void check(code) });
    }
  };
  const take = async (one: Checked) => {
    setFailed(null);
    try {
      setChecked({ ...one, ...(await redeem(one)) });
    } catch (error) {
      setFailed({ title: whatHappened(error), error, again: () => void take(one) });
    }
  };
  const next = () => {
    setChecked(null);
    setFailed(null);
  };
  useCodeOfAddress((code) => void check(code));
  return { checked, failed, check, take, next, isChecking, isTaking };
}

function whatHappened(error: unknown): string {
  const hasNoAnswer = isApiError(error) && error.status === 0;
  return hasNoAnswer ? "No answer came. Press Retry: the voucher is taken once, however often you press." : "The voucher was not taken.";
}

/** A link may bring a code along, such as that of the voucher viewer. It does not stay in the address. */
function useCodeOfAddress(onCode: (code: string) => void): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    const code = new URLSearchParams(window.location.search).get("code")?.trim();
    if (!code) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    found(code);
  }, []);
}
