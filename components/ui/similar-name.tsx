import { FactChip } from "./fact-chip";

/** That a guest was found by a name that is only like what was typed. */
export function SimilarName({ guest }: { guest: { written_otherwise?: true | undefined } }) {
  return guest.written_otherwise && <FactChip small>Similar name</FactChip>;
}

export const similarInWords = (count: number) => `${count} with ${count === 1 ? "a similar name" : "similar names"}`;
