import {
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildUInt,
  initAuthCreds,
  jidDecode,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
} from "baileys";
import { silent } from "../../workers/transports/baileys/silent-logger";

const HIDDEN = "88";

export const jidOf = (digits: string, device = 0) => `${digits}${device ? `:${device}` : ""}@s.whatsapp.net`;
/** WhatsApp's other name of an account, which does not say its number. */
export const lidOf = (digits: string, device = 0) => `${HIDDEN}${digits}${device ? `:${device}` : ""}@lid`;

/** The number behind either name. */
export function digitsOf(jid: string | undefined): string {
  const { user = "", server } = jidDecode(jid) ?? {};
  return server === "lid" ? user.slice(HIDDEN.length) : user;
}

/** What a device keeps of its sessions, for as long as the test runs. */
class MemoryKeys implements SignalKeyStore {
  private readonly values = new Map<string, unknown>();

  async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const known = ids.filter((id) => this.values.has(`${type} ${id}`));
    return Object.fromEntries(known.map((id) => [id, this.values.get(`${type} ${id}`) as SignalDataTypeMap[T]]));
  }

  async set(data: SignalDataSet): Promise<void> {
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        if (value === null) this.values.delete(`${type} ${id}`);
        else this.values.set(`${type} ${id}`, value);
      }
    }
  }
}

/** The phone of a guest, or of a number's owner: it reads what is encrypted for it, and writes. */
export class Phone {
  private readonly creds = initAuthCreds();
  private readonly keys = addTransactionCapability(new MemoryKeys(), silent, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  private readonly signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: this.creds, keys: this.keys }, silent);
  private lastKey = 0;

  constructor(readonly digits: string) {}

  /** What somebody needs to begin a conversation with it. */
  async bundle(jid: string): Promise<BinaryNode> {
    const id = ++this.lastKey;
    const pair = Curve.generateKeyPair();
    await this.keys.set({ "pre-key": { [id]: pair } });
    const registration = Buffer.alloc(4);
    registration.writeUInt32BE(this.creds.registrationId);
    return {
      tag: "user",
      attrs: { jid },
      content: [
        { tag: "registration", attrs: {}, content: registration },
        { tag: "type", attrs: {}, content: Buffer.from([5]) },
        { tag: "identity", attrs: {}, content: this.creds.signedIdentityKey.public },
        xmppSignedPreKey(this.creds.signedPreKey),
        xmppPreKey(pair, id),
      ],
    };
  }

  /** @throws when it cannot be read, as happens to a phone whose session is not the sender's */
  async read(from: string, { attrs, content }: BinaryNode): Promise<proto.Message> {
    const bytes = await this.signal.decryptMessage({
      jid: from,
      type: attrs.type as "pkmsg" | "msg",
      ciphertext: content as Uint8Array,
    });
    return proto.Message.decode(unpadRandomMax16(bytes));
  }

  async write(device: LinkedDevice, message: proto.IMessage): Promise<BinaryNode> {
    const jid = device.jid;
    if (!(await this.signal.validateSession(jid)).exists) await this.signal.injectE2ESession({ jid, session: device.bundle() });
    const { type, ciphertext } = await this.signal.encryptMessage({ jid, data: encodeWAMessage(message) });
    return { tag: "enc", attrs: { v: "2", type }, content: ciphertext };
  }
}

/** The computer that was linked to a number, as the server knows it. */
export class LinkedDevice {
  readonly jid: string;
  readonly lid: string;
  private uploaded: BinaryNode | null = null;
  private keysLeft: BinaryNode[] = [];

  constructor(
    readonly digits: string,
    readonly device: number,
  ) {
    this.jid = jidOf(digits, device);
    this.lid = lidOf(digits, device);
  }

  get preKeys(): number {
    return this.keysLeft.length;
  }

  upload(node: BinaryNode): void {
    this.uploaded = node;
    const list = getBinaryNodeChild(node, "list")?.content;
    if (Array.isArray(list)) this.keysLeft.push(...list);
  }

  bundle() {
    const { uploaded } = this;
    if (!uploaded) throw new Error("The linked computer has not said its keys.");
    const keyOf = (node: BinaryNode) => ({
      keyId: getBinaryNodeChildUInt(node, "id", 3) ?? 0,
      publicKey: generateSignalPubKey(getBinaryNodeChildBuffer(node, "value") ?? Buffer.alloc(0)),
      signature: getBinaryNodeChildBuffer(node, "signature") ?? Buffer.alloc(0),
    });
    const signed = getBinaryNodeChild(uploaded, "skey");
    const once = this.keysLeft.shift();
    return {
      registrationId: getBinaryNodeChildUInt(uploaded, "registration", 4) ?? 0,
      identityKey: generateSignalPubKey(getBinaryNodeChildBuffer(uploaded, "identity") ?? Buffer.alloc(0)),
      signedPreKey: keyOf(signed ?? { tag: "skey", attrs: {} }),
      ...(once ? { preKey: keyOf(once) } : {}),
    };
  }
}
