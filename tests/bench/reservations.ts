import path from "node:path";
import { v7 as uuid } from "uuid";
import { addDays, localTime } from "../../lib/local-time";
import { OPEN_ALL_DAY, playSaturday, type Tablet, whatStands } from "../reservations/saturday";
import { dice } from "../sequences/people";
import { RESTAURANTS } from "../support/restaurants";
import { clientOf } from "./http";
import { percentile, report, reportCount } from "./report";
import { openBench, signIn } from "./server";

const BOOKINGS = 300;
const HOSTS = 20;
const ZONE = "Asia/Beirut";

/** A Saturday of five branches: twenty hosts at once, each with a sign-in of their own, and tables that are saved in between. */
export async function benchReservations(folder: string): Promise<void> {
  const data = path.join(folder, "reservations");
  const bench = await openBench(data);
  const ask = async (call: typeof bench.call, method: string, where: string, branch: string, body: unknown, key?: string) => {
    const { status, text } = await call(method, `/api${where}`, body, { "x-branch": branch, ...(key && { "idempotency-key": key }) });
    return { status, answer: JSON.parse(text) };
  };
  for (const branch of RESTAURANTS) await ask(bench.call, "PUT", "/reservations/rules", branch, { rules: OPEN_ALL_DAY, version: 0 });
  const clients = await Promise.all(
    Array.from({ length: HOSTS }, async () => {
      const authorization = await signIn(bench.call, "admin");
      return clientOf(bench.server.url, () => ({ authorization }), 4);
    }),
  );
  const tablets = clients.map(
    ({ call }): Tablet => ({
      book: (branch, body, key) => ask(call, "POST", "/reservations", branch, body, key),
      step: (branch, id, body) => ask(call, "POST", `/reservations/${id}/step`, branch, body, uuid()),
      change: (branch, id, body) => ask(call, "PATCH", `/reservations/${id}`, branch, body, uuid()),
      save: (branch, body, key) => ask(call, "POST", "/save-table", branch, body, key),
    }),
  );
  const evening = { branches: RESTAURANTS, ...tonight(), tablets, dice: dice(21), newKey: () => uuid() };
  await playSaturday({ ...evening, bookings: 40 }); // caches fill, and the engine learns what is called often
  const warm = new Map(RESTAURANTS.map((branch) => [branch, whatStands(fileOf(data, branch)).ids.length]));
  const played = await playSaturday({ ...evening, bookings: BOOKINGS, dice: dice(22) });
  const [book, save] = [percentile(played.bookTimes, 0.95), percentile(played.saveTimes, 0.95)];
  report({ figure: `a save of a table of 4 between bookings, ${HOSTS} hosts, p95`, value: save, unit: "ms", limit: null });
  report({ figure: `a booking, ${HOSTS} hosts of 5 branches, p95`, value: book, unit: "ms", limit: 3 * save });
  report({ figure: `a booking, ${HOSTS} hosts of 5 branches, p50`, value: percentile(played.bookTimes, 0.5), unit: "ms", limit: null });
  await bench.server.stop();
  for (const { close } of clients) close();
  let [twice, lost] = [0, 0];
  for (const branch of RESTAURANTS) {
    const stands = whatStands(fileOf(data, branch));
    twice += stands.twice.length;
    lost += played.accepted.filter((one) => one.branch === branch && !stands.ids.includes(one.id)).length;
    lost += Math.max(0, (warm.get(branch) ?? 0) + played.accepted.filter((one) => one.branch === branch).length - stands.ids.length);
  }
  reportCount(`tables booked twice, of ${BOOKINGS} bookings (${played.conflicts} refused)`, twice, 0);
  reportCount(`bookings lost, of ${played.accepted.length}`, lost, 0);
}

const fileOf = (data: string, branch: string) => path.join(data, branch, "table.db");

/** This business day, and quarters of an hour around now: some parties are late, and some do not come. */
function tonight(): { date: string; times: string[] } {
  const now = new Date();
  const date = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  const isNight = localTime(now, ZONE) < "05:00";
  const day = isNight ? addDays(date(now), -1) : date(now);
  const times = Array.from({ length: 9 }, (_, index) => {
    const at = new Date(Math.floor(now.getTime() / 900_000) * 900_000 + (index - 3) * 900_000);
    return localTime(at, ZONE);
  });
  // What lies behind the day's end is another evening's.
  return { date: day, times: times.filter((time) => time < "05:00" === isNight) };
}
