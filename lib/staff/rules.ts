import type { StaffLists } from "./contract";

/** Every branch starts with two hostesses and five waiters (first specification, section 3). */
export const DEFAULT_STAFF: StaffLists = {
  hostesses: ["Maya", "Rima"],
  waiters: ["Elie", "Georges", "Jad", "Karim", "Tony"],
};
