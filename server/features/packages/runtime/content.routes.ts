// Routes on the host of content: opened packages. Each path contains a launch's token; there are no cookies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { spanOf } from "../../../platform/files/ranges.ts";
import { open } from "../../../platform/http/access.ts";
import { languageOf } from "../../../platform/http/language.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { Closed } from "../../../platform/http/schema.ts";
import { isUuid } from "../../../platform/ids.ts";
import { languageAmong, type Language } from "../../../platform/languages.ts";
import { aus_max } from "../archive/limits.ts";
import { mediaTypeOf } from "../archive/media-types.ts";
import { fetchToken, openSession } from "../cmi5/open-session.ts";
import { launchEnded } from "../errors.ts";
import { takeCommit, type Commit } from "./commit.ts";
import type { Elements } from "./elements.ts";
import { contentPolicy, firstItem, gonePage, plainPage, playerPage, playerPolicy } from "./player-page.ts";
import { findFile, findOpened } from "./registrations-sql.ts";
import { openFile } from "./serve-file.ts";
import { startValues } from "./start-values.ts";
import { readLaunch, type LaunchKey } from "./token.ts";
import { player_words } from "./words.ts";

export type ContentOptions = {
  pool: Pool;
  keyring: Keyring;
  base_url: string;
  content_base_url: string | null;
  /** Returns the address of the player's script. */
  findScript: () => Promise<string>;
};

type LaunchOf = (request: FastifyRequest<Opened>) => LaunchKey;
type Opened = { Params: { token: string; place: string; session: string; "*": string }; Querystring: { language?: string } };

const config = { access: open(), content: true } as const;
const kept_s = 28_800;
const ignored_max_bytes = 1_024;
const file_deadline_ms = 120_000;
/** Media types that browsers request in ranges. */
const has_ranges = /^(video|audio)\/|^application\/pdf$/;

const CommitBody = Closed({
  seq: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  item: Type.String({ minLength: 1, maxLength: 255 }),
  opening: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  elements: Type.Object({}, { additionalProperties: true }),
  ended: Type.Boolean(),
});

export function contentRoutes(app: FastifyInstance, options: ContentOptions): void {
  const { pool, keyring } = options;
  const panel_origin = new URL(options.base_url).origin;
  const launchOf = (request: FastifyRequest<Opened>): LaunchKey => {
    const key = readLaunch(keyring, request.params.token);
    if (key === null) throw launchEnded("The address has ended, or is not complete.");
    return key;
  };
  app.get<Opened>("/content/:token/", { config }, async (request, reply) => {
    const key = readLaunch(keyring, request.params.token);
    const opened = key && (await findOpened(pool, key, null));
    const language = languageIn(request);
    void reply.headers({ "content-security-policy": playerPolicy(panel_origin), "referrer-policy": "no-referrer" });
    void reply.type("text/html; charset=utf-8");
    if (!opened) return reply.code(410).send(gonePage(language));
    const statuses = new Map(opened.states.map(({ item, status }) => [item, status]));
    const statusOf = (id: string) => statuses.get(id) ?? null;
    const items = opened.items.map(({ id, title, speaks, href }) => ({ id, title, speaks, href, status: statusOf(id) }));
    const first = firstItem(opened.items, statusOf);
    const boot = { standard: opened.standard, items, first, panel_origin, words: player_words[language] };
    return reply.send(playerPage({ title: opened.title, language, script: await options.findScript(), boot }));
  });
  app.get<Opened>("/content/:token/items/:place", { config }, (request) =>
    readStart(options, launchOf(request), request.params.place),
  );
  app.post<Opened & { Body: Commit }>("/content/:token/commits", { config, schema: { body: CommitBody } }, (request) =>
    takeCommit(pool, launchOf(request), request.body),
  );
  void app.register(async (sessions) => {
    // Bodies of these requests carry nothing, so they are accepted with any content type and not parsed.
    sessions.removeAllContentTypeParsers();
    sessions.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: ignored_max_bytes }, (_request, _body, done) =>
      done(null),
    );
    sessionRoutes(sessions, options, launchOf);
  });
  app.get<Opened>("/content/:token/files/*", { config, handlerTimeout: file_deadline_ms }, (request, reply) =>
    sendFile(options, launchOf(request), request, reply),
  );
}

