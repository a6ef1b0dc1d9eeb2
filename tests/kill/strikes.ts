import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";

/** What happens to the files beside a store before the next start. */
export type Strike = (wal: string, shm: string) => void;

export const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;

export const remove = (name: string) => rmSync(name, { force: true });

const ifThere = (work: (name: string) => void) => (name: string) => {
  if (sizeOf(name) > 0) work(name);
};

const change = (name: string, from: (size: number) => number, byte: number) => {
  const bytes = readFileSync(name);
  writeFileSync(name, bytes.fill(byte, from(bytes.length)));
};

/** Every way in which what lies beside a store is lost, by its name. @param random from 0 to 1 */
export function strikes(random: () => number): Record<string, Strike> {
  const somewhere = (size: number) => Math.floor(random() * size);
  const cut = ifThere((name) => truncateSync(name, somewhere(sizeOf(name))));
  const overwrite = ifThere((name) => change(name, somewhere, 0));
  const spoil = ifThere((name) => change(name, () => 0, 0x5a));
  return {
    "nothing is touched": () => {},
    "the -wal is deleted": (wal) => remove(wal),
    "the -wal is cut": (wal) => cut(wal),
    "the -wal is overwritten from somewhere on": (wal) => overwrite(wal),
    "the -wal is overwritten": (wal) => spoil(wal),
    "the -shm is deleted": (_, shm) => remove(shm),
    "the -shm is cut": (_, shm) => cut(shm),
    "the -shm is overwritten": (_, shm) => spoil(shm),
    "both are deleted": (wal, shm) => [wal, shm].forEach(remove),
  };
}
