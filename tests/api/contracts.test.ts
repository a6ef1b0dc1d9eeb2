import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { changeTogether, listBin } from "@/lib/all-data/together/contract";
import type { CallContract } from "@/lib/api/endpoint";
import { startAssist } from "@/lib/assist/contract";
import { listAudit } from "@/lib/audit/contract";
import { login } from "@/lib/auth/contract";
import { closeBranch } from "@/lib/branches/contract";
import { BUILD } from "@/lib/build";
import { linkWinner } from "@/lib/competitions/contract";
import { bringEntries } from "@/lib/competitions/entries/contract";
import { backUp } from "@/lib/db/backup";
import { hubFile, storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { eachField, pickFields, SAID_FIELDS } from "@/lib/guest-fields";
import { searchContacts } from "@/lib/guest-search/contract";
import { dedupeTable, sayTwoPeople, updateCompanyByDate } from "@/lib/guests/contract";
import { CHOSEN_FIELDS } from "@/lib/guests/who-is-who/chosen-fields";
import { importContacts, wrongRows } from "@/lib/import/contract";
import { packLogs } from "@/lib/logs/contract";
import { createCustomer } from "@/lib/loyalty/contract";
import { changeProgramme, readProgramme } from "@/lib/loyalty/programme/contract";
import { changeTiers, readTiers } from "@/lib/loyalty/tiers/contract";
import { menuPrices } from "@/lib/menu-prices/contract";
import { publishMenu, uploadMenu } from "@/lib/menu-versions/contract";
import { adjustPoints, listAdjustments } from "@/lib/points-by-hand/contract";
import { enqueue } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { answerReplies, listReplies } from "@/lib/queue/replies/contract";
import { issueWorkerToken } from "@/lib/queue/worker-tokens/contract";
import { claim, inbound, register as registerWorker } from "@/lib/queue/workers/contract";
import { makeReservation } from "@/lib/reservations/contract";
import { saveDay } from "@/lib/reservations/rules/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import { codeOfCard } from "@/lib/rewards/codes";
import { confirmReward, createReward, finishReward, issueReward } from "@/lib/rewards/contract";
import { addStaff } from "@/lib/staff/contract";
import { saveTable } from "@/lib/tables/contract";
import { listOwnSessions, listUsers } from "@/lib/users/contract";
import { redeemVoucher, type VoucherFile } from "@/lib/vouchers/contract";
import { voucherKeys } from "@/lib/vouchers/keys";
import { allDone } from "@/lib/work-under-way";
import {
  CLOSES_AT,
  closed,
  DRAWS_AT,
  draw,
  lock,
  make as makeOne,
  OPENS_AT,
  open as openOne,
  people,
  ROUND_IS_THERE,
  ROUNDS,
  step as takeStep,
  WHILE_OPEN,
} from "../competitions/support";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { EXAMPLES } from "../support/guest-fields";
import { bringIn as bringInBirthdays } from "../support/guests";
import { type CallOptions, call, enterHouse } from "../support/house";
import { formOf } from "../support/import-form";
import { menuForm } from "../support/menus";
import { makePerson, makeRole, signInAs } from "../support/people";
import { started } from "../support/queue";
import { CONTRACTS } from "../support/routes";
import { allData, alter, rows } from "../support/stores";
import { END_OF_DAY, open, seat } from "../support/tables";
import { ofToday } from "../support/today";
import { make } from "../support/vouchers";

/** The wrong input of so many calls' parts takes turns by the day; every call's right input is sent each day. */
const DAYS = 4;

type Path = (string | number)[];

/** What one call needs to succeed, so that each single fault in it is the only one. */
interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const PERSON = { ...pickFields(EXAMPLES[0], SAID_FIELDS), name: "Maya", phones: "03 111111", birthday: "14/5" };

const DATE = new Date().toISOString().slice(0, 10);

const COMPETITION = {
  ...{ title: "Dinner for two", branches: ["jounieh"], post_url: "https://www.instagram.com/p/abc/", media_id: "17900000000000001" },
  ...{ prize: "Dinner", winners: 1, reserves: 2, opens_at: OPENS_AT, closes_at: CLOSES_AT, two_people: false, voucher_days: 30 },
  rules: { ar: "", fr: "Mentionnez un ami.", en: "Mention a friend." },
  filters: { mentions: 1, keyword: "yes", excluded: ["bad.user"], staff: true, previous_days: 30, per_user: 1 },
};

const GUEST = { name: "Maya", phone: "03 111111", message: "Hello", branch: "jounieh", table_name: "", pdf_path: "", voucher: "" };

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const RESERVATION = {
  ...{ date: TOMORROW, time: "20:00", party: 2, stay_minutes: 90, tables: ["7"], area: "Hall", source: "phone", occasion: "birthday" },
  ...{ name: "Maya", phones: "03 111111", language: "ar", guest_note: "Window", staff_note: "Regular", dietary_note: "No nuts" },
  ...{ deposit: "50", taker: "Rima", override_reason: "asked" },
};
const SEVEN = { number: "7", area: "Hall", min: 2, max: 4, priority: 1, x: 1, y: 1 };
const RULES = {
  ...DEFAULT_RULES,
  shifts: DEFAULT_RULES.shifts.slice(0, 1).map((shift) => ({ ...shift, covers_per_slot: 40 })),
  tables: [SEVEN, { ...SEVEN, number: "8" }],
  combinations: [{ tables: ["7", "8"], min: 4, max: 8, priority: 1 }],
};
const REWARD = {
  ...{
    name: "Dessert",
    points: 5,
    kind: "item" as const,
    value: 0,
    branches: ["jounieh"],
    valid_from: "2026-11-01",
    valid_until: "2199-01-01",
  },
  ...{ stock: 1000, per_guest: 10, is_partial: false },
};
const SPECIAL_DAY = {
  ...{ date: TOMORROW, name: "Ramadan", closed: false, large_party_from: 12 },
  hours: { from: "18:00", until: "23:00", last_booking: "21:00" },
  blocked: [{ from: "20:00", until: "21:00", area: "Hall", why: "Wedding" }],
};

const PC = { worker_id: "pc-1", boot_id: "019aaaaa-0000-7000-8000-000000000001" };
const MESSAGE = `3EB0${"0".repeat(18)}`;
const TRANSPORT = {
  connected: true,
  problem: "none",
  pairing: { qr: "qr", code: "code" },
  quota: { total: 1, used: 0, until: "tomorrow" },
  lock: { until: "2026-11-20T12:00:00Z" },
};
const RESULT = {
  id: "019aaaaa-0000-7000-8000-000000000000",
  token: 1,
  message_id: MESSAGE,
  outcome: "not_sent",
  fault: "network",
  code: "",
  detail: "",
  retry_after: 1,
  provider_id: "wamid",
  at: "2026-11-20T12:00:00Z",
};

/** A call of a worker that has registered. */
async function withPc(fields: Record<string, unknown>): Promise<Sample> {
  const body = { ...PC, name: "PC", version: BUILD, transport: "sandbox" as const, account: "sandbox" };
  expect((await call("worker", registerWorker, { body })).status).toBe(200);
  return { body: { ...PC, ...fields } };
}

/** A message that the worker holds; its menu is not quiet at any hour. */
async function claimed(): Promise<{ id: string; token: number }> {
  await withPc({});
  const digits = `9613${String(100_000 + Math.floor(Math.random() * 900_000))}`;
  const menus = path.join(data, "menus");
  mkdirSync(menus, { recursive: true });
  writeFileSync(path.join(menus, "menu.pdf"), "%PDF-1.4");
  const body = { items: [{ name: "Maya", phone: `+${digits}`, table_name: "t" }] };
  expect((await call("admin", enqueue, { body })).status).toBe(200);
  const [item] = (await call("worker", claim, { body: { ...PC, max: 1 } })).answer.items;
  return item ?? { id: "", token: 0 };
}

/** A campaign of the branch that is asked. */
async function ofLetter(): Promise<Sample> {
  const { answer } = await call("admin", enqueue, { body: { items: [{ name: "Maya", phone: "03 111111", message: "Hello" }] } });
  return { params: { id: answer.task_id ?? "" } };
}

/** A backup of the hub. */
async function ofBackup(): Promise<Sample> {
  return { body: { store: "hub", backup: await backUp(path.join(data, "hub.db"), "daily") } };
}

/** A voucher for a birthday of today. */
async function voucher(): Promise<VoucherFile> {
  await bringInBirthdays([`Maya,03 111111,--${DATE.slice(5)}`]);
  const [file] = (await make(DATE)).files;
  return file as VoucherFile;
}

/** Every filter of All data. */
const FILTERS = {
  text: "Maya",
  company: "MEA",
  phone: "with",
  birthday: "with",
  email: "with",
  language: "ar",
  of_branch: "jounieh",
  added_from: "2026-11-20",
  added_to: "2026-11-20",
  visited_from: "2026-11-20",
  visited_to: "2026-11-20",
  not_seen_since: "2026-11-20",
  opted_out: "yes",
  duplicates: "no",
};
/** Those that are kept: all but the name or phone that was looked for. */
const { text: _looked, ...KEPT_FILTERS } = FILTERS;

const cursorOf = (order: string) => Buffer.from(JSON.stringify([order, 0, "a", 1])).toString("base64url");

/** A guest who got a company, or was deleted, with many. */
async function changedTogether(what: "company" | "delete") {
  await bringInBirthdays(["Maya,03 111111,--05-14"]);
  const change = what === "delete" ? { delete: true } : { set: { company: "MEA" } };
  return (await call("admin", changeTogether, { body: { filters: {}, ...change, count: 1 } })).answer;
}

/** What opens a voucher in one way. */
async function signed(look: "view_url" | "pdf_url" | "thumbnail_url"): Promise<Sample> {
  const { id, [look]: address } = await voucher();
  return { params: { id }, query: Object.fromEntries(new URL(address, "http://x").searchParams) };
}

const JOB = "01900000-0000-7000-8000-000000000000";

const signIn = async () => (await call("nobody", login, { body: { username: "staff", password: "warm bread at noon" } })).answer;

/** Each of the queue's addresses takes a list. */
/** A guest's own words, which nobody has answered. */
const ofReply = async () => {
  const pc = await started("pc-of-replies", "cloud:9");
  const messages = [{ from: "9613444444", text: "Are you open?", at: new Date().toISOString() }];
  expect((await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } })).status).toBe(200);
  const ids = (await call("admin", listReplies, {})).answer.replies.map(({ id }) => id);
  return { body: { ids, message: `Yes, until late (${ids[0]})`, again: true } };
};

