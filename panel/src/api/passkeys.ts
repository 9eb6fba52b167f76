import { ApiProblem, isProblem } from "./problem.ts";
import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];
export type PasskeyRequest = Schemas["PasskeyRequest"];
export type PasskeyAnswer = Schemas["PasskeyAnswer"];
export type PasskeyCreation = Schemas["PasskeyCreation"];

/** Codes of failures on the device, after which there is nothing to send to the server. */
export const passkey_not_given_code = "PASSKEY_NOT_GIVEN";
export const passkey_there_code = "PASSKEY_THERE";

/** Whether this browser supports passkeys. Over plain HTTP it does so only on localhost. */
export function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && "PublicKeyCredential" in window;
}

const load = () => import("@simplewebauthn/browser");
let is_offered = false;

/**
 * Asks the device for an answer by a passkey of its user. `offered`: passkeys are only suggested in the login field, for as long
 * as the page waits. Throws an ApiProblem if there is no answer.
 */
export async function answerPasskey(request: PasskeyRequest, offered = false): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  const { challenge, rp_id, timeout_ms, user_verification, allow } = request;
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: rp_id,
      timeout: timeout_ms,
      userVerification: user_verification,
      allowCredentials: allow.map(described),
    },
    useBrowserAutofill: offered,
  }).catch(notGiven);
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null,
  };
}

/**
 * Lets the browser suggest passkeys in the login field (WebAuthn Level 3 §5.1.4, conditional mediation). null: the browser does
 * not support it, none was chosen, or another request replaced it. No problem is shown, because the user has not asked for a
 * passkey.
 */
export async function offerPasskeys(ask: () => Promise<PasskeyRequest>): Promise<PasskeyAnswer | null> {
  try {
    if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
    const request = await ask();
    is_offered = true;
    return await answerPasskey(request, true);
  } catch {
    return null;
  }
}

/** Cancels the suggestion. */
export async function offerNoMore(): Promise<void> {
  if (!is_offered) return;
  is_offered = false;
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** Has the device create a passkey. Throws an ApiProblem if it does not. */
export async function makePasskey(creation: PasskeyCreation): Promise<Omit<Schemas["AddPasskeyRequest"], "name">> {
  const { startRegistration } = await load();
  const { challenge, rp, user, algorithms, timeout_ms, user_verification, exclude } = creation;
  const { id, response, clientExtensionResults } = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user: { id: user.id, name: user.name, displayName: user.display_name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
      timeout: timeout_ms,
      attestation: "none",
      authenticatorSelection: { residentKey: "preferred", userVerification: user_verification },
      excludeCredentials: exclude.map(described),
      extensions: { credProps: true },
    },
  }).catch(notGiven);
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
    discoverable: clientExtensionResults.credProps?.rk ?? null,
  };
}

/**
 * Calls `send`, and if the server asks for a second factor, answers with a passkey and sends again. A passkey is used if the
 * reader chose it, or if a recovery code is the only alternative. "never": a code was typed. All other failures are thrown to the
 * caller.
 */
export async function withPasskey<R>(
  send: (more: { passkey?: PasskeyAnswer }) => Promise<R>,
  chosen: boolean | "never",
): Promise<R> {
  try {
    return await send({});
  } catch (error) {
    const { passkey: request, totp } = waysOf(error);
    if (request === null || !knowsPasskeys() || chosen === "never" || (totp && !chosen)) throw error;
    return send({ passkey: await answerPasskey(request).catch((failure: unknown) => alsoBy(failure, error)) });
  }
}

/** Throws the device's failure, together with the other second factors of the account. */
function alsoBy(failure: unknown, asked: unknown): never {
  if (!(failure instanceof ApiProblem) || !(asked instanceof ApiProblem)) throw failure;
  throw new ApiProblem(0, { ways: asked.members["ways"], passkey: asked.members["passkey"], code: failure.code });
}

/**
 * When to ask for a passkey: always if the reader chose it, never if a code was typed, otherwise only if there is no
 * authenticator app.
 */
export function chosenBy(by_passkey: boolean, typed: ReturnType<typeof typedCode>): boolean | "never" {
  return by_passkey || (Object.keys(typed).length > 0 ? "never" : false);
}

/** The typed text as a code: six digits of an authenticator app, or a recovery code, which is longer. */
export function typedCode(text: string): { totp?: string; recovery_code?: string } {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (digits === "") return {};
  return digits.length > totp_digits ? { recovery_code: digits } : { totp: digits };
}

const totp_digits = 6;

/** The second factors that the account can use, from a failure that asks for one. */
export function waysOf(error: unknown): { totp: boolean; recovery_code: boolean; passkey: PasskeyRequest | null } {
  const { ways = [], passkey = null } = (isProblem(error) ? error.members : {}) as {
    ways?: string[];
    passkey?: PasskeyRequest | null;
  };
  return { totp: ways.includes("totp"), recovery_code: ways.includes("recovery_code"), passkey };
}

type Known = PasskeyRequest["allow"][number];

function described({ id, transports }: Known) {
  return { id, type: "public-key" as const, transports: transports as AuthenticatorTransport[] };
}

function notGiven(error: unknown): never {
  const is_there = (error as { name?: unknown }).name === "InvalidStateError";
  throw new ApiProblem(0, { code: is_there ? passkey_there_code : passkey_not_given_code });
}
