import { contractsOf } from "@/components/app-base/contracts";
import { currentBackend } from "@/lib/api/backends";
import { call } from "@/lib/api/client";
import type { AssistRole } from "@/lib/assist/contract";

const assist = contractsOf(() => import("@/lib/assist/contract"));

export const startSharing = () => call(assist.startAssist);

export const joinSharing = (code: string) => call(assist.joinAssist, { params: { code }, body: {} });

export const endSharing = (id: string) => call(assist.endAssist, { params: { id } });

/** The address of a session's socket, with a ticket that opens it once. */
export async function socketAddress(id: string, role: AssistRole, signal: AbortSignal): Promise<string> {
  const { ticket } = await call(assist.assistTicket, { body: { id, role }, signal });
  const base = currentBackend().base.replace(/^http/, "ws");
  return `${base}/assist/ws?${new URLSearchParams({ session: id, role, ticket })}`;
}