const BATCH = { body: { items: [GUEST], message: "Hello", prefer_worker: "pc-1", campaign: "service", date: "2026-11-20" } };

/** A sample for each call that takes a body or a query; a new one must be written here. */
const SAMPLES: Record<string, Sample | (() => Promise<Sample>)> = {
  "POST /assist/ticket": async () => ({ body: { id: (await call("admin", startAssist)).answer.id, role: "host" } }),
  "POST /assist/join/{code}": async () => ({ params: { code: (await call("admin", startAssist)).answer.code } }),
  "POST /assist/end/{id}": async () => ({ params: { id: (await call("admin", startAssist)).answer.id } }),
  "POST /auth/login": { body: { username: "staff", password: "warm bread at noon" } },
  "POST /auth/refresh": async () => ({ body: { refresh_token: (await signIn()).refresh_token } }),
  "POST /auth/new-user": { body: { username: "nour", password: "long enough", roles: ["staff"], branches: ["batroun"] } },
  "PUT /auth/roles/{role}": { params: { role: "keyless" }, body: { permissions: ["nav_home"], expected: [] } },
  "GET /logs/download/{filename}": async () => ({ params: { filename: (await call("admin", packLogs)).answer.filename } }),
  "GET /backend/browse": { query: { path: "jounieh", theme: "dark" } },
  "GET /backend/download": async () => {
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
    return { query: { path: "menus/menu.pdf" } };
  },
  "GET /audit": {
    query: { from: DATE, to: DATE, who: JOB, group: "guests", store: "jounieh", request: JOB, depth: "all", before: "e30", limit: "5" },
  },
  "GET /audit/export-csv": {
    query: { from: DATE, to: DATE, who: JOB, group: "guests", store: "jounieh", request: JOB, depth: "all" },
  },
  "POST /health/missing/seen": { body: { branch: "jounieh", kind: "table" } },
  "POST /personal-data/find": { body: { id: JOB, phones: "03 111111" } },
  "POST /personal-data/export": async () => {
    await seat([{ name: "Maya", phones: "03 777771" }]);
    return { body: { id: JOB, phones: "03 777771" } };
  },
  "POST /personal-data/erase": async () => {
    await seat([{ name: "Maya", phones: "03 777772" }]);
    return { body: { id: JOB, phones: "03 777772" } };
  },
  "PUT /control/birthdays": { body: { branch: "ehden", on: false } },
  "PUT /control/notice": { body: { text: "Away at two" } },
  "PUT /control/read-only": { body: { on: true, reason: "Moving" } },
  "GET /retention/preview": { query: { months: "24" } },
  "PUT /retention": { body: { months: 24 } },
  "POST /backups/verify": ofBackup,
  "POST /backups/copy": ofBackup,
  "PUT /date-format": { body: { format: "dd/MM/yyyy" } },
  "GET /queue/limits": {},
  "PUT /queue/limits": async () => {
    const { answer } = await call("admin", changeLimits, { body: DEFAULT_LIMITS });
    return { body: { ...DEFAULT_LIMITS, seen: answer.changed?.at ?? null } };
  },
  "POST /queue/replies/seen": { body: { ids: [JOB] } },
  "POST /queue/replies/done": { body: { ids: [JOB], how: "none" } },
  "POST /queue/replies/answer": ofReply,
  "POST /queue/replies/take-back": async () => {
    await call("admin", answerReplies, await ofReply());
    const { answers = [] } = (await call("admin", listReplies, {})).answer;
    return { body: { id: answers.find(({ status }) => status === "PENDING")?.id ?? JOB } };
  },
  "PUT /queue/opted-out": { body: { phones: "03 111111 / 71 222222", opted_out: true, reason: "" } },
  "PATCH /auth/users/{id}": async () => ({
    params: { id: await idOfUser("staff") },
    body: { roles: ["staff"], own_keys: ["nav_home"], branches: ["batroun"], disabled: false },
  }),
  "POST /auth/users/{id}/password": async () => ({ params: { id: await idOfUser("staff") }, body: { password: "long enough" } }),
  "GET /auth/users/{id}/sessions": { params: { id: JOB } },
  "DELETE /auth/sessions/{id}": { params: { id: JOB } },
  "POST /auth/password": { body: { current_password: "seven brass lanterns", password: "eight silver spoons" } },
  "GET /branches": {},
  "POST /branches": { body: { key: "beirut", name: "Beirut" } },
  "POST /branches/{key}/close": { params: { key: "ehden" } },
  "POST /branches/{key}/reopen": async () => {
    await call("admin", closeBranch, { params: { key: "ehden" } });
    return { params: { key: "ehden" } };
  },
  "POST /branches/{key}/rename": { params: { key: "ehden" }, body: { name: "Ehden Garden", expected: "Ehden" } },
  "POST /staff/{branch}/add": { params: { branch: "batroun" }, body: { role: "hostess", name: "Nour" } },
  "DELETE /staff/{branch}/remove": { params: { branch: "batroun" }, body: { role: "waiter", name: "Jad" } },
  "GET /all-data": { query: { ...FILTERS, sort: "name", size: "100", cursor: cursorOf("name") } },
  "POST /all-data/change": async () => {
    await bringInBirthdays(["Maya,03 111111,--05-14"]);
    const [guest] = (await call("admin", searchContacts, { query: { search: "Maya" } })).answer.contacts;
    return { body: { ids: [guest?.id ?? ""], filters: FILTERS, set: { company: "MEA", language: "ar" }, delete: false, count: 1 } };
  },
  "POST /all-data/change/undo": async () => ({ body: { undo_id: (await changedTogether("company")).undo_id ?? "" } }),
  "GET /all-data/bin": { query: { cursor: "word 1" } },
  "POST /all-data/bin/put-back": async () => {
    await changedTogether("delete");
    return { body: { id: (await call("admin", listBin, {})).answer.deleted[0]?.id ?? "" } };
  },
  "PUT /all-data/choices": {
    body: {
      columns: ["name", "phones"],
      sort: "added",
      size: "50",
      filters: KEPT_FILTERS,
      views: [{ name: "Mine", filters: KEPT_FILTERS, sort: "name" }],
    },
  },
  "POST /all-data/export": async () => {
    clockAt(END_OF_DAY);
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA", language: "ar" } as never]);
    await call("admin", endOfDay);
    const { phone: _phone, birthday: _birthday, email: _email, opted_out: _no, ...texts } = FILTERS;
    return { body: { filters: { ...texts, not_seen_since: "2026-11-21" }, sort: "name", format: "csv", reason: "A letter" } };
  },
  "POST /large-exports/seen": { body: { up_to: 7 } },
  "GET /all-data/count": { query: { ...FILTERS, cursor: cursorOf("count") } },
  "GET /contacts": { query: { search: "Maya", limit: "10", offset: "0" } },
  "GET /contacts/newest": {},
  "GET /search": { query: { search: "Maya", source: "contacts", limit: "10", offset: "0" } },
  "POST /contacts/import": { query: { dry_run: "true", country_code: "961" } },
  "POST /contacts/import/wrong-rows": { query: { country_code: "961", dates: "dmy" } },
  "POST /contacts/import/undo": async () => {
    const { answer } = await call("admin", importContacts, {
      raw: "name,phones\nTia,03 555555\n",
      headers: { "content-type": "text/csv" },
    });
    return { body: { import_id: answer.import_id, accept_loss: "x".repeat(43) } };
  },
  "POST /compare-book": {},
  "POST /rebuild-book": async () => {
    await bringIn("Maya,03 777777");
    alter(storeFile("jounieh", "contacts"), "UPDATE contact SET search_text = 'nobody'");
    return {};
  },
  "POST /save-table": {
    body: {
      metadata: {
        hostess: "Rima",
        waiter: "Jad",
        table_number: "12",
        table_name: "",
        branch: "jounieh",
        city: "x",
        api_base: "x",
        reservation_id: JOB,
        reservation_seating: 1,
      },
      contacts: [PERSON],
      table_name: "",
      version: 1,
    },
  },
  "PATCH /contacts": async () => {
    await bringIn("Maya Old,03 777777");
    return { body: { ...PERSON, name: "Maya", identifier: { name: "Maya Old", phones: "03 777777", id: await idInBook("03 777777") } } };
  },
  "POST /contacts/two-people": async () => ({ body: await ofTwoPeople() }),
  "POST /contacts/one-person": async () => ({
    body: { ...(await twoGuests()), values: { ...eachField(CHOSEN_FIELDS, () => ""), name: "Rima One" } },
  }),
  "POST /duplicates/not": async () => ({ body: await twoGuests() }),
  "POST /duplicates/find": { body: {} },
  "GET /duplicates": { query: { cursor: "80 one other" } },
  "GET /contacts/{id}/duplicates": { params: { id: JOB } },
  "GET /contacts/{id}/receipts": { params: { id: JOB } },
  "POST /contacts/decision/end": async () => {
    const { status, answer } = await call("admin", sayTwoPeople, { body: await ofTwoPeople() });
    expect(status, JSON.stringify(answer)).toBe(200);
    return { body: { undo_id: answer.undo_id } };
  },
  "POST /update-contact": async () => {
    const { answer } = await seat([{ name: "Maya Old", phones: "03 777777" }]);
    const { contacts } = (await open(answer.table_name)).answer;
    return { body: { ...PERSON, id: contacts[0]?.id, identifier: { name: "Maya Old", phones: "03 777777", id: "" } } };
  },
  "DELETE /delete-contact": async () => {
    await bringIn("Maya Old,03 777777");
    return { query: { id: await idInBook("03 777777"), store: "contacts" } };
  },
  "POST /update-company-by-date": { body: { date: "2026-11-20", company: "MEA" } },
  "POST /update-company-by-date/undo": async () => {
    await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
    const { answer } = await call("admin", updateCompanyByDate, { body: { date: "2026-11-20", company: crypto.randomUUID() } });
    return { body: { undo_id: answer.undo_id, accept_loss: "x".repeat(43) } };
  },
  "POST /dedupe-table": { query: { date: "2026-11-20" } },
  "POST /dedupe-table/undo": async () => {
    await doubles();
    return { body: { undo_id: (await call("admin", dedupeTable)).answer.undo_id } };
  },
  "GET /export-vcf": async () => {
    await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
    return { query: { date: "2026-11-20" } };
  },
  "GET /export-csv": async () => {
    await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
    return { query: { date: "2026-11-20" } };
  },
  "GET /contacts/{id}/vcf": { params: { id: JOB } },
  "GET /contacts/{id}/card": { params: { id: JOB } },
  "GET /contacts/{id}/where-from": { params: { id: JOB } },
  "GET /guests/{id}": { params: { id: JOB } },
  "POST /guests/{id}/card": async () => ({ params: { id: await guestWithPoints() }, body: { reason: "The guest lost it" } }),
  "POST /guests/{id}/statement/send": async () => ({ params: { id: await guestWithPoints() } }),
  "GET /guests/{id}/statement": { params: { id: JOB } },
  "GET /guests/{id}/more": async () => {
    await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
    const { answer } = await call("admin", searchContacts, { query: { search: "777777" } });
    return { params: { id: answer.contacts[0]?.id ?? "" }, query: { of: "visits", next: "2026-11-20 jounieh" } };
  },
  "GET /search-by-date": { query: { date: "2026-11-20" } },
  "GET /birthdays": { query: { date: "2026-11-20", limit: "10", offset: "0" } },
  "GET /birthdays/export-vcf": async () => {
    await bringInBirthdays(["Maya,03 777777,20/11"]);
    return { query: { date: "2026-11-20" } };
  },
  "GET /birthdays/export-csv": async () => {
    await bringInBirthdays(["Maya,03 777777,20/11"]);
    return { query: { date: "2026-11-20" } };
  },
  "GET /birthdays/generate-vouchers-stream": { query: { date: DATE } },
  "GET /birthdays/campaign": { query: { date: "2026-11-20" } },
  "GET /birthdays/vouchers": { query: { date: "2026-11-20" } },
  "GET /vouchers/check": { query: { name: "Maya", phone: "03 111111" } },
  "GET /vouchers/{id}/image": () => signed("view_url"),
  "GET /vouchers/{id}/pdf": () => signed("pdf_url"),
  "GET /vouchers/{id}/thumbnail": () => signed("thumbnail_url"),
  "POST /vouchers/verify": { body: { code: "7K3F-92QD" } },
  "POST /vouchers/redeem": async () => ({ body: { code: (await voucher()).serial } }),
  "POST /vouchers/take-back": async () => {
    const code = (await voucher()).serial;
    const { answer } = await call("admin", redeemVoucher, { body: { code } });
    return { body: { code, used_at: answer.voucher?.used?.at ?? "" } };
  },
  "POST /queue/enqueue": BATCH,
  "POST /queue/enqueue/batch": BATCH,
  "POST /queue/enqueue-items": BATCH,
  "POST /queue/enqueue/single": BATCH,
  "POST /competitions": { body: COMPETITION },
  "PUT /competitions/staff": { body: { staff: ["chef.rima"] } },
  "GET /competitions/{id}": async () => ({ params: { id: await competition("DRAFT") } }),
  "PATCH /competitions/{id}": async () => ({
    params: { id: await competition("DRAFT") },
    body: { version: 1, ...COMPETITION, title: "Brunch" },
  }),
  "POST /competitions/{id}/step": async () => ({
    params: { id: await competition("DRAFT") },
    body: { version: 1, to: "OPEN", reason: "It is time" },
  }),
  "GET /competitions/{id}/entries": async () => ({
    params: { id: await competition("OPEN") },
    query: { which: "all", search: "rana", limit: "5", offset: "0" },
  }),
  "POST /competitions/{id}/entries": async () => ({ params: { id: await competition("OPEN") }, query: { source: "paste" } }),
  "POST /competitions/{id}/entries/fetch": async () => ({ params: { id: await competition("OPEN") } }),
  "POST /competitions/{id}/lock": async () => ({
    params: { id: await competition("CLOSED") },
    body: { version: 3, way: "secret", draws_at: DRAWS_AT },
  }),
  "POST /competitions/{id}/draw": async () => ({
    params: { id: await competition("LOCKED") },
    body: { version: 4, round: { ...ROUNDS.september } },
  }),
  "POST /competitions/{id}/places/{place}/disqualify": async () => ({
    params: await winner("DRAWN"),
    body: { version: 5, reason: "No follower" },
  }),
  "POST /competitions/{id}/places/{place}/guest": async () => ({
    params: await winner("DRAWN"),
    body: { version: 5, branch: "jounieh", name: "Rana Khoury", phones: "03 111111", language: "en" },
  }),
  "POST /competitions/{id}/places/{place}/voucher": async () => ({ params: await winner("VERIFIED"), body: { version: 7, tell: false } }),
  "GET /competitions/{id}/proof": async () => ({ params: { id: await competition("LOCKED") } }),
  "POST /menus/versions": { query: { key: "menu", language: "ar", for_group: "true", name: "Winter" } },
  "POST /menus/versions/{id}/publish": async () => ({ params: { id: await menuVersion() }, body: { counts_from: TOMORROW } }),
  "POST /menus/versions/{id}/withdraw": async () => {
    const id = await menuVersion();
    await call("admin", publishMenu, { params: { id }, body: { counts_from: TOMORROW } });
    return { params: { id } };
  },
  "DELETE /menus/versions/{id}": async () => ({ params: { id: await menuVersion() } }),
  "POST /menus/versions/{id}/prices": async () => {
    const id = await menuVersion();
    const { prices } = (await call("admin", menuPrices, { params: { id } })).answer;
    const price = prices.find(({ text }) => text === "120,000")?.id ?? "";
    return { params: { id }, body: { changes: [{ id: price, text: "210,001" }], name: "Dearer", accepted: [price] } };
  },
  "GET /menus/calibration": async () => {
    await call("admin", publishMenu, { params: { id: await menuVersion() }, body: {} });
    return { query: { pdf: "menus/menu.pdf", docKey: "menu" } };
  },
  "PUT /menus/calibration": async () => {
    const id = await menuVersion();
    const { prices } = (await call("admin", menuPrices, { params: { id } })).answer;
    const fields = [{ id: prices[0]?.id ?? "", kind: "price", name: "Hummus", code: "H1" }];
    return { body: { version_id: id, seen: 0, fields, forget_lost: false } };
  },
  "GET /menus/versions/{id}/prices": { params: { id: JOB } },
  "GET /menus/versions/{id}/file": { params: { id: JOB } },
  "GET /menus/versions/{id}/pages/{page}": async () => {
    const id = await menuVersion();
    return { params: { id, page: "1" }, query: { changes_of: id } };
  },
  "POST /menus/end": async () => {
    await call("admin", publishMenu, { params: { id: await menuVersion() }, body: {} });
    return { body: { key: "menu", language: "" } };
  },
  "GET /queue/menus/sent": { query: { table_name: "2026-11-20 table 12" } },
  "POST /queue/menus/retry": { body: { table_name: "2026-11-20 table 12" } },
  "POST /queue/opted-out": { body: { phones: ["03 111111"] } },
  "POST /queue/in-doubt": { body: { items: [{ name: "Maya", phone: "03 111111", message: "Hello", branch: "jounieh" }] } },
  "POST /queue/template": { body: { phones: ["03 111111"] } },
  "POST /queue/workers/{id}/resume": async () => {
    await withPc({});
    return { params: { id: PC.worker_id } };
  },
  "POST /worker-tokens": { body: { worker: "pc-2", take_over: true } },
  "POST /worker-tokens/{id}/revoke": async () => {
    const { answer } = await call("admin", issueWorkerToken, { body: { worker: "pc-3" } });
    return { params: { id: answer.id } };
  },
  "POST /cancel-sending": { body: { whole_group: true } },
  "POST /queue/cancel-all": { body: { whole_group: true } },
  "POST /reset-cancel": { body: { whole_group: true } },
  "GET /cancel-status": { query: { whole_group: "true" } },
  "GET /queue/sandbox": { query: { limit: "10" } },
  "GET /queue/sandbox/{id}/file": { params: { id: JOB } },
  "GET /queue/day": {},
  "GET /queue/pending": { query: { limit: "10" } },
  "GET /queue/campaigns": { query: { limit: "10", before: JOB } },
  "GET /queue/campaigns/{id}": { params: { id: JOB } },
  "POST /queue/campaigns/{id}/pause": ofLetter,
  "POST /queue/campaigns/{id}/resume": ofLetter,
  "POST /queue/campaigns/{id}/cancel": ofLetter,
  "GET /queue/{id}": { params: { id: JOB } },
  "POST /queue/messages/{id}/send-despite-doubt": { params: { id: JOB } },
  "POST /queue/messages/{id}/arrived": { params: { id: JOB } },
  "POST /birthdays/retry-all": { body: { date: "2026-11-20", branch: "jounieh" } },
  "POST /worker/register": {
    body: { ...PC, name: "PC", version: BUILD, branch: "jounieh", transport: "sandbox", account: "sandbox", capacity: 1 },
  },
  "POST /worker/heartbeat": () => withPc({ account: "sandbox", transport: TRANSPORT, in_flight: [{ id: JOB, token: 1 }] }),
  "GET /worker/media/{id}": { params: { id: JOB } },
  "POST /worker/claim": () => withPc({ max: 1, wait_ms: 0 }),
  "POST /worker/begin": async () => {
    const { id, token } = await claimed();
    return { body: { ...PC, id, token, account: "sandbox" } };
  },
  "POST /worker/ack": () => withPc({ results: [RESULT] }),
  "POST /worker/receipts": () => withPc({ receipts: [{ message_id: MESSAGE, status: "sent", at: "2026-11-20T12:00:00Z", code: "" }] }),
  "POST /worker/inbound": () => withPc({ messages: [{ from: "9613111111", text: "Hello", at: "2026-11-20T12:00:00Z" }] }),
  "POST /worker/recover": () => withPc({ journal: [{ id: JOB, token: 1, message_id: MESSAGE, state: "prepared" }] }),
  "GET /reservations": { query: { date: DATE, shift: "dinner", status: "CONFIRMED", source: "phone", search: "maya" } },
  "POST /reservations": { body: { ...RESERVATION, status: "CONFIRMED", tell: true } },
  "GET /reservations/search": { query: { search: "maya" } },
  "GET /reservations/availability": {
    query: { date: TOMORROW, party: "2", time: "20:00", stay_minutes: "90", area: "Hall", except: JOB },
  },
  "GET /reservations/day-sheet": { query: { date: DATE, by: "table" } },
  "GET /reservations/measures": { query: { from: DATE, to: DATE } },
  "POST /reservations/waitlist": {
    body: {
      ...pickFields(RESERVATION, ["name", "phones", "party", "area", "language", "guest_note", "staff_note"]),
      ...{ quoted_minutes: 20, repeat_times: 2, repeat_every: 5 },
    },
  },
  "PUT /reservations/rules": { body: { version: 0, rules: RULES } },
  "GET /reservations/days": { query: { from: DATE, until: TOMORROW } },
  "PUT /reservations/days": { body: { day: SPECIAL_DAY, until: TOMORROW, version: 0 } },
  "DELETE /reservations/days": async () => {
    await call("admin", saveDay, { body: { day: SPECIAL_DAY } });
    return { query: { date: TOMORROW } };
  },
  "GET /reservations/{id}": { params: { id: JOB } },
  "GET /reservations/{id}/table": { params: { id: JOB } },
  "PATCH /reservations/{id}": async () => ({
    params: { id: await reserved() },
    body: { ...RESERVATION, version: 1, quoted_minutes: 5, repeat_times: 1, repeat_every: 5, tell: true },
  }),
  "DELETE /reservations/{id}": async () => ({ params: { id: await reserved() }, query: { version: "1" } }),
  "POST /reservations/{id}/step": async () => ({
    params: { id: await reserved() },
    body: { version: 1, to: "CANCELLED", reason: "guest", late_minutes: 10, tables: ["7"], override_reason: "asked", tell: true },
  }),
  "POST /reservations/{id}/message": async () => ({ params: { id: await reserved() }, body: { kind: "confirmed" } }),
  "GET /stats/history": { query: { from: "2026-11-01", to: "2026-11-20", branches: "jounieh", by: "week", compare: "year" } },
  "GET /stats/history/export-csv": { query: { from: "2026-11-01", to: "2026-11-20", branches: "jounieh", by: "day", compare: "year" } },
  "GET /stats/history/export-xlsx": { query: { from: "2026-11-01", to: "2026-11-20", branches: "jounieh", by: "day", compare: "year" } },
  "GET /stats/live": { query: { date: "2026-11-20" } },
  "GET /stats/live/watch": { query: { seconds: "0" } },
  "GET /stats/live/rows": { query: { measure: "guests", of: "jounieh", date: "2026-11-20", limit: "10", offset: "0" } },
  "GET /birthdays/stats": { query: { date: "2026-11-20" } },
  "GET /jobs/{id}": { params: { id: JOB } },
  "POST /jobs/{id}/cancel": { params: { id: JOB } },
  "GET /jobs/{id}/stream": { params: { id: JOB } },
  "GET /loyalty/customers/search": { query: { q: "03 111111" } },
  "POST /loyalty/customers": { body: { name: "Maya", phone: "03 111111" } },
  "POST /loyalty/visit": async () => {
    const { answer } = await call("staff", createCustomer, { body: { name: "Rami", phone: "03 222222" } });
    const { table_name } = (await seat([{ name: "Rami", phones: "03 222222" }])).answer;
    return { body: { customer_id: answer.customer.id, table_number: "12", points: 5, table_name } };
  },
  "PUT /loyalty/programme": async () => ({
    body: {
      programme: {
        ...{
          name: "Friends",
          unit: "stars",
          currency: "$",
          is_on: true,
          branches_off: ["batroun"],
          from: "2026-11-01",
          until: "2027-11-01",
        },
        ...{ per_visit: 6, per_cover: 1, per_reservation: 2, birthday_double: true, most_per_day: 50, adjust_limit: 10 },
      },
      seen: await programmeSeen(),
    },
  }),
  "GET /loyalty/expiry/preview": { query: { months: "12" } },
  "GET /loyalty/tiers/preview": { query: { visits: "2,5" } },
  "PUT /loyalty/tiers": async () => ({ body: { tiers: [{ name: "Friend", visits: 2 }], seen: await tiersSeen() } }),
  "POST /loyalty/tiers/of": { body: { names: ["Maya"], phones: ["03 111111"] } },
  "PUT /loyalty/expiry": { body: { months: 12 } },
  "POST /loyalty/rewards": { body: REWARD },
  "PUT /loyalty/rewards/{id}": async () => ({
    params: { id: (await call("admin", createReward, { body: REWARD })).answer.reward.id },
    body: { reward: { ...REWARD, points: 6 }, is_ended: false, version: 1 },
  }),
  "POST /loyalty/adjustments": async () => ({ body: { guest: await guestWithPoints(), points: 5, reason: "Lost card" } }),
  "POST /loyalty/adjustments/{id}/decide": async () => {
    const guest = await guestWithPoints();
    await makeRole("loyalty", ["nav_loyalty"]);
    const { headers } = await makePerson(`manager${Math.floor(Math.random() * 1e9)}`, { roles: ["loyalty"] });
    await call("nobody", adjustPoints, { body: { guest, points: 500, reason: "Lost card" }, headers });
    const [asked] = (await call("admin", listAdjustments)).answer.waiting;
    return { params: { id: asked?.id ?? "" }, body: { approve: true } };
  },
  "POST /loyalty/redemptions": async () => {
    const guest = await guestWithPoints();
    const { answer } = await call("admin", createReward, { body: { ...REWARD, kind: "amount", value: 500, is_partial: true } });
    return { body: { guest, reward: answer.reward.id, points: 3, way: "card" } };
  },
  "POST /loyalty/redemptions/{id}/confirm": async () => {
    const { id, code } = await underWay();
    return { params: { id }, body: { code } };
  },
  "POST /loyalty/redemptions/{id}/finish": async () => ({ params: { id: (await underWay()).id }, body: { what: "release" } }),
  "POST /loyalty/redemptions/{id}/undo": async () => {
    const { id, code } = await underWay();
    await call("admin", confirmReward, { params: { id }, body: { code } });
    await call("admin", finishReward, { params: { id }, body: { what: "redeem" } });
    return { params: { id } };
  },
  "POST /proxy/echo": {
    query: {
      action: "merge_by_date_all_branches",
      date: "2026-11-20",
      force: "true",
      backup: "false",
      include_server_table: "true",
      include_earlier: "true",
      branches_root: "",
    },
    body: {},
  },
  "GET /merge-by-date/waiting": { query: { date: "2026-11-20", include_server_table: "true", branches_root: "" } },
  "GET /merge-by-date/all-branches": {
    query: { date: "2026-11-20", force: "true", backup: "false", include_server_table: "true", include_earlier: "true", branches_root: "" },
  },
};

