import Fastify from "fastify";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** All files of the page come from this service: no CDN, no external fonts, no proxy. */
export const reference_policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference sets style attributes, which a nonce cannot allow.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const reference_page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> holds the same.</noscript>
<script src="/docs/reference.js"></script>
<script type="module" src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * The script that starts the reference. It is a file of its own, so that the policy can forbid inline scripts. Webhooks are
 * shown, although clients do not call them.
 */
export const reference_start = `const settings = ${JSON.stringify(
  {
    withDefaultFonts: false,
    proxyUrl: "",
    telemetry: false,
    showDeveloperTools: "never",
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
  },
  null,
  2,
)};
const answer = await fetch("/openapi.json");
const content = await answer.json();
for (const { post } of Object.values(content.webhooks)) delete post["x-internal"];
Scalar.createApiReference("#reference", { ...settings, content });
`;

/**
 * The reference's script (4 MB), compressed with gzip. It is loaded on the first request, because most processes never get one.
 * The package only offers it through its Fastify plugin.
 */
export async function loadReferenceScript(): Promise<Buffer> {
  const { default: plugin } = await import("@scalar/fastify-api-reference");
  const shelf = Fastify();
  await shelf.register(plugin, { routePrefix: "/", configuration: { url: "/openapi.json" } });
  const { statusCode, rawPayload } = await shelf.inject("/js/scalar.js");
  await shelf.close();
  if (statusCode !== 200) throw new Error("the API reference's package does not serve its script where we look for it");
  return promisify(gzip)(rawPayload);
}
