import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { open } from "../../platform/http/access.ts";
import { notFound } from "../../platform/http/problem.ts";
import { languageOf } from "../../platform/http/language.ts";
import { buildWhereStale } from "./build.ts";
import { type Asset, type PanelFiles, readPanel } from "./files.ts";
import { blockOf, firstAnswers, type FirstAnswersOptions } from "./first-answers.ts";
import { page_headers, policyOf, report_path, worker_policy } from "./policy.ts";
import { paintingOf } from "./painting.ts";
import { preloadsOf } from "./preloads.ts";
import { panel_folder } from "./stamp.ts";
import { schemeOf } from "./visitor.ts";

/** The placeholder for the nonce in index.html. */
const nonce_place = "%CSP_NONCE%";
const nonce_bytes = 18;
const report_bytes_max = 65_536;
/** The most characters that are logged of each value in a report, because anyone can make a page send any text. */
const reported_max = 300;

export type PanelPagesOptions = FirstAnswersOptions & {
  loadPanel: () => Promise<PanelFiles>;
  /** The origin of content packages; null: none is set. */
  content_base_url: string | null;
};

/** Returns a function that reads the built panel once, on the first call and after `built` has resolved. */
export function createPanelLoader(log: Logger, built: Promise<void> = Promise.resolve()): () => Promise<PanelFiles> {
  let files: Promise<PanelFiles> | null = null;
  return () => {
    files ??= built
      .then(() => readBuilt(log))
      .catch((error: unknown) => {
        files = null;
        throw error;
      });
    return files;
  };
}

/**
 * Routes of the panel's page, its files, and reports of policy violations. Every path below /panel is the page, except
 * /panel/api.
 */
export function panelPages(app: FastifyInstance, options: PanelPagesOptions): void {
  const headers = page_headers;
  const { loadPanel: load, content_base_url } = options;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const panel = await load();
    const nonce = randomBytes(nonce_bytes).toString("base64");
    reply.headers(headers).header("content-security-policy", policyOf(nonce, content_base_url)).type("text/html; charset=utf-8");
    const { session, answers } = await firstAnswers(options, request);
    const language = languageOf(request, session?.locale ?? null);
    const scheme = schemeOf(request);
    const [pathname] = request.url.split("?") as [string];
    const { title, root, sources } = paintingOf(panel, { pathname, language, session, base_url: options.base_url });
    return reply.send(
      write(panel.page, {
        '<html lang="en">': `<html lang="${language}"${scheme === null ? "" : ` data-mantine-color-scheme="${scheme}"`}>`,
        [nonce_place]: nonce,
        "<title>Muster</title>": `<title>${title}</title>`,
        "</head>": `${preloadsOf(panel, sources)}</head>`,
        '<div id="root"></div>': `<div id="root">${root}</div>${blockOf(answers)}`,
      }),
    );
  };
  app.get("/panel", { config: { access: open() } }, sendPage);
  app.get("/panel/*", { config: { access: open() } }, (request, reply) => {
    if (request.url.startsWith("/panel/api/")) throw notFound("No such address.");
    return sendPage(request, reply);
  });
  app.get("/panel/gate-worker.js", { config: { access: open() } }, async (_request, reply) => {
    const { gate_worker } = await load();
    reply.headers({ "cross-origin-resource-policy": "same-origin", "cache-control": "no-cache" });
    return reply.header("content-security-policy", worker_policy).type("text/javascript; charset=utf-8").send(gate_worker);
  });
  // Also on the host of content, because the player of packages is one of these files.
  app.get<{ Params: { file: string } }>(
    "/panel/assets/:file",
    { config: { access: open(), content: "both" } },
    async (request, reply) => {
      const asset = (await load()).assets.get(request.params.file);
      if (!asset) throw notFound("No such file.");
      reply.headers({ "cross-origin-resource-policy": "same-origin", "cache-control": "public, max-age=31536000, immutable" });
      return sendAsset(request, reply, asset);
    },
  );
  void app.register(async (reports) => takeReports(reports, options.log));
}

/**
 * The panel is built before a command listens (commands/http.ts). If it was deleted since, the first visitor waits for the build.
 */
async function readBuilt(log: Logger): Promise<PanelFiles> {
  const found = await readPanel(panel_folder);
  if (found !== null) return found;
  await buildWhereStale(() => log.warn("the built panel is missing; building it"));
  const built = await readPanel(panel_folder);
  if (built === null) throw new Error("the panel was built and is not there");
  return built;
}

/** Replaces each placeholder, which occurs once in the page. */
function write(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [place, part]) => text.replace(place, () => part), page);
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.type(asset.type);
  if (asset.br === null) return reply.send(asset.plain);
  reply.header("vary", "accept-encoding");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(asset.br);
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(asset.gzip);
  return reply.send(asset.plain);
}

/** Logs each report; the panel's tests assert that there are none. */
function takeReports(app: FastifyInstance, log: Logger): void {
  const report_types = ["application/csp-report", "application/reports+json"];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(report_types, { parseAs: "string", bodyLimit: report_bytes_max }, (_request, body, done) =>
    done(null, body),
  );
  app.post(report_path, { config: { access: open() } }, (request, reply) => {
    log.warn({ reports: readReports(String(request.body)), request_id: request.id }, "a browser refused content of the panel");
    return reply.code(204).send();
  });
}

function readReports(text: string): { directive: string; blocked: string; source: string }[] {
  try {
    return [JSON.parse(text)].flat().slice(0, 10).map(readReport);
  } catch {
    return [];
  }
}

/** Reads both formats: that of report-uri (`csp-report`) and that of the Reporting API (`body`). */
function readReport(report: any): { directive: string; blocked: string; source: string } {
  const facts = report?.["csp-report"] ?? report?.body ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value.slice(0, reported_max) : "");
  return {
    directive: text(facts["effective-directive"] ?? facts.effectiveDirective),
    blocked: text(facts["blocked-uri"] ?? facts.blockedURL),
    source: `${text(facts["source-file"] ?? facts.sourceFile)}:${Number(facts["line-number"] ?? facts.lineNumber) || 0}`,
  };
}
