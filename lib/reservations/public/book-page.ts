import { branchName } from "../../known-branches";
import type { PublicAnswer } from "../../public-page";
import { languageButtons, whenFields, wrongNotice } from "./form-parts";
import type { Offer } from "./free-times";
import { html, pageOf, wrongField } from "./html";
import type { Fault, Language } from "./page-words";
import { WORDS } from "./translations";
import { type Faults, LONGEST, type Typed } from "./typed";

/** What the form of a new reservation shows. */
export interface BookPage {
  branch: string;
  house: string;
  language: Language;
  offer: Offer;
  today: string;
  typed: Typed;
  faults: Faults;
  /** What is wrong with the whole; null for nothing. */
  general: Fault | null;
  times: readonly string[] | null;
  status: number;
}

/** The form in which a guest books: everything on one page, whatever was typed still in it. */
export function bookPage({ branch, house, language, offer, today, typed, faults, general, times, status }: BookPage): PublicAnswer {
  const words = WORDS[language];
  const title = words.bookAt(branchName(branch));
  const name = wrongField("name", faults.name && words.faults[faults.name]);
  const phone = faults.phone && words.faults[faults.phone];
  const note = wrongField("note", faults.note && words.faults[faults.note]);
  const asks = offer.mode === "ask";
  // The first button is what Enter presses: it books, wherever the cursor stands.
  const main = html`<h1>${title}</h1>
${wrongNotice(language, faults, general)}
<form method="post" action="/reserve/${branch}" novalidate>
<button class="unseen" name="do" value="book" tabindex="-1" aria-hidden="true">${asks ? words.ask : words.book}</button>
${languageButtons(language)}
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="key" value="${typed.key}">
<div class="unseen" aria-hidden="true"><label for="website">${words.unseen}</label>
<input id="website" name="website" tabindex="-1" autocomplete="off"></div>
${whenFields({ language, typed, faults, first: today, last: offer.last, most: offer.most, times })}
<div class="field"><label for="name">${words.name}</label>
<input id="name" name="name" value="${typed.name}" autocomplete="name" maxlength="${LONGEST.name}" dir="auto"${name.attributes}>${name.sentence}</div>
<div class="field"><label for="phone">${words.phone}</label>
<input type="tel" id="phone" name="phone" value="${typed.phone}" autocomplete="tel" inputmode="tel" maxlength="${LONGEST.phone}" dir="ltr" aria-describedby="phone-hint${phone ? " phone-error" : ""}"${phone ? html` aria-invalid="true"` : null}>
<p class="hint" id="phone-hint">${words.phoneHint}</p>${phone ? html`<p class="error" id="phone-error">${phone}</p>` : null}</div>
<div class="field"><label for="note">${words.note} (${words.optional})</label>
<textarea id="note" name="note" rows="3" maxlength="${LONGEST.note}" dir="auto"${note.attributes}>
${typed.note}</textarea>
<p class="hint">${words.noteHint}</p>${note.sentence}</div>
${asks ? html`<p>${words.askHint}</p>` : null}
<button class="main" name="do" value="book">${asks ? words.ask : words.book}</button>
</form>`;
  return pageOf({ language, title, house, telephone: offer.telephone, main, status });
}
