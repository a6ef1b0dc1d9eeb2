import { ADMIN, beginTable, choose, comeBack, expect, inTurn, PHONE_FIRST, STAFF, signIn, test, timePasses } from "./fixtures";
import { JSON_BODY } from "./house";

test("staff see what they may do and nothing else, and the server agrees", PHONE_FIRST, async ({ page, house }, info) => {
  await signIn(page, STAFF);
  const isPhone = info.project.name === "phone";
  if (isPhone) await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  else await page.getByRole("banner").getByRole("button", { name: "Actions" }).click();
  await expect(page.getByText("Saved tables", { exact: true }).last()).toBeVisible();
  await expect(page.getByText("Merge all", { exact: true })).toHaveCount(0);
  await expect(page.getByText("End of day", { exact: true })).toHaveCount(0);
  const refusedPage = await page.goto("/merge-by-date-all");
  expect(refusedPage?.status()).toBe(403);
  await expect(page.getByText("You don't have permission to view this page.")).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  // Whatever the browser makes itself believe, the server decides.
  await page.evaluate(() => localStorage.setItem("role_perms_overrides_v1", JSON.stringify({ staff: ["*"] })));
  const refused = await fetch(`${house.url}/api/end-of-day`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(403);
  await page.goto("/no-such-page");
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/menu-price-editor");
  await expect(page.getByRole("heading", { name: "Menu price editor" })).toBeVisible();
  expect((await page.goto("/reservations"))?.status()).toBe(403);
  await expect(page.getByText("You don't have permission to view this page.")).toBeVisible();
});

test(
  "whoever makes the browser believe that they may do everything is refused everything by the server",
  inTurn(5),
  async ({ page, house }) => {
    await signIn(page, STAFF);
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem("auth_user") ?? "{}") as object;
      localStorage.setItem(
        "auth_user",
        JSON.stringify({ ...user, username: "admin", roles: ["admin"], permissions: ["*"], branches: null }),
      );
      localStorage.setItem("role_perms_overrides_v1", JSON.stringify({ staff: ["*"], admin: ["*"] }));
    });
    await page.goto("/");
    await expect(page.getByText("API OK")).toBeAttached();
    // By the page's cookie and by its token, from the page itself.
    const said = await page.evaluate(async () => {
      const calls = [
        ["POST", "/end-of-day"],
        ["POST", "/merge-tables"],
        ["POST", "/auth/new-user"],
        ["PUT", "/auth/roles/staff"],
        ["GET", "/auth/users"],
        ["GET", "/audit"],
        ["POST", "/personal-data/find"],
        ["PUT", "/queue/limits"],
        ["POST", "/worker-tokens"],
        ["POST", "/assist/start"],
      ] as const;
      const authorization = `Bearer ${localStorage.getItem("auth_token")}`;
      const statuses: string[] = [];
      for (const [method, path] of calls)
        for (const headers of [{ authorization }, {}] as HeadersInit[]) {
          const { status } = await fetch(`/api${path}`, { method, headers });
          if (status !== 403) statuses.push(`${method} ${path} ${status}`);
        }
      return statuses;
    });
    expect(said).toEqual([]);
    for (const path of ["/audit", "/merge-by-date-all"]) expect((await page.goto(path))?.status()).toBe(403);
    expect(house.rows("hub.db", "SELECT kind FROM event WHERE kind IN ('role.changed', 'day.ended')")).toEqual([]);
  },
);

/** What docs/design/spec-shell.md 6 grants staff to begin with, as entries of the phone's More sheet. */
const FOR_STAFF = [
  "New table",
  "Saved tables",
  "Home",
  "Search Guest",
  "Redeem a Voucher",
  "Search Contacts by Date",
  "Birthday Search",
  "All data",
  "Import Contacts",
  "Control Panel",
  "Options…",
  "Customer Service",
  "Manage Staff",
  "Password and Sign-ins",
  "Backend Folder",
];
const NOT_FOR_STAFF = [
  "Merge all",
  "Merge by Date, All Branches",
  "End of day",
  "Audit Trail",
  "Remote Assist: Share",
  "Remote Assist: View",
  "New User",
  "Users",
  "Configure Visibility",
  "WhatsApp Limits",
];

