import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { SendResult } from "@/lib/queue/workers/contract";
import type { Mark } from "@/workers/journal-lines";
import { Journal } from "@/workers/sender/journal";
import { runProcess } from "../support/process";
import { emptyFolder } from "./folder";

const DAY = 24 * 3_600_000;
const NOW = new Date("2026-11-20T19:30:00.000Z");

let count = 0;
function message() {
  count++;
  return { id: randomUUID(), token: count, message_id: `3EB0${String(count).padStart(18, "0")}` };
}

function outcome(of: { id: string; token: number; message_id: string }, what: SendResult["outcome"], at = NOW): Mark {
  const { id, token, message_id } = of;
  const rest = { fault: null, code: "", detail: "", retry_after: null, provider_id: null, at: at.toISOString() };
  return { did: "outcome", result: { id, token, message_id, outcome: what, ...rest } };
}

const fileOf = (folder: string) => path.join(folder, "journal.log");

/** Closes the journal and reads it again, as the next start does. */
function again(journal: Journal, folder: string): Journal {
  journal.close();
  return new Journal(folder);
}

describe("what a start reads in the journal", () => {
  it("is each message as far as it came", () => {
    const folder = emptyFolder();
    const [prepared, sending, told, reported] = [message(), message(), message(), message()];
    const journal = new Journal(folder);
    for (const one of [prepared, sending, told, reported]) journal.write({ did: "prepared", ...one }, true);
    for (const one of [sending, told, reported]) journal.write({ did: "sending", ...one, account: "sandbox" }, true);
    for (const one of [told, reported]) journal.write(outcome(one, "accepted"), true);
    journal.write({ did: "reported", message_id: reported.message_id, token: reported.token, at: NOW.toISOString() }, false);
    const read = again(journal, folder);
    expect(read.damage).toBeNull();
    expect(read.openMessages()).toEqual([
      { ...prepared, state: "prepared", account: null, handedOver: 0 },
      { ...sending, state: "sending", account: "sandbox", handedOver: 1 },
    ]);
    expect(read.unreported().map(({ message_id }) => message_id)).toEqual([told.message_id]);
    expect([prepared, sending, told, reported].map((one) => read.outcomeOf(one.message_id))).toEqual([
      null,
      "unknown",
      "accepted",
      "accepted",
    ]);
  });

  it("is a doubt that is told and still open, for as long as the message may go out once more, also when it was shortened", () => {
    const folder = emptyFolder();
    const [open, over] = [message(), message()];
    let journal = new Journal(folder);
    for (const one of [open, over]) journal.write({ did: "sending", ...one, account: "sandbox" }, true);
    journal.write({ ...outcome(open, "unknown"), again: true } as Mark, true);
    journal.write(outcome(over, "unknown"), true);
    for (let time = 0; time < 2; time++) {
      expect(journal.openMessages()).toEqual([{ ...open, state: "sending", account: "sandbox", handedOver: 1 }]);
      expect(journal.unreported().map(({ message_id }) => message_id)).toEqual([open.message_id, over.message_id]);
      journal.shorten(NOW);
      journal = again(journal, folder);
    }
    journal.write(outcome(open, "accepted"), true);
    expect(journal.openMessages()).toEqual([]);
    expect(journal.outcomeOf(open.message_id)).toBe("accepted");
  });

  it("holds no doubt against what is known: a refusal after an acceptance changes nothing", () => {
    const journal = new Journal(emptyFolder());
    const one = message();
    journal.write(outcome(one, "accepted"), true);
    journal.write(outcome({ ...one, token: one.token + 1 }, "not_sent"), true);
    expect(journal.outcomeOf(one.message_id)).toBe("accepted");
  });

  it("keeps a receipt until it is reported, and takes it for a proof", () => {
    const folder = emptyFolder();
    const one = message();
    let journal = new Journal(folder);
    const receipt = { message_id: one.message_id, status: "delivered" as const, at: NOW.toISOString(), code: "" };
    journal.write({ did: "sending", ...one, account: "sandbox" }, true);
    journal.write({ did: "receipt", receipt }, true);
    journal = again(journal, folder);
    expect(journal.unreportedReceipts()).toEqual([receipt]);
    expect(journal.outcomeOf(one.message_id)).toBe("accepted");
    journal.write({ did: "receipt reported", message_id: one.message_id, status: "delivered" }, false);
    expect(again(journal, folder).unreportedReceipts()).toEqual([]);
  });

  it("lets no older lease drop a newer one", () => {
    const journal = new Journal(emptyFolder());
    const one = message();
    journal.write({ did: "prepared", ...one, token: 7 }, true);
    journal.write({ did: "dropped", message_id: one.message_id, token: 6, at: NOW.toISOString() }, false);
    expect(journal.openMessages()).toHaveLength(1);
    journal.write({ did: "dropped", message_id: one.message_id, token: 7, at: NOW.toISOString() }, false);
    expect(journal.openMessages()).toEqual([]);
  });

  it("remembers that a message may have gone out that the server told to drop", () => {
    const journal = new Journal(emptyFolder());
    const one = message();
    journal.write({ did: "sending", ...one, account: "sandbox" }, true);
    journal.write({ did: "dropped", message_id: one.message_id, token: one.token, at: NOW.toISOString() }, false);
    expect(journal.openMessages()).toEqual([]);
    expect(journal.outcomeOf(one.message_id)).toBe("unknown");
  });
});

