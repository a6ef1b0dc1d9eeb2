/** Points per guest and saved table (docs/design/spec-guests.md 9). */
export const POINTS_PER_VISIT = 5;
