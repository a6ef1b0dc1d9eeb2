/** Why a message goes out: the menu of a saved table, a birthday campaign, or a word from Customer Service. */
export const TASK_KINDS = ["menu", "birthday", "service"] as const;

/** How a person reads the kind of a message. */
export const KIND_NAMES: Readonly<Record<(typeof TASK_KINDS)[number], string>> = {
  menu: "Menu",
  birthday: "Birthday greeting",
  service: "Letter",
};