/** A competition as far as a state, its clock with it. */
async function competition(upTo: "DRAFT" | "OPEN" | "CLOSED" | "LOCKED" | "DRAWN"): Promise<string> {
  if (upTo === "DRAFT" || upTo === "OPEN") {
    clockAt(WHILE_OPEN);
    const { id } = await makeOne();
    if (upTo === "OPEN") await takeStep(id, "OPEN");
    return id;
  }
  const id = await closed(people(5));
  if (upTo === "CLOSED") return id;
  await lock(id);
  clockAt(ROUND_IS_THERE);
  if (upTo === "DRAWN") await draw(id);
  return id;
}

/** A winner of one; verified, they are a guest of the book. */
async function winner(upTo: "DRAWN" | "VERIFIED"): Promise<{ id: string; place: string }> {
  const id = await competition("DRAWN");
  const place = (await openOne(id)).places[0]?.id ?? "";
  if (upTo === "DRAWN") return { id, place };
  const body = { version: 5, branch: "jounieh", name: "Rana Khoury", phones: "03 111111" };
  expect((await call("admin", linkWinner, { params: { id, place }, body })).answer.error).toBeUndefined();
  await takeStep(id, "VERIFIED");
  return { id, place };
}

/** A draft of the branch's own menu. */
async function menuVersion(): Promise<string> {
  const { answer } = await call("admin", uploadMenu, { ...(await menuForm()), query: { name: "Winter" } });
  return answer.version.id;
}

