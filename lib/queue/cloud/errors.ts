import type { Fault } from "../workers/contract";

/**
 * What the Cloud API refuses with, as data (docs/design/whatsapp.md 1.3; Meta asks to build on the code and on nothing else). The same
 * codes come in the answer to a message and, later, in its status.
 */
export interface CloudError {
  /** Null: the code does not say whether the message goes out. */
  fault: Fault | null;
  /** What has to wait, or to be mended, before the same is sent again: one message, all to one guest, all by one template, all by one worker's token, all of the number's. */
  stops: "message" | "guest" | "template" | "token" | "number";
  /** One plain sentence for people. */
  told: string;
  /** It refuses although Meta sends it with an HTTP status of 500 and more too; any other code says nothing there. */
  refusesWith5xx?: true;
}

const refused = (fault: Fault, stops: CloudError["stops"], told: string): CloudError => ({ fault, stops, told });
const alsoWith5xx = (error: CloudError): CloudError => ({ ...error, refusesWith5xx: true });

// It is one worker's own: another one may send from the same number, and this one goes on as soon as it has a new token.
const TOKEN = refused("account", "token", "WhatsApp no longer takes the access token of this worker: it is invalid or has expired.");
const PERMISSION = refused(
  "account",
  "number",
  "The access token is not allowed to send from this number. Give it the permission in Meta's settings.",
);
// Whether it is tried again is not said: told late, or for the fifth time, it is not.
const TOO_FAST = refused("throttle", "number", "WhatsApp takes no more messages from this number for the moment.");
const BAD_REQUEST = refused("content", "message", "WhatsApp does not understand this message. Tell whoever looks after Daftar.");
const NO_MEDIA = refused("content", "message", "WhatsApp could not take the picture or the PDF of this message.");
const BAD_TEMPLATE = refused(
  "content",
  "template",
  "The message does not fit into this template: compare its words and whether it has a picture at its head with WhatsApp Limits.",
);
const IN_DOUBT: CloudError = {
  fault: null,
  stops: "message",
  told: "WhatsApp has a fault of its own, and does not say whether the message goes out.",
};

export const CLOUD_ERRORS: Readonly<Record<number, CloudError>> = {
  0: TOKEN,
  190: TOKEN,

  3: alsoWith5xx(PERMISSION),
  10: PERMISSION,
  131005: PERMISSION,

  4: TOO_FAST,
  80007: TOO_FAST,
  130429: TOO_FAST,
  131056: refused("throttle", "guest", "This guest was sent too many messages within a short time."),

  131048: refused(
    "account",
    "number",
    "WhatsApp has limited this number because guests reported or blocked it. Stop sending and look into Meta's settings.",
  ),
  131064: refused(
    "account",
    "number",
    "WhatsApp has limited this number because a template was put into the wrong category. Look into Meta's settings.",
  ),
  368: refused("account", "number", "WhatsApp has restricted this number because of its rules. Look into Meta's settings."),
  131031: refused("account", "number", "WhatsApp has locked this number's account. Look into Meta's settings."),
  130497: refused("account", "number", "WhatsApp does not let this number write to guests of a country. Look into Meta's settings."),
  131042: alsoWith5xx(refused("account", "number", "WhatsApp wants a payment to be settled before it sends. Look into Meta's settings.")),
  131045: alsoWith5xx(refused("account", "number", "This number's certificate is wrong. Register the number anew in Meta's settings.")),
  133010: alsoWith5xx(refused("account", "number", "This number is not registered with WhatsApp. Register it in Meta's settings.")),
  131037: alsoWith5xx(
    refused("account", "number", "The name that guests see of this number is not approved yet. Look into Meta's settings."),
  ),

  131026: refused("recipient", "guest", "WhatsApp cannot deliver to this number: it has no WhatsApp, or a very old one."),
  131049: refused("recipient", "guest", "WhatsApp holds this back because the guest gets many offers. Wait a day at least."),
  131050: refused("opted_out", "guest", "This guest wants no offers from the restaurant any more."),
  130472: refused("recipient", "guest", "WhatsApp sends this guest no offers for the time of a trial of its own."),

  131047: refused("content", "message", "The guest has not written within 24 hours, so WhatsApp takes only an approved template."),
  131021: refused("content", "message", "This is the number that the message would be sent from."),
  131030: refused("content", "message", "The number is a test number, and this guest is not on its list of recipients."),
  131051: refused("content", "message", "WhatsApp does not take messages of this kind."),
  131008: BAD_REQUEST,
  131009: BAD_REQUEST,
  100: BAD_REQUEST,
  33: BAD_REQUEST,
  135000: BAD_REQUEST,
  131052: NO_MEDIA,
  131053: NO_MEDIA,

  132000: BAD_TEMPLATE,
  132001: refused("content", "template", "WhatsApp knows no approved template of this name and language."),
  132005: refused("content", "message", "With the guest's name in it, the template becomes too long."),
  132007: refused("content", "template", "The words of this template break WhatsApp's rules."),
  132008: BAD_TEMPLATE,
  132012: BAD_TEMPLATE,
  132015: refused("account", "template", "WhatsApp has paused this template because guests did not like it."),
  132016: refused("account", "template", "WhatsApp has switched this template off for good."),

  1: IN_DOUBT,
  2: IN_DOUBT,
  131000: IN_DOUBT,
  131016: IN_DOUBT,
  131057: IN_DOUBT,
  133004: IN_DOUBT,
};

/** What a code says; null for one that the table does not know. */
export function cloudError(code: number): CloudError | null {
  if (code >= 200 && code <= 299) return PERMISSION;
  return CLOUD_ERRORS[code] ?? null;
}

/** Whether a refusal is about the token of a worker of the official API: it says nothing of the message, nor of the number. */
export function refusesToken(fault: string | null, code: string): boolean {
  return fault === "account" && /^\d+$/.test(code) && cloudError(Number(code))?.stops === "token";
}

/** Codes of the media of a message: uploading it anew may help. */
export const MEDIA_REFUSED: readonly number[] = [131052, 131053];
