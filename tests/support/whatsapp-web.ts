import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, type proto } from "baileys";
import { acceptWebSockets } from "./web-socket";
import { answerTo, type House } from "./whatsapp-web-answers";
import { Line } from "./whatsapp-web-line";
import { ackOf, encFor, keysAskedIn, type ReceiptWords, receiptOf, seconds } from "./whatsapp-web-nodes";
import { CodePairing, pairSuccess } from "./whatsapp-web-pairing";
import { digitsOf, jidOf, LinkedDevice, lidOf, Phone } from "./whatsapp-web-phones";

/** What happens to the next messages to a number: it is accepted unless it is refused, lost or cut before. */
export interface Script {
  what: "no ack" | "refused" | "lost" | "cut before" | "cut after";
  /** Of a refusal. */
  code?: number;
  /** How many messages; all of them when nothing is said. */
  times?: number;
}

/** A message that was accepted: what the guest's phone got. The same id twice is one message on it. */
export interface Accepted {
  id: string;
  /** Of the guest. */
  to: string;
  /** The number that sent it. */
  from: string;
  /** Null when the phone could not read it. */
  message: proto.Message | null;
}

const OFFER = "offer-";

/** WhatsApp Web's server on this machine's loopback, made of Baileys' own parts (docs/design/whatsapp.md 2), with its bad days. */
export class WhatsAppWeb {
  readonly accepted: Accepted[] = [];
  readonly lines: Line[] = [];
  /** Every login, with or without a linked device, in order. */
  logins = 0;
  /** How often a computer has taken codes to show. */
  offersTaken = 0;
  /** Numbers that were asked about: whether they have WhatsApp. */
  readonly looked: string[] = [];
  readonly notOnWhatsApp = new Set<string>();
  /** Numbers with whose phones no conversation can begin for now. */
  readonly withoutKeys = new Set<string>();
  /** It goes away in the moment in which a message to such a number is made ready: with the keys it says goodbye, and then nothing. */
  readonly goneWithKeys = new Set<string>();
  /** How often it has done so. */
  goodbyes = 0;
  /** With what every login ends instead of succeeding. */
  failure: number | null = null;
  /** `HOST:PORT` of what takes pictures and PDFs, with TLS. */
  mediaHost = "127.0.0.1:9";
  /** What WhatsApp says of the number's restrictions; null where it says nothing. */
  standing: ReturnType<House["standing"]> = null;
  private readonly scripts = new Map<string, Script>();
  private readonly phones = new Map<string, Phone>();
  private readonly devices = new Map<string, LinkedDevice>();
  private readonly codes = new Map<Line, CodePairing>();
  private readonly refs = new Map<string, Line>();
  /** What was told to a number's computer, by id, until it has confirmed it. */
  private readonly unheard = new Map<string, { number: string; node: BinaryNode }>();
  private readonly server: Server;
  private counter = 0;
  url = "";

  private constructor() {
    this.server = createServer();
    acceptWebSockets(this.server, (peer) => {
      this.lines.push(
        new Line(
          peer,
          (line, payload) => this.login(line, payload),
          (line, node) => this.take(line, node),
        ),
      );
    });
  }

