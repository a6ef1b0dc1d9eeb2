/** So many fields that nobody knows are named. */
const MOST_TOLD = 20;

interface WithIgnored {
  ignored?: string[];
}

/** The sentence in a save's answer about unknown fields; empty if there were none. */
export function ignoredFields({ metadata, contacts }: { metadata: WithIgnored; contacts: readonly WithIgnored[] }) {
  const inMetadata = (metadata.ignored ?? []).map((name) => `metadata.${name}`);
  const inGuests = contacts.flatMap(({ ignored = [] }) => ignored.map((name) => `contacts.${name}`));
  const ignored = [...new Set([...inMetadata, ...inGuests])].slice(0, MOST_TOLD);
  return ignored.length > 0 ? { ignored, note: `Saved without what this call does not know: ${ignored.join(", ")}.` } : {};
}
