import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { instant } from "../calendar-date";
import { cleanPhones, cleanText } from "../clean-text";
import { isRestaurant } from "../known-branches";
import { COMPETITION_RIGHTS } from "./rights";
import { competitionInput, counts, filters, inShort, placeShown, rulesText, state, userName } from "./shapes";
import { DECIDED } from "./states";

const { view, edit, draw } = COMPETITION_RIGHTS;
const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });
const byPlace = byId.extend({ place: z.string().overwrite(cleanText).min(1).max(100) });
const version = z.int().min(1);
const changed = z.object({ ok: z.literal(true), message: z.string(), id: z.string(), version: z.number(), state });
export type ChangedCompetition = z.output<typeof changed>;

const may = z.object({ edit: z.boolean(), draw: z.boolean(), group: z.boolean() });

export const listCompetitions = endpoint({
  method: "GET",
  path: "/competitions",
  summary: "The competitions of the branch and of the group, the newest first; at central those of every branch of the caller.",
  permission: view,
  answer: z.object({
    competitions: z.array(inShort),
    /** The house's own people, who take part in none. */
    staff: z.array(z.string()),
    may,
    /** The server fetches comments, and rounds, by itself. */
    fetches: z.object({ comments: z.boolean(), rounds: z.boolean() }),
  }),
});
export type CompetitionList = z.output<typeof listCompetitions.answer>;

export const competitionsAtHome = endpoint({
  method: "GET",
  path: "/competitions/home",
  summary: "What runs now, until when, with how many entries: of every branch in which the caller works.",
  permission: view,
  about: "none",
  answer: z.object({ at: z.string(), competitions: z.array(inShort) }),
});

export const openCompetition = endpoint({
  method: "GET",
  path: "/competitions/{id}",
  summary: "One competition: who takes part and how many each filter takes out, its lock, its winners, its figures and every step of it.",
  permission: view,
  params: byId,
  answer: z.object({
    competition: inShort.extend({
      version: z.number(),
      post_url: z.string(),
      media_id: z.string(),
      reserves: z.number(),
      rules: rulesText,
      filters,
      two_people: z.boolean(),
      voucher_days: z.number(),
      created_by: z.string(),
      reason: z.string(),
      /** Null until it is locked. */
      lock: z
        .object({
          at: z.string(),
          by: z.string(),
          sha256: z.string(),
          way: z.enum(["drand", "secret"]),
          round: z.number().nullable(),
          commitment: z.string().nullable(),
        })
        .nullable(),
      drawn: z.object({ at: z.string(), by: z.string(), randomness: z.string() }).nullable(),
    }),
    counts,
    places: z.array(placeShown),
    figures: z.object({ entries: z.number(), people: z.number(), new_guests: z.number(), given: z.number(), redeemed: z.number() }),
    /** The only steps that the caller may take now, and why the others that would follow cannot be taken. */
    next: z.array(state),
    why_not: z.array(z.object({ to: state, why: z.string() })),
    may: may.omit({ group: true }),
    /** Where everybody reads the proof; null where guests have no address here, or before the lock. */
    proof_url: z.string().nullable(),
    history: z.array(z.object({ id: z.string(), at: z.string(), who: z.string(), what: z.string() })),
  }),
});
export type OpenedCompetition = z.output<typeof openCompetition.answer>;

export const makeCompetition = endpoint({
  method: "POST",
  path: "/competitions",
  summary: "Make a competition, as a draft. Both sentences that Instagram asks for stand in its rules by themselves.",
  permission: edit,
  status: 201,
  body: z.strictObject({
    ...competitionInput,
    post_url: competitionInput.post_url.default(""),
    media_id: competitionInput.media_id.default(""),
    winners: competitionInput.winners.default(1),
    reserves: competitionInput.reserves.default(2),
    rules: rulesText.prefault({}),
    filters: filters.prefault({}),
    two_people: competitionInput.two_people.default(false),
    voucher_days: competitionInput.voucher_days.default(60),
  }),
  answer: changed,
});

export const changeCompetition = endpoint({
  method: "PATCH",
  path: "/competitions/{id}",
  summary:
    "Change a competition before its lock. 409 when somebody changed it in between. Whether two people are needed is said in the draft.",
  permission: edit,
  params: byId,
  body: z.strictObject({ version, ...z.strictObject(competitionInput).partial().shape }),
  answer: changed,
});

