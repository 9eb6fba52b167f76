// What the standard asks of the answers of authenticators (WebAuthn Level 3 §7.1 and §7.2), by the library; ours is whether the challenge is one of
// ours, whose the passkey is, and what becomes of its counter.
import type { Static } from "typebox";
import type { Credential } from "./passkeys-sql.ts";
import type { RelyingParty } from "./relying-party.ts";
import { transports, type AddPasskeyRequest, type PasskeyAnswer } from "./schema.ts";

/** ES256, EdDSA, RS256: what authenticators make. */
export const algorithms = [-7, -8, -257];

/** What the browser says that it has answered (§5.8.1); null: that cannot be read, or the page was within one of another site. */
export function readClientData(client_data: string): { challenge: string } | null {
  try {
    const { challenge, crossOrigin: within_another } = JSON.parse(
      Buffer.from(client_data, "base64url").toString("utf8"),
    ) as Record<string, unknown>;
    return typeof challenge === "string" && within_another !== true ? { challenge } : null;
  } catch {
    return null;
  }
}

type Expected = { challenge: string; relying_party: RelyingParty };

/** A new passkey as it is kept; null: what came is not one that was made here and now. */
export async function verifyMade(
  made: Pick<Static<typeof AddPasskeyRequest>, "id" | "client_data" | "attestation" | "transports">,
  { challenge, relying_party }: Expected,
): Promise<Credential | null> {
  // Loaded by the first passkey: a start has no use for it.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: {
      id: made.id,
      rawId: made.id,
      type: "public-key",
      response: { clientDataJSON: made.client_data, attestationObject: made.attestation },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relying_party.origin,
    expectedRPID: relying_party.id,
    // Without it a passkey is a second factor only; each use alone asks for it.
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(notAccepted);
  if (!verified?.verified) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  if (credential.id !== made.id) return null;
  return {
    credential_id: Buffer.from(credential.id, "base64url"),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: transports.filter((one) => made.transports.includes(one)),
    backup_eligible: credentialDeviceType === "multiDevice",
    backed_up: credentialBackedUp,
  };
}

/** What a passkey has signed; null: it has not signed this. */
export async function verifyAnswer(
  answer: Static<typeof PasskeyAnswer>,
  passkey: Credential,
  { challenge, relying_party, user_verified }: Expected & { user_verified: boolean },
): Promise<Pick<Credential, "sign_count" | "backed_up"> | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyAuthenticationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: "public-key",
      response: {
        clientDataJSON: answer.client_data,
        authenticatorData: answer.authenticator_data,
        signature: answer.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relying_party.origin,
    expectedRPID: relying_party.id,
    requireUserVerification: user_verified,
    // The library throws where the counter went back, before it looks at the signature: that is judged by us, and only of what is signed.
    credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(notAccepted);
  if (!verified?.verified) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
  // §7.2, step 19: whether copies may be kept is settled when a passkey is made.
  if ((credentialDeviceType === "multiDevice") !== passkey.backup_eligible) return null;
  return { sign_count: newCounter, backed_up: credentialBackedUp };
}

/** §6.1.1: authenticators that count at all count upward; a copy would begin where it was made. */
export function wentBack(kept: number, said: number): boolean {
  return (kept > 0 || said > 0) && said <= kept;
}

/** The library throws for everything that is wrong with an answer: all of it comes from outside. */
function notAccepted(): null {
  return null;
}
