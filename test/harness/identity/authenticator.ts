// A software authenticator with the page around it. It makes passkeys and answers with them as WebAuthn Level 3 §6.1 and §6.5
// define, and can be told to lie.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

type Creation = { challenge: string; rp: { id: string }; user: { id: string }; exclude?: { id: string }[] };
type Request = { challenge: string; rp_id: string; allow: { id: string }[] };

/** What an authenticator or its page states differently from an honest one. */
export type Lie = {
  origin?: string;
  rp_id?: string;
  challenge?: string;
  type?: string;
  cross_origin?: boolean;
  user_present?: boolean;
  user_verified?: boolean;
  backup_eligible?: boolean;
  /** The value of its counter. */
  count?: number;
  user_handle?: string | null;
  credential_id?: string;
};

export type Made = {
  id: string;
  client_data: string;
  attestation: string;
  transports: string[];
  discoverable: boolean | null;
};
export type Answer = {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle: string | null;
};

export type Authenticator = {
  make(creation: Creation, lie?: Lie): Made;
  /** Answers with its passkey; throws if it has none. */
  answer(request: Request, lie?: Lie): Answer;
};

/** An authenticator with at most one passkey. `counts`: whether its counter increases; synchronised passkeys always report 0. */
export function newAuthenticator({ origin = "https://muster.example", counts = true } = {}): Authenticator {
  let own: { id: string; key: KeyObject; user_handle: string } | null = null;
  let count = 0;
  const next = () => (counts ? (count += 1) : 0);
  return {
    make({ challenge, rp, user }, lie = {}) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = lie.credential_id ?? randomBytes(32).toString("base64url");
      own = { id, key: privateKey, user_handle: user.id };
      const { x, y } = publicKey.export({ format: "jwk" });
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, "base64url")],
          [-3, Buffer.from(y!, "base64url")],
        ]),
      );
      const id_bytes = Buffer.from(id, "base64url");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id_bytes.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id_bytes, key]);
      const data = authenticatorData(rp.id, { count: 0, ...lie }, attested);
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return {
        id,
        client_data: clientData(origin, { type: "webauthn.create", challenge, ...lie }),
        attestation: attestation.toString("base64url"),
        transports: ["internal", "carrier-pigeon"],
        discoverable: true,
      };
    },
    answer({ challenge, rp_id, allow }, lie = {}) {
      if (own === null) throw new Error("the authenticator has no passkey");
      const { id, key, user_handle } = own;
      if (allow.length > 0 && !allow.some((known) => known.id === id)) throw new Error("the passkey is not asked for");
      const data = authenticatorData(rp_id, { count: next(), ...lie });
      const client_data = clientData(origin, { type: "webauthn.get", challenge, ...lie });
      const digest = createHash("sha256").update(Buffer.from(client_data, "base64url")).digest();
      return {
        id: lie.credential_id ?? id,
        client_data,
        authenticator_data: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, digest]), key).toString("base64url"),
        user_handle: lie.user_handle === undefined ? user_handle : lie.user_handle,
      };
    },
  };
}

function clientData(own_origin: string, said: Lie): string {
  const { type, challenge, origin = own_origin, cross_origin = false } = said;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: cross_origin })).toString("base64url");
}

/** Flags: user present 1, user verified 4, backup eligible 8, attested credential data 64. */
function authenticatorData(own_rp_id: string, said: Lie, attested: Buffer = Buffer.alloc(0)): Buffer {
  const { rp_id = own_rp_id, user_present = true, user_verified = true, backup_eligible = false, count = 0 } = said;
  const flags = (user_present ? 1 : 0) + (user_verified ? 4 : 0) + (backup_eligible ? 8 : 0) + (attested.length > 0 ? 64 : 0);
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([createHash("sha256").update(rp_id).digest(), tail, attested]);
}

/** Encodes the part of RFC 8949 that attestations need: integers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
