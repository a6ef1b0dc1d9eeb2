import { randomBytes } from "node:crypto";
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChildBuffer,
  hkdf,
  hmacSign,
  proto,
} from "baileys";
import type { LinkedDevice } from "./whatsapp-web-phones";

/** What the phone tells the server once its owner has linked a computer. */
export function pairSuccess(device: LinkedDevice, companionIdentity: Uint8Array, advSecret: Buffer): BinaryNode {
  const primary = Curve.generateKeyPair();
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 7,
    timestamp: Math.floor(Date.now() / 1_000),
    keyIndex: device.device,
  }).finish();
  const accountSignature = Curve.sign(primary.private, Buffer.concat([Buffer.from([6, 0]), details, companionIdentity]));
  const identity = proto.ADVSignedDeviceIdentity.encode({ details, accountSignatureKey: primary.public, accountSignature }).finish();
  const signed = proto.ADVSignedDeviceIdentityHMAC.encode({ details: identity, hmac: hmacSign(identity, advSecret) }).finish();
  return {
    tag: "iq",
    attrs: { from: "s.whatsapp.net", type: "set", id: `pair-${device.device}` },
    content: [
      {
        tag: "pair-success",
        attrs: {},
        content: [
          { tag: "device-identity", attrs: {}, content: signed },
          { tag: "platform", attrs: { name: "android" } },
          { tag: "device", attrs: { jid: device.jid, lid: device.lid } },
        ],
      },
    ],
  };
}

/** The phone on which somebody types the eight letters. */
export class CodePairing {
  private readonly ephemeral = Curve.generateKeyPair();
  private readonly identity = Curve.generateKeyPair();
  private shared: Uint8Array = Buffer.alloc(0);
  readonly ref = randomBytes(16);
  private readonly wrapped: Buffer;
  readonly number: string;

  constructor(hello: BinaryNode) {
    this.wrapped = getBinaryNodeChildBuffer(hello, "link_code_pairing_wrapped_companion_ephemeral_pub") as Buffer;
    this.number = (hello.attrs.jid ?? "").split("@")[0] ?? "";
  }

  /** With another code than the computer shows, what comes out is another key, and nothing fits. */
  async typed(code: string): Promise<BinaryNode> {
    const wrapped = Buffer.from(this.wrapped);
    const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
    this.shared = Curve.sharedKey(this.ephemeral.private, aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48)));
    const [salt, iv] = [randomBytes(32), randomBytes(16)];
    const mine = aesEncryptCTR(this.ephemeral.public, await derivePairingCodeKey(code, salt), iv);
    return {
      tag: "notification",
      attrs: { from: "s.whatsapp.net", type: "link_code_companion_reg", id: "code-1", t: String(Math.floor(Date.now() / 1_000)) },
      content: [
        {
          tag: "link_code_companion_reg",
          attrs: { stage: "primary_hello" },
          content: [
            { tag: "link_code_pairing_ref", attrs: {}, content: this.ref },
            { tag: "primary_identity_pub", attrs: {}, content: this.identity.public },
            {
              tag: "link_code_pairing_wrapped_primary_ephemeral_pub",
              attrs: {},
              content: Buffer.concat([salt, iv, mine]),
            },
          ],
        },
      ],
    };
  }

  /** The secret that both sides have in the end, and the computer's own key. */
  finished(finish: BinaryNode): { advSecret: Buffer; companion: Uint8Array } {
    const bundle = Buffer.from(getBinaryNodeChildBuffer(finish, "link_code_pairing_wrapped_key_bundle") ?? []);
    const companion = getBinaryNodeChildBuffer(finish, "companion_identity_public") ?? Buffer.alloc(0);
    const key = hkdf(Buffer.from(this.shared), 32, {
      salt: bundle.subarray(0, 32),
      info: "link_code_pairing_key_bundle_encryption_key",
    });
    const random = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0)).subarray(64);
    const secret = Buffer.concat([this.shared, Curve.sharedKey(this.identity.private, companion), random]);
    return { advSecret: Buffer.from(hkdf(secret, 32, { info: "adv_secret" })), companion };
  }
}
