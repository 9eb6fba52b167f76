import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { cookieName, readCookie, setCookie } from "../../../platform/http/cookies.ts";
import type { Problem } from "../../../platform/http/problem.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Account } from "../accounts-sql.ts";
import { secondFactorRequired } from "../errors.ts";
import { hashOfToken, newToken } from "../links/token.ts";
import { countCodes } from "../recovery-codes/recovery-codes-sql.ts";
import type { SignInOptions } from "../session-record.ts";
import { challenge_us, newChallenge, type Ceremony } from "./challenge.ts";
import { listUsable, type PasskeyRow } from "./passkeys-sql.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { transports, type PasskeyRequest } from "./schema.ts";

/** The cookie by which a browser that answers is recognised as the one that was asked. */
const asked_cookie = "muster_passkey";

/** The browser or session that is asked for a passkey, and the cookie to set with the question. */
export type Asked = { asked_by: string; cookie: string | null };

/** For a browser without a session. */
export function askedBrowser({ base_url }: Pick<SignInOptions, "base_url">, request: FastifyRequest): Asked {
  const kept = readCookie(request, cookieName(base_url, asked_cookie));
  // A browser keeps its token, because it may be asked several times at once, in several tabs.
  const token = hashOfToken(kept) === null ? newToken() : kept!;
  return {
    asked_by: createHash("sha256").update(token).digest("base64url"),
    cookie: setCookie(base_url, asked_cookie, token, challenge_us / 1_000_000),
  };
}

export function askedSession({ session }: { session: { id: string } }): Asked {
  return { asked_by: session.id, cookie: null };
}

/** The request that a browser passes to its authenticators. */
export function passkeyRequest(
  { keyring, base_url }: Pick<SignInOptions, "keyring" | "base_url">,
  { ceremony, passkeys, now_us }: { ceremony: Ceremony; passkeys: readonly Known[]; now_us: number },
): Static<typeof PasskeyRequest> {
  return {
    challenge: newChallenge(keyring, ceremony, now_us),
    rp_id: relyingPartyOf({ base_url }).id,
    timeout_ms: challenge_us / 1000,
    user_verification: ceremony.purpose === "second_factor" ? "preferred" : "required",
    allow: passkeys.map(knownOf),
  };
}

type Known = Pick<PasskeyRow, "credential_id" | "transports">;

export function knownOf({ credential_id, transports: kept }: Known): Static<typeof PasskeyRequest>["allow"][number] {
  return { id: credential_id.toString("base64url"), transports: transports.filter((one) => kept.includes(one)) };
}

/** The problem that asks for a second factor, with the ways in which it can be shown. */
export async function askSecondFactor(
  db: Db,
  options: Pick<SignInOptions, "keyring" | "base_url">,
  asking: { tenant_id: string; account: Account; asked: Asked; now_us: number },
): Promise<Problem> {
  const { tenant_id, account, asked, now_us } = asking;
  const passkeys = account.has_passkey ? await listUsable(db, tenant_id, account.id) : [];
  const ceremony: Ceremony = { purpose: "second_factor", asked_by: asked.asked_by, account_id: account.id };
  const codes_left = await countCodes(db, tenant_id, account.id);
  const ways = [
    ...(account.totp_confirmed ? ["totp"] : []),
    ...(passkeys.length > 0 ? ["passkey"] : []),
    ...(codes_left > 0 ? ["recovery_code"] : []),
  ];
  return secondFactorRequired("Show the second factor of the account.", {
    members: { ways, passkey: passkeys.length > 0 ? passkeyRequest(options, { ceremony, passkeys, now_us }) : null },
    headers: asked.cookie === null ? {} : { "set-cookie": asked.cookie },
  });
}
