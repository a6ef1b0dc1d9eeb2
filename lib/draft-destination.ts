import { bodyToSend, type Draft, type TableInfo } from "./drafts";

/**
 * Where a draft is sent: its branch, and the server's address. While nobody knows whether an earlier sending arrived,
 * that is where it went first: anywhere else the same table would be saved a second time.
 */
export function destinationOfDraft(of: Draft): Pick<TableInfo, "branch" | "api_base"> {
  const { branch, api_base } = bodyToSend(of).metadata;
  return { branch, api_base };
}

/** Whether a server has the table, or may have it: its branch and address are settled then. */
export function isDestinationFixed(of: Draft): boolean {
  return of.sent !== null || of.table_name !== null;
}

/** A draft with another table info, but for a branch and an address that are settled. */
export function withInfo(of: Draft, changed: Partial<TableInfo>): Draft {
  return { ...of, info: { ...of.info, ...changed, ...(isDestinationFixed(of) ? destinationOfDraft(of) : {}) } };
}
