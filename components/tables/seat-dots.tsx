import classes from "./seat-dots.module.css";

/** The table from above: one dot for each guest, at most twelve around it. */
export function SeatDots({ guests }: { guests: number }) {
  const seats = Math.min(guests, 12);
  return (
    <svg className={classes.seats} viewBox="-28 -28 56 56" aria-hidden>
      <circle r="15" className={classes.tableTop} />
      {Array.from({ length: seats }, (_, seat) => {
        const angle = (2 * Math.PI * seat) / seats - Math.PI / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is nothing but its place.
          <circle key={seat} r="4" cx={(22 * Math.cos(angle)).toFixed(2)} cy={(22 * Math.sin(angle)).toFixed(2)} className={classes.seat} />
        );
      })}
      <text textAnchor="middle" dominantBaseline="central" className={classes.seatCount}>
        {guests}
      </text>
    </svg>
  );
}