/** When the rules of the loyalty programme were changed last: they are changed for it. */
async function programmeSeen(): Promise<string> {
  const { programme, changed } = (await call("admin", readProgramme)).answer;
  const body = { programme: { ...programme, name: "Family" }, seen: changed?.at ?? null };
  return (await call("admin", changeProgramme, { body })).answer.changed?.at ?? "";
}

/** When the tiers were changed last: they are changed for it. */
async function tiersSeen(): Promise<string> {
  const { changed } = (await call("admin", readTiers)).answer;
  const body = { tiers: [{ name: "Legend", visits: 20 + Math.floor(Math.random() * 300) }], seen: changed?.at ?? null };
  return (await call("admin", changeTiers, { body })).answer.changed?.at ?? "";
}

/** A guest of the book who has points to spend. */
async function guestWithPoints(): Promise<string> {
  await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
  const { answer } = await call("admin", searchContacts, { query: { search: "777777" } });
  const guest = answer.contacts[0]?.id ?? "";
  await call("admin", adjustPoints, { body: { guest, points: 50, reason: "Welcome" } });
  return guest;
}

/** A reward that the guest can confirm by the card. */
async function underWay(): Promise<{ id: string; code: string }> {
  const guest = await guestWithPoints();
  const { answer } = await call("admin", createReward, { body: REWARD });
  const issued = await call("admin", issueReward, { body: { guest, reward: answer.reward.id, way: "card" } });
  const key = (await voucherKeys())?.addresses ?? Buffer.alloc(0);
  const [customer] = rows<{ id: string }>(hubFile(), "SELECT id FROM loyalty_customer WHERE points > 0 ORDER BY created_at");
  return { id: issued.answer.redemption.id, code: codeOfCard({ customer: customer?.id ?? "", number: 0 }, key) };
}

