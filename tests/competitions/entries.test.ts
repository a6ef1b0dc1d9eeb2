import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { saveCompetitionStaff } from "@/lib/competitions/contract";
import { fetchEntries, listEntries } from "@/lib/competitions/entries/contract";
import { hubFile } from "@/lib/db/files";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { rows } from "../support/stores";
import { graphApi, TOKEN } from "./graph-api";
import { bring, closed, draw, locked, make, open, paste, people, ROUND_IS_THERE, step, table, type Wanted, WHILE_OPEN } from "./support";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(WHILE_OPEN);
});

const entries = async (id: string, query = {}) => (await call("admin", listEntries, { params: { id }, query })).answer;

async function opened(wanted: Wanted = {}): Promise<string> {
  const { id } = await make(wanted);
  await step(id, "OPEN");
  return id;
}

describe("comments that are brought in", () => {
  it("as a file are counted: new, known, with another text, and lines that say none", async () => {
    const id = await opened();
    const first = await bring(
      id,
      table([
        ["1", "Rana.K", "@maya hello", "2023-09-12T10:00:00Z"],
        ["2", "@tony", "yes @rami", "2023-09-12 13:00"],
      ]),
    );
    expect(first.answer).toMatchObject({ added: 2, doubles: 0, edited: 0, wrong_count: 0 });
    const again = await bring(
      id,
      `\ufeff${table([
        ["1", "rana.k", "@maya hello", "2023-09-12T10:00:00Z"],
        ["2", "tony", 'yes @rami, and\na second line; with "quotes"', "2023-09-12T10:00:00+0000"],
        ["3", "not a name!", "hello", "2023-09-12T10:00:00Z"],
        ["1.79E+16", "lea", "hello", "2023-09-12T10:00:00Z"],
        ["5", "lea", "hello", "12/09/2023 10:00"],
      ])}`,
    );
    expect(again.answer).toMatchObject({ added: 0, doubles: 1, edited: 1, wrong_count: 3 });
    expect(again.answer.wrong.map(({ reason }) => reason)).toEqual([
      "This is no user’s name.",
      "A spreadsheet has shortened this comment’s id. Bring in the file as it was downloaded.",
      "Its time cannot be read. Write it as 2026-11-20 21:30 or 2026-11-20T19:30:00Z.",
    ]);
    expect((await open(id)).counts).toMatchObject({ comments: 2, doubles: 1, edited: 1, entries: 2 });
    // Local times are the house's.
    expect((await entries(id)).comments.map(({ commented_at }) => commented_at)).toEqual([
      "2023-09-12T10:00:00.000Z",
      "2023-09-12T10:00:00.000Z",
    ]);
    expect(readdirSync(path.join(data, "uploads")).filter((name) => name.endsWith(".comments"))).toEqual([]);
  });

  it("as a file that nobody can read are refused with what to do, and the same call twice is one", async () => {
    const id = await opened();
    expect((await bring(id, Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).answer.error).toContain("no text in UTF-8");
    expect((await bring(id, "a,b\n1,2")).answer.error).toContain("No comment was read.");
    const key = "0195-one-file";
    expect((await bring(id, people(3), key)).answer.added).toBe(3);
    expect((await bring(id, people(3), key)).answer.added).toBe(3);
    expect((await bring(id, people(4), key)).answer.code).toBe("idempotency_mismatch");
    expect((await open(id)).counts.comments).toBe(3);
  });

  it("as lines that somebody pasted are told apart by what they say", async () => {
    const id = await opened();
    const { answer } = await paste(id, "@rana.k I want it @maya\nrana.k: I want it @maya\ntony: yes @rana.k\n\nI want this too");
    expect(answer).toMatchObject({ added: 2, doubles: 1, wrong_count: 1 });
    expect(answer.wrong[0]?.reason).toContain("“I want this too” names nobody.");
    expect((await open(id)).counts).toMatchObject({ comments: 2, without_time: 2 });
  });

  it("as Instagram's page shows them are whole comments, and no word of one becomes a person", async () => {
    const id = await opened();
    const page = [
      "lina.k\n2d\nI want this\nso much\n3 likes\nReply\nView replies (2)",
      "@omar_b\nthis one @lina.k\n1w\n1 like\nReply",
      "نور 3h",
      "sara.h 4 h\nme\nReply\nSee translation",
    ].join("\n");
    const { answer } = await paste(id, page);
    const { comments } = await entries(id);
    expect(comments.map(({ username, texts }) => [username, texts[0]]).toSorted()).toEqual([
      ["lina.k", "I want this\nso much"],
      ["omar_b", "this one @lina.k"],
      ["sara.h", "me"],
    ]);
    expect([answer.added, answer.wrong_count]).toEqual([3, 1]);
  });

  it("come by the official call page by page; the token goes nowhere else", async () => {
    const graph = await graphApi(
      Array.from({ length: 7 }, (_, index) => ({
        id: `179${index}`,
        text: `@friend${index} yes`,
        timestamp: "2023-09-12T10:00:00+0000",
        ...(index % 2 ? { username: `guest${index}` } : { from: { username: `guest${index}` } }),
      })),
      3,
    );
    data = enterHouse({ INSTAGRAM_TOKEN: TOKEN, INSTAGRAM_GRAPH_URL: graph.base });
    clockAt(WHILE_OPEN);
    const id = await opened({ media_id: graph.media });
    const { answer } = await call("admin", fetchEntries, { params: { id } });
    const taken = hubEvents(data, "competition.entries_taken");
    expect(taken.map(({ subjects, payload }) => [subjects, payload.source])).toEqual([[[id], "call"]]);
    expect(answer.error).toBeUndefined();
    expect(answer.added).toBe(7);
    expect(graph.asked).toHaveLength(3);
    expect(graph.asked.every(({ url }) => !url.includes(TOKEN))).toBe(true);
    for (const [status, code, why] of [
      [400, 190, "makes a new one"],
      [400, 100, "knows no post"],
      [400, 4, "too often"],
      [403, 10, "does not let this account"],
    ] as const) {
      graph.next.push({ status, body: JSON.stringify({ error: { code, message: `secret ${TOKEN}` } }) });
      const refused = await call("admin", fetchEntries, { params: { id } });
      expect(refused.status).toBe(409);
      expect(refused.answer.error).toContain(why);
      expect(JSON.stringify(refused.answer)).not.toContain(TOKEN);
    }
    graph.next.push({ status: 200, body: "<html>" });
    expect((await call("admin", fetchEntries, { params: { id } })).answer.error).toContain("cannot be read");
    expect(await open(id)).toMatchObject({ counts: { comments: 7 } });
    const logs = path.join(process.env.DATA_DIR ?? "", "logs");
    const said = readdirSync(logs).map((name) => readFileSync(path.join(logs, name), "utf8")).join(""); // biome-ignore format: one line
    expect(said).not.toContain(TOKEN);
  });
});

describe("each filter", () => {
  it("says how many comments it takes out", async () => {
    await call("admin", saveCompetitionStaff, { body: { staff: ["@Chef.Rima"] } });
    const id = await opened({
      filters: { mentions: 2, keyword: "مطعم", excluded: ["bad.user"], staff: true, previous_days: 0, per_user: 1 },
    });
    const ok = "أحب المَطعم @one @two";
    await paste(
      id,
      table([
        ["1", "good", ok, "2023-09-12T10:00:00Z"],
        ["2", "late", ok, "2023-09-15T09:00:01Z"],
        ["3", "good", ok, "2023-09-12T11:00:00Z"],
        ["4", "few", "أحب المطعم @one @one @few", "2023-09-12T10:00:00Z"],
        ["5", "nokey", "@one @two", "2023-09-12T10:00:00Z"],
        ["6", "bad.user", ok, "2023-09-12T10:00:00Z"],
        ["7", "chef.rima", ok, "2023-09-12T10:00:00Z"],
        ["8", "empty", "", "2023-09-12T10:00:00Z"],
        ["9", "one", ok, "2023-09-12T10:00:00Z"],
        ["9", "two", ok, "2023-09-12T10:00:00Z"],
        ["10", "edit", ok, "2023-09-12T10:00:00Z"],
        ["10", "edit", "مطعم", "2023-09-12T10:00:00Z"],
      ]),
    );
    const { counts } = await open(id);
    expect(counts.removed).toEqual({
      ...{ two_users: 1, empty_text: 1, after_close: 1, excluded_user: 2, previous_winner: 0 },
      ...{ missing_keyword: 1, few_mentions: 2, same_user: 1 },
    });
    expect(counts).toMatchObject({ comments: 10, entries: 1, people: 1, edited: 1 });
    expect((await entries(id, { which: "excluded_user" })).comments.map(({ username }) => username)).toEqual(["bad.user", "chef.rima"]);
    expect((await entries(id, { which: "entries" })).total).toBe(1);
    expect((await entries(id, { search: "@chef" })).total).toBe(1);
  });

  it("lets one user count several times only if the rules say so", async () => {
    const id = await opened({ filters: { per_user: 2 } });
    await paste(id, table([1, 2, 3].map((index) => [String(index), "rana", `@a${index}`, `2023-09-12T1${index}:00:00Z`] as const)));
    expect((await open(id)).counts).toMatchObject({ entries: 2, people: 1, removed: { same_user: 1 } });
    expect((await entries(id, { which: "same_user" })).comments.map(({ comment_id }) => comment_id)).toEqual(["3"]);
  });

  it("leaves out who has won lately, in these branches alone", async () => {
    const before = await locked(people(3), { winners: 3, reserves: 0 });
    const elsewhere = await locked(table([["1", "guest_9", "@a", "2023-09-12T10:00:00Z"]]), {
      branches: ["batroun"],
      winners: 1,
      reserves: 0,
    });
    clockAt(ROUND_IS_THERE);
    await draw(before);
    await draw(elsewhere);
    clockAt(WHILE_OPEN);
    const id = await closed(people(10), { filters: { previous_days: 30 } });
    expect((await open(id)).counts).toMatchObject({ entries: 7, removed: { previous_winner: 3 } });
  });
});

it("hostile comments are texts, whatever they hold", async () => {
  const id = await opened();
  const hostile = [
    "<script>alert(1)</script> @a",
    "</pre><img src=x onerror=alert(1)> @b",
    "\u202Egnp.exe @c",
    "مرحبا 🎉👨‍👩‍👧 @d",
    '=HYPERLINK("http://x") @e',
    `\${process.env} {name} %s @f`,
    "'; DROP TABLE competition_entry; -- @g",
  ];
  await paste(id, table(hostile.map((text, index) => [String(index), `user${index}`, text, "2023-09-12T10:00:00Z"] as const)));
  const { comments } = await entries(id);
  expect(comments).toHaveLength(hostile.length);
  expect(comments.flatMap(({ texts }) => texts).join("")).not.toContain("\u202e");
  expect(comments[3]?.texts).toEqual(["مرحبا 🎉👨‍👩‍👧 @d"]);
  expect(rows(hubFile(), "SELECT 1 FROM competition_entry")).toHaveLength(hostile.length);
});
