/** Rounds as quicknet published them, each with its moment. */
export const ROUNDS = {
  first: {
    round: 1,
    randomness: "1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a",
    signature: "b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b",
  },
  second: {
    round: 2,
    randomness: "5782d6987841c654515a0e72b2d1ebb4e741234042c37cb19608ae50d93fb60c",
    signature: "b6b6a585449b66eb12e875b64fcbab3799861a00e4dbf092d99e969a5eac57dd3f798acf61e705fe4f093db926626807",
  },
  third: {
    round: 3,
    randomness: "7ef4621ace1c6da4eb2eee7cd901f81385bca5b189771ec0f08d0d2566dd1a21",
    signature: "b3fab6df720b68cc47175f2c777e86d84187caab5770906f515ff1099cb01e4deaa027075d860823e49477b93c72bd64",
  },
  september: {
    round: 657_413,
    randomness: "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
    signature: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
  },
} as const;

/** The round of September is published three seconds after this. */
export const DRAWS_AT = "2023-09-15T11:00:00.000Z";
export const OPENS_AT = "2023-09-10T08:00:00.000Z";
export const CLOSES_AT = "2023-09-15T09:00:00.000Z";
/** While it is open, after it has closed, and when the round is there. */
export const WHILE_OPEN = "2023-09-14T10:00:00.000Z";
export const AFTER_CLOSE = "2023-09-15T09:30:00.000Z";
export const ROUND_IS_THERE = "2023-09-15T11:00:04.000Z";

/** Comments as a table; each `[id, user, text, time]`. */
export const table = (rows: readonly (readonly [string, string, string, string?])[]) =>
  ["id,username,text,timestamp", ...rows.map((row) => row.map((cell = "") => `"${cell.replaceAll('"', '""')}"`).join(","))].join("\n");

/** So many people, each with one comment that mentions a friend. */
export const people = (count: number) =>
  table(
    Array.from(
      { length: count },
      (_, index) => [String(17_900_000_000 + index), `guest_${index}`, `@friend.${index} yes`, "2023-09-12T10:00:00Z"] as const,
    ),
  );
