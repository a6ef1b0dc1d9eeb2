import { AFTERNOON, enqueue, FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, comeBack, dialogOf, expect, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(AFTERNOON));
const NAMES = ["رامي خوري", "Élodie Haddad", "Georges Khoury", "مريم عبد الرحمن الحاج حسن", "Jean-Baptiste de la Tour du Pin", "Nour"];
test("shots", async ({ page, house }) => {
  test.setTimeout(300_000);
  const size = page.viewportSize()?.width;
  const post = (path: string, body: object) => house.api(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enqueue(
    house,
    Array.from({ length: 40 }, (_, i) => ({ name: NAMES[i % 6] ?? "", phone: `70 55${i + 100}`, message: `Hello ${i}` })),
  );
  await post("/queue/enqueue/batch", {
    items: Array.from({ length: 7 }, (_, i) => ({ name: NAMES[i % 6], phone: `71 44 5${i + 100}` })),
    message: "Happy birthday",
    campaign: "birthday",
    date: "2026-11-21",
  });
  await post("/queue/enqueue/batch", {
    items: [{ name: "Rima", phone: "76 111 999" }],
    message: "Happy birthday",
    campaign: "birthday",
    date: "2026-11-20",
  });
  const worker = new FakeWorker(house);
  await worker.register("مكتب خدمة الزبائن");
  for (let i = 0; i < 9; i++) await worker.sendNext();
  const [one] = await worker.claim();
  if (one) {
    await worker.begin(one);
    await worker.refused(one, "WhatsApp does not know this number.");
  }
  const [two] = await worker.claim();
  if (two) await worker.begin(two);
  await signIn(page);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const shot = (name: string, full = false) => page.screenshot({ path: `/tmp/n/shots/${name}-${size}-${scheme}.png`, fullPage: full });
    const section = page.getByRole("button", { name: "Whatsapp Live Queue" });
    if ((await section.getAttribute("aria-expanded")) !== "true") await section.click();
    await comeBack(page);
    await expect(page.getByRole("region", { name: "Campaigns" }).getByRole("article").first()).toBeVisible();
    await page.waitForTimeout(1500);
    await shot("queue", true);
    await page.getByRole("button", { name: "Guests of Customer Service" }).click();
    await expect(dialogOf(page).getByRole("listitem").first()).toBeVisible();
    await page.waitForTimeout(500);
    await shot("campaign");
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    await choose(page, "Options", "WhatsApp Cancel");
    await expect(dialogOf(page).getByLabel(/^Type/)).toBeVisible();
    await page.waitForTimeout(500);
    await shot("cancel");
    await dialogOf(page).getByRole("button", { name: "Keep sending" }).click();
  }
});
