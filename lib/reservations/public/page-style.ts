/** The guests' pages: one column, targets for thumbs, sizes that grow with the reader's text. */
export const PAGE_STYLE = `
:root { --accent: #17635a; --on-accent: #fff; --bad: #a3261b; --bad-bg: #fdf0ee; --field: #757068; }
@media (prefers-color-scheme: dark) {
  :root { --accent: #63c2b0; --on-accent: #10211e; --bad: #ffb4a8; --bad-bg: #33201d; --field: #8a9a97; }
}
* { box-sizing: border-box; }
body { padding: 0; font-size: 1rem; overflow-wrap: anywhere; }
header, main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding-block-end: 0; }
.call { margin: 0; }
.call a { display: inline-flex; align-items: center; min-height: 44px; }
.house { margin: 0; color: var(--muted); font-weight: 600; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.15rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--link); }
form, .card { padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.card form { padding: 0; border: 0; }
.card + form, form + form, .card + .card { margin-block-start: 1rem; }
.field { margin: 0 0 1rem; }
.pair { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.pair > .field { flex: 1 1 12rem; }
label, legend { display: block; margin: 0 0 0.25rem; padding: 0; font-weight: 600; }
.hint { margin: 0.25rem 0 0; color: var(--muted); font-size: 0.9rem; }
.error { margin: 0.25rem 0 0; color: var(--bad); font-weight: 600; }
.notice { margin: 0 0 1rem; padding: 0.75rem 1rem; border: 2px solid var(--bad); border-radius: 8px; background: var(--bad-bg); }
.notice ul { margin: 0.5rem 0 0; padding-inline-start: 1.25rem; }
.notice a { display: inline-block; min-height: 44px; padding-block: 0.6rem; color: var(--bad); }
.good { border-color: var(--accent); background: var(--surface); }
input, select, textarea { width: 100%; min-height: 48px; padding: 0.6rem 0.75rem; border: 1px solid var(--field); border-radius: 8px; background: var(--surface); color: var(--text); font: inherit; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
textarea { min-height: 6rem; resize: vertical; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.times { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.time { position: relative; margin: 0; font-weight: 400; }
.time input { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; margin: 0; opacity: 0; cursor: pointer; }
.time span { display: flex; align-items: center; justify-content: center; min-height: 48px; min-width: 5rem; padding: 0.5rem 0.75rem; border: 1px solid var(--field); border-radius: 8px; background: var(--surface); }
.time input:checked + span { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
.time input:checked + span::before { content: "✓ "; white-space: pre; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 0.6rem 1.25rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--surface); color: var(--link); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.main { width: 100%; background: var(--accent); color: var(--on-accent); }
button.danger { border-color: var(--bad); color: var(--bad); }
:focus-visible, .time input:focus-visible + span, .notice:focus { outline: 3px solid var(--link); outline-offset: 2px; }
.languages { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 1rem; padding: 0; border: 0; background: none; }
.languages button { min-width: 44px; padding-inline: 0.9rem; }
.languages [aria-current] { background: var(--accent); color: var(--on-accent); }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.4rem 1rem; margin: 0 0 1rem; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 600; }
.after { margin-block-start: 1rem; }
details { margin-block-start: 1rem; }
summary { display: flex; align-items: center; gap: 0.5rem; min-height: 48px; color: var(--link); font-weight: 600; cursor: pointer; }
summary::before { content: "+"; flex: none; width: 1rem; text-align: center; font-size: 1.25rem; }
[open] > summary::before { content: "−"; }
.state { padding: 0.75rem 1rem; border-inline-start: 4px solid var(--accent); background: var(--bg); font-weight: 600; }
.unseen input { width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; }
.unseen { position: absolute; width: 1px; height: 1px; min-height: 0; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); border: 0; white-space: nowrap; }
@media (max-width: 24rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-block-end: 0.5rem; } }
@media (forced-colors: active) { .time input:checked + span { outline: 3px solid; } }
`;
