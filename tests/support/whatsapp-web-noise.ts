import {
  aesDecryptGCM,
  aesEncryptGCM,
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from "baileys";

const NOTHING = Buffer.alloc(0);

/** The server's side of the handshake and of what it leads to: Noise XX with 25519, AES-GCM and SHA-256 (docs/design/whatsapp.md 2). */
export class NoiseServer {
  private hash: Buffer = Buffer.from(NOISE_MODE);
  private salt = this.hash;
  private key = this.hash;
  private count = 0;
  private readonly ephemeral = Curve.generateKeyPair();
  private client: Uint8Array = NOTHING;
  private keys: { receive: Buffer; send: Buffer } | null = null;
  private received = 0;
  private sent = 0;
  private rest = NOTHING;
  private sawHeader = false;

  constructor(private readonly identity: KeyPair) {
    this.authenticate(NOISE_WA_HEADER);
  }

  get isReady(): boolean {
    return this.keys !== null;
  }

  /** The frames that are whole by now: three bytes of length, and the contents. */
  frames(piece: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, piece]);
    if (!this.sawHeader) {
      // What a connection begins with: the way to a server that knows the account, and the protocol's version.
      const route = this.rest.subarray(0, 2).toString() === "ED" ? 7 + this.rest.readUIntBE(4, 3) : 0;
      this.rest = this.rest.subarray(route + NOISE_WA_HEADER.length);
      this.sawHeader = true;
    }
    const frames: Buffer[] = [];
    while (this.rest.length >= 3 && this.rest.length >= 3 + this.rest.readUIntBE(0, 3)) {
      const end = 3 + this.rest.readUIntBE(0, 3);
      frames.push(this.rest.subarray(3, end));
      this.rest = this.rest.subarray(end);
    }
    return frames;
  }

  framed(bytes: Uint8Array): Buffer {
    const length = Buffer.alloc(3);
    length.writeUIntBE(bytes.length, 0, 3);
    return Buffer.concat([length, bytes]);
  }

  /** The answer to the client's first word. */
  hello(frame: Buffer): Buffer {
    const { clientHello } = proto.HandshakeMessage.decode(frame);
    this.client = clientHello?.ephemeral ?? NOTHING;
    this.authenticate(this.client);
    this.authenticate(this.ephemeral.public);
    this.mix(Curve.sharedKey(this.ephemeral.private, this.client));
    const identity = this.encryptHandshake(this.identity.public);
    this.mix(Curve.sharedKey(this.identity.private, this.client));
    const payload = this.encryptHandshake(this.certificate());
    return Buffer.from(
      proto.HandshakeMessage.encode({ serverHello: { ephemeral: this.ephemeral.public, static: identity, payload } }).finish(),
    );
  }

  /** Who the client says it is; from here on both sides speak in nodes. */
  finish(frame: Buffer): proto.ClientPayload {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    const identity = this.decryptHandshake(clientFinish?.static ?? NOTHING);
    this.mix(Curve.sharedKey(this.ephemeral.private, identity));
    const payload = proto.ClientPayload.decode(this.decryptHandshake(clientFinish?.payload ?? NOTHING));
    const [receive, send] = this.derive(NOTHING);
    this.keys = { receive, send };
    return payload;
  }

  async node(frame: Buffer): Promise<BinaryNode> {
    return decodeBinaryNode(aesDecryptGCM(frame, this.keys?.receive ?? NOTHING, counter(this.received++), NOTHING));
  }

  encrypted(node: BinaryNode): Buffer {
    return this.framed(aesEncryptGCM(encodeBinaryNode(node), this.keys?.send ?? NOTHING, counter(this.sent++), NOTHING));
  }

  /** Baileys looks at its fields, and not at who signed it. */
  private certificate(): Uint8Array {
    const issuer = Curve.generateKeyPair();
    const { Details } = proto.CertChain.NoiseCertificate;
    const details = Details.encode({ serial: 1, issuerSerial: 0, key: issuer.public }).finish();
    const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: this.identity.public }).finish();
    return proto.CertChain.encode({
      intermediate: { details, signature: Buffer.alloc(64) },
      leaf: { details: leaf, signature: Curve.sign(issuer.private, leaf) },
    }).finish();
  }

  private authenticate(bytes: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, bytes]));
  }

  private derive(bytes: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(hkdf(Buffer.from(bytes), 64, { salt: this.salt, info: "" }));
    return [both.subarray(0, 32), both.subarray(32)];
  }

  private mix(secret: Uint8Array): void {
    [this.salt, this.key] = this.derive(secret);
    this.count = 0;
  }

  private encryptHandshake(bytes: Uint8Array): Buffer {
    const secret = aesEncryptGCM(bytes, this.key, counter(this.count++), this.hash);
    this.authenticate(secret);
    return secret;
  }

  private decryptHandshake(secret: Uint8Array): Buffer {
    const bytes = aesDecryptGCM(secret, this.key, counter(this.count++), this.hash);
    this.authenticate(secret);
    return bytes;
  }
}

function counter(count: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(count, 8);
  return iv;
}
