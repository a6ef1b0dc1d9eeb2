import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "baileys";
import { digitsOf, jidOf, type LinkedDevice, lidOf, type Phone } from "./whatsapp-web-phones";

/** What the answers to a computer's questions are made of. */
export interface House {
  phone: (digits: string) => Phone;
  /** Whether a number has WhatsApp. */
  has: (digits: string) => boolean;
  /** Whether its phone has keys that a conversation can begin with. */
  hasKeys: (digits: string) => boolean;
  /** The device numbers of an account, the phone itself being 0. */
  devices: (digits: string) => number[];
  /** What WhatsApp says of the number's restrictions, as it writes it; null where it says nothing. */
  standing: () => { lock: Record<string, unknown>; quota: Record<string, unknown> } | null;
  /** Where pictures and PDFs are uploaded, `HOST:PORT`. */
  mediaHost: string;
}

/** The answer to a question that a computer asks (docs/design/whatsapp.md 2.5); an empty one to what does not matter here. */
export async function answerTo(question: BinaryNode, device: LinkedDevice | null, house: House): Promise<BinaryNode> {
  const { xmlns, type, id = "" } = question.attrs;
  const answer = (...content: BinaryNode[]): BinaryNode => ({ tag: "iq", attrs: { id, type: "result", from: "s.whatsapp.net" }, content });
  const child = (tag: string) => getBinaryNodeChild(question, tag);
  if (xmlns === "encrypt" && type === "set") {
    if (child("list")) device?.upload(question);
    return answer();
  }
  if (xmlns === "encrypt" && child("count")) return answer({ tag: "count", attrs: { value: String(device?.preKeys ?? 0) } });
  if (xmlns === "encrypt" && child("digest")) return answer({ tag: "digest", attrs: {} });
  if (xmlns === "encrypt" && child("key")) {
    const asked = getBinaryNodeChildren(child("key"), "user").map(({ attrs }) => attrs.jid ?? "");
    if (!asked.every((jid) => house.hasKeys(digitsOf(jid))))
      return { ...answer({ tag: "error", attrs: { code: "404", text: "item-not-found" } }), attrs: { id, type: "error" } };
    const users = await Promise.all(asked.map((jid) => house.phone(digitsOf(jid)).bundle(jid)));
    return answer({ tag: "list", attrs: {}, content: users });
  }
  if (xmlns === "usync") {
    const list = getBinaryNodeChildren(getBinaryNodeChild(child("usync"), "list"), "user");
    const wanted = getBinaryNodeChildren(getBinaryNodeChild(child("usync"), "query"), "devices").length > 0;
    const content = list.map((user) => userNode(user, wanted, house));
    return answer({ tag: "usync", attrs: {}, content: [{ tag: "list", attrs: {}, content }] });
  }
  if (xmlns === "w:m") {
    const host = { tag: "host", attrs: { hostname: house.mediaHost, maxContentLengthBytes: "100000000" } };
    return answer({ tag: "media_conn", attrs: { auth: "stand-in", ttl: "3600" }, content: [host] });
  }
  const standing = house.standing();
  if (xmlns === "w:mex" && standing) {
    const isLock = child("query")?.attrs.query_id === "23983697327930364";
    const data = isLock ? { xwa2_fetch_account_reachout_timelock: standing.lock } : { xwa2_message_capping_info: standing.quota };
    return answer({ tag: "result", attrs: {}, content: Buffer.from(JSON.stringify({ data })) });
  }
  return answer();
}

function userNode(user: BinaryNode, withDevices: boolean, house: House): BinaryNode {
  const asked = getBinaryNodeChild(user, "contact")?.content;
  const digits = asked
    ? Buffer.from(asked as Uint8Array)
        .toString()
        .replace("+", "")
    : digitsOf(user.attrs.jid);
  const contact = { tag: "contact", attrs: { type: house.has(digits) ? "in" : "out" } };
  const list = house.devices(digits).map((id): BinaryNode => {
    return { tag: "device", attrs: { id: String(id), ...(id ? { "key-index": String(id) } : {}) } };
  });
  const devices = { tag: "devices", attrs: {}, content: [{ tag: "device-list", attrs: {}, content: list }] };
  return {
    tag: "user",
    attrs: { jid: user.attrs.jid ?? jidOf(digits) },
    content: [...(asked ? [contact] : []), ...(withDevices ? [devices] : []), { tag: "lid", attrs: { val: lidOf(digits) } }],
  };
}
