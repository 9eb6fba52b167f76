// Verifies answers of authenticators by the standard (WebAuthn Level 3 §7.1 and §7.2), with a library. Callers check whether the
// challenge is ours and whose the passkey is, and handle its counter.
import type { Static } from "typebox";
import type { Credential } from "./passkeys-sql.ts";
import type { RelyingParty } from "./relying-party.ts";
import { transports, type AddPasskeyRequest, type PasskeyAnswer } from "./schema.ts";

/** The algorithms of authenticators: ES256, EdDSA, RS256. */
export const algorithms = [-7, -8, -257];

/** The client data of an answer (§5.8.1); null: they cannot be read, or the page was embedded in another site. */
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

/** Verifies a new passkey and returns the data to store; null: it is not valid for this challenge. */
export async function verifyMade(
  made: Pick<Static<typeof AddPasskeyRequest>, "id" | "client_data" | "attestation" | "transports">,
  { challenge, relying_party }: Expected,
): Promise<Credential | null> {
  // Loaded for the first passkey, so that the start of the process does not wait for it.
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
    // User verification is not required here: such a passkey is a second factor only, and its use alone requires verification
    // each time.
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

/** Verifies a passkey's signature; null: it is not valid. */
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
    // The counter is passed as 0, because the library throws for a counter that went back before it checks the signature. The
    // caller checks the counter, after the signature.
    credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(notAccepted);
  if (!verified?.verified) return null;
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
  // §7.2, step 19: backup eligibility is fixed when a passkey is created.
  if ((credentialDeviceType === "multiDevice") !== passkey.backup_eligible) return null;
  return { sign_count: newCounter, backed_up: credentialBackedUp };
}

/**
 * §6.1.1: authenticators with a counter increase it. A copy continues from an older value, so a value that did not increase is
 * suspicious.
 */
export function wentBack(kept: number, said: number): boolean {
  return (kept > 0 || said > 0) && said <= kept;
}

/** The library throws for every invalid answer; all of its input comes from outside. */
function notAccepted(): null {
  return null;
}