test("each entry of the menus is there for those who may, and for nobody else", inTurn(6), async ({ page, house }) => {
  const more = async () => {
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
    const sheet = page.getByRole("dialog", { name: "More" });
    await expect(sheet.getByText("Manage Staff", { exact: true })).toBeVisible();
    return (await sheet.getByRole("button").or(sheet.getByRole("link")).allInnerTexts()).map((text) => text.trim());
  };
  await signIn(page, STAFF);
  const theirs = await more();
  expect(theirs).toEqual(expect.arrayContaining(FOR_STAFF));
  expect(NOT_FOR_STAFF.filter((entry) => theirs.includes(entry))).toEqual([]);
  await signIn(page, ADMIN);
  expect(await more()).toEqual(expect.arrayContaining([...FOR_STAFF, ...NOT_FOR_STAFF]));

  // A role that is given one key more shows its entry, and no other.
  const { roles } = (await (await house.api("/auth/roles")).json()) as { roles: Record<string, string[]> };
  const permissions = [...(roles.staff ?? []), "remote_assist_view"];
  await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  await signIn(page, STAFF);
  const now = await more();
  expect(NOT_FOR_STAFF.filter((entry) => now.includes(entry))).toEqual(["Remote Assist: View"]);
});

test("whoever may not see the feed is not shown it, asks for none, and is told of no error", inTurn(0), async ({ page }) => {
  // This device shows staff less than the server would let them have: set before the app's first line runs, so that
  // no page of other rights is left that could ask.
  await page.addInitScript(() =>
    localStorage.setItem("role_perms_overrides_v1", JSON.stringify({ staff: ["create_table", "open_saved_tables"] })),
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await signIn(page, STAFF);
  await expect(page.getByText("Saved tables", { exact: true }).last()).toBeAttached();
  await comeBack(page);
  await expect.poll(() => asked).toContain("/api/saved-tables");
  await timePasses(page, 12_000); // longer than a poll's interval
  expect(asked).not.toContain("/api/table-log");
  for (const words of ["For Data Group", "Live feed"]) await expect(page.getByText(words)).toHaveCount(0);
  await expect(page.getByText(/could not be loaded|don't have permission/)).toHaveCount(0);
});

test(
  "logging out ends the token and the page at once, empties the cache of vouchers, and leaves the tables that were not finished",
  inTurn(1),
  async ({ page, house }) => {
    await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-24")).text();
    const answer = await house.api(`/vouchers/check?name=&phone=${encodeURIComponent("03 123456")}`);
    const { files } = (await answer.json()) as { files: { view_url: string }[] };
    const address = `/api${files[0]?.view_url}`;
    await signIn(page, ADMIN);
    const kept = () =>
      page.evaluate(async (at) => {
        const asked = fetch(at, { cache: "only-if-cached", mode: "same-origin" });
        return asked.then(({ status }) => status).catch(() => "not kept");
      }, address);
    await page.evaluate(async (at) => (await fetch(at)).blob(), address);
    expect(await kept()).toBe(200);
    const select = await beginTable(page, { number: "52", hostess: "Rima", waiter: "Jad" });
    await select.getByPlaceholder("Search by name or phone").fill("Ziad");
    await select.getByRole("button", { name: /^Add new/ }).click();
    await page.reload();
    const token = await page.evaluate(() => localStorage.getItem("auth_token"));
    await choose(page, "Options", "Log out");
    await expect(page).toHaveURL(/\/login/);
    const me = await fetch(`${house.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    expect(await page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("auth_user")])).toEqual([null, null]);
    expect(await kept()).toBe("not kept");
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText("Live feed")).toHaveCount(0);
    await page.goto("/");
    await expect(page).toHaveURL(/\/login\?redirect=%2F$/);

    await signIn(page, STAFF);
    await expect(page.getByRole("status").filter({ hasText: "not finished" })).toHaveText("1 table not finished on this device");
  },
);
