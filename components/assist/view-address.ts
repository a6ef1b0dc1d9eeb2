import { useEffect } from "react";
import { useSession } from "@/components/app-base/session";
import { toast } from "@/components/ui/toast";
import { isLocalAddress } from "@/lib/api/base";
import { ASSIST_NAMES } from "@/lib/assist/assist-names";

/**
 * The address at which another device opens View; the code is never in it. Null where there is none: a page that was opened
 * by this machine's own name for itself would lead a phone to the phone.
 * @param page the address of this page
 * @param base the API's at which the code works @param isPagesServer whether that is the server that gave the page
 */
export function viewAddress(page: string, base: string, isPagesServer: boolean): string | null {
  const { protocol, origin } = new URL(page);
  if (!/^https?:$/.test(protocol) || isLocalAddress(page) || isLocalAddress(base)) return null;
  const query = new URLSearchParams({ assist: "view", ...(isPagesServer ? {} : { apiBase: base }) });
  return `${origin}/?${query}`;
}

/** Opens View where the address asks for it, once somebody is signed in. The wish does not stay in the address. */
export function useViewOfAddress(open: () => void): void {
  const session = useSession();
  useEffect(() => {
    const address = new URL(window.location.href);
    if (session.status !== "signed-in" || address.searchParams.get("assist") !== "view") return;
    address.searchParams.delete("assist");
    window.history.replaceState(window.history.state, "", address);
    if (session.can("remote_assist_view")) open();
    else toast.error(ASSIST_NAMES.mayNotView);
  }, [session, open]);
}
