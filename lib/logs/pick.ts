/** A day's log, as `lib/log.ts` names it. */
const LOG_NAME = /^daftar-\d{4}-\d{2}-\d{2}\.log$/;
/** A packed log, as `packName` names it: nothing else is ever handed out. */
const PACK_NAME = /^daftar-logs-\d{4}-\d{2}-\d{2}-\d{6}-[0-9a-f]{8}\.zip$/;

/** Bytes of one log that are packed at most: its newest ones. */
const LOG_LIMIT = 50 * 1024 * 1024;
/** Bytes of all logs together, before they are packed. */
const PACK_LIMIT = 200 * 1024 * 1024;
/** So many packed logs are kept. */
export const KEPT_PACKS = 5;

export const isPackName = (name: string): boolean => PACK_NAME.test(name);

/**
 * @param date `2026-11-20` and `time` `21:40:05`, where the server stands
 * @param mark eight hexadecimal digits, so that two people who pack at once do not meet
 */
export function packName(date: string, time: string, mark: string): string {
  return `daftar-logs-${date}-${time.replaceAll(":", "")}-${mark}.zip`;
}

/** A file in the folder of logs. */
export interface Found {
  name: string;
  /** A file itself: no folder, link or device. */
  isPlain: boolean;
  /** Bytes. */
  size: number;
}

/** A log to be packed, from this byte on. */
export interface Picked {
  name: string;
  from: number;
  size: number;
}

export interface LeftOut {
  file: string;
  why: string;
}

const MEGABYTES = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/**
 * Chooses what is packed, the newest day first: a log over its limit gives its newest part, and what no longer fits is left
 * out. Whatever is no log stays unnamed where its name says nothing to anybody, and is never packed (docs/design/reliability.md S-26).
 */
export function pickLogs(
  found: readonly Found[],
  limits = { log: LOG_LIMIT, pack: PACK_LIMIT },
): { picked: Picked[]; left_out: LeftOut[] } {
  const picked: Picked[] = [];
  const left_out: LeftOut[] = [];
  let room = limits.pack;
  for (const { name, isPlain, size } of [...found].sort((a, b) => (a.name < b.name ? 1 : -1))) {
    if (!LOG_NAME.test(name)) continue;
    if (!isPlain) left_out.push({ file: name, why: "It is no plain file." });
    else if (room === 0) left_out.push({ file: name, why: `The logs are more than ${MEGABYTES(limits.pack)}; this one is older.` });
    else {
      const taken = Math.min(size, limits.log, room);
      room -= taken;
      picked.push({ name, from: size - taken, size });
      if (taken < size) left_out.push({ file: name, why: `Its newest ${MEGABYTES(taken)} of ${MEGABYTES(size)} are packed.` });
    }
  }
  const others = found.filter(({ name }) => !LOG_NAME.test(name)).length;
  if (others > 0) left_out.push({ file: `${others} other ${others === 1 ? "entry" : "entries"}`, why: "No log of a day." });
  return { picked, left_out };
}
