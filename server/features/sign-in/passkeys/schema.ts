import { Type } from "typebox";
import { Closed, Id, Instant, line, Nullable, OneOf } from "../../../platform/http/schema.ts";

const base64url = "^[A-Za-z0-9_-]*$";
/** Bytes as base64url without padding, as in WebAuthn's JSON. */
const bytes = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: base64url, description, example });

const CredentialId = bytes(1_364, "Base64url; what the authenticator calls the passkey.", "mL8r0T6mXoq0c1Zt5bXk2A");
const Challenge = bytes(200, "Base64url; to be answered once, within `timeout_ms`.", "Yx0c3Zk1mB6nV9qW2eR5tY8uI1oP4aS7");
const Timeout = Type.Integer({ description: "How long the authenticator may take.", example: 300_000 });

/** Ways in which a browser reaches an authenticator (WebAuthn Level 3 §5.8.4); unknown future ones are left out. */
export const transports = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
const Transport = OneOf(transports);

const Known = Closed({ id: CredentialId, transports: Type.Array(Transport) });
export const user_verifications = ["required", "preferred"] as const;
const UserVerification = OneOf(user_verifications, { description: "Whether the authenticator asks who its user is." });

/** The options for an answer of an existing passkey (WebAuthn Level 3 §5.5). */
export const PasskeyRequest = Closed(
  {
    challenge: Challenge,
    rp_id: Type.String({ example: "muster.example" }),
    timeout_ms: Timeout,
    user_verification: UserVerification,
    allow: Type.Array(Known, { description: "Passkeys that may answer; none: whichever the authenticator has." }),
  },
  { $id: "PasskeyRequest" },
);

/** The options for a new passkey (WebAuthn Level 3 §5.4). */
export const PasskeyCreation = Closed(
  {
    challenge: Challenge,
    rp: Closed({ id: Type.String({ example: "muster.example" }), name: Type.String({ example: "Muster" }) }),
    user: Closed({
      id: bytes(86, "Base64url; says to us which account it is.", "AZo_XnscfC2eTyprjA0eP0FDTUUtUEw"),
      name: Type.String({ example: "anna.nowak@acme.example" }),
      display_name: Type.String({ example: "Anna Nowak" }),
    }),
    algorithms: Type.Array(Type.Integer(), { description: "COSE algorithms, the one that we like best first." }),
    timeout_ms: Timeout,
    user_verification: UserVerification,
    exclude: Type.Array(Known, { description: "Passkeys that the account has: their authenticators make no other one." }),
  },
  { $id: "PasskeyCreation" },
);

const ClientData = bytes(4_000, "Base64url; `clientDataJSON` of the browser's answer.", "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0");

/** An authenticator's answer to a PasskeyRequest. */
export const PasskeyAnswer = Closed(
  {
    id: CredentialId,
    client_data: ClientData,
    authenticator_data: bytes(4_000, "Base64url.", "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ"),
    signature: bytes(10_000, "Base64url.", "MEUCIQDg"),
    user_handle: Nullable(bytes(86, "Base64url; what it keeps of the account.", "AZo_XnscfC2eTyprjA0eP0FDTUUtUEw")),
  },
  { $id: "PasskeyAnswer" },
);

export const passkey_name_max = 100;
const PasskeyName = line(passkey_name_max, { example: "Work laptop" });

/** A new passkey that an authenticator has created for a PasskeyCreation. */
export const AddPasskeyRequest = Closed({
  name: PasskeyName,
  id: CredentialId,
  client_data: ClientData,
  attestation: bytes(16_000, "Base64url; `attestationObject` of the browser's answer.", "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ"),
  transports: Type.Array(Type.String({ maxLength: 40 }), {
    maxItems: 20,
    description: "What `getTransports()` says; unknown ones are left out.",
    example: ["internal", "hybrid"],
  }),
  discoverable: Nullable(Type.Boolean(), {
    description: "`credProps.rk`: the authenticator finds the passkey without being told of it; null: the browser does not say.",
  }),
});
export const RenamePasskeyRequest = Closed({ name: PasskeyName });
export const PasskeySignInRequest = Closed({ passkey: PasskeyAnswer });

export const Passkey = Closed(
  {
    id: Id,
    name: PasskeyName,
    discoverable: Nullable(Type.Boolean(), { description: "It can be used alone, without login and password; null: not known." }),
    synchronised: Type.Boolean({ description: "Its maker keeps a copy, so that it is on several devices." }),
    blocked: Type.Boolean({
      description: "Its signature counter went back, so that there may be a copy of it. It proves nothing any more.",
    }),
    created_at: Instant,
    last_used_at: Nullable(Instant),
  },
  { $id: "Passkey" },
);
export const PasskeyList = Closed({ passkeys: Type.Array(Passkey) }, { $id: "PasskeyList" });
