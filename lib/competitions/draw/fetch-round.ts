import * as z from "zod";
import { env } from "../../env";
import { AppError } from "../../errors";
import { log } from "../../log";
import { addressOfRound, type Round } from "./quicknet";

/** Milliseconds that a round is waited for. */
const PATIENCE = 10_000;
/** Bytes; a round is three hundred. */
const LONGEST = 4_096;

const published = z.object({ round: z.int(), signature: z.string(), randomness: z.string().default("") });

const refused = (why: string) =>
  new AppError("conflict", `${why} Nothing was drawn. Try again, or open the round’s page and paste what it says.`);

/** Reads a round from the address of the settings; what it says is believed only by its signature. @throws AppError `conflict` */
export async function fetchRound(round: number): Promise<Round & { randomness: string }> {
  const { DRAND_URL } = env();
  if (DRAND_URL === undefined) throw refused("This server fetches no rounds by itself.");
  let text: string;
  try {
    const response = await fetch(addressOfRound(DRAND_URL, round), { signal: AbortSignal.timeout(PATIENCE), redirect: "error" });
    if (!response.ok)
      throw refused(
        response.status === 404 || response.status === 425 ? "This round is not published yet." : "The round could not be read.",
      );
    text = await response.text();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log().warn({ err: error }, "a round of drand was not read");
    throw refused("Nobody answered at the address of the rounds.");
  }
  const said = text.length <= LONGEST ? published.safeParse(parsed(text)) : null;
  if (!said?.success) throw refused("What stands at the address of the rounds is no round.");
  const { signature, randomness } = said.data;
  return { round: said.data.round, signature: signature.toLowerCase(), randomness: randomness.toLowerCase() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
