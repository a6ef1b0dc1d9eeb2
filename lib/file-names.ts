import { cleanText } from "./clean-text";

/** What no file name may hold on some system, and what nobody sees in one; the joiners of Arabic, Persian and emoji stay. */
const UNSAFE = /(?![\u200c\u200d])[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Devices of Windows, which are files nobody can save. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** So many characters are left of a name: with its ending, it fits every system's 255 bytes in any script. */
const LONGEST = 60;

/** A text as the name of a file (no dots at either end, which hide a file or are cut by Windows), without its ending; `otherwise` where nothing of it is left. */
export function fileNameOf(text: string, otherwise: string): string {
  const safe = cleanText(text.replace(UNSAFE, " ")).replace(/^[. ]+|[. ]+$/g, "");
  const name = [...safe].slice(0, LONGEST).join("").trimEnd();
  return name === "" || RESERVED.test(name) ? otherwise : name;
}
