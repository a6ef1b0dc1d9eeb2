import type { Page } from "playwright/test";
import { AFTER_CLOSE, CLOSES_AT, DRAWS_AT, OPENS_AT, people, ROUND_IS_THERE, ROUNDS, WHILE_OPEN } from "../competitions/rounds";
import { expect, type House, signIn } from "./fixtures";
import { JSON_BODY } from "./house";

export { AFTER_CLOSE, people, ROUND_IS_THERE, ROUNDS, WHILE_OPEN };

/** Where guests come, so that the proof has a page. */
export const SETTINGS = { PUBLIC_PORT: "0", PUBLIC_URL: "https://tables.example", GROUP_NAME: "Beit Daftar" };

async function send(house: House, path: string, body: unknown, init: RequestInit = {}): Promise<{ id: string; version: number }> {
  const answer = await house.api(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body), branch: "jounieh", ...init });
  const said = (await answer.json()) as { id: string; version: number; error?: string };
  expect(said.error, path).toBeUndefined();
  return said;
}

/** A competition of Jounieh as far as a state, made by calls. @param upTo which of these it has come to */
export async function competitionOf(house: House, upTo: "OPEN" | "CLOSED" | "LOCKED" | "DRAWN", csv = people(8)): Promise<string> {
  house.setClock(WHILE_OPEN);
  const body = { title: "Autumn dinner", branches: ["jounieh"], prize: "Dinner for two", winners: 2, reserves: 2 };
  const { id } = await send(house, "/competitions", {
    ...body,
    opens_at: OPENS_AT,
    closes_at: CLOSES_AT,
    rules: { en: "Mention a friend." },
  });
  await send(house, `/competitions/${id}/step`, { version: 1, to: "OPEN" });
  const form = new FormData();
  form.append("file", new File([csv], "comments.csv"));
  await send(house, `/competitions/${id}/entries`, null, { headers: {}, body: form });
  if (upTo === "OPEN") return id;
  house.setClock(AFTER_CLOSE);
  await send(house, `/competitions/${id}/step`, { version: 2, to: "CLOSED" });
  if (upTo === "CLOSED") return id;
  await send(house, `/competitions/${id}/lock`, { version: 3, way: "drand", draws_at: DRAWS_AT });
  if (upTo === "LOCKED") return id;
  house.setClock(ROUND_IS_THERE);
  await send(house, `/competitions/${id}/draw`, { version: 4, round: ROUNDS.september });
  return id;
}

/** The browser's own dialog. */
export const openDialog = (page: Page) => page.locator("dialog[open]").last();

/** Every screen of competitions, one after the other. */
export async function everyScreen(page: Page, house: House, look: (what: string) => Promise<void>): Promise<void> {
  const id = await competitionOf(house, "DRAWN");
  await signIn(page, undefined, "/competitions");
  await expect(page.getByRole("button", { name: /Autumn dinner/ })).toBeVisible();
  await look("the list");
  await page.getByRole("button", { name: "New competition" }).click();
  await expect(openDialog(page).getByLabel("Title")).toBeVisible();
  await look("the form");
  await openDialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.goto(`/competitions?id=${id}`);
  await expect(page.getByRole("list", { name: "Winners and reserves" })).toBeVisible();
  await look("a drawn competition");
  await page.getByRole("button", { name: "Say which guest this is" }).first().click();
  await expect(openDialog(page).getByLabel("Phone")).toBeVisible();
  await look("the guest");
  await openDialog(page).getByRole("button", { name: "Cancel" }).click();
}
