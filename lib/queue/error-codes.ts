const TRACE = / ?\((?:Meta's trace: |WhatsApp's (?=code ))([\w -]+)\)/g;

/** A sentence with the code of WhatsApp behind it, which `reasonOf` takes off again: it says something to WhatsApp's support alone. */
export function withCode(sentence: string, code: string | number): string {
  return code === "" ? sentence : `${sentence} (WhatsApp's code ${code})`;
}

/** Why a message did not go, as people read it, and by what WhatsApp's support finds the call (`outcomeOfAnswer`); null where nothing is named. */
export function reasonOf(text: string): { plain: string; trace: string | null } {
  return { plain: text.replace(TRACE, ""), trace: [...text.matchAll(TRACE)].at(-1)?.[1] ?? null };
}