  static async start(): Promise<WhatsAppWeb> {
    const web = new WhatsAppWeb();
    await new Promise<void>((resolve) => web.server.listen(0, "127.0.0.1", resolve));
    const address = web.server.address();
    web.url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}/ws/chat`;
    return web;
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What happens to messages to a number from now on. */
  script(digits: string, script: Script | null): void {
    if (script) this.scripts.set(digits, { ...script });
    else this.scripts.delete(digits);
  }

  /** The owner of a number scans what the computer shows. */
  scan(qr: string, digits: string): void {
    const [ref = "", , identity = "", secret = ""] = (qr.split("#")[1] ?? qr).split(",");
    const line = this.refs.get(ref);
    if (!line) throw new Error("Nobody shows this code any more.");
    this.pair(line, digits, Buffer.from(identity, "base64"), Buffer.from(secret, "base64"));
  }

  /** The owner of the number that asked for it types the eight letters. */
  async typeCode(code: string): Promise<void> {
    for (;;) {
      const [found] = [...this.codes].slice(-1).filter(([line]) => line.isOpen);
      if (found) return found[0].send(await found[1].typed(code));
      await new Promise((resolve) => setTimeout(resolve, 20)); // the question is on its way
    }
  }

  /** What a guest's phone, or WhatsApp itself, tells of a message. */
  receipt(id: string, type?: "read" | "inactive" | "retry" | "sender", words: ReceiptWords = {}): void {
    const sent = this.accepted.findLast((one) => one.id === id);
    if (!sent) throw new Error("No such message was accepted.");
    this.tell(sent.from, receiptOf(id, sent.to, type, words));
  }

  /** The ack of a message, late. @param error by which it is refused after all */
  ack(id: string, error?: number): void {
    const sent = this.accepted.findLast((one) => one.id === id);
    if (sent) this.tell(sent.from, ackOf({ tag: "message", attrs: { id, to: jidOf(sent.to) } }, error));
  }

  /** A guest writes to a linked number; it waits there while no computer of it is connected. */
  guestWrites(from: string, to: string, text: string): Promise<void> {
    return this.write(from, to, { conversation: text }, { sender_lid: lidOf(from) });
  }

  /** The owner of a linked number writes to a guest on the phone itself, which tells its computer of it. */
  ownerWrites(number: string, guest: string, text: string): Promise<void> {
    const deviceSentMessage = { destinationJid: jidOf(guest), message: { conversation: text } };
    return this.write(number, number, { deviceSentMessage }, { recipient: jidOf(guest) });
  }

  private async write(from: string, to: string, message: proto.IMessage, words: BinaryNode["attrs"]): Promise<void> {
    const device = [...this.devices.values()].find(({ digits }) => digits === to);
    if (!device) throw new Error("Nobody has linked this number.");
    const id = `3A${randomBytes(9).toString("hex").toUpperCase()}`;
    const enc = await this.phone(from).write(device, message);
    const attrs = { from: jidOf(from), ...words, id, t: seconds(), type: "text", notify: "Guest" };
    this.tell(to, { tag: "message", attrs, content: [enc] });
  }

  /** Ends the stream as WhatsApp does; 440 is said by its own word. */
  endWith(code: number): void {
    const why = code === 440 ? { content: [{ tag: "conflict", attrs: { type: "replaced" } }] } : {};
    for (const line of this.open()) {
      line.send({ tag: "stream:error", attrs: code === 440 ? {} : { code: String(code) }, ...why });
      line.close();
    }
  }

  /** How much was told to a number's computer that it has not confirmed. */
  unconfirmed(digits: string): number {
    return [...this.unheard.values()].filter(({ number }) => number === digits).length;
  }

  cut(): void {
    for (const line of this.open()) line.cut();
  }

  /** Different messages that a guest's phone shows. */
  seenBy(digits: string): number {
    return new Set(this.accepted.filter(({ to }) => to === digits).map(({ id }) => id)).size;
  }

  private open(): Line[] {
    return this.lines.filter(({ isOpen }) => isOpen);
  }

  private phone(digits: string): Phone {
    const known = this.phones.get(digits) ?? new Phone(digits);
    this.phones.set(digits, known);
    return known;
  }

  private tell(number: string, node: BinaryNode): void {
    if (node.tag !== "ack") this.unheard.set(node.attrs.id ?? "", { number, node });
    this.open()
      .findLast(({ device }) => device?.digits === number)
      ?.send(node);
  }

  private login(line: Line, payload: proto.ClientPayload): void {
    this.logins++;
    if (payload.devicePairingData) this.offerPairing(line);
    else this.logIn(line, payload);
  }

  private logIn(line: Line, payload: proto.ClientPayload): void {
    const device = this.devices.get(jidOf(String(payload.username), payload.device ?? 0)) ?? null;
    const failure = this.failure ?? (device ? null : 401);
    if (failure !== null || !device) {
      line.send({ tag: "failure", attrs: { reason: String(failure), location: "atn" } });
      line.close();
      return;
    }
    line.device = device;
    const waiting = [...this.unheard.values()]
      .filter(({ number }) => number === device.digits)
      .map(({ node }) => ({ ...node, attrs: { ...node.attrs, offline: "0" } }));
    line.send({ tag: "success", attrs: { t: seconds(), lid: device.lid } }, ...waiting);
    line.send({ tag: "ib", attrs: {}, content: [{ tag: "offline", attrs: { count: String(waiting.length) } }] });
  }

  /** New codes for whoever shows some, as WhatsApp gives when those before have grown old. */
  offerAgain(): void {
    for (const line of this.open()) if (!line.device) this.offerPairing(line);
  }

  private offerPairing(line: Line): void {
    const refs = Array.from({ length: 6 }, () => `2@${randomBytes(16).toString("base64url")}`);
    for (const ref of refs) this.refs.set(ref, line);
    const content = refs.map((ref): BinaryNode => ({ tag: "ref", attrs: {}, content: Buffer.from(ref) }));
    line.send({
      tag: "iq",
      attrs: { from: "s.whatsapp.net", type: "set", id: `${OFFER}${++this.counter}` },
      content: [{ tag: "pair-device", attrs: {}, content }],
    });
  }

  private pair(line: Line, digits: string, identity: Uint8Array, secret: Buffer): void {
    const device = new LinkedDevice(digits, ++this.counter);
    this.devices.set(device.jid, device);
    line.send(pairSuccess(device, identity, secret));
  }

  private async take(line: Line, node: BinaryNode): Promise<void> {
    if (node.tag === "message") return this.takeMessage(line, node);
    if (node.tag === "ack" || node.tag === "receipt") this.unheard.delete(node.attrs.id ?? "");
    if (node.tag === "receipt" && node.attrs.id) {
      line.send({ tag: "ack", attrs: { class: "receipt", id: node.attrs.id, from: node.attrs.to ?? "" } });
    }
    if (node.tag !== "iq") return;
    if (getBinaryNodeChild(node, "pair-device-sign")) {
      line.send({ tag: "stream:error", attrs: { code: "515" } });
      return line.close();
    }
    const linking = getBinaryNodeChild(node, "link_code_companion_reg");
    if (linking) return this.linkByCode(line, node, linking);
    if (node.attrs.id?.startsWith(OFFER)) this.offersTaken++;
    if (node.attrs.type === "result") return;
    for (const user of getBinaryNodeChildren(getBinaryNodeChild(getBinaryNodeChild(node, "usync"), "list"), "user")) {
      const asked = getBinaryNodeChild(user, "contact")?.content;
      if (asked) this.looked.push(Buffer.from(asked as Uint8Array).toString());
    }
    const answer = await answerTo(node, line.device, this.house());
    if (!keysAskedIn(node).some((digits) => this.goneWithKeys.has(digits))) return line.send(answer);
    line.sendLast(answer);
    this.goodbyes++;
  }

  private linkByCode(line: Line, node: BinaryNode, linking: BinaryNode): void {
    const answer = (content: BinaryNode[] = []) => line.send({ tag: "iq", attrs: { id: node.attrs.id ?? "", type: "result" }, content });
    const known = this.codes.get(line);
    if (linking.attrs.stage !== "companion_finish" || !known) {
      const pairing = new CodePairing(linking);
      this.codes.set(line, pairing);
      const ref = { tag: "link_code_pairing_ref", attrs: {}, content: pairing.ref };
      answer([{ tag: "link_code_companion_reg", attrs: { stage: "companion_hello" }, content: [ref] }]);
      return;
    }
    const { advSecret, companion } = known.finished(linking);
    answer();
    this.pair(line, known.number, companion, advSecret);
  }

  private house(): House {
    return {
      phone: (digits) => this.phone(digits),
      hasKeys: (digits) => !this.withoutKeys.has(digits),
      has: (digits) => !this.notOnWhatsApp.has(digits),
      devices: (digits) => [0, ...[...this.devices.values()].filter((one) => one.digits === digits).map(({ device }) => device)],
      mediaHost: this.mediaHost,
      standing: () => this.standing,
    };
  }

  private async takeMessage(line: Line, node: BinaryNode): Promise<void> {
    const digits = digitsOf(node.attrs.to);
    const script = this.scriptFor(digits);
    if (script?.what === "cut before") return line.cut();
    if (script?.what === "lost") return;
    if (script?.what === "refused") return line.send(ackOf(node, script.code ?? 500));
    const from = line.device?.digits ?? "";
    const message = await this.phone(digits)
      .read(line.device?.jid ?? "", encFor(node, digits))
      .catch(() => null);
    this.accepted.push({ id: node.attrs.id ?? "", to: digits, from, message });
    if (script?.what === "cut after") return line.cut();
    if (script?.what !== "no ack") line.send(ackOf(node));
  }

  private scriptFor(digits: string): Script | undefined {
    const script = this.scripts.get(digits);
    if (!script || script.times === undefined) return script;
    if (--script.times <= 0) this.scripts.delete(digits);
    return script;
  }
}
