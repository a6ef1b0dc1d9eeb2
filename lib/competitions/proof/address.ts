import { env } from "../../env";

/** Where everybody reads the proof of a competition; null where the server has no address for guests. */
export function proofAddress(id: string): string | null {
  const { PUBLIC_PORT, PUBLIC_URL } = env();
  return PUBLIC_PORT === undefined || PUBLIC_URL === undefined ? null : `${PUBLIC_URL}/draw/${id}`;
}
