import { beforeEach, describe, expect, it } from "vitest";
import { login, newUser } from "@/lib/auth/contract";
import { call, enterHouse } from "../support/house";
import { makePerson, PASSWORD } from "../support/people";

beforeEach(() => {
  enterHouse();
});

const make = (username: string) => call("admin", newUser, { body: { username, password: PASSWORD, roles: ["staff"] } });

describe("a username that looks like another one", () => {
  it.each([
    ["аdmin", "with a Cyrillic а"],
    ["admın", "with an i without a dot"],
    ["admіn", "with a Ukrainian і"],
    ["αdmin", "with an alpha"],
    ["ad\u00ADmin", "with a soft hyphen"],
    ["ａｄｍｉｎ", "in wide letters"],
    ["ADMIN", "in capitals"],
    ["ADMІN", "with a capital Ukrainian І, which is an i as whoever signs in may write it"],
    ["аԁmіn", "of several alphabets"],
    ["a d m i n", "with blanks"],
  ])("%s is refused: %s", async (username) => {
    const { status, answer } = await make(username);
    expect({ status, code: answer.code, error: answer.error }).toEqual({
      status: 409,
      code: "conflict",
      error: expect.stringMatching(/is taken|looks like/),
    });
    expect((await call("nobody", login, { body: { username, password: PASSWORD } })).status).toBe(401);
  });

  it("is refused whichever of the two came first, and as its letters stand in the lists", async () => {
    await makePerson("Iara");
    expect((await make("lara")).status).toBe(409);
    expect((await make("\u200Blara")).status, "with a mark that nobody sees").toBe(409);
    await makePerson("асе"); // Cyrillic alone
    expect((await make("ace")).status).toBe(409);
    await makePerson("rnary");
    await makePerson("Zoé");
    expect((await make("Zoe\u0301\u0301")).status, "an accent written twice is seen once").toBe(409);
    expect((await make("mary")).status).toBe(409);
  });

  it("may be near, where no eye takes one for the other", async () => {
    for (const username of ["admin2", "adm", "administrator", "staff.batroun", "Élodie"])
      expect((await make(username)).status, username).toBe(201);
  });
});

describe("a username of several scripts", () => {
  it.each(["nоur", "Rima ريما", "καtia", "nourא"])("%s is refused with a sentence", async (username) => {
    const { status, answer } = await make(username);
    expect({ status, issues: answer.issues }).toEqual({
      status: 400,
      issues: [{ path: "username", message: expect.stringMatching(/one alphabet/) }],
    });
  });

  it.each(["نور", "ريما ٢", "نور 2", "كريم-بترون", "Zeïna", "Катя", "Ελένη", "田中さん", "김철수"])(
    "%s passes: it is of one",
    async (username) => {
      expect((await make(username)).status).toBe(201);
      expect((await call("nobody", login, { body: { username, password: PASSWORD } })).status).toBe(200);
    },
  );
});
