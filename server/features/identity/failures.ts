import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { CallError } from "../../platform/net/guarded-fetch.ts";

/** Why a sign-in through the provider failed. The panel explains each, and how to fix it. */
export const refusals = [
  "PROVIDER_UNREACHABLE",
  "PROVIDER_ADDRESS_NOT_ALLOWED",
  "PROVIDER_ANSWER_TOO_LARGE",
  "PROVIDER_METADATA_INVALID",
  "SAML_METADATA_INVALID",
  "PROVIDER_REFUSED",
  "CLIENT_REFUSED",
  "CODE_REFUSED",
  "ISSUER_DIFFERS",
  "AUDIENCE_DIFFERS",
  "NONCE_DIFFERS",
  "TOKEN_TOO_OLD",
  "TOKEN_OF_THE_FUTURE",
  "RECIPIENT_DIFFERS",
  "REQUEST_DIFFERS",
  "ASSERTION_USED",
  "NOT_SIGNED",
  "CANNOT_DECRYPT",
  "SUBJECT_MISSING",
  "SIGNATURE_INVALID",
  "RESPONSE_INVALID",
  "NOT_KNOWN",
  "EMAIL_NOT_VERIFIED",
  "DOMAIN_NOT_VERIFIED",
  "AMBIGUOUS",
  "SUBJECT_REASSIGNED",
  "OTHER_SUBJECT",
  "ACCOUNT_NOT_IN_USE",
  "PERSON_INCOMPLETE",
  "PERSON_CONFLICTS",
  "SCIM_BRINGS_PEOPLE",
  "SANDBOX_FULL",
  "ROLES_OVERAGE",
  "ROLES_INVALID",
  "ROLES_TOO_MANY",
  "NO_ROLE",
  "OTHER_ACCOUNT",
  "AUTH_TIME_MISSING",
  "AUTH_TIME_TOO_OLD",
  "ACR_DIFFERS",
] as const;
export type Refusal = (typeof refusals)[number];

/**
 * A refused sign-in. `said` contains what the provider reported, or what is wrong with its answer. It is shown to administrators,
 * not to the person who signs in.
 */
export class Refused extends Error {
  readonly refusal: Refusal;
  readonly said: string | null;

  constructor(refusal: Refusal, said: string | null, cause?: unknown) {
    super(refusal, cause === undefined ? {} : { cause });
    this.name = "Refused";
    this.refusal = refusal;
    this.said = said === null ? null : plain(said);
  }
}

const said_max = 300;

/** A text of the provider as one line, without control characters and marks that change the writing direction. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").slice(0, said_max);
}

/** Returns the error if it is a refusal; rethrows other errors. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  throw error;
}

/** The refusal for a failed call to a provider, or a failed check of its answer. */
export function refusedOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const causes = causesOf(error);
  const call = causes.find((cause) => cause instanceof CallError);
  if (call) return new Refused(of_calls[call.failure], call.host, error);
  const answer = causes.find((cause) => cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError);
  if (answer) return new Refused(ofAnswer(answer), [answer.error, answer.error_description].filter(Boolean).join(": "), error);
  const challenge = causes.find((cause) => cause instanceof WWWAuthenticateChallengeError);
  if (challenge) return new Refused("CLIENT_REFUSED", saidOf(challenge), error);
  return ofCheck(causes as Fault[], error);
}

const of_calls: Readonly<Record<CallError["failure"], Refusal>> = {
  ADDRESS_NOT_ALLOWED: "PROVIDER_ADDRESS_NOT_ALLOWED",
  URL_NOT_ALLOWED: "PROVIDER_ADDRESS_NOT_ALLOWED",
  TIMEOUT: "PROVIDER_UNREACHABLE",
  TOO_LARGE: "PROVIDER_ANSWER_TOO_LARGE",
  TOO_MANY_CALLS: "PROVIDER_UNREACHABLE",
  UNREACHABLE: "PROVIDER_UNREACHABLE",
};

/** RFC 6749 §5.2 errors come from the token endpoint; others come from the authorization endpoint. */
function ofAnswer(answer: AuthorizationResponseError | ResponseBodyError): Refusal {
  if (answer instanceof AuthorizationResponseError) return "PROVIDER_REFUSED";
  return answer.error === "invalid_grant" ? "CODE_REFUSED" : "CLIENT_REFUSED";
}

/** The error of WWW-Authenticate (RFC 6749 §5.2, RFC 6750 §3). */
function saidOf({ cause: challenges, status }: WWWAuthenticateChallengeError): string {
  const { error, error_description } = challenges[0]?.parameters ?? {};
  return [error ?? `HTTP ${status}`, error_description].filter(Boolean).join(": ");
}

type Fault = Error & { code?: string; status?: number; claim?: string; attribute?: string };

function ofCheck(causes: readonly Fault[], error: unknown): Refused {
  const said = causes.findLast(({ message }) => message)?.message ?? null;
  const codes = new Set(causes.map(({ code }) => code));
  const claim = causes.find((cause) => cause.claim !== undefined)?.claim;
  const is = (code: string) => codes.has(code);
  if (claim !== undefined && claim in of_claims) return new Refused(of_claims[claim]!, said, error);
  // OpenID Connect Core 1.0 §5.3.2.
  if (causes.some(({ attribute }) => attribute === "sub"))
    return new Refused("RESPONSE_INVALID", "userinfo is about another subject", error);
  if (is("OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")) return new Refused("ISSUER_DIFFERS", said, error);
  if (is("OAUTH_KEY_SELECTION_FAILED") || /signature|"alg"/.test(said ?? ""))
    return new Refused("SIGNATURE_INVALID", said, error);
  if (/"iss"/.test(said ?? "")) return new Refused("ISSUER_DIFFERS", said, error);
  if (/"nonce"/.test(said ?? "")) return new Refused("NONCE_DIFFERS", said, error);
  const status = causes.find((cause) => cause.status !== undefined)?.status;
  return new Refused("RESPONSE_INVALID", status === undefined ? said : `${said} (HTTP ${status})`, error);
}

const of_claims: Readonly<Record<string, Refusal>> = {
  iss: "ISSUER_DIFFERS",
  aud: "AUDIENCE_DIFFERS",
  azp: "AUDIENCE_DIFFERS",
  nonce: "NONCE_DIFFERS",
  exp: "TOKEN_TOO_OLD",
  nbf: "TOKEN_OF_THE_FUTURE",
};

const causes_max = 5;

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; typeof one === "object" && one !== null && causes.length < causes_max; one = (one as Error).cause)
    causes.push(one);
  return causes;
}
