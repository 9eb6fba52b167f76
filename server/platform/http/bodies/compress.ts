import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { constants } from "node:zlib";

/** What fits into one packet with its headers arrives no sooner when it is smaller; a record alone does. */
export const compressed_bytes_min = 1_400;
/** Beyond this, compressing would hold others up: it is done beside the event loop. */
const compressed_at_once_bytes_max = 16_384;
/** The default of zlib is 11, the best: it suits files that are compressed once. An answer is compressed for each request. */
const brotli_quality = 4;
const gzip_level = 6;

/**
 * Compresses answers for those who take it (RFC 9110 §12.5.3): Brotli, else gzip. Only what is read: a secret is shown by the
 * answer to a POST alone, and beside what the same request has sent, so that the length of a compressed answer could tell of
 * it (BREACH). SCIM has no secrets in its answers and no browsers, and its searches are POSTs. To be called before any route is
 * mounted.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook("onRoute", (mounted) => {
    if (!mayBeCompressed(mounted)) mounted.compress = false;
  });
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: compressed_bytes_min,
    syncThreshold: compressed_at_once_bytes_max,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotli_quality } },
    zlibOptions: { level: gzip_level },
    // Compressed bodies are refused: a small one could expand to a huge one.
    globalDecompression: false,
  });
  app.addHook("onRoute", (mounted) => {
    if (mayBeCompressed(mounted)) mounted.onSend = [mounted.onSend ?? [], noteEncoding].flat();
  });
}

function mayBeCompressed({ method, url }: RouteOptions): boolean {
  return [method].flat().some((name) => name === "GET" || name === "HEAD") || url.startsWith("/scim/");
}

/** Caches keep the forms of an answer apart, and a strong validator belongs to one form only (RFC 9110 §8.8.3.3). */
function noteEncoding(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const vary = String(reply.getHeader("vary") ?? "");
  if (!/\baccept-encoding\b/i.test(vary)) reply.header("vary", vary === "" ? "accept-encoding" : `${vary}, accept-encoding`);
  const etag = reply.getHeader("etag");
  const is_encoded = reply.hasHeader("content-encoding") || wouldBeEncoded(request, reply);
  if (is_encoded && typeof etag === "string" && !etag.startsWith("W/")) reply.header("etag", `W/${etag}`);
  done(null, payload);
}

/** The answer to HEAD has no body to compress, but the length and the validator of the one that GET would answer with. */
function wouldBeEncoded({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const takes = /\b(br|gzip)\b/i.test(headers["accept-encoding"] ?? "");
  return method === "HEAD" && takes && Number(reply.getHeader("content-length") ?? 0) >= compressed_bytes_min;
}
