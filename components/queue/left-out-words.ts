/** Who gets no greeting, by the server's two words; what it says else stands as it is. */
const WHY: Record<string, string> = {
  "No usable number": "without a usable number",
  "Said no": "said no",
  "Said no?": "may have said no",
  "Not asked": "not asked for consent",
  "No name": "without a name",
  "No voucher": "without a voucher",
  "Same number": "with another guest’s number",
  Used: "with a used voucher",
  Expired: "with an expired voucher",
};

/** `2 without a number`, `1 said no`: each reason with how many it is true of, the same on every screen. */
export const leftInWords = (left: readonly { why: string; count: number }[]) =>
  left.map(({ why, count }) => `${count.toLocaleString("en")} ${WHY[why] ?? why.toLowerCase()}`);
