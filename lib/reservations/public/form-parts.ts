import { type Html, html, wrongField } from "./html";
import { type Fault, LANGUAGES, type Language } from "./page-words";
import { WORDS } from "./translations";
import type { Faults, Typed } from "./typed";
import { FIELDS } from "./typed";

/** What draws the fields of a day, a party and a time. */
export interface WhenParts {
  language: Language;
  typed: Pick<Typed, "date" | "party" | "time">;
  faults: Faults;
  /** The first and the last day that may be chosen, YYYY-MM-DD. */
  first: string;
  last: string;
  /** The largest party. */
  most: number;
  /** Free times of that day and party; null where day or party is wrong. */
  times: readonly string[] | null;
}

/** Day, party, and the times that are free then. */
export function whenFields({ language, typed, faults, first, last, most, times }: WhenParts): Html {
  const words = WORDS[language];
  const date = wrongField("date", faults.date && words.faults[faults.date]);
  const party = wrongField("party", faults.party && words.faults[faults.party]);
  const sizes = Array.from({ length: most }, (_, index) => String(index + 1));
  const options = sizes.map((size) => html`<option${size === typed.party ? html` selected` : null}>${size}</option>`);
  return html`<div class="pair">
<div class="field"><label for="date">${words.date}</label>
<input type="date" id="date" name="date" value="${typed.date}" min="${first}" max="${last}"${date.attributes}>${date.sentence}</div>
<div class="field"><label for="party">${words.party}</label>
<select id="party" name="party"${party.attributes}>${options}</select>
<p class="hint">${words.larger(most)}</p>${party.sentence}</div>
</div>
<p><button name="do" value="times">${words.showTimes}</button></p>
${timesField(words.time, words.faults.noneFree, typed.time, times, faults.time && words.faults[faults.time])}`;
}

function timesField(label: string, noneFree: string, chosen: string, times: readonly string[] | null, error: string | undefined): Html {
  if (times === null) return html``;
  const wrong = wrongField("time", error);
  const choices = times.map(
    (time, index) =>
      html`<label class="time"><input type="radio"${index === 0 ? html` id="time"` : null} name="time" value="${time}"${time === chosen ? html` checked` : null}><span><bdi>${time}</bdi></span></label>`,
  );
  const none = html`<p class="state" id="time" tabindex="-1">${noneFree}</p>`;
  return html`<fieldset${error === undefined ? null : html` aria-describedby="time-error"`}><legend>${label}</legend>
${times.length === 0 ? none : html`<div class="times">${choices}</div>`}${wrong.sentence}</fieldset>`;
}

/** What is wrong, at the head of the page and with a way to each field; focused by the browser when the page opens. */
export function wrongNotice(language: Language, faults: Faults, general: Fault | null): Html {
  const words = WORDS[language];
  if (general !== null) return html`<div class="notice" role="alert" tabindex="-1" autofocus><p>${words.faults[general]}</p></div>`;
  const wrong = FIELDS.flatMap((field) => {
    const fault = faults[field];
    return fault === undefined ? [] : [html`<li><a href="#${field}">${words.faults[fault]}</a></li>`];
  });
  if (wrong.length === 0) return html``;
  return html`<div class="notice" role="alert" tabindex="-1" autofocus><p>${words.wrong}</p><ul>${wrong}</ul></div>`;
}

/** Buttons of the form, for what was typed stays with them. */
export function languageButtons(language: Language): Html {
  const { languages } = WORDS[language];
  const buttons = LANGUAGES.map((one) => {
    const { itself, direction } = WORDS[one];
    const current = one === language ? html` aria-current="true"` : null;
    return html`<button name="to" value="${one}" lang="${one}" dir="${direction}"${current}>${itself}</button>`;
  });
  return html`<div class="languages" role="group" aria-label="${languages}">${buttons}</div>`;
}
