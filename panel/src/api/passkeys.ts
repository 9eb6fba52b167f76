import { ApiProblem, isProblem } from "./problem.ts";
import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];
export type PasskeyRequest = Schemas["PasskeyRequest"];
export type PasskeyAnswer = Schemas["PasskeyAnswer"];
export type PasskeyCreation = Schemas["PasskeyCreation"];

/** Codes of what a device has not done, so that there is nothing to send. */
export const passkey_not_given_code = "PASSKEY_NOT_GIVEN";
export const passkey_there_code = "PASSKEY_THERE";

/** Whether this browser knows passkeys; over plain http only on one's own machine. */
export function knowsPasskeys(): boolean {
  return typeof window !== "undefined" && "PublicKeyCredential" in window;
}

const load = () => import("@simplewebauthn/browser");
let is_offered = false;

/** Has the device answer by a passkey of its user; `offered`: where the login is typed, for as long as it takes. Throws an ApiProblem where it does not. */
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
 * Has the browser offer its passkeys among what it fills in where the login is typed (WebAuthn Level 3 §5.1.4, conditional mediation). null: it does not know
 * how, none was chosen, or something else was asked for meanwhile; the person has not asked for it, so no problem is shown.
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

/** Takes back what is offered. */
export async function offerNoMore(): Promise<void> {
  if (!is_offered) return;
  is_offered = false;
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** Has the device make a passkey. Throws an ApiProblem where it does not. */
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
 * Sends what may be answered with the question for a second factor. A passkey answers it where the reader has chosen that, or where there is no
 * other way but a recovery code ("never": a code was typed); all else is the caller's.
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

/** A failure of the device, with the other ways that the account has. */
function alsoBy(failure: unknown, asked: unknown): never {
  if (!(failure instanceof ApiProblem) || !(asked instanceof ApiProblem)) throw failure;
  throw new ApiProblem(0, { ways: asked.members["ways"], passkey: asked.members["passkey"], code: failure.code });
}

/** How a passkey is asked for: because the reader wants it, never where a code was typed, else where there is no other way. */
export function chosenBy(by_passkey: boolean, typed: ReturnType<typeof typedCode>): boolean | "never" {
  return by_passkey || (Object.keys(typed).length > 0 ? "never" : false);
}

/** What was typed as a code: six digits of an app, or a recovery code, which has more. */
export function typedCode(text: string): { totp?: string; recovery_code?: string } {
  const digits = text.replaceAll(/[\s-]/g, "");
  if (digits === "") return {};
  return digits.length > totp_digits ? { recovery_code: digits } : { totp: digits };
}

const totp_digits = 6;

/** In which ways the account can show its second factor, where a failure asks for it. */
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