describe("a damaged journal", () => {
  it("that ends in a torn line reads as if that line had never been begun, and goes on after the last whole one", () => {
    for (const rest of ["3b5f", '3b5f0000aaaa1111 {"did":"send', "\0".repeat(4096)]) {
      const folder = emptyFolder();
      const [first, second] = [message(), message()];
      const journal = new Journal(folder);
      journal.write({ did: "prepared", ...first }, true);
      const whole = statSync(fileOf(folder)).size;
      journal.close();
      appendFileSync(fileOf(folder), rest);
      const read = new Journal(folder);
      expect(read.damage).toBeNull();
      expect(statSync(fileOf(folder)).size).toBe(whole);
      read.write({ did: "prepared", ...second }, true);
      expect(
        again(read, folder)
          .openMessages()
          .map(({ id }) => id),
      ).toEqual([first.id, second.id]);
    }
  });

  it("at every length of its last line holds the lines before it", () => {
    const folder = emptyFolder();
    const [first, second] = [message(), message()];
    const journal = new Journal(folder);
    journal.write({ did: "prepared", ...first }, true);
    const start = statSync(fileOf(folder)).size;
    journal.write({ did: "sending", ...second, account: "sandbox" }, true);
    journal.close();
    const whole = readFileSync(fileOf(folder));
    for (let length = start; length < whole.length; length++) {
      writeFileSync(fileOf(folder), whole);
      truncateSync(fileOf(folder), length);
      const read = new Journal(folder);
      expect(read.openMessages(), String(length)).toEqual([{ ...first, state: "prepared", account: null, handedOver: 0 }]);
      read.close();
    }
  });

  it("in its middle is said and kept aside, and no message counts as never handed over any more", () => {
    const folder = emptyFolder();
    const [first, second] = [message(), message()];
    const journal = new Journal(folder);
    journal.write({ did: "prepared", ...first }, true);
    const start = statSync(fileOf(folder)).size;
    journal.write({ did: "sending", ...first, account: "sandbox" }, true);
    journal.write({ did: "prepared", ...second }, true);
    journal.close();
    const bytes = readFileSync(fileOf(folder));
    bytes[start + 30] = 0x23;
    writeFileSync(fileOf(folder), bytes);
    const read = new Journal(folder);
    expect(read.damage).toContain("1 line of the journal could not be read");
    // The lost line said that the first one was handed over. Had it stayed `prepared`, the server would send it again.
    expect(read.openMessages().map(({ id, state }) => ({ id, state }))).toEqual([
      { id: first.id, state: "sending" },
      { id: second.id, state: "sending" },
    ]);
    const [aside = ""] = readdirSync(folder).filter((name) => name.includes("damaged"));
    expect(readFileSync(path.join(folder, aside))).toEqual(bytes);
    // The next start finds a sound file that says the same.
    const next = again(read, folder);
    expect(next.damage).toBeNull();
    expect(next.openMessages().every(({ state }) => state === "sending")).toBe(true);
  });
});

describe("the shortening", () => {
  it("forgets a settled message a week after the server confirmed it, and nothing else", () => {
    const folder = emptyFolder();
    const [open, told, old, recent] = [message(), message(), message(), message()];
    let journal = new Journal(folder);
    const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
    journal.write({ did: "sending", ...open, account: "sandbox" }, true);
    journal.write(outcome(told, "accepted", ago(30)), true);
    for (const [one, days] of [
      [old, 8],
      [recent, 6],
    ] as const) {
      journal.write(outcome(one, "accepted", ago(30)), true);
      journal.write({ did: "reported", message_id: one.message_id, token: one.token, at: ago(days).toISOString() }, false);
    }
    journal.shorten(NOW);
    journal = again(journal, folder);
    expect(journal.openMessages().map(({ id }) => id)).toEqual([open.id]);
    expect(journal.unreported().map(({ id }) => id)).toEqual([told.id]);
    expect([old, recent].map((one) => journal.outcomeOf(one.message_id))).toEqual([null, "accepted"]);
    expect(readFileSync(fileOf(folder), "utf8")).not.toContain(old.message_id);
    expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  });

  it("keeps the file small over a year of messages", () => {
    const folder = emptyFolder();
    const journal = new Journal(folder);
    for (let day = 0; day < 365; day++) {
      const at = new Date(NOW.getTime() + day * DAY);
      for (let time = 0; time < 20; time++) {
        const one = message();
        journal.write({ did: "sending", ...one, account: "sandbox" }, false);
        journal.write(outcome(one, "accepted", at), false);
        journal.write({ did: "reported", message_id: one.message_id, token: one.token, at: at.toISOString() }, false);
      }
      if (journal.hasGrown()) journal.shorten(at);
    }
    expect(statSync(fileOf(folder)).size).toBeLessThan(1_200_000);
    journal.shorten(new Date(NOW.getTime() + 364 * DAY));
    expect(statSync(fileOf(folder)).size).toBeLessThan(40_000);
  });
});

it("loses no line that it has confirmed, whenever its process is killed", async () => {
  for (let time = 0; time < 4; time++) {
    const folder = emptyFolder();
    const writer = runProcess("workers/processes/journal-writer.ts", [folder]);
    await writer.says();
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
    writer.kill();
    await writer.ended;
    const said = readFileSync(path.join(folder, "confirmed"), "utf8").trimEnd().split("\n");
    const journal = new Journal(folder);
    expect(journal.damage).toBeNull();
    const held = new Set(journal.openMessages().map(({ message_id }) => message_id));
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter((id) => !held.has(id))).toEqual([]);
    journal.close();
  }
});
