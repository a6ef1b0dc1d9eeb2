import { contractsOf } from "@/components/app-base/contracts";
import { isApiError } from "@/lib/api/api-error";
import type { OpenTable, Problem, Reservation } from "@/lib/reservations/shapes";

/** Why the server did not do it, as far as the form can help. */
export interface Refusal {
  message: string;
  /** The reservation as it stands, where somebody changed it in between. */
  current: Reservation | null;
  taken: { table: string; by: string; code: string; from: string; until: string }[];
  /** Tables of the booking at which people sit without a reservation. */
  open: OpenTable[];
  problems: Problem[];
  mayOverride: boolean;
  free: string[][];
}

const contract = contractsOf(() => import("@/lib/reservations/contract"));

/** A refusal of which only its sentence is known. */
export const plainRefusal = (message: string): Refusal => ({
  message,
  current: null,
  taken: [],
  open: [],
  problems: [],
  mayOverride: false,
  free: [],
});

export async function readRefusal(error: Error): Promise<Refusal> {
  const plain = plainRefusal(error.message);
  if (!isApiError(error)) return plain;
  const read = (await contract.refusalFields()).safeParse(error.fields);
  if (!read.success) return plain;
  const { current = null, taken = [], open = [], problems = [], may_override = false, free = [] } = read.data;
  return { ...plain, current, taken, open, problems, mayOverride: may_override, free };
}
