import { SOURCE_WORDS } from "../reservations/screen-words";
import type { ReservationSource } from "../reservations/shapes";

/** How an evening's people came to the house: by a reservation of each source, or to a table that nobody had reserved. */
export type Channel = `from_${ReservationSource}` | "unbooked";

export const channelOf = (source: ReservationSource): Channel => `from_${source}`;

const SOURCE_KEYS = Object.keys(SOURCE_WORDS) as ReservationSource[];

export const CHANNELS: readonly Channel[] = [...SOURCE_KEYS.map(channelOf), "unbooked"];

export const ofChannels = <T>(make: (channel: Channel) => T) =>
  Object.fromEntries(CHANNELS.map((channel) => [channel, make(channel)])) as Record<Channel, T>; // each of them has one

const NAMES = Object.fromEntries(SOURCE_KEYS.map((source) => [channelOf(source), SOURCE_WORDS[source]]));

/** What a figure of a channel is called, and what it adds up. */
export function channelInWords(channel: Channel): { label: string; formula: string } {
  if (channel === "unbooked")
    return {
      label: "People: not booked",
      formula: "The party sizes of saved tables that were opened for no reservation, of those with one.",
    };
  const name = NAMES[channel] ?? channel;
  return { label: `People: ${name}`, formula: `The parties of reservations by “${name}” that came, added up.` };
}
