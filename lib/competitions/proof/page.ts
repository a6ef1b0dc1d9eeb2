import { createHash } from "node:crypto";
import { branchName } from "../../known-branches";
import { escaped, PLAIN_STYLE } from "../../plain-page";
import { Html, html, own } from "../../reservations/public/html";
import { PAGE_STYLE } from "../../reservations/public/page-style";
import { addressOfRound, PUBLIC_DRAND } from "../draw/quicknet";
import { REMOVALS } from "../entries/judge";
import { RULE_LANGUAGES, type RuleLanguage, wholeRules } from "../rules-text";
import type { ProofFacts } from "./facts";
import { CHECK_SCRIPT } from "./script";
import { PROOF_WORDS } from "./words";

const STYLE = `${PLAIN_STYLE}${PAGE_STYLE}
pre { max-height: 24rem; margin: 0 0 1rem; padding: 0.75rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); font: 0.85rem/1.5 ui-monospace, monospace; direction: ltr; text-align: left; white-space: pre; overflow-wrap: normal; }
.rules { white-space: pre-line; }
.hash { overflow-wrap: anywhere; font-family: ui-monospace, monospace; direction: ltr; unicode-bidi: isolate; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 0.4rem 0.6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { white-space: nowrap; }
td { min-width: 3rem; overflow-wrap: break-word; }
td.hash { min-width: 16rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-end: 1rem; }
section + section { margin-block-start: 2.5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
`;

/** It has no script, loads nothing and sends nothing. */
export const PROOF_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface Shown {
  facts: ProofFacts;
  house: string;
  timeZone: string;
}

/** The proof in one language, as the guests' port gives it. */
export function proofPage(shown: Shown, language: RuleLanguage): string {
  const others = RULE_LANGUAGES.filter((one) => one !== language).map(
    (one) => html`<a class="button" href="?lang=${one}" hreflang="${one}" lang="${one}">${PROOF_WORDS[one].itself}</a>`,
  );
  return documentOf(shown, language, html`<nav>${others}</nav>${said(shown, language)}`);
}

/** The proof in all languages as one file, for anybody's web space. */
export function proofDocument(shown: Shown): string {
  const parts = RULE_LANGUAGES.map((one) => html`<section lang="${one}" dir="${PROOF_WORDS[one].direction}">${said(shown, one)}</section>`);
  return documentOf(shown, "en", html`${parts}`);
}

function documentOf({ facts, house }: Shown, language: RuleLanguage, main: Html): string {
  const words = PROOF_WORDS[language];
  const page = html`<!doctype html>
<html lang="${language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${words.title(facts.competition.title)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><p class="house">${own(house)}</p></header>
<main>
${main}
${data(facts, words)}
</main>
</body>
</html>
`;
  return page.text;
}

/** Everything that is said in words. */
function said(shown: Shown, language: RuleLanguage): Html {
  const { facts } = shown;
  const words = PROOF_WORDS[language];
  const { title, prize, branches, state, reason, rules } = facts.competition;
  const places = branches.length === 0 ? null : html` · ${branches.map(branchName).join(", ")}`;
  return html`<h1>${words.title("")}${own(title)}</h1>
<p>${facts.competition.way === "secret" ? words.whatBySecret : words.what}</p>
${state === "CANCELLED" ? html`<p class="notice">${words.cancelled} ${own(reason)}</p>` : null}
<dl><dt>${words.prize}</dt><dd>${own(prize)}</dd><dt>${words.house}</dt><dd>${own(shown.house)}${places}</dd></dl>
<h2>${words.winners}</h2>${winners(facts, language)}
<h2>${words.times}</h2>${times(shown, language)}
<h2>${words.counts}</h2>${countsList(facts, language)}<p>${words.unchecked}</p>
<h2>${words.rules}</h2><p class="rules">${wholeRules(rules, language)}</p>
<h2>${words.list}</h2><p>${words.listHelp}</p><p>${words.hash}: <span class="hash">${facts.competition.list_sha256}</span></p>
${randomness(facts, language)}
<h2>${words.check}</h2><p>${words.checkHelp}</p>`;
}

