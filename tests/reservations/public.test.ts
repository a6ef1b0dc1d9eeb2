import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { bySystem } from "@/lib/db/actor";
import { hubFile, storeFile } from "@/lib/db/files";
import { takeInbound } from "@/lib/queue/recipients/inbound";
import { deleteReservation, joinWaitlist, openReservation } from "@/lib/reservations/contract";
import { listReservations } from "@/lib/reservations/day/contract";
import { workOf } from "@/lib/reservations/keeper";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { Guest } from "./guest";
import { book, DAY, expectLegalLives, expectNoTableTwice, haveRules, SATURDAY, settled, step } from "./support";

let guest: Guest;

beforeEach(async () => {
  enterHouse({ PUBLIC_PORT: "0", PUBLIC_URL: "https://tables.example" });
  clockAt(SATURDAY);
  guest = await Guest.come();
});

const reservations = async (date = DAY) => (await call("admin", listReservations, { query: { date } })).answer.reservations;
const stored = () => rows<{ n: number }>(storeFile("jounieh", "table"), "SELECT count(*) AS n FROM reservation")[0]?.n;

describe("the page of a branch", () => {
  it("is not there until its rules say so, and offers only what is free by them", async () => {
    expect((await guest.get("/reserve/jounieh")).status).toBe(404);
    await haveRules({ public_page: "confirm" });
    expect((await guest.get("/reserve/batroun")).status).toBe(404);
    await book({ tables: ["1"], time: "20:00", phones: "" });
    await book({ tables: ["2"], time: "20:00", phones: "" });
    const times = (html: string) => [...html.matchAll(/type="radio"[^>]*value="(\d\d:\d\d)"/g)].map(([, time]) => time);
    // The table of four takes two as well.
    expect(times((await guest.get(`/reserve/jounieh?date=${DAY}&party=2`)).html)).toContain("20:00");
    await book({ tables: ["3"], time: "20:00", party: 4, phones: "" });
    const two = times((await guest.get(`/reserve/jounieh?date=${DAY}&party=2`)).html);
    expect(two).not.toContain("20:00");
    expect(two).not.toContain("21:15");
    expect(two).toContain("21:30");
    expect(two).not.toContain("17:45");
    // Nobody books at a time that is over, or for more people than the house takes without a look.
    expect((await guest.send({ time: "17:45" })).html).toContain("This time is not free any more");
    expect((await guest.send({ party: "14" })).html).toContain("Choose how many people come.");
    expect((await guest.send({ time: "20:00" })).status).toBe(409);
    expect(await stored()).toBe(3);
    expectNoTableTwice();
  });

  it.each([
    ["confirm", "CONFIRMED", "Your table is booked."],
    ["ask", "REQUESTED", "We have your request. It is not confirmed yet: we will tell you."],
  ] as const)("that is on (%s) answers %s, and leads to the guest's own page", async (public_page, status, words) => {
    await haveRules({ public_page });
    const booked = await guest.send({ note: "A child's chair\nby the window" });
    expect(booked.status).toBe(303);
    const own = await guest.get(booked.location);
    expect(own.html).toContain(words);
    expect(own.html).not.toMatch(/[Tt]able \d|Terrace|Hall/);
    const [made] = await reservations();
    expect(made).toMatchObject({
      status,
      source: "web",
      name: "Nour Karam",
      phones: "03 111111",
      guest_note: "A child's chair, by the window",
      language: "en",
    });
    expect(own.html).toContain(made?.code ?? "-");
    expect(made?.created_by).not.toBe("admin");
    await settled();
    expectLegalLives();
  });

  it("says where to call, in each language and on the guest's own page, once the rules say it", async () => {
    await haveRules({ public_page: "confirm" }, "batroun");
    expect((await guest.get("/reserve/batroun")).html).not.toContain("tel:");
    await haveRules({ public_page: "confirm", telephone: "09 111222" });
    const number = '<a href="tel:+9619111222" dir="ltr">+961 9 111 222</a>';
    for (const [lang, words] of [
      ["en", "Call us:"],
      ["fr", "Appelez-nous :"],
      ["ar", "للاتصال بنا:"],
    ])
      expect((await guest.get(`/reserve/jounieh?lang=${lang}`)).html).toContain(`${words} ${number}`);
    const booked = await guest.send({});
    expect((await guest.get(booked.location)).html).toContain(number);
    // A link that leads nowhere is answered alike for every branch.
    expect((await guest.get("/reserve/jounieh/nothing")).html).not.toContain("tel:");
  });

  it("books once, however often it is pressed, and says so of a form that says something else", async () => {
    await haveRules({ public_page: "confirm" });
    const form = await guest.form();
    const pressed = await Promise.all([guest.send({}, form), guest.send({}, form), guest.send({}, form)]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await stored()).toBe(1);
    const code = (html: string) => /<bdi>([A-Z0-9]{6})<\/bdi>/.exec(html)?.[1];
    const codes = await Promise.all(pressed.map(async ({ location }) => code((await guest.get(location)).html)));
    expect(new Set(codes).size).toBe(1);
    const other = await guest.send({ time: "21:30" }, form);
    expect([other.status, other.html.includes("You have booked with this form already")]).toEqual([409, true]);
    expect(await stored()).toBe(1);
    expect((await guest.send({ time: "21:30" }, other.formKey)).status).toBe(303);
    expect(await stored()).toBe(2);
  });

  it("of two guests for the last table gives it to one, and tells the other what to do, with all that they typed", async () => {
    await haveRules({
      public_page: "confirm",
      tables: [{ number: "1", area: "", min: 1, max: 2, priority: 1, x: null, y: null }],
      combinations: [],
    });
    const [one, other] = [await guest.form(), await guest.form()];
    const both = await Promise.all([
      guest.send({ name: "Maya" }, one),
      guest.send({ name: "Rita", phone: "03 222222", note: "Window" }, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    const refused = both.find(({ status }) => status === 409)?.html ?? "";
    expect(refused).toContain("This time is not free any more. Nothing was booked. Choose another one.");
    expect(refused).not.toMatch(/reservation [A-Z0-9]{6}|Table 1/);
    expectNoTableTwice();
  });

  it("keeps what was typed, and says beside each field what to do, in three languages", async () => {
    await haveRules({ public_page: "confirm" });
    const wrong = { name: "", phone: "12", time: "", note: "Keep <this> & that" };
    for (const [lang, sentence] of [
      ["en", "Write your name."],
      ["fr", "Écrivez votre nom."],
      ["ar", "اكتبوا اسمكم."],
    ] as const) {
      const { status, html } = await guest.send({ ...wrong, lang });
      expect(status).toBe(400);
      expect(html).toContain(`<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}">`);
      expect(html).toContain(`<p class="error" id="name-error">${sentence}</p>`);
      expect(html).toMatch(/id="name"[^>]*aria-invalid="true" aria-describedby="name-error"/);
      expect(html).toMatch(/id="phone"[^>]*value="12"|value="12"[^>]*/);
      expect(html).toContain("Keep &lt;this&gt; &amp; that");
      expect(html).toContain('<a href="#time">');
    }
    // The language is changed with all that was typed.
    const { status, html } = await guest.send({ name: "Nour", to: "ar", do: "" });
    expect([
      status,
      html.includes('lang="ar" dir="rtl"'),
      html.includes('value="Nour"'),
      /id="[a-z]+"[^>]*aria-invalid/.test(html),
    ]).toEqual([200, true, true, false]);
    expect(await stored()).toBe(0);
  });

  it("writes what guests type as text, wherever it is shown again", async () => {
    await haveRules({ public_page: "confirm" });
    const name = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
    const again = await guest.send({
      name,
      phone: `"><svg onload=alert(1)>`,
      note: "</textarea><script>alert(2)</script>",
      date: `${DAY}"><b>`,
    });
    const booked = await guest.send({ name });
    const own = await guest.get(booked.location);
    for (const { html } of [again, own]) expect(html).not.toMatch(/<script|<img|<svg|<b>|onerror=alert\(1\)>(?!&)/);
    expect(own.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const file = await guest.get(`${booked.location.split("?")[0]}/calendar.ics`);
    expect(file.html).not.toContain("alert");
  });
});

describe("a flood", () => {
  it("from one address ends, and one number has few reservations to come, however many forms are sent at once", async () => {
    await haveRules({ public_page: "confirm", tables: [], combinations: [] });
    const forms = await Promise.all(Array.from({ length: 8 }, () => guest.form()));
    const sent = await Promise.all(forms.map((form, index) => guest.send({ time: `19:${index % 2 ? "30" : "00"}` }, form)));
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(3);
    expect(sent.find(({ status }) => status === 429)?.html).toContain("This number has several reservations with us already.");
    expect(await stored()).toBe(3);
    // Who cancels and books anew all day is heard no more either.
    const statuses: number[] = [];
    for (let time = 0; time < 20; time++) statuses.push((await guest.send({ phone: `03 33${String(1000 + time)}` })).status);
    expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(12);
    expect(statuses.at(-1)).toBe(429);
    const other = await Guest.come();
    other.address = "10.9.8.7";
    expect((await other.send({ phone: "03 444444" })).status).toBe(429); // what an address says of itself is not believed
  });

  it("of tries at links ends too, and a wrong link says nothing, whatever it is", async () => {
    await haveRules({ public_page: "confirm" });
    const booked = await guest.send();
    const [mine = ""] = booked.location.split("?");
    const token = mine.split("/").at(-1) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = rows<{ hash: string }>(storeFile("jounieh", "table"), "SELECT hash FROM reservation_link");
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
    const nowhere = await guest.get(`/reserve/jounieh/${"A".repeat(43)}`);
    expect(nowhere.status).toBe(404);
    for (const path of [
      `/reserve/batroun/${token}`,
      `/reserve/nowhere/${token}`,
      `/reserve/jounieh/${token.slice(0, -1)}`,
      `${mine}x`,
      `/reserve/jounieh/${token.toLowerCase()}A`,
      `/reserve/jounieh/x/calendar.ics`,
    ])
      expect(await guest.get(path)).toEqual({ ...nowhere });
    // Over for two days, it is as one that never was.
    clockAt("2026-11-23T12:00:00Z");
    expect((await guest.get(mine)).status).toBe(200);
    clockAt("2026-11-23T21:00:00Z");
    expect(await guest.get(mine)).toEqual({ ...nowhere });
    for (let time = 0; time < 20; time++) await guest.get(`/reserve/jounieh/${String(time).padStart(43, "B")}`);
    clockAt(SATURDAY);
    expect((await guest.get(mine)).status).toBe(429);
    expect((await guest.get(`/reserve/jounieh/${"C".repeat(43)}`)).status).toBe(429);
  });

  it("of robots that fill every field books nothing", async () => {
    await haveRules({ public_page: "confirm" });
    const { status, html } = await guest.send({ website: "https://cheap.example" });
    expect([status, html.includes("We could not tell that you are a person."), html.includes('value="Nour Karam"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await guest.send({ key: "made-up" })).status).toBe(400);
    expect(await stored()).toBe(0);
  });
});

describe("a guest's own page", () => {
  const made = async () => {
    const booked = await guest.send({ date: "2026-11-22" });
    expect(booked.status).toBe(303);
    return booked.location.split("?")[0] ?? "";
  };
  const only = async () => {
    const [one] = await reservations("2026-11-22");
    if (!one) throw new Error("no reservation");
    return one;
  };

  it("changes day, time and party within the rules, cancels once, and both are in its history as the guest's", async () => {
    await haveRules({ public_page: "confirm" });
    const mine = await made();
    const changed = await guest.post(mine, { do: "change", version: "1", date: "2026-11-22", party: "4", time: "21:30" });
    expect([changed.status, changed.location]).toEqual([303, `${mine}?lang=en&changed=1`]);
    expect((await guest.get(changed.location)).html).toContain("Your change is saved.");
    expect(await only()).toMatchObject({ party: 4, time: "21:30", tables: ["3"], version: 2 });
    const late = await guest.post(mine, { do: "change", version: "1", date: "2026-11-22", party: "2", time: "20:00" });
    expect([late.status, late.html.includes("Your reservation was changed in the meantime.")]).toEqual([409, true]);
    for (const [wrong, words] of [
      [{ time: "20:05" }, "This time is not free any more."],
      [{ party: "30" }, "Choose how many people come."],
      [{ date: "2026-11-20" }, "Choose a day from today on."],
    ] as const)
      expect(
        (await guest.post(mine, { do: "change", version: "2", ...{ date: "2026-11-22", party: "4", time: "21:30" }, ...wrong })).html,
      ).toContain(words);
    expect((await only()).version).toBe(2);
    const gone = await Promise.all([guest.post(mine, { do: "cancel", version: "2" }), guest.post(mine, { do: "cancel", version: "2" })]);
    expect(gone.map(({ status }) => status)).toContain(303);
    expect((await guest.get(mine)).html).toContain("This reservation is cancelled.");
    expect((await guest.post(mine, { do: "cancel", version: "3" })).status).toBe(303);
    expect((await guest.post(mine, { do: "change", version: "3", date: "2026-11-22", party: "2", time: "20:00" })).status).toBe(409);
    const one = await only();
    expect(one).toMatchObject({ status: "CANCELLED", cancel_reason: "guest", version: 3 });
    const { answer } = await call("admin", openReservation, { params: { id: one.id } });
    const whoDid = answer.history.flatMap(({ who, what }) => (/told/i.test(what) ? [] : [who]));
    expect(whoDid.filter((who) => who === "Daftar (guest)")).toHaveLength(3);
    expect(new Set(whoDid)).not.toContain("admin");
    await settled();
    expectLegalLives();
  });

  it("too late, or where somebody confirms each request, leaves to a person what is a person's", async () => {
    await haveRules({ public_page: "ask", guest_cancel_hours: 3 });
    const mine = await made();
    expect((await guest.post(mine, { do: "change", version: "1", date: "2026-11-22", party: "2", time: "21:30" })).status).toBe(303);
    const one = await only();
    await step(one, "CONFIRMED");
    const seen = await guest.get(mine);
    expect(seen.html).toContain("It is confirmed. To change it, please call us");
    expect((await guest.post(mine, { do: "change", version: "3", date: "2026-11-22", party: "2", time: "20:00" })).status).toBe(409);
    clockAt("2026-11-22T16:31:00Z"); // two hours and 59 minutes before
    expect((await guest.get(mine)).html).toContain("Until 3 h before");
    expect((await guest.post(mine, { do: "cancel", version: "3" })).status).toBe(409);
    expect((await only()).status).toBe("CONFIRMED");
    await call("admin", deleteReservation, { params: { id: one.id }, query: { version: "3" as never } });
    expect((await guest.get(mine)).status).toBe(404);
  });

  it("gives a calendar file that replaces itself, in lines that two readers read", async () => {
    await haveRules({ public_page: "confirm" });
    const booked = await guest.send({ date: "2026-11-22", lang: "ar", name: "هلا; منصور" });
    const [mine = ""] = booked.location.split("?");
    const first = await guest.get(`${mine}/calendar.ics`);
    expect(first.headers["content-type"]).toBe("text/calendar; charset=utf-8; method=PUBLISH");
    const read = (text: string) => {
      const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent") ?? undefined);
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        location: event.location,
        from: event.startDate.toJSDate().toISOString(),
        until: event.endDate.toJSDate().toISOString(),
      };
    };
    expect(read(first.html)).toMatchObject({
      sequence: 0,
      summary: "طاولة في The house, Jounieh",
      location: "The house, Jounieh",
      from: "2026-11-22T18:00:00.000Z",
      until: "2026-11-22T19:30:00.000Z",
    });
    expect(first.html).not.toContain("هلا");
    await guest.post(mine, { do: "change", version: "1", date: "2026-11-22", party: "2", time: "21:30" });
    const second = await guest.get(`${mine}/calendar.ics`);
    expect(read(second.html)).toMatchObject({ uid: read(first.html).uid, sequence: 1, from: "2026-11-22T19:30:00.000Z" });
    await guest.post(mine, { do: "cancel", version: "2" });
    expect((await guest.get(`${mine}/calendar.ics`)).html).toContain("\r\nSTATUS:CANCELLED\r\n");
  });
});

describe("a party of the waitlist", () => {
  it("may leave the list by the link of the word that its table is ready, once; a word that may mean it goes to a person", async () => {
    await haveRules();
    const body = { name: "Rami", phones: "03 222222", party: 2, language: "fr" };
    const { answer: party } = await call("admin", joinWaitlist, { body });
    const called = (await step(party, "CALLED")).answer;
    await settled();
    const [{ text = "" } = {}] = rows<{ text: string }>(hubFile(), "SELECT text FROM queue_item");
    const link = /Vous ne venez plus \? https:\/\/tables\.example(\/reserve\/jounieh\/[\w-]{43})$/.exec(text)?.[1] ?? "";
    expect((await guest.get(link)).html).toContain("Votre table est prête. Présentez-vous à l’entrée.");
    const at = "2026-11-21T16:05:00.000Z";
    clockAt(at);
    await takeInbound([{ account: "cloud:1", from: "9613222222", text: "CANCEL", at }], bySystem("webhook"));
    await workOf("jounieh");
    const { answer: list } = await call("admin", listReservations);
    expect([list.to_decide, list.waitlist.map(({ status }) => status)]).toEqual([[party.id], ["CALLED"]]);
    const version = String(called.version + 1);
    expect((await guest.post(link, { do: "cancel", version })).status).toBe(409);
    expect((await guest.post(link, { do: "leave", version })).status).toBe(303);
    expect((await guest.post(link, { do: "leave", version })).status).toBe(303);
    expect((await guest.get(`${link}?lang=ar`)).html).toContain("لم تعودوا على لائحتنا.");
    const { answer } = await call("admin", listReservations);
    expect([answer.to_decide, answer.waitlist.map(({ status }) => status)]).toEqual([[], ["LEFT"]]);
    expect((await step({ id: party.id, version: called.version + 2 }, "CALLED")).status).toBe(200); // a slip of the guest's finger
    expectLegalLives();
  });
});

describe("a message", () => {
  it("of what is booked, changed or to come carries the guest's own link, and no other does", async () => {
    await haveRules();
    const { answer: one } = await book({ date: "2026-11-22", language: "fr" });
    await settled();
    const texts = () => rows<{ text: string }>(hubFile(), "SELECT text FROM queue_item ORDER BY created_at, id").map(({ text }) => text);
    const link = /Modifier ou annuler : https:\/\/tables\.example(\/reserve\/jounieh\/[\w-]{43})$/.exec(texts()[0] ?? "")?.[1] ?? "";
    expect((await guest.get(link)).html).toContain('<html lang="fr"');
    expect((await guest.get(link)).html).toContain(one.code);
    clockAt("2026-11-22T09:00:00Z");
    await workOf("jounieh");
    expect(texts()[1]).toMatch(/\/reserve\/jounieh\/[\w-]{43}$/);
    expect(texts()[1]).not.toContain(link);
    await step(one, "CANCELLED", { reason: "guest" });
    await settled();
    expect(texts()[2]).not.toContain("tables.example");
  });

  it("carries none where guests have no address", async () => {
    enterHouse({ PUBLIC_PORT: "", PUBLIC_URL: "https://tables.example" });
    await haveRules();
    await book({ date: "2026-11-22" });
    await settled();
    expect(rows<{ text: string }>(hubFile(), "SELECT text FROM queue_item")[0]?.text).not.toContain("http");
  });
});
