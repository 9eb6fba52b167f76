import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Rules } from "./resources.ts";
import { request_max_bytes } from "../../features/learning-records/limits.ts";
import { ownAuthority, type Speaker } from "../../features/learning-records/speaker.ts";
import { enterSession, follow, judgeDocument, judgeStatements, type Within } from "../../features/packages/cmi5/take.ts";
import { readLaunch, type LaunchKey } from "../../features/packages/runtime/token.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { open } from "../../platform/http/access.ts";
import { withinDeadline } from "../../platform/http/deadline.ts";
import { unauthorized } from "../../platform/http/problem.ts";
import { askingOf, refuseOtherVersions, type Asking } from "./exchange.ts";
import { answer, resources } from "./resources.ts";
import { answerByVersion, mountAbout, readAnyBody, sayThrough, sendAnswer } from "./routes.ts";

type Options = { pool: Pool; keyring: Keyring; base_url: string };

/**
 * The store of learning records for launched AUs, on the host of content. Each AU writes about its own learner, by the rules of
 * cmi5.
 */
export function launchedXapiRoutes(app: FastifyInstance, { pool, keyring, base_url }: Options): void {
  const home_page = new URL(base_url).origin;
  const below = "/content/:token/xapi";
  void app.register(async (xapi) => {
    readAnyBody(xapi);
    answerByVersion(xapi);
    mountAbout(xapi, below, { content: true });
    for (const [name, { methods }] of Object.entries(resources))
      xapi.route<{ Params: { token: string } }>({
        method: [...new Set([...methods, "POST" as const])],
        url: `${below}/${name}`,
        bodyLimit: request_max_bytes,
        config: { access: open(), content: true },
        handler: (request, reply) =>
          withinDeadline(request, async () => {
            const asking = askingOf(request);
            refuseOtherVersions(asking);
            const { key, session_id } = sessionOf(keyring, request, asking);
            const { tenant_id, registration_id } = key;
            const within: { now: Within | null } = { now: null };
            const speaker = (): Speaker => ({
              tenant_id,
              authority: ownAuthority(home_page),
              home_page,
              only: { person_id: within.now!.registration.person_id, registration: registration_id },
            });
            const path = `/content/${request.params.token}/xapi/${name}`;
            const rules = rulesOf(key, session_id, home_page, within);
            return sendAnswer(
              reply,
              await answer({ pool, tenant_id, speaker, asking, rules, onThrough: sayThrough(reply) }, name, path),
            );
          }),
      });
  });
}

/** The launch in the path, and the session of the token in the request. */
function sessionOf(
  keyring: Keyring,
  request: FastifyRequest<{ Params: { token: string } }>,
  { headers }: Asking,
): { key: LaunchKey; session_id: string } {
  const key = readLaunch(keyring, request.params.token);
  const basic = /^basic +(\S+)$/i.exec(headers["authorization"] ?? "")?.[1] ?? "";
  const shown = readLaunch(
    keyring,
    Buffer.from(basic, "base64")
      .toString()
      .replace(/^session:/, ""),
    "content-session",
  );
  if (key === null || shown === null || shown.tenant_id !== key.tenant_id || shown.registration_id !== key.registration_id)
    throw unauthorized("Authentication failed.", { headers: { "www-authenticate": 'Basic realm="muster"' } });
  return { key, session_id: shown.launch_id };
}

function rulesOf(key: LaunchKey, session_id: string, home_page: string, within: { now: Within | null }): Rules {
  let judged: Awaited<ReturnType<typeof judgeStatements>>;
  return {
    async enter(db) {
      within.now = await enterSession(db, key, session_id, home_page);
    },
    async before(db, statements) {
      judged = await judgeStatements(db, key, within.now!, statements);
    },
    after: (db, fresh) => follow(db, key, within.now!, judged, fresh.length),
    document: (db, address) => judgeDocument(db, key, within.now!, address),
  };
}
