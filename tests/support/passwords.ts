/** What the people of the template sign in with. */
export const PASSWORDS = { admin: "seven brass lanterns", staff: "warm bread at noon", keyless: "no door opens here" };
