import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkAudit } from "@/lib/audit/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { call } from "../support/house";

export const HALA = {
  name: "Hala Zorkane",
  phones: "71 918 273",
  email: "hala.z@example.com",
  birthday: "--11-20",
  company: "Zorkane Freres",
};
/** What of her may stand nowhere: as typed, as kept, as searched for. */
export const HERS = ["Zorkane", "zorkane", "71 918 273", "71918273", "918273", "03 918274", "3918274", "hala.z"];
export const PHONES = HALA.phones;

/** The files of the data folder in which one of the texts stands; backups are left out. */
export function filesWith(texts: readonly string[]): string[] {
  const data = process.env.DATA_DIR ?? "";
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.parentPath.endsWith("backups")) continue;
    const bytes = readFileSync(file);
    for (const text of texts) if (bytes.includes(text) || entry.name.includes(text)) found.push(`${path.relative(data, file)}: ${text}`);
  }
  return found;
}

export const erase = (body: { id?: string; phones?: string }) => call("admin", erasePersonalData, { body });
export const check = async () => (await call("admin", checkAudit)).answer;
