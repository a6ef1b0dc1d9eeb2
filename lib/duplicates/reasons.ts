/** Why two guests may be one, in the order in which they are told. */
export const REASONS = ["phone", "phone slip", "name", "part of name", "birthday", "email"] as const;
export type Reason = (typeof REASONS)[number];
