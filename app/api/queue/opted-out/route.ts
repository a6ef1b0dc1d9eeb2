import { route } from "@/lib/http/route";
import { optedOut, setOptOut } from "@/lib/opt-outs/contract";
import { optedOut as read } from "@/lib/queue/recipients/reads";
import { setOptOut as set } from "@/lib/queue/recipients/writes";

export const POST = route(optedOut, async ({ body }) => {
  const found = await read(body.phones);
  const opted_out = body.phones.flatMap((phones, index) => {
    const said = found.get(phones);
    return said ? [{ index, ...said }] : [];
  });
  return { opted_out };
});

export const PUT = route(setOptOut, ({ body, by }) => set(body, by));
