import { expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { dateFormat, inDigits, isWrittenDate } from "@/lib/date-format";
import { changeDateFormat, readDateFormat } from "@/lib/date-setting/contract";
import { publicSettings } from "@/lib/env";
import { health } from "@/lib/health/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, restartHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson } from "../support/people";
import { EVENING } from "../support/tables";

const choose = (format: "MM/dd/yyyy" | "dd/MM/yyyy") => call("admin", changeDateFormat, { body: { format } });
const shown = async () => (await call("staff", readDateFormat)).answer;

it("dates are written month first until somebody chooses, who is named then, and pages are told so after a start too", async () => {
  clockAt(EVENING);
  const data = enterHouse();
  expect(await shown()).toEqual({ format: "MM/dd/yyyy", changed: null });
  expect(publicSettings().dateFormat).toBe("MM/dd/yyyy");
  const { status, answer } = await choose("dd/MM/yyyy");
  expect([status, answer]).toEqual([200, { message: "Dates are written day first now: 20/11/2026.", format: "dd/MM/yyyy" }]);
  expect(await shown()).toEqual({ format: "dd/MM/yyyy", changed: { by: "admin", at: new Date(EVENING).toISOString() } });
  expect(publicSettings().dateFormat).toBe("dd/MM/yyyy");
  await restartHouse();
  await call("nobody", health);
  expect(publicSettings().dateFormat).toBe("dd/MM/yyyy");
  expect(hubEvents(data, "dates.").map(({ payload }) => payload)).toEqual([{ old: "MM/dd/yyyy", new: "dd/MM/yyyy" }]);
  const { answer: trail } = await call("admin", listAudit, { query: { group: "server" } });
  expect(trail.entries.map(({ what }) => what)).toContain("Chose that dates are written day first (before: month first)");
});

it("what is chosen already changes nothing, and another hub brings its own choice", async () => {
  const data = enterHouse();
  await choose("MM/dd/yyyy");
  expect((await shown()).changed).toBeNull();
  await choose("dd/MM/yyyy");
  await choose("dd/MM/yyyy");
  await choose("MM/dd/yyyy");
  expect(hubEvents(data, "dates.").map(({ payload }) => payload.new)).toEqual(["dd/MM/yyyy", "MM/dd/yyyy"]);
  await choose("dd/MM/yyyy");
  enterHouse();
  await call("nobody", health);
  expect(dateFormat()).toBe("MM/dd/yyyy");
});

it("staff see it and do not change it, and neither does who works in some branches alone; another format is none", async () => {
  enterHouse();
  const limited = await makePerson("limited", { roles: ["admin"], branches: ["ehden"] });
  const body = { format: "dd/MM/yyyy" } as const;
  expect((await call("staff", changeDateFormat, { body })).status).toBe(403);
  expect((await call("nobody", changeDateFormat, { body, headers: limited.headers })).status).toBe(403);
  expect((await call("nobody", readDateFormat)).status).toBe(401);
  expect((await call("admin", changeDateFormat, { raw: '{"format":"yyyy-MM-dd"}' })).status).toBe(400);
  expect(await shown()).toEqual({ format: "MM/dd/yyyy", changed: null });
});

it.each([
  ["11/29/2026", "MM/dd/yyyy", true],
  ["29/11/2026", "MM/dd/yyyy", false],
  ["29/11/2026", "dd/MM/yyyy", true],
  ["11/29/2026", "dd/MM/yyyy", false],
  ["29/02/2027", "dd/MM/yyyy", false],
  ["29/02/2028", "dd/MM/yyyy", true],
  ["2026-11-29", "dd/MM/yyyy", false],
  ["1/2/2026", "dd/MM/yyyy", false],
] as const)("%s is a date written %s: %s", (text, format, is) => {
  expect(isWrittenDate(text, format)).toBe(is);
});

it("a date is written in both ways", () => {
  expect([inDigits("2026-11-29", "MM/dd/yyyy"), inDigits("2026-11-29", "dd/MM/yyyy")]).toEqual(["11/29/2026", "29/11/2026"]);
});
