import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, expectNoSidewaysScroll } from "./fixtures";

const STANDARDS = { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

/** The other scheme's page is the same one in other colours. */
const COLOURS = { type: "rule" as const, values: ["color-contrast"] };

/**
 * Both schemes on a phone, and the light one on a desktop, which draws with the same colours. A tablet has the desktop's
 * layout or the phone's. `test:thorough` looks at everything.
 */
function schemesOf(page: Page): ("light" | "dark")[] {
  const width = page.viewportSize()?.width ?? 0;
  if (width < 768 || process.env.THOROUGH) return ["light", "dark"];
  return width < 1200 ? [] : ["light"];
}

/** What `violationsOf` looks for: all that axe knows of the standards, or the rule of colours alone. */
type Rules = { type: "tag" | "rule"; values: string[] };

type Violation = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number];

/** What axe finds wrong on the page now. A frame in which no script may run can only be looked at in a tab of its own. */
export async function violationsOf(page: Page, runOnly: Rules = STANDARDS): Promise<string[]> {
  const violations = await lookedAt(page, runOnly);
  const left = await Promise.all(violations.map((one) => (one.id === "target-size" ? withoutHalfScrolled(page, one) : one)));
  return left.filter(({ nodes }) => nodes.length > 0).map(describeViolation);
}

async function lookedAt(page: Page, runOnly: Rules, part?: string): Promise<Violation[]> {
  // Half a megabyte of code is read by a page once, and not at each look.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: " " } : {}) });
  if (part) axe.include(part);
  // The legacy mode looks at the page itself, where the usual one opens a second page to put the frames' results together.
  const looked = axe
    .options({ runOnly, resultTypes: ["violations"] })
    .exclude("iframe[sandbox]")
    .setLegacyMode(true);
  return (await looked.analyze()).violations;
}

/** What is half under a bar only because the page is scrolled to there is large enough: it is looked at once more in the middle of the screen. */
async function withoutHalfScrolled(page: Page, violation: Violation): Promise<Violation> {
  const nodes: Violation["nodes"] = [];
  for (const node of violation.nodes) {
    const part = String(node.target[0]);
    const before = await page.locator(part).evaluate((one) => {
      const at = window.scrollY;
      one.scrollIntoView({ block: "center", behavior: "instant" });
      return at;
    });
    if ((await lookedAt(page, { type: "rule", values: ["target-size"] }, part)).length > 0) nodes.push(node);
    await page.evaluate((at) => window.scrollTo({ top: at, behavior: "instant" }), before);
  }
  return { ...violation, nodes };
}

/** Looks at what is on the screen now, by axe, and whether it can be pushed sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const scheme of schemesOf(page)) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    // Repeated for a moment, because a page that changes its colours shows both schemes for a frame or two.
    await expect(async () => {
      expect(await violationsOf(page, scheme === "light" ? STANDARDS : COLOURS), `${what} in ${scheme}`).toEqual([]);
    }).toPass({ timeout: 20_000 });
  }
  expect(await page.evaluate(brokenReferences), `${what}: names and descriptions that are not there`).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Elements that say of another one that it names or describes them, where there is none: axe leaves that to people. */
function brokenReferences(): string[] {
  return ["aria-labelledby", "aria-describedby"].flatMap((attribute) =>
    [...document.querySelectorAll(`[${attribute}]`)]
      .filter((one) =>
        one
          .getAttribute(attribute)
          ?.split(/\s+/)
          .some((id) => id && !document.getElementById(id)),
      )
      .map((one) => `${attribute} of ${one.outerHTML.slice(0, 160)}`),
  );
}

function describeViolation({ id, nodes }: Violation): string {
  return `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`).join(" | ")}`;
}
