import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { constants } from "node:zlib";

/**
 * A smaller answer fits into one packet with its headers, and would not arrive sooner if compressed. Single records are this
 * small.
 */
export const compressed_bytes_min = 1_400;
/** Larger answers are compressed outside the event loop, where they delay no other request. */
const compressed_at_once_bytes_max = 16_384;
/**
 * The default of zlib is 11, the best and slowest. It suits files that are compressed once, but an answer is compressed for each
 * request.
 */
const brotli_quality = 4;
const gzip_level = 6;

/**
 * Compresses answers for clients that accept it (RFC 9110 §12.5.3): Brotli, else gzip. Answers to POST are not compressed: only
 * they contain secrets, next to values of the request, and their compressed length could reveal the secret (BREACH). SCIM is an
 * exception, because its searches are POSTs, its answers contain no secrets and its clients are no browsers. Call this before any
 * route is mounted.
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
    // Compressed request bodies are refused: a small one could expand to a huge one.
    globalDecompression: false,
  });
  app.addHook("onRoute", (mounted) => {
    if (mayBeCompressed(mounted)) mounted.onSend = [mounted.onSend ?? [], noteEncoding].flat();
  });
}

function mayBeCompressed({ method, url }: RouteOptions): boolean {
  return [method].flat().some((name) => name === "GET" || name === "HEAD") || url.startsWith("/scim/");
}

/**
 * The headers of a compressed answer: caches store each encoding separately, and a strong validator belongs to one encoding only
 * (RFC 9110 §8.8.3.3).
 */
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

/** Whether a GET would be compressed. The answer to HEAD has no body, but the length and the validator of the answer to GET. */
function wouldBeEncoded({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const takes = /\b(br|gzip)\b/i.test(headers["accept-encoding"] ?? "");
  return method === "HEAD" && takes && Number(reply.getHeader("content-length") ?? 0) >= compressed_bytes_min;
}
