import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { disqualifyWinner, proofFile } from "@/lib/competitions/contract";
import { REQUIRED } from "@/lib/competitions/rules-text";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { servePublic } from "../support/server";
import { draw, locked, make, open, people, ROUND_IS_THERE, table, versionOf } from "./support";

let guests = "";
beforeEach(async () => {
  enterHouse({ PUBLIC_PORT: "0", PUBLIC_URL: "https://tables.example" });
  guests = await servePublic();
});

const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, sign: string) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[sign] ?? "");
const partOf = (page: string, id: string) => unescaped(new RegExp(`<pre id="${id}"[^>]*>([^<]*)</pre>`).exec(page)?.[1] ?? "");

/** Takes the program off the page and runs it on the page, as anybody would. */
function check(page: string, published = "") {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-proof-"));
  writeFileSync(path.join(folder, "check.mjs"), partOf(page, "script"));
  writeFileSync(path.join(folder, "proof.html"), page);
  const args = ["check.mjs", "proof.html", ...(published ? [published] : [])];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return { status, stdout };
}

const publicPage = async (id: string, language = "en") => (await fetch(`${guests}/draw/${id}?lang=${language}`)).text();
const file = async (id: string) => (await call("admin", proofFile, { params: { id } })).bytes.toString();

describe("the proof", () => {
  it("is not there before the lock, and says everything but names, in three languages", async () => {
    clockAt("2023-09-14T10:00:00Z");
    const { id: draft } = await make();
    expect((await fetch(`${guests}/draw/${draft}`)).status).toBe(404);
    const id = await locked(people(6), { title: "<b>Dîner</b> عشاء", rules: { en: "Be kind.\n<script>", fr: "", ar: "" } });
    const { competition, proof_url } = await open(id);
    expect(proof_url).toBe(`https://tables.example/draw/${id}`);
    for (const language of ["ar", "fr", "en"] as const) {
      const answer = await fetch(`${guests}/draw/${id}?lang=${language}`);
      const page = await answer.text();
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
      expect(page).toContain(competition.lock?.sha256);
      expect(page).toContain("657413");
      expect(unescaped(page)).toContain(REQUIRED[language].release);
      expect(unescaped(page)).toContain(REQUIRED[language].independence);
      expect(page).not.toMatch(/<script|<b>Dîner|guest_\d|friend\.\d/);
    }
    const whole = await file(id);
    for (const { release, independence } of Object.values(REQUIRED)) {
      expect(unescaped(whole)).toContain(release);
      expect(unescaped(whole)).toContain(independence);
    }
    expect(whole).not.toMatch(/<script|guest_\d|https?:\/\/(?!api\.drand\.sh)/);
  });

  it("is checked by its own program in a process of its own, which finds whatever was changed", async () => {
    const id = await locked(people(40), { winners: 3, reserves: 3, filters: { per_user: 2 } });
    clockAt(ROUND_IS_THERE);
    await draw(id);
    const [winner] = (await open(id)).places;
    const { sha256 } = (await open(id)).competition.lock ?? { sha256: "" };
    const options = { params: { id, place: winner?.id ?? "" }, body: { version: await versionOf(id), reason: "No <follower> of ours" } };
    expect((await call("admin", disqualifyWinner, options)).status).toBe(200);
    for (const page of [await publicPage(id), await publicPage(id, "ar"), await file(id)]) {
      const right = check(page, sha256);
      expect(right.stdout).toMatch(/RIGHT\n$/);
      const drawn = right.stdout.split("\n").slice(0, 6).map((line) => line.split(" ")[1]); // biome-ignore format: one line
      const rankedFirst = partOf(page, "ranking").split("\n").slice(0, 6).map((line) => line.split(" ")[1]); // biome-ignore format: one line
      expect(drawn).toEqual(rankedFirst);
      expect(page).toContain("No &lt;follower&gt; of ours");
    }
    const page = await publicPage(id);
    const [list, facts] = [partOf(page, "list"), partOf(page, "facts")];
    const entry = list.split("\n")[8] ?? "";
    const forged = {
      "an entry": [page.replace(entry, `${"0".repeat(64)} 1 x.`), /The list is not the one whose SHA-256/],
      "an entry less": [page.replace(`${entry}\n`, ""), /The number of entries/],
      "the round on the list": [page.replace("round 657413\nentries", "round 657416\nentries"), /The round is not the one/],
      "the round beside it": [page.replace("\nround 657413\nsignature", "\nround 657416\nsignature"), /The round is not the one/],
      "the randomness": [page.replace(/\nrandomness \w+/, `\nrandomness ${"a".repeat(64)}`), /The randomness is not that of/],
      "the number of winners": [page.replace("winners 3", "winners 4"), /The list is not the one/],
      "who has won": [page.replace(/\ndrawn (\w+) (\w+)/, "\ndrawn $2 $1"), /The winners and reserves are not those/],
    } as const;
    for (const [what, [changed, why]] of Object.entries(forged)) {
      expect(changed, what).not.toBe(page);
      const { status, stdout } = check(changed, sha256);
      expect(stdout, what).toMatch(why);
      expect(status, what).toBe(1);
    }
    // Whoever forges the list and its hash together is found by the hash that was published.
    expect(check(page, "b".repeat(64)).stdout).toContain("not the one that was published");
    expect(facts).toContain("signature b713718a");
  });

  it("of a secret shows it once it is drawn, and is checked too", async () => {
    const id = await locked(people(9), {}, "secret");
    expect(partOf(await publicPage(id), "facts")).not.toContain("randomness");
    clockAt(ROUND_IS_THERE);
    await draw(id, null);
    const page = await publicPage(id);
    expect(check(page).stdout).toMatch(/RIGHT\n$/);
    expect(check(page.replace(/\nrandomness \w+/, `\nrandomness ${"a".repeat(64)}`)).stdout).toContain("The secret is not the one");
  });

  it("never shows a name that people gave themselves", async () => {
    const id = await locked(
      table([
        ["1", "r", "@a", "2023-09-12T10:00:00Z"],
        ["2", "___", "@a", "2023-09-12T10:00:00Z"],
        ["3", "rana.khoury_03123456", "@a", "2023-09-12T10:00:00Z"],
      ]),
    );
    const page = await publicPage(id);
    expect(page).not.toMatch(/khoury|03123456|___/);
  });
});