export const stepCompetition = endpoint({
  method: "POST",
  path: "/competitions/{id}/step",
  summary:
    "The next step: OPEN, CLOSED and CANCELLED by whoever keeps competitions, VERIFIED and PRIZE_GIVEN by whoever draws. 409 for no legal one.",
  permission: { any: [edit, draw] },
  params: byId,
  body: z.strictObject({ version, to: z.enum(DECIDED), reason: z.string().overwrite(cleanText).max(300).default("") }),
  answer: changed,
});

export const saveCompetitionStaff = endpoint({
  method: "PUT",
  path: "/competitions/staff",
  summary: "The house's own people by their names on Instagram: they take part in no competition.",
  permission: edit,
  about: "group",
  body: z.strictObject({ staff: z.array(userName).max(500) }),
  answer: z.object({ ok: z.literal(true), message: z.string(), staff: z.array(z.string()) }),
});

export const lockCompetition = endpoint({
  method: "POST",
  path: "/competitions/{id}/lock",
  summary: "Lock the list: its SHA-256 is published with the round of public randomness to come, and nothing changes any more.",
  permission: edit,
  takesLong: true,
  params: byId,
  body: z.strictObject({
    version,
    /** `secret`: without internet; the hash of a secret is published now, and the secret when it is drawn. */
    way: z.enum(["drand", "secret"]).default("drand"),
    /** The first round after it counts. */
    draws_at: instant,
  }),
  answer: changed.extend({ sha256: z.string(), entries: z.number() }),
});

export const drawCompetition = endpoint({
  method: "POST",
  path: "/competitions/{id}/draw",
  summary: "Draw winners and reserves at once. The round is fetched by the server, or given as it was published: its signature decides.",
  permission: draw,
  takesLong: true,
  perMinute: 30,
  params: byId,
  body: z.strictObject({
    version,
    /** Null: the server fetches it; of a secret there is none to give. */
    round: z
      .strictObject({
        round: z.int().min(1),
        signature: z
          .string()
          .overwrite((text) => cleanText(text).toLowerCase())
          .regex(/^[0-9a-f]{96}$/, "A signature has 96 digits and letters from a to f."),
        randomness: z
          .string()
          .overwrite((text) => cleanText(text).toLowerCase())
          .max(64)
          .default(""),
      })
      .nullable()
      .default(null),
  }),
  answer: changed,
});

export const disqualifyWinner = endpoint({
  method: "POST",
  path: "/competitions/{id}/places/{place}/disqualify",
  summary: "A winner is out, with the reason, and stays visible; the next reserve moves up. Nothing is drawn again.",
  permission: draw,
  params: byPlace,
  body: z.strictObject({ version, reason: z.string().overwrite(cleanText).min(1, "Say why.").max(300) }),
  answer: changed,
});

export const linkWinner = endpoint({
  method: "POST",
  path: "/competitions/{id}/places/{place}/guest",
  summary: "Say which guest a winner is: by name and number they are a guest of that restaurant's book.",
  permission: draw,
  params: byPlace,
  body: z.strictObject({
    version,
    branch: z.string().max(60).refine(isRestaurant, "Choose a restaurant."),
    name: z.string().overwrite(cleanText).min(1, "Write the guest's name.").max(200),
    phones: z.string().overwrite(cleanPhones).min(1, "Write the guest's number.").max(400),
    language: z.enum(["", "ar", "fr", "en"]).default(""),
  }),
  answer: changed,
});

export const giveVoucher = endpoint({
  method: "POST",
  path: "/competitions/{id}/places/{place}/voucher",
  summary: "Issue the winner's voucher, once, and tell them by WhatsApp where they take messages.",
  permission: draw,
  takesLong: true,
  params: byPlace,
  body: z.strictObject({ version, tell: z.boolean().default(true) }),
  answer: changed.extend({ told: z.enum(["queued", "call", "none"]), told_why: z.string() }),
});

export const proofFile = fileEndpoint({
  method: "GET",
  path: "/competitions/{id}/proof",
  summary: "The proof as one HTML file for anybody's web space: rules, counts, hash, round, everybody in their place, and how to check it.",
  permission: view,
  params: byId,
  gives: "text/html; charset=utf-8",
});
