import { route } from "@/lib/http/route";
import { optedOut as optedOutContract, setOptOut } from "@/lib/opt-outs/contract";
import { agreedToOffers, optedOut } from "@/lib/queue/recipients/reads";
import { setOptOut as set } from "@/lib/queue/recipients/writes";

export const POST = route(optedOutContract, async ({ body }) => {
  const [saidNo, agreed] = [await optedOut(body.phones), await agreedToOffers(body.phones)];
  const inTheirOrder = <Said extends object>(found: ReadonlyMap<string, Said>) =>
    body.phones.flatMap((phones, index) => {
      const said = found.get(phones);
      return said ? [{ index, ...said }] : [];
    });
  return { opted_out: inTheirOrder(saidNo), agreed: inTheirOrder(agreed) };
});

export const PUT = route(setOptOut, ({ body, by, ...caller }) => set(body, caller, by));
