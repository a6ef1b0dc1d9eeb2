import { answerProof } from "./competitions/proof/open";
import type { PublicPage } from "./public-page";
import { answerReserve } from "./reservations/public/pages";

/** Every page that guests open at the port of their own. */
export const answerGuest: PublicPage = async (asked) => (await answerReserve(asked)) ?? (await answerProof(asked));
