import type { AuthStyle } from "./api/backends";
import type { DateFormat } from "./date-format";
import type { BranchKey, KnownBranch } from "./known-branches";

/** What the server tells every page about itself; nothing here is secret. Times of day are `HH:MM`. */
export interface PublicSettings {
  version: string;
  /** The server's clock when it drew the page, ISO 8601. */
  now: string;
  branch: BranchKey;
  /** Those that this server keeps. */
  branches: BranchKey[];
  /** The restaurants of the group, closed ones too, in the order in which lists show them. */
  branchRows: readonly KnownBranch[];
  apiBases: Record<BranchKey, string>;
  authStyle: AuthStyle;
  branchHeader: string;
  timeZone: string;
  /** How dates are written in digits. */
  dateFormat: DateFormat;
  endOfDayAt: string;
  dayEndsAt: string;
  defaultCountryCode: string;
}
