import { branchName } from "../known-branches";
import { LANGUAGES } from "../languages";

/** `Menu`, `Menu (Arabic)`, `Menu of Jounieh`, `drinks`: which menu is meant, as people say it. */
export function menuInWords({ key, language, branch }: { key: string; language: string; branch: string }): string {
  const name = key === "menu" ? "Menu" : key;
  const tongue = Object.hasOwn(LANGUAGES, language) ? ` (${LANGUAGES[language as keyof typeof LANGUAGES]})` : "";
  return `${name}${tongue}${branch === "" ? "" : ` of ${branchName(branch)}`}`;
}

/** `Winter 2026 (version 3)`: one version, as people tell it from others. */
export const versionInWords = ({ name, number }: { name: string; number: number }) => `${name} (version ${number})`;

/** What of a version's hash people compare: as much as nobody meets twice. */
export const shortHash = (sha256: string) => sha256.slice(0, 12);
