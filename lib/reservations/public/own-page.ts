import { branchName } from "../../known-branches";
import type { PublicAnswer } from "../../public-page";
import type { ReservationRow } from "../rows";
import { dayInWords } from "./day-in-words";
import { whenFields, wrongNotice } from "./form-parts";
import type { Offer } from "./free-times";
import { type Html, html, own, pageOf } from "./html";
import { type Fault, guestState, LANGUAGES, type Language } from "./page-words";
import { WORDS } from "./translations";
import type { Faults, Typed } from "./typed";

/** What a guest may do with their reservation now. */
export interface GuestMay {
  change: boolean;
  cancel: boolean;
  /** Who waits for a table at the door may leave the list. */
  leave: boolean;
  /** Why not, where a person has to be called. */
  why: "confirmed" | "late" | null;
}

/** What the page of one reservation shows: nothing of anybody else, and no table's number. */
export interface OwnPage {
  branch: string;
  house: string;
  language: Language;
  token: string;
  row: ReservationRow;
  offer: Offer;
  today: string;
  dayEndsAt: string;
  may: GuestMay;
  /** Of a change that was typed and not saved; null before one. */
  typed: Pick<Typed, "date" | "party" | "time"> | null;
  faults: Faults;
  general: Fault | null;
  times: readonly string[] | null;
  /** A change was saved just now. */
  isChanged: boolean;
  status: number;
}

/** A guest's own reservation: to see, to change and to cancel. */
export function ownPage(page: OwnPage): PublicAnswer {
  const { branch, house, language, token, row, faults, general, status, isChanged, dayEndsAt } = page;
  const words = WORDS[language];
  const here = `/reserve/${branch}/${token}`;
  const state = guestState(row.status);
  const main = html`<h1>${words.yours}</h1>
${wrongNotice(language, faults, general)}
<form method="get" action="${here}" class="languages" aria-label="${words.languages}">${languageLinks(language)}</form>
${isChanged ? html`<div class="notice good" role="status"><p>${words.changed}</p></div>` : null}
<div class="card">
<p class="state">${words.states[state]}</p>
<dl>
<dt>${words.name}</dt><dd>${own(row.name)}</dd>
<dt>${words.day}</dt><dd>${dayInWords(language, row.business_day, row.time, dayEndsAt)}</dd>
<dt>${words.time}</dt><dd><bdi>${row.time}</bdi></dd>
<dt>${words.people}</dt><dd>${row.party}</dd>
<dt>${words.code}</dt><dd><bdi>${row.code}</bdi></dd>
</dl>
${state === "asked" || state === "booked" ? html`<p><a class="button" href="${here}/calendar.ics">${words.calendar}</a></p>` : null}
${whyNot(page)}
${page.may.change ? changeForm(page, here) : null}
${page.may.cancel ? endForm(page, here, "cancel") : null}
${page.may.leave ? endForm(page, here, "leave") : null}
</div>
${page.offer.mode === "off" ? null : html`<p class="after"><a class="button" href="/reserve/${branch}?lang=${language}">${words.again}</a></p>`}`;
  return pageOf({ language, title: `${words.yours}: ${branchName(branch)}`, house, telephone: page.offer.telephone, main, status });
}

function whyNot({ language, may, offer }: OwnPage): Html {
  const words = WORDS[language];
  if (may.why === null) return html``;
  return html`<p>${may.why === "late" ? words.tooLate(offer.cancelHours) : words.callToChange}</p>`;
}

/** Of what stands in the address: nothing is typed on this page that would be lost. */
function languageLinks(language: Language): Html[] {
  return LANGUAGES.map((one) => {
    const { itself, direction } = WORDS[one];
    return html`<button name="lang" value="${one}" lang="${one}" dir="${direction}"${one === language ? html` aria-current="true"` : null}>${itself}</button>`;
  });
}

function changeForm({ language, row, offer, today, typed, faults, times }: OwnPage, here: string): Html {
  const words = WORDS[language];
  const shown = typed ?? { date: row.business_day, party: String(row.party), time: row.time };
  const most = Math.max(offer.most, row.party);
  return html`<details${typed === null ? null : html` open`}><summary>${words.change}</summary>
<form method="post" action="${here}" novalidate>
<input type="hidden" name="lang" value="${language}"><input type="hidden" name="version" value="${row.version}">
<button class="unseen" name="do" value="change" tabindex="-1" aria-hidden="true">${words.saveChange}</button>
${whenFields({ language, typed: shown, faults, first: today, last: offer.last, most, times })}
<button class="main" name="do" value="change">${words.saveChange}</button>
</form></details>`;
}

/** What ends it: asked for once more before it is done. */
function endForm({ language, row }: OwnPage, here: string, how: "cancel" | "leave"): Html {
  const words = WORDS[language];
  return html`<details><summary>${words[how]}</summary>
<form method="post" action="${here}">
<input type="hidden" name="lang" value="${language}"><input type="hidden" name="version" value="${row.version}">
<p>${words[`${how}Sure`]}</p>
<button class="danger" name="do" value="${how}">${words[`${how}Yes`]}</button>
</form></details>`;
}

/** The same for every link that leads nowhere, whichever it is and why. */
export function gonePage(language: Language, house: string): PublicAnswer {
  const words = WORDS[language];
  const main = html`<h1>${words.gone}</h1><p>${words.goneHint}</p>`;
  return pageOf({ language, title: words.gone, house, telephone: "", main, status: 404 });
}
