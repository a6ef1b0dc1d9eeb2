/**
 * What anybody runs to check a draw for themselves: plain Node, no packages, on the page as it was saved. It is data here: the page shows
 * it, and a test takes it off the page and runs it.
 */
export const CHECK_SCRIPT = `// Save this as check.mjs and the page as proof.html, then: node check.mjs proof.html SHA256-AS-PUBLISHED
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
const sha256 = (of) => createHash("sha256").update(of).digest("hex");
const [, , file, published] = process.argv;
const page = readFileSync(file, "utf8").replace(/\\r\\n/g, "\\n");
const part = (id) => (page.match(new RegExp('<pre id="' + id + '"[^>]*>\\n?([^<]*)</pre>')) ?? ["", ""])[1];
const list = part("list");
const lines = list.split("\\n").filter(Boolean);
const says = (text, word) => (text.match(new RegExp("^" + word + " (.*)$", "m")) ?? ["", ""])[1];
const facts = part("facts");
const wrong = [];
const check = (isRight, what) => isRight || wrong.push(what);
check(sha256(list) === says(facts, "sha256"), "The list is not the one whose SHA-256 stands on the page.");
check(!published || sha256(list) === published.toLowerCase(), "The list is not the one that was published before the draw.");
check(lines.length - 8 === Number(says(list, "entries")), "The number of entries is another one.");
const draw = says(list, "draw");
const randomness = says(facts, "randomness");
if (draw.startsWith("drand")) {
  check(draw.split(" round ")[1] === says(facts, "round"), "The round is not the one that was named with the list.");
  check(randomness === sha256(Buffer.from(says(facts, "signature"), "hex")), "The randomness is not that of the round's signature.");
} else check(sha256(randomness) === draw.split(" sha256 ")[1], "The secret is not the one whose hash was published with the list.");
const entries = lines.slice(8).map((line) => line.split(" "));
const ranked = entries.map(([entry, person]) => [sha256(randomness + "|" + entry), entry, person]).sort(([a], [b]) => (a < b ? -1 : 1));
const people = new Set();
const firsts = ranked.filter(([, , person]) => !people.has(person) && people.add(person));
const drawn = firsts.slice(0, Number(says(list, "winners")) + Number(says(list, "reserves"))).map(([, entry]) => entry);
check(drawn.join(" ") === says(facts, "drawn"), "The winners and reserves are not those of this list and this randomness.");
for (const [index, entry] of drawn.entries()) console.log(index + 1, entry);
console.log(wrong.length === 0 ? "RIGHT" : ["WRONG", ...wrong].join("\\n"));
process.exitCode = wrong.length === 0 ? 0 : 1;
`;
