// A tool made by hand, for messages that no library would send.
import { createHmac, createSign, generateKeyPairSync, randomUUID } from "node:crypto";

export type OwnTool = {
  /** The public key that an administrator enters. */
  public_key: string;
  /** An assertion of RFC 7523; `claims` and `header` replace the usual members. */
  assertion(client_id: string, audience: string, claims?: object, header?: object): string;
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function newOwnTool(): OwnTool {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const public_key = publicKey.export({ type: "spki", format: "pem" });
  return {
    public_key,
    assertion(client_id, audience, claims = {}, header = {}) {
      const now_s = Math.floor(Date.now() / 1_000);
      const usual = { iss: client_id, sub: client_id, aud: audience, iat: now_s, exp: now_s + 60, jti: randomUUID() };
      const said = { alg: "RS256", typ: "JWT", ...header };
      const signed = `${part(said)}.${part({ ...usual, ...claims })}`;
      if (said.alg === "none") return `${signed}.`;
      // An attack: the public key is used as a shared secret.
      if (said.alg === "HS256") return `${signed}.${createHmac("sha256", public_key).update(signed).digest("base64url")}`;
      return `${signed}.${createSign("sha256").update(signed).sign(privateKey, "base64url")}`;
    },
  };
}
