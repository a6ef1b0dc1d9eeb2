import type { Branch } from "./db/branch";
import { env } from "./env";

/** What somebody without an account asks of a guests' page. No cookie and no token of the staff ever comes along. */
export interface PublicAsked {
  method: "GET" | "POST";
  /** The parts of the path, decoded: `["reserve", "jounieh"]`. */
  path: readonly string[];
  query: URLSearchParams;
  /** The fields of a form that was sent; empty for none. */
  form: URLSearchParams;
  /** As the browser says which languages its owner reads. */
  languages: string;
  /** Where it came from; for throttles. Of IPv6 the network alone, whose every address is one household's. */
  address: string;
  request_id: string;
  /** The branch of a key, where it is one of the restaurants that are kept here. */
  branchOf: (key: string) => Branch | null;
}

/** A page's answer. */
export interface PublicAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A guests' page. @returns null for what it does not know: that is answered as any address that there is not */
export type PublicPage = (asked: PublicAsked) => Promise<PublicAnswer | null>;

/** A branch's page of reservations as guests open it; null where the server has no address for guests. */
export function reserveAddress(branch: string): string | null {
  const { PUBLIC_PORT, PUBLIC_URL } = env();
  return PUBLIC_PORT === undefined || PUBLIC_URL === undefined ? null : `${PUBLIC_URL}/reserve/${branch}`;
}
