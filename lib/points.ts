/** Points per guest and saved table (second specification, section 9). */
export const POINTS_PER_VISIT = 5;
