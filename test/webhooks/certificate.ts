// Certificates for tests, encoded in DER here, so that no tool must be installed and no key is in the repository.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

export type Certificate = { cert: string; key: string; name: string };

/** A certificate for host names, valid from 2025, signed by `signer` or by itself; without names it is an authority. */
export function makeCertificate(name: string, hosts: string[] = [], signer?: Certificate, until = "490101000000Z"): Certificate {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = pair.privateKey.export({ type: "pkcs8", format: "pem" });
  const issuer = signer ?? { name, key };
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(0x40, ...randomBytes(8)),
    algorithm,
    commonName(issuer.name),
    sequence(der(0x17, Buffer.from("250101000000Z")), der(0x17, Buffer.from(until))),
    commonName(name),
    pair.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(hosts.length > 0 ? alternativeNames(hosts) : isAuthority())),
  );
  const signature = sign("sha256", content, createPrivateKey(issuer.key));
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return { name, key, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(name)))));
}

function alternativeNames(hosts: string[]): Buffer {
  return sequence(oid("551d11"), der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))));
}

function isAuthority(): Buffer {
  return sequence(oid("551d13"), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

/** Positive and without padding, because the first byte is between 1 and 127. */
function integer(...bytes: number[]): Buffer {
  return der(0x02, Buffer.from(bytes));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