/** A reservation of tomorrow. */
async function reserved(): Promise<string> {
  const { answer } = await call("admin", makeReservation, { body: { ...RESERVATION, status: "CONFIRMED", tell: true } as never });
  await allDone(); // the book and the queue have heard of it
  return answer.id;
}

/** Two rows of one guest, as older versions left them. */
async function doubles(): Promise<void> {
  const row = "'2026-11-20', 't', 'Rima', 'Jad', 'Maya', '2026-11-20T18:00:00.000Z', '2026-11-20'";
  const columns = "id, business_day, table_name, hostess, waiter, name, added_at, booked_by";
  const places = "SELECT seq, 0, '9613777777', '13777777', '961' FROM guest_row WHERE id IN ";
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  alter(
    storeFile("jounieh", "table"),
    `INSERT INTO guest_row (${columns}) VALUES ('${one}', ${row}), ('${other}', ${row});
     INSERT INTO guest_row_phone ${places} ('${one}', '${other}')`,
  );
}

async function bringIn(line: string): Promise<void> {
  const raw = `name,phones,added_at\n${line}\n`;
  expect((await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } })).status).toBe(200);
}

/** Two whom one number made one guest. */
async function ofTwoPeople() {
  const phones = `03 66${String(Math.random()).slice(2, 6)}`;
  for (const name of ["Maya Two", "Rima Two"]) await bringIn(`${name},${phones}`);
  return { identifier: { name: "Maya Two", phones, id: await idInBook(phones) }, names: ["Rima Two"] };
}

