import { route } from "@/lib/http/route";
import { optedOut as optedOutContract, setOptOut } from "@/lib/opt-outs/contract";
import { unsureGuests } from "@/lib/queue/recipients/ambiguous-replies";
import { setOptOut as set } from "@/lib/queue/recipients/inbound";
import { agreedToOffers, optedOut } from "@/lib/queue/recipients/opted-out";

export const POST = route(optedOutContract, async ({ body }) => {
  const [saidNo, agreed, unsure] = [await optedOut(body.phones), await agreedToOffers(body.phones), await unsureGuests(body.phones)];
  for (const phones of saidNo.keys()) unsure.delete(phones); // said is said
  const inTheirOrder = <Said extends object>(found: ReadonlyMap<string, Said>) =>
    body.phones.flatMap((phones, index) => {
      const said = found.get(phones);
      return said ? [{ index, ...said }] : [];
    });
  return { opted_out: inTheirOrder(saidNo), agreed: inTheirOrder(agreed), unsure: inTheirOrder(unsure) };
});

export const PUT = route(setOptOut, ({ body, by, ...caller }) => set(body, caller, by));
