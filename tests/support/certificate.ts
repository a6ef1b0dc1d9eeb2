import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** DER: a tag, a length, and the contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}

const ECDSA_SHA256 = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");
const ALTERNATIVE_NAMES = Buffer.from("0603551d11", "hex");

/** A certificate for 127.0.0.1 that nobody has signed but itself, valid for a day before and after now. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from("stand-in")))));
  const time = (days: number) => {
    const digits = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, "").slice(0, 14);
    return der(0x18, Buffer.from(`${digits}Z`));
  };
  const loopback = der(0x30, der(0x30, ALTERNATIVE_NAMES, der(0x04, der(0x30, der(0x87, Buffer.from([127, 0, 0, 1]))))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    der(0x30, time(-1), time(1)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, loopback),
  );
  const certificate = der(0x30, body, ECDSA_SHA256, der(0x03, Buffer.from([0]), sign("sha256", body, privateKey)));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