async function twoGuests() {
  for (const line of ["Maya One,03 555511", "Rima One,03 555512"]) await bringIn(line);
  const [id, other] = [await idInBook("03 555511"), await idInBook("03 555512")];
  return { identifier: { name: "Maya One", phones: "03 555511", id }, other: { name: "Rima One", phones: "03 555512", id: other } };
}

async function idInBook(search: string): Promise<string> {
  return (await call("admin", searchContacts, { query: { search } })).answer.contacts[0]?.id ?? "";
}

async function idOfUser(username: string): Promise<string> {
  return (await call("admin", listUsers)).answer.users.find((user) => user.username === username)?.id ?? "";
}

const nameOf = ({ method, path }: CallContract) => `${method} ${path}`;

const WITH_INPUT = CONTRACTS.filter(({ contract }) => contract.body ?? contract.query).map(
  ({ contract }) => [nameOf(contract), contract] as const,
);
const WITH_BODY = WITH_INPUT.filter(([, contract]) => contract.body);
const WITH_QUERY = WITH_INPUT.filter(([, contract]) => contract.query);

async function sampleOf(contract: CallContract): Promise<Sample> {
  const sample = SAMPLES[nameOf(contract)];
  if (!sample) throw new Error(`${nameOf(contract)} has no sample in this test`);
  return typeof sample === "function" ? sample() : sample;
}

const MENU_FORM = await menuForm();

function commentsForm() {
  const { headers, body } = new Response(formOf(people(2)));
  return { raw: body as BodyInit, headers: { "content-type": headers.get("content-type") ?? "" } }; // a form has a body
}

/** Makes a call as the one who may do everything; the body goes over the line as it is given. */
function send(
  contract: CallContract,
  sample: Sample,
  raw = sample.body === undefined ? undefined : JSON.stringify(sample.body),
  key?: string,
) {
  const options = { params: sample.params, query: sample.query, raw, key } as CallOptions<CallContract>;
  if (contract === importContacts || (contract as unknown) === wrongRows)
    Object.assign(options, { raw: "name,phones\nMaya,03 111111\n,\nx,9.6E+11\n", headers: { "content-type": "text/csv" } });
  if ((contract as unknown) === uploadMenu) Object.assign(options, MENU_FORM);
  if ((contract as unknown) === bringEntries) Object.assign(options, commentsForm());
  return call(contract.permission === "worker" ? "worker" : "admin", contract, options);
}

interface Scalar {
  path: Path;
  type: string;
}

