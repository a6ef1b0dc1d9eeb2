import { expect } from "vitest";
import { makeVouchers, type VoucherFile, voucherImage, voucherPdf, voucherThumbnail } from "../../lib/vouchers/contract";
import { routeOf } from "./handlers";
import { call, type Person } from "./house";

export const BIRTHDAY = "2026-11-20";

interface Said {
  event: string;
  data: { current: number; total: number; made?: VoucherFile[]; files?: VoucherFile[]; left_out?: number; error?: string; code?: string };
}

/** The events of a stream's text. */
export function eventsOf(text: unknown): Said[] {
  return String(text)
    .trim()
    .split("\n\n")
    .map((block) => ({
      event: /^event: (\w+)/m.exec(block)?.[1] ?? "message",
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null"),
    }));
}

/** Makes a date's vouchers by the real call and watches until the end. */
export async function make(date = BIRTHDAY, { branch, as = "staff" }: { branch?: string; as?: Person } = {}) {
  const { status, answer } = await call(as, makeVouchers, { query: { date }, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  const events = eventsOf(answer);
  return { events, last: events.at(-1) as Said, files: events.at(-1)?.data.files ?? [] };
}

const LOOKS = { image: voucherImage, pdf: voucherPdf, thumbnail: voucherThumbnail };

/** Opens a voucher's address as a browser does that is not signed in. */
export async function openAddress(address: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const url = new URL(`http://127.0.0.1/api${address}`);
  const [, , , id = "", look = "image"] = url.pathname.split("/");
  const handler = await routeOf(LOOKS[look as keyof typeof LOOKS]);
  const response = await handler(new Request(url), { params: Promise.resolve({ id }) });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
