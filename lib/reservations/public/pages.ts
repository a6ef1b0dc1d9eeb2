import { now } from "../../clock";
import type { Branch } from "../../db/branch";
import { env } from "../../env";
import { isOpenRestaurant } from "../../known-branches";
import type { PublicAnswer, PublicAsked } from "../../public-page";
import { momentNow } from "../booking";
import { rowOfToken } from "../links";
import { rulesIn } from "../rules/stored-rules";
import { takeBooking } from "./book";
import { calendarFile } from "./calendar-file";
import { answerOwn } from "./own";
import { gonePage } from "./own-page";
import { languageFor } from "./page-words";
import { isTooOften, mayDo } from "./throttles";

const PLAIN = { "content-type": "text/plain; charset=utf-8" };

/** The same for whoever asks too often, whatever they asked for. */
const TOO_OFTEN: PublicAnswer = {
  status: 429,
  headers: { ...PLAIN, "retry-after": "600" },
  body: "Too many tries. Please wait a few minutes, or call us.\nTrop d’essais. Attendez quelques minutes, ou appelez-nous.\nمحاولات كثيرة. انتظروا بضع دقائق، أو اتصلوا بنا.\n",
};

/**
 * The guests' pages: `/reserve/{branch}`, where a branch has switched it on, `/reserve/{branch}/{token}`, and its calendar file.
 * @returns null for any other address, and for a page that is off
 */
export async function answerReserve(asked: PublicAsked): Promise<PublicAnswer | null> {
  const [root, key = "", token, file, ...more] = asked.path;
  if (root !== "reserve" || more.length > 0 || key === "" || token === "" || (file !== undefined && file !== "calendar.ics")) return null;
  if (file !== undefined && asked.method !== "GET") return null;
  if (isTooOften("miss", asked.address) || !mayDo(asked.method === "GET" ? "look" : "send", asked.address)) return TOO_OFTEN;
  const named = asked.form.get("to") ?? asked.form.get("lang") ?? asked.query.get("lang");
  const branch = isOpenRestaurant(key) ? asked.branchOf(key) : null;
  if (token === undefined) return branch && (await isOn(branch)) ? takeBooking(branch, asked, languageFor(named, asked.languages)) : null;
  return ofToken({ branch, token, isFile: file !== undefined, asked, named });
}

async function isOn(branch: Branch): Promise<boolean> {
  const { sql } = await branch.table();
  return rulesIn(sql).rules.public_page !== "off";
}

interface OfToken {
  branch: Branch | null;
  token: string;
  isFile: boolean;
  asked: PublicAsked;
  /** The language that was asked for by name. */
  named: string | null;
}

/** A token that leads nowhere is answered alike, whatever the branch and whyever. */
async function ofToken({ branch, token, isFile, asked, named }: OfToken): Promise<PublicAnswer> {
  const house = env().GROUP_NAME;
  const row = branch && rowOfToken((await branch.table()).sql, token, { at: now() });
  if (!branch || !row) {
    mayDo("miss", asked.address);
    return gonePage(languageFor(named, asked.languages), house);
  }
  // In which they booked, whatever language their phone speaks.
  const language = languageFor(named ?? row.language, asked.languages);
  if (!isFile) return answerOwn({ branch, token, row, asked, language, moment: momentNow() });
  const headers = {
    "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
    "content-disposition": 'attachment; filename="reservation.ics"',
  };
  return { status: 200, headers, body: calendarFile(branch.key, house, row, language) };
}
