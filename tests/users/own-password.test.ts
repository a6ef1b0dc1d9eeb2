import { beforeEach, describe, expect, it } from "vitest";
import { login } from "@/lib/auth/contract";
import { changePassword } from "@/lib/users/contract";
import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, PASSWORD, signInAs } from "../support/people";

const MINUTE = 60_000;
const NEW = "eight silver spoons";
let nour: MadePerson;

beforeEach(async () => {
  enterHouse();
  nour = await makePerson("nour");
});

const change = async (current_password: string, { headers }: Pick<MadePerson, "headers"> = nour, address = "10.0.0.9") => {
  const answered = await call("nobody", changePassword, { headers, address, body: { current_password, password: NEW } });
  return answered.status;
};
const guess = async (times: number) => {
  const said: number[] = [];
  for (let time = 0; time < times; time++) said.push(await change("a guess"));
  return said;
};
const signIn = async (address: string, password = PASSWORD) =>
  (await call("nobody", login, { body: { username: "nour", password }, address })).status;

describe("wrong guesses of one's current password", () => {
  it("shut nobody's sign-in, here or elsewhere", async () => {
    expect(await guess(20)).toEqual([400, 400, 400, 400, 400, ...Array(15).fill(429)]);
    expect([await signIn("10.0.0.9"), await signIn("10.0.0.1")]).toEqual([200, 200]);
  });

  it("are five in five minutes, also all at once, and then a right one waits as well", async () => {
    const clock = holdMonotonicClock();
    const said = await Promise.all(Array.from({ length: 12 }, (_, number) => change("a guess", nour, `10.0.0.${number}`)));
    expect(said.filter((status) => status === 400)).toHaveLength(5);
    expect(said.filter((status) => status === 429)).toHaveLength(7);
    expect(await change(PASSWORD)).toBe(429);
    clock.pass(5 * MINUTE + 1);
    expect(await change(PASSWORD)).toBe(200);
  });

  it("by whoever has one of their sign-ins leave the others to their owner", async () => {
    const own = await signInAs("nour");
    await guess(6);
    expect(await change(PASSWORD, own)).toBe(200);
  });

  it("are forgotten with the right one", async () => {
    for (let time = 0; time < 2; time++) {
      expect(await guess(4)).toEqual([400, 400, 400, 400]);
      expect(await change(time === 0 ? PASSWORD : NEW)).toBe(200);
    }
  });
});

it("a password is changed by its owner while strangers guess it at the door", async () => {
  for (let time = 0; time < 12; time++) await signIn("10.0.0.9", "a guess");
  expect(await change(PASSWORD)).toBe(200);
});
