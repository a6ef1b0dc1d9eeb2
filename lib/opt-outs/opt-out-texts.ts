/** How a guest has said no, and of what staff noted who did: `noted by Rima`. */
export function howTheySaidNo({ by, name }: { by: keyof typeof OPT_OUT_TEXTS.by; name?: string | undefined }): string {
  return by === "staff" && name ? `noted by ${name}` : OPT_OUT_TEXTS.by[by];
}

/** A guest who wants no messages: ours. */
export const OPT_OUT_TEXTS = {
  mark: "No WhatsApp messages",
  by: { keyword: "the guest wrote it", staff: "noted by staff", provider: "told by WhatsApp" },
  stop: "Stop WhatsApp messages",
  again: "Allow WhatsApp messages",
  agree: "Note that they want offers",
  agreeBody: "They have told somebody of the house that they want offers such as a birthday voucher. Who noted it, and when, is kept.",
  offers: "Offers",
  neverAsked: "Never asked",
  noOffers: "None: they want no messages",
  agreedBy: { table: "gave the number at the table", inbound: "wrote to us", staff: "told the house" },
  saidNo: "Said no in the last seven days",
  unsure: "May have said no",
  unsureBody:
    "They wrote what sounds like a no. Nothing goes to them until somebody decides: stop their messages, or go on writing to them.",
  unsureForOthers:
    "They wrote what sounds like a no. Nothing goes to them until somebody decides: stop their messages, or ask somebody who may read what guests write, as Customer Service does.",
  notMeant: "Go on writing to them",
  notMeantBody: "It was no refusal. Messages go to them as before. What they wrote until now is not asked about again.",
  marked: "The mark at the guest's name shows it as soon as the server answers; pressed again, it is done once.",
  stopBody: "Nothing goes to any of their numbers any more: no menu, no birthday voucher, no letter. What waits for them does not go out.",
  ownWord: "They said no themselves, so staff cannot take it back.",
  ownWordBy: "Messages begin again when the guest writes to us that they want them, or by somebody who may do everything, with a reason.",
  reason: "Why messages begin again",
  reasonHelp: "It stands in the Audit Trail, with your name",
  againBody: "The guest has said that they want messages again. What was stopped meanwhile stays stopped.",
} as const;