/** Every place of a schema at which one text, number or choice belongs, read from the schema itself. */
function scalarsOf(schema: z.ZodType, path: Path = []): Scalar[] {
  const { def } = schema as unknown as {
    def: { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType; shape?: Record<string, z.ZodType>; element?: z.ZodType };
  };
  if (def.innerType) return scalarsOf(def.innerType, path);
  if (def.type === "pipe") return scalarsOf(isTransform(def.in) ? (def.out ?? schema) : (def.in ?? schema), path);
  if (def.shape) return Object.entries(def.shape).flatMap(([name, inner]) => scalarsOf(inner, [...path, name]));
  if (def.type === "array" && def.element) return scalarsOf(def.element, [...path, 0]);
  return def.type === "unknown" ? [] : [{ path, type: def.type }];
}

function isTransform(schema: z.ZodType | undefined): boolean {
  return (schema as unknown as { def?: { type: string } } | undefined)?.def?.type === "transform";
}

/** The sample's body with another value at one place. */
function withValue(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...(body as object) };
  (copy as Record<string | number, unknown>)[step] = withValue((copy as Record<string | number, unknown>)[step], rest, value);
  return copy;
}

/** Every object of a body, by the path to it. */
function objectsOf(body: unknown, path: Path = []): Path[] {
  if (Array.isArray(body)) return body.flatMap((item, index) => objectsOf(item, [...path, index]));
  if (typeof body !== "object" || body === null) return [];
  return [path, ...Object.entries(body).flatMap(([name, value]) => objectsOf(value, [...path, name]))];
}

let data = "";
beforeEach(() => {
  data = enterHouse();
});

describe("the samples", () => {
  it.each(WITH_INPUT)("of %s is let through, with an Idempotency-Key as our pages send it", async (_, contract) => {
    const { status, answer } = await send(contract, await sampleOf(contract), undefined, crypto.randomUUID());
    expect(status, JSON.stringify(answer)).toBe(contract.status ?? 200);
  });
});

it("finds the places of a body in the schema itself", () => {
  const places = scalarsOf(saveTable.body as z.ZodType).map(({ path, type }) => `${path.join(".")} ${type}`);
  expect(places).toEqual(
    expect.arrayContaining([
      "metadata.hostess string",
      "metadata.table_number string",
      "contacts.0.name string",
      "contacts.0.birthday string",
      "version number",
    ]),
  );
});

/** A table's metadata and its guests: what nobody knows of them loses no save (tests/old-client). */
const isLoose = (contract: CallContract, [first]: Path) => contract === saveTable && (first === "metadata" || first === "contacts");

type Body = Record<string, unknown>;

/** Lets a minute pass whenever it is called: some calls are limited by it. */
function minutes(): () => void {
  const clock = holdMonotonicClock();
  return () => clock.pass(60_001);
}

/** No object, list or truth value where one text, number or choice belongs. */
async function takesNoOtherType(contract: CallContract, sample: Sample, nextMinute: () => void): Promise<void> {
  for (const { path, type } of scalarsOf(contract.body as z.ZodType)) {
    nextMinute();
    for (const value of [
      { contains: "" },
      { not: null },
      [],
      ["a"],
      ...(type === "boolean" ? [] : [true]),
      ...(type === "string" || type === "enum" ? [{ $ne: "" }] : ["text", 1.5]),
    ]) {
      const { status, answer } = await send(contract, { ...sample, body: withValue(sample.body, path, value) as Body });
      const place = path.join(".");
      expect({ place, value, status, code: answer.code }).toEqual({ place, value, status: 400, code: "invalid_request" });
      expect(answer.issues?.some((issue) => issue.path.startsWith(place))).toBe(true);
    }
  }
}

async function takesNoLongText(contract: CallContract, sample: Sample, nextMinute: () => void): Promise<void> {
  for (const { path } of scalarsOf(contract.body as z.ZodType).filter(({ type }) => type === "string")) {
    nextMinute();
    for (const text of ["x".repeat(10_000), "م".repeat(10_000), "🌸".repeat(5_000)]) {
      const { status } = await send(contract, { ...sample, body: withValue(sample.body, path, text) as Body });
      expect({ path: path.join("."), status }).toEqual({ path: path.join("."), status: 400 });
    }
  }
}

async function takesNoUnknownField(contract: CallContract, sample: Sample, nextMinute: () => void): Promise<void> {
  for (const path of objectsOf(sample.body).filter((place) => !isLoose(contract, place))) {
    nextMinute();
    for (const field of ["roles2", "isAdmin", "password_hash", "constructor", "__proto__", "toString"]) {
      const marked = withValue(sample.body, [...path, "MARKED"], { admin: true });
      const raw = JSON.stringify(marked).replace('"MARKED"', JSON.stringify(field));
      const { status, answer } = await send(contract, sample, raw);
      const said = { path: path.join("."), field, status, code: answer.code };
      expect(said).toEqual({ path: path.join("."), field, status: 400, code: "invalid_request" });
    }
  }
  expect({}).not.toHaveProperty("admin");
}

describe.each(ofToday(WITH_BODY, DAYS))("the body of %s", (_, contract) => {
  it("takes no value of another type, no text of 10,000 characters and no unknown field, at none of its places", async () => {
    const sample = await sampleOf(contract);
    const before = allData(data);
    const nextMinute = minutes();
    await takesNoOtherType(contract, sample, nextMinute);
    await takesNoLongText(contract, sample, nextMinute);
    await takesNoUnknownField(contract, sample, nextMinute);
    expect(allData(data)).toEqual(before);
  });
});

describe.each(ofToday(WITH_QUERY, DAYS))("the query of %s", (_, contract) => {
  const changes = contract.method !== "GET" || contract.bearerOnly;
  const unknown = changes ? "takes no field that it does not know" : "passes over a field that it does not know";

  it(`${unknown}, and takes no text of 10,000 characters`, async () => {
    const sample = await sampleOf(contract);
    const nextMinute = minutes();
    for (const field of ["unknown", "where", "_", "__proto__", "constructor"]) {
      const { status, answer } = await send(contract, {
        ...sample,
        query: Object.fromEntries([...Object.entries(sample.query ?? {}), [field, "1"]]),
      });
      const expected = changes ? { status: 400, code: "invalid_request" } : { status: 200, code: undefined };
      expect({ field, status, code: answer.code }).toEqual({ field, ...expected });
    }
    nextMinute();
    for (const field of Object.keys(sample.query ?? {})) {
      const { status } = await send(contract, { ...sample, query: { ...sample.query, [field]: "9".repeat(10_000) } });
      expect({ field, status }).toEqual({ field, status: 400 });
    }
  });
});

/** What no text that is kept may hold, at the end of a text and in the middle of it. */
const DIRT = ["\ud83c", "\udf38", "\u0000", "\u0007", "\u001b[2J", "\u0085", "\n", "\u202e", "\u2066", "\u2069"];
const UNCLEAN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** Every such text in a value, field names included. */
function uncleanTextsOf(value: unknown): string[] {
  if (typeof value === "string") return UNCLEAN.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...uncleanTextsOf(name), ...uncleanTextsOf(inner)]);
}

/** The value at a place of a sample. */
function valueAt(sample: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], sample);
}

interface TextPlace {
  part: "params" | "query" | "body";
  path: Path;
}

/** Every place of a call at which a text is taken. A password is no such text: it is taken as typed, and only its hash is kept. */
function textPlacesOf(contract: CallContract): TextPlace[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    (contract[part] ? scalarsOf(contract[part]) : [])
      .filter(({ path, type }) => type === "string" && !/password$/.test(String(path.at(-1))))
      .map(({ path }) => ({ part, path })),
  );
}

