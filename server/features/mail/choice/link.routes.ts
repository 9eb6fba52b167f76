import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { open } from "../../../platform/http/access.ts";
import { languageOf } from "../../../platform/http/language.ts";
import { misdirected } from "../../../platform/http/problem.ts";
import { answerFailures, renderProblem, type RenderProblem } from "../../../platform/http/server.ts";
import { chooseByLink, findHolder } from "./choose.ts";
import { readUnsubscribe, type Refusable } from "./link.ts";
import { askPage, choice_page_policy, notNowPage, refusedPage, takenUpPage, unknownLinkPage } from "./page.ts";

export type UnsubscribeOptions = { pool: Pool; keyring: Keyring; base_url: string; log: Logger };

/** The form of a mail program (RFC 8058 section 3.1) or of the page has only one or two members. */
const form_bytes_max = 4_096;

/** The targets of List-Unsubscribe: a page that asks, and a POST that unsubscribes. Both work for anybody who has the link. */
export function unsubscribeRoutes(app: FastifyInstance, options: UnsubscribeOptions): void {
  const asProblem = renderProblem(options.base_url);
  void app.register(async (pages) => {
    const render: RenderProblem = (failure, request, reply) => {
      if (failure.type.status !== misdirected.type.status && failure.type.status < 500) return asProblem(failure, request, reply);
      return sendPage(reply.code(failure.type.status).headers(failure.headers), notNowPage(placeOf(options, request)));
    };
    answerFailures(pages, render, options.log);
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("*", { parseAs: "string", bodyLimit: form_bytes_max }, (_request, body, done) => done(null, body));
    linkRoutes(pages, options);
  });
}

type Asked = { Params: { link: string }; Body: string | undefined };

function linkRoutes(pages: FastifyInstance, options: UnsubscribeOptions): void {
  const { pool, keyring } = options;
  pages.get<Asked>("/unsubscribe/:link", { config: { access: open() } }, async (request, reply) => {
    const about = await find(request);
    const place = placeOf(options, request);
    return sendPage(reply.code(about ? 200 : 404), about ? askPage({ ...place, ...about }) : unknownLinkPage(place));
  });
  pages.post<Asked>("/unsubscribe/:link", { config: { access: open() }, bodyLimit: form_bytes_max }, async (request, reply) => {
    const about = await find(request);
    const place = placeOf(options, request);
    if (about === null) return sendPage(reply.code(404), unknownLinkPage(place));
    const wanted = new URLSearchParams(request.body ?? "").get("again") === "yes";
    await chooseByLink(pool, about, wanted);
    return sendPage(reply, wanted ? takenUpPage({ ...place, ...about }) : refusedPage({ ...place, ...about }));
  });

  async function find({ params }: FastifyRequest<Asked>): Promise<(Refusable & { organisation: string }) | null> {
    const about = readUnsubscribe(keyring, params.link);
    const holder = about && (await findHolder(pool, about));
    return about && holder ? { ...about, organisation: holder.organisation } : null;
  }
}

function placeOf({ base_url }: UnsubscribeOptions, request: FastifyRequest) {
  return { language: languageOf(request, null), panel_url: `${base_url}/panel` };
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header("content-security-policy", choice_page_policy)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}
