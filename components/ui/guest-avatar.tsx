import { UserRound } from "lucide-react";
import classes from "./guest-avatar.module.css";
import { initialsOf, tintOf } from "./initials";

/** Initials on one of five tints; hidden from screen readers, because the name stands beside it. */
export function GuestAvatar({ name, small = false }: { name: string; small?: boolean }) {
  const initials = initialsOf(name);
  return (
    <span className={classes.avatar} data-tint={tintOf(name)} data-small={small || undefined} aria-hidden>
      {initials || <UserRound size={18} strokeWidth={1.75} />}
    </span>
  );
}

/** The first few guests, overlapping, and how many more there are. */
export function AvatarStack({ names, shown = 4 }: { names: readonly string[]; shown?: number }) {
  const more = names.length - shown;
  return (
    <span className={classes.stack} aria-hidden>
      {names.slice(0, shown).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have one name, and a picture has no state.
        <GuestAvatar key={index} name={name} small />
      ))}
      {more > 0 && (
        <span className={classes.avatar} data-tint="more" data-small>
          +{more}
        </span>
      )}
    </span>
  );
}