function winners({ places }: ProofFacts, language: RuleLanguage): Html {
  const words = PROOF_WORDS[language];
  if (places.length === 0) return html`<p>${words.notYet}</p>`;
  const rows = places.map(
    ({ position, initials, is, entry, reason }) =>
      html`<tr><td>${position}</td><td>${own(initials)}</td><td>${words.is[is]}${reason ? html`: ${own(reason)}` : null}</td><td class="hash">${entry}</td></tr>`,
  );
  return html`<div class="table" tabindex="0" role="group" aria-label="${words.winners}"><table><thead><tr><th scope="col">${words.place}</th><th scope="col">${words.who}</th><th scope="col">${words.reason}</th><th scope="col">${words.entry}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const LOCALES: Record<RuleLanguage, string> = { en: "en-GB", fr: "fr-FR", ar: "ar-LB-u-nu-latn" };

function times({ facts, timeZone }: Shown, language: RuleLanguage): Html {
  const words = PROOF_WORDS[language];
  const { opens_at, closes_at, locked_at, draws_at, drawn_at } = facts.competition;
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeStyle: "medium", timeZone });
  const all = [
    [words.opened, opens_at],
    [words.closed, closes_at],
    [words.locked, locked_at],
    [words.draws, draws_at],
    [words.drawn, drawn_at],
  ] as const;
  const rows = all.map(([what, at]) =>
    at === null ? html`` : html`<dt>${what}</dt><dd><time datetime="${at}">${format.format(new Date(at))}</time></dd>`,
  );
  return html`<dl>${rows}</dl>`;
}

function countsList({ comments, removed, competition }: ProofFacts, language: RuleLanguage): Html {
  const words = PROOF_WORDS[language];
  const left = REMOVALS.map((one) => html`<dt>${words.removed[one]}</dt><dd>${removed[one]}</dd>`);
  return html`<dl><dt>${words.comments}</dt><dd>${comments}</dd>${left}<dt>${words.entries}</dt><dd>${competition.entries}</dd><dt>${words.people}</dt><dd>${competition.people}</dd></dl>`;
}

function randomness({ competition }: ProofFacts, language: RuleLanguage): Html {
  const words = PROOF_WORDS[language];
  const { way, round, commitment, randomness: seed } = competition;
  const known = seed === null ? html`<p>${words.notYet}</p>` : html`<p>${words.seed}: <span class="hash">${seed}</span></p>`;
  if (way === "secret")
    return html`<h2>${words.secret}</h2><p>${words.secretHelp}</p><p>SHA-256: <span class="hash">${commitment}</span></p>${known}`;
  const address = addressOfRound(PUBLIC_DRAND, round ?? 0);
  return html`<h2>${words.round}: ${round}</h2><p>${words.roundHelp} <a href="${address}" rel="noreferrer">${address}</a></p>${known}`;
}

/** What the program reads. Of the lists there are letters, digits and full stops alone: they are put in as they are. */
function data({ competition, canonical, ranked, places }: ProofFacts, words: (typeof PROOF_WORDS)[RuleLanguage]): Html {
  const { list_sha256, round, signature, randomness: seed } = competition;
  const facts = [
    `sha256 ${list_sha256}`,
    ...(round === null ? [] : [`round ${round}`]),
    ...(signature === null ? [] : [`signature ${signature}`]),
    ...(seed === null ? [] : [`randomness ${seed}`]),
    ...(places.length === 0 ? [] : [`drawn ${places.map(({ entry }) => entry).join(" ")}`]),
  ];
  const block = (id: string, title: string, text: Html) =>
    html`<h2 id="${id}-title">${title}</h2><pre id="${id}" tabindex="0" role="group" aria-labelledby="${id}-title">${text}</pre>`;
  return html`<section>
${block("list", words.list, new Html(canonical))}
${block("facts", words.facts, new Html(escaped(`${facts.join("\n")}\n`)))}
${ranked === null ? null : block("ranking", words.ranking, new Html(ranked))}
${block("script", words.script, new Html(escaped(CHECK_SCRIPT)))}
</section>`;
}
