/** The steps of a reservation (lib/reservations/states.ts) in which its party sits, or has sat: they came. */
export const CAME: readonly string[] = ["PARTLY_SEATED", "SEATED", "STARTER", "MAIN", "DESSERT", "BILL", "FINISHED"];
