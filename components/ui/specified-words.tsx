import type { ReactNode } from "react";

/** Parts of specified texts that name the machine: they stay, and stand small beside what people read. */
const TECHNICAL =
  /(\((?:enqueue|API base)\)|Please check API\/CORS\.|Missing API base for this table\.|\b(?:in|from|into one|server local) table\.db|to enqueue(?=\.$))/;

/** A text of the specification, its technical part small. */
export function SpecifiedWords({ text }: { text: string }) {
  const pieces = text.split(TECHNICAL);
  if (pieces.length === 1) return text;
  return <span>{pieces.map((piece, at) => (at % 2 === 1 ? <small key={piece}>{piece}</small> : piece))}</span>;
}

/** The same where what is shown may be no text. */
export const asSpecified = (shown: ReactNode): ReactNode => (typeof shown === "string" ? <SpecifiedWords text={shown} /> : shown);
