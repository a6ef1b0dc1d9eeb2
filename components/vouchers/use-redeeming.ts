import { useEffect, useEffectEvent, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { isUnanswered } from "@/components/ui/change-failure";
import { isApiError } from "@/lib/api/api-error";
import { now } from "@/lib/clock";
import type { Verdict } from "@/lib/vouchers/contract";
import { useRedeem, useTakeBack, useVerify } from "./queries";

/** A voucher that was checked, and whether it was redeemed, or its redemption taken back, here and now. */
export interface Checked {
  code: string;
  /** Of the press of Redeem, so that a repeated one redeems the voucher once. Its answer once heard, the next press has another. */
  key: string;
  /** Redeem was pressed with this key, and no answer was heard. */
  wasTried?: boolean;
  verdict: Verdict;
  /** When the server said so last, in milliseconds of this device's clock. */
  at: number;
  taken: boolean;
  /** The redemption was taken back here and now: what the server says of it. */
  takenBack?: string;
}

export interface Failed {
  title: string;
  error: unknown;
  again: () => void;
}

const heard = (code: string, verdict: Verdict, taken = false): Checked => ({ code, key: uuidv7(), verdict, at: now().getTime(), taken });

/** From the code of a voucher to its being redeemed. */
export function useRedeeming() {
  const { mutateAsync: verify, isPending: isChecking } = useVerify();
  const { mutateAsync: redeem, isPending: isTaking } = useRedeem();
  const { mutateAsync: giveBack, isPending: isTakingBack } = useTakeBack();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);

  const check = async (code: string) => {
    setChecked(null);
    setFailed(null);
    try {
      setChecked(heard(code, await verify(code)));
    } catch (error) {
      setFailed({ title: "The voucher was not checked. Do not redeem it yet.", error, again: () => void check(code) });
    }
  };
  const take = async (one: Checked) => {
    setFailed(null);
    try {
      const { taken, verdict } = await redeem(one);
      // The press's first answer comes again for its key: the redemption may have been taken back since, and another one made.
      if (taken && one.wasTried) await checkRedeemed(one.code, verdict);
      else setChecked(heard(one.code, verdict, taken));
    } catch (error) {
      const tried = { ...one, wasTried: true };
      setChecked(tried);
      setFailed({ title: whatHappened(error, one.wasTried), error, again: () => void take(tried) });
    }
  };
  const checkRedeemed = async (code: string, first: Verdict) => {
    setFailed(null);
    try {
      const verdict = await verify(code);
      setChecked(heard(code, verdict, verdict.state === "used" && verdict.voucher?.used?.at === first.voucher?.used?.at));
    } catch (error) {
      setChecked(null);
      setFailed({ title: REDEEMED_UNCHECKED, error, again: () => void checkRedeemed(code, first) });
    }
  };
  const takeBack = async (one: Checked) => {
    const used_at = one.verdict.voucher?.used?.at;
    if (!used_at) return;
    setFailed(null);
    try {
      const { message } = await giveBack({ code: one.code, used_at });
      setChecked({ ...one, taken: false, takenBack: message });
    } catch (error) {
      const hasNoAnswer = isUnanswered(error);
      const title = hasNoAnswer ? "No answer came. Press Retry: it is taken back once, however often you press." : notTakenBack(error);
      setFailed({ title, error, again: () => void (hasNoAnswer ? takeBack(one) : check(one.code)) });
    }
  };
  const next = () => {
    setChecked(null);
    setFailed(null);
  };
  useCodeOfAddress((code) => void check(code));
  useLookAgain(checked, isTaking, setChecked);
  return { checked, failed, check, take, takeBack, next, isChecking, isTaking: isTaking || isChecking, isTakingBack };
}

/** How often a voucher that may be redeemed is looked at again while it is shown, in milliseconds: another device may redeem it. */
const LOOK_AGAIN_MS = 10_000;

/** Of a voucher that was pressed and got no answer, Retry says what became of it. */
function useLookAgain(
  checked: Checked | null,
  isTaking: boolean,
  change: (next: (before: Checked | null) => Checked | null) => void,
): void {
  const { mutateAsync: verify } = useVerify();
  const isOpen = checked?.verdict.state === "valid" && !checked.taken && !checked.takenBack && !checked.wasTried && !isTaking;
  const look = useEffectEvent(async () => {
    if (!checked || document.visibilityState !== "visible") return;
    const verdict = await verify(checked.code).catch(() => null);
    if (!verdict) return; // how old the verdict is stands beside it
    // The same is the same object: it is read out once.
    const next = verdict.state === "valid" ? { ...checked, at: now().getTime() } : heard(checked.code, verdict);
    change((before) => (before?.key === checked.key && !before.wasTried ? next : before));
  });
  const key = isOpen ? checked.key : null;
  useEffect(() => {
    if (key === null) return;
    const timer = window.setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [key]);
}

const REDEEMED_UNCHECKED = "The voucher was redeemed. Whether it still is was not checked: press Retry.";

/** The server's own words where it gave some: who may, and until when. */
function notTakenBack(error: unknown): string {
  return (
    (isApiError(error) && error.status < 500 && error.message) ||
    "Whether the redemption was taken back is not known. Press Retry to check the voucher."
  );
}

/** A repeated press that fails says nothing of the first one, which may have been done. */
function whatHappened(error: unknown, wasTried = false): string {
  const once = "Press Retry: the voucher is redeemed once, however often you press.";
  if (isUnanswered(error)) return `No answer came. ${once}`;
  return wasTried ? `Whether the voucher was redeemed is not known. ${once}` : "The voucher was not redeemed.";
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
