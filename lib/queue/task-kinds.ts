/** Why a message goes out: the menu of a saved table, a birthday campaign, or a word from Customer Service. */
export const TASK_KINDS = ["menu", "birthday", "service"] as const;