const WITH_TEXTS = CONTRACTS.filter(({ contract }) => textPlacesOf(contract).length > 0).map(
  ({ contract }) => [nameOf(contract), contract] as const,
);

describe.each(ofToday(WITH_TEXTS, DAYS))("the texts of %s", (name, contract) => {
  it("are refused with a plain sentence or cleaned, wherever they hold what nobody can see or type", async () => {
    const sample = SAMPLES[name] ? await sampleOf(contract) : { params: { name: "2026-11-20 table 12", branch: "batroun" } };
    for (const { part, path } of textPlacesOf(contract)) {
      const typed = valueAt(sample[part], path);
      expect({ part, path, typed }).toEqual({ part, path, typed: expect.any(String) });
      const texts = ofToday(DIRT, 2).flatMap((dirt) => [typed + dirt, `${String(typed).slice(0, 1)}${dirt}${String(typed).slice(1)}`]);
      await Promise.all(
        texts.map(async (text) => {
          const place = `${part} ${path.join(".")} ${JSON.stringify(text)}`;
          const dirty = withValue(sample[part], path, text);
          const parsed = contract[part]?.safeParse(dirty);
          const isMessage = path.at(-1) === "message" || path[0] === "rules"; // which may have several lines
          const kept = uncleanTextsOf(parsed?.data).filter((one) => !isMessage || UNCLEAN.test(one.replaceAll("\n", "")));
          expect({ place, kept }).toEqual({ place, kept: [] });
          if (part !== "body" && /\p{Cs}/u.test(text)) return; // no address can hold half a character
          const { status, answer } = await send(contract, { ...sample, [part]: dirty });
          expect({ place, status, works: status < 500 }).toEqual({ place, status, works: true });
          if (status >= 400) expect(answer.error).toMatch(/^[A-Z"].*[.!]$/s);
          const isFile = status < 400 && "gives" in contract; // which has lines
          expect({ place, said: uncleanTextsOf(isFile ? String(answer).replace(/\r?\n/g, "") : answer) }).toEqual({ place, said: [] });
        }),
      );
    }
    expect(uncleanTextsOf(allData(data)).filter((one) => UNCLEAN.test(one.replaceAll("\n", "")))).toEqual([]);
  });
});

/** What changes nothing although it is no GET: it looks, opens a window, or gives a key that is used up in a moment. */
const LOOKS = [
  "POST /backend/open-folder",
  "POST /compare-book",
  "POST /duplicates/find",
  "POST /contacts/import/wrong-rows",
  "POST /personal-data/find",
  "POST /loyalty/tiers/of",
  "POST /queue/opted-out",
  "POST /queue/in-doubt",
  "POST /queue/template",
  "POST /vouchers/verify",
  "POST /assist/ticket",
  "POST /large-exports/seen", // what one person has seen
  "PUT /all-data/choices", // how a page looks for one person
];
/** What this file's samples do not bring to a change; the tests beside them look at its entry. */
const ELSEWHERE: Record<string, string> = {
  "POST /auth/refresh": "tests/auth/renewal.test.ts",
  "POST /jobs/{id}/cancel": "tests/jobs/jobs.test.ts",
  "POST /assist/end/{id}": "tests/assist/calls.test.ts",
  "POST /queue/menus/retry": "tests/queue/menus.test.ts",
  "POST /queue/messages/{id}/send-despite-doubt": "tests/queue/despite-doubt.test.ts",
  "POST /queue/messages/{id}/arrived": "tests/queue/in-doubt.test.ts",
  "POST /queue/workers/{id}/resume": "tests/queue/worker-calls.test.ts",
  "POST /queue/replies/seen": "tests/queue/replies.test.ts",
  "POST /queue/replies/done": "tests/queue/replies.test.ts",
  "POST /birthdays/retry-all": "tests/queue/retry.test.ts",
  "POST /competitions/{id}/entries/fetch": "tests/competitions/entries.test.ts",
  "POST /health/missing/seen": "tests/db/lost-writes.test.ts",
  "POST /whatsapp/webhook": "tests/queue/webhook.test.ts",
};
/** The trail of sending are the attempts (docs/decisions.md); of what workers say only that one came on is an event. */
const isWorkersOwn = (name: string) => name.startsWith("POST /worker/") && name !== "POST /worker/register";

/** Another sample, or one where a call needs no body, so that there is something to be done. */
const TO_DO: Record<string, () => Promise<Sample>> = {
  "POST /dedupe-table": async () => {
    await doubles();
    return {};
  },
  "POST /update-company-by-date": async () => {
    await bringIn("Maya,03 777777,2026-11-20T12:00:00Z");
    return { body: { date: "2026-11-20", company: "MEA" } };
  },
  "POST /contacts/import": async () => ({}),
  "POST /all-data/export": async () => {
    await bringInBirthdays(["Maya,03 111111,--05-14"]);
    return { body: { filters: {}, sort: "name", format: "csv", reason: "A letter" } };
  },
  "DELETE /auth/sessions/{id}": async () => {
    const other = await signInAs("staff", "warm bread at noon");
    const own = (await call("nobody", listOwnSessions, { headers: other.headers })).answer.sessions;
    return { params: { id: own.find(({ current }) => current)?.id ?? "" } };
  },
  "POST /merge-tables": async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    return {};
  },
  "POST /end-of-day": async () => {
    clockAt(END_OF_DAY);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    return {};
  },
  "POST /staff/{branch}/reset-defaults": async () => {
    await call("admin", addStaff, { params: { branch: "batroun" }, body: { role: "waiter", name: "Elio" } });
    return { params: { branch: "batroun" } };
  },
};

const DONE = CONTRACTS.filter(({ contract }) => {
  const name = nameOf(contract);
  return (contract.method !== "GET" || contract.bearerOnly) && !LOOKS.includes(name) && !(name in ELSEWHERE) && !isWorkersOwn(name);
}).map(({ contract }) => [nameOf(contract), contract] as const);

// docs/design/reliability.md S-34. That it hangs together, and nothing else is in it: tests/audit.
describe.each(DONE)("what %s has done", (name, contract) => {
  it("stands in the audit trail, with who did it, when, where and by which call", async () => {
    // Logging out and a new password concern the admin's own sign-in, so the trail is read by another one.
    const reader = await makePerson("reader", { roles: ["admin"] });
    const sample = (await TO_DO[name]?.()) ?? (SAMPLES[name] ? await sampleOf(contract) : {});
    const { status, headers, answer } = await send(contract, sample);
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    const query = { request: headers.get("x-request-id") ?? "", depth: "all" } as const;
    const { entries } = (await call("nobody", listAudit, { query, headers: reader.headers })).answer;
    expect(entries.length).toBeGreaterThan(0);
    for (const { at, who, where, what, result } of entries) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect([who.name, where, what].every((text) => text !== "")).toBe(true);
      expect(["user", "worker"]).toContain(who.kind);
      expect(result).toBe("done");
    }
  });
});

it("every call that is looked at elsewhere is one that there is", () => {
  const names = CONTRACTS.map(({ contract }) => nameOf(contract));
  for (const name of [...LOOKS, ...Object.keys(ELSEWHERE), ...Object.keys(TO_DO)]) expect(names).toContain(name);
  for (const file of Object.values(ELSEWHERE)) expect(readFileSync(file, "utf8")).toMatch(/hubEvents\(|listAudit,/);
});
