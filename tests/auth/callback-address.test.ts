import { beforeEach, describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { enterHouse } from "../support/house";

beforeEach(() => void enterHouse());

const BAD = ["http://127.0.0.1:8611.evil.test", "rubbish-of-the-caller", "javascript:alert(1)", "http://"];

function get(path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://127.0.0.1:8611/api/auth/${path}`, { headers });
  return GET(request, { params: Promise.resolve({ nextauth: [new URL(request.url).pathname.split("/").at(-1) ?? ""] }) });
}

function post(body: string, type = "application/x-www-form-urlencoded") {
  const url = "http://127.0.0.1:8611/api/auth/callback/credentials";
  const request = new Request(url, { method: "POST", body, headers: { "content-type": type } });
  return POST(request, { params: Promise.resolve({ nextauth: ["callback", "credentials"] }) });
}

async function expectRefused(answer: Response): Promise<void> {
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: "invalid_request" });
  for (const word of [...BAD.slice(0, 3), "node_modules"]) expect(text).not.toContain(word);
}

describe("an address to go on to that cannot be read is refused", () => {
  it.each(BAD)("in the query: %s", async (bad) => {
    await expectRefused(await get(`csrf?callbackUrl=${encodeURIComponent(bad)}`));
    await expectRefused(await get(`csrf?callbackUrl=/&callbackUrl=${encodeURIComponent(bad)}`));
  });

  it.each(BAD)("in the body, whatever its kind: %s", async (bad) => {
    await expectRefused(await post(`${new URLSearchParams({ csrfToken: "x", callbackUrl: bad })}`));
    await expectRefused(await post(JSON.stringify({ callbackUrl: bad }), "application/json"));
  });

  it.each(["{", "null", '{"callbackUrl": 3}', '{"callbackUrl": {"startsWith": 1}}'])("in a body that is none: %s", async (body) => {
    await expectRefused(await post(body, "application/json"));
  });

  it.each([...BAD.map(encodeURIComponent), "%E0%A4%A"])("in the cookie, which is forgotten: %s", async (bad) => {
    for (const name of ["next-auth.callback-url", "__Secure-next-auth.callback-url"]) {
      const answer = await get("csrf", { cookie: `other=1; ${name}=${bad}` });
      expect(answer.headers.getSetCookie().filter((one) => one.startsWith(`${name}=;`))).toHaveLength(1);
      await expectRefused(answer);
    }
  });

  it("in the host", async () => {
    await expectRefused(await get("csrf", { "x-forwarded-host": "no host" }));
  });
});

it("names the provider by addresses without a host", async () => {
  const answer = await get("providers", { "x-forwarded-host": "evil.test" });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(JSON.parse(text).credentials.callbackUrl).toBe("/api/auth/callback/credentials");
  expect(text).not.toMatch(/evil|http/);
});
