import classes from "./guest-name.module.css";
import { matchName, matchPhone, type TextPart } from "./text-match";

/** A person's name in whatever script, isolated so that it never turns its neighbours around. */
export function GuestName({ name, query = "" }: { name: string; query?: string }) {
  if (!name.trim()) return <span className={classes.nameless}>No name</span>;
  return <bdi>{query.trim() ? <Parts parts={matchName(name, query)} /> : name}</bdi>;
}

/** A phone as it is shown, left to right in every surrounding. */
export function GuestPhone({ shown, query = "" }: { shown: string; query?: string }) {
  return (
    <span dir="ltr" className={classes.phone}>
      {query.trim() ? <Parts parts={matchPhone(shown, query)} /> : shown}
    </span>
  );
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    part.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is nothing but its place in the text.
      <mark key={index} className={classes.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
