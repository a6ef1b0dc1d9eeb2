/** A part of a campaign, and the worker to whom it is dealt; null where no worker is online. */
export interface Chunk<Guest> {
  guests: Guest[];
  worker: string | null;
}

/**
 * How a campaign is dealt to the workers: in as many parts as there are workers, but at least four and at most twenty, no
 * more than there are guests, and one after the other to those that are online (docs/design/spec-guests.md 9).
 */
export function chunksOf<Guest>(guests: readonly Guest[], online: readonly string[]): Chunk<Guest>[] {
  const parts = Math.min(Math.max(online.length, 4), guests.length, 20);
  const chunks = Array.from({ length: parts }, (_, part): Chunk<Guest> => ({ guests: [], worker: online[part % online.length] ?? null }));
  for (const [index, guest] of guests.entries()) chunks[Math.floor((index * parts) / guests.length)]?.guests.push(guest);
  return chunks;
}

/** @returns for each guest, in their order, the worker in whose part of the campaign they are; null where none is online */
export function dealt(guests: number, online: readonly string[]): (string | null)[] {
  const all = Array.from({ length: guests }, (_, index) => index);
  return chunksOf(all, online).flatMap((chunk) => chunk.guests.map(() => chunk.worker));
}