/** The data model with which an item begins. */
async function readStart({ pool }: ContentOptions, key: LaunchKey, given_place: string): Promise<Elements> {
  const place = placeOf(given_place);
  const opened = await findOpened(pool, key, place);
  const item = opened?.items[place];
  if (opened === undefined || item === undefined) throw notFound("No such item.");
  const state = opened.states.find((one) => one.item === item.id);
  const kept = state === undefined ? null : { ...state, elements: state.elements ?? {} };
  return startValues(opened.standard, item, kept, { id: opened.person_id, name: opened.person_name });
}

/** A position in the table of contents; other texts count as a position after the last one. */
function placeOf(given: string): number {
  return /^\d{1,4}$/.test(given) ? Number(given) : aus_max;
}

/** Routes that cmi5 needs besides the learning record store, which has its own protocol. */
function sessionRoutes(app: FastifyInstance, options: ContentOptions, launchOf: LaunchOf): void {
  const { base_url, content_base_url } = options;
  app.post<Opened>("/content/:token/items/:place/session", { config }, (request) => {
    const opened = `${content_base_url ?? ""}/content/${request.params.token}/`;
    return openSession(options, launchOf(request), placeOf(request.params.place), opened);
  });
  app.post<Opened>("/content/:token/sessions/:session/token", { config }, (request) => {
    const { session } = request.params;
    if (!isUuid(session)) throw notFound("No such session.");
    return fetchToken(options, launchOf(request), session.toLowerCase());
  });
  app.get<Opened>("/content/:token/statuses", { config }, (request) => readStatuses(options, launchOf(request)));
  // The page to which an AU sends its frame when it ends.
  app.get<Opened>("/content/:token/returned", { config }, (request, reply) => {
    void reply.headers({ "content-security-policy": contentPolicy(new URL(base_url).origin), "referrer-policy": "no-referrer" });
    const language = languageIn(request);
    return reply.type("text/html; charset=utf-8").send(plainPage(language, player_words[language].returned));
  });
}

async function readStatuses({ pool }: ContentOptions, key: LaunchKey) {
  const opened = await findOpened(pool, key, null);
  if (opened === undefined) throw launchEnded("The course cannot be worked on any more.");
  return { statuses: Object.fromEntries(opened.states.map(({ item, status }) => [item, status])), result: opened.result };
}

async function sendFile(
  { pool, base_url }: ContentOptions,
  key: LaunchKey,
  request: FastifyRequest<Opened>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A service worker of one package could intercept the requests of others.
  if (request.headers["service-worker"] !== undefined) throw notFound("Packages have no service workers.");
  const path = request.params["*"];
  // No path in an archive contains NUL, and PostgreSQL accepts none.
  const file = path.includes("\u0000") ? undefined : await findFile(pool, key, path);
  if (file === undefined) throw notFound("The package has no such file.");
  const type = mediaTypeOf(path);
  const takes_ranges = has_ranges.test(type);
  const span = takes_ranges ? spanOf(request.headers.range, file.size_bytes) : null;
  void reply.headers({
    "content-security-policy": contentPolicy(new URL(base_url).origin),
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": `private, max-age=${kept_s}`,
    ...(takes_ranges ? { "accept-ranges": "bytes" } : {}),
    ...(type === "application/octet-stream" ? { "content-disposition": "attachment" } : {}),
  });
  if (span === "none") return reply.code(416).header("content-range", `bytes */${file.size_bytes}`).send();
  const { from, to } = span ?? { from: 0, to: file.size_bytes };
  if (span !== null) void reply.code(206).header("content-range", `bytes ${from}-${to - 1}/${file.size_bytes}`);
  return reply
    .type(type)
    .header("content-length", to - from)
    .send(openFile(pool, key.tenant_id, file, { from, to }));
}

/** The language in which the panel was shown when it opened the content. */
function languageIn(request: FastifyRequest<Opened>): Language {
  return languageAmong([request.query.language ?? null]) ?? languageOf(request, null);
}
