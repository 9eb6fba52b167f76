import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { Download, matches, route } from "../../../platform/http/route.ts";
import type { VerifiedAt } from "../../../platform/in-front.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { languageAmong } from "../../../platform/languages.ts";
import { CertificateParams, CertificatePrintQuery } from "../schema.ts";
import { openCertificate } from "./print.ts";

/**
 * Drawing a page takes about 10 ms of processor time. An organisation's pages are drawn one at a time, and so many waiting ones
 * are drawn within a second.
 */
const prints_waiting_max = 100;

export function certificatePrintRoute(app: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  const inTurn = createTurns(prints_waiting_max);
  route(app, {
    method: "GET",
    url: "/api/v1/certificates/:id/pdf",
    access: needs("compliance:read"),
    operation: {
      id: "printCertificate",
      tag: "Certificates",
      summary: "Print a certificate",
      description:
        "The page that the panel prints: with the words that held when the certificate was issued, the address where it is checked, and a mark where it has ended, was superseded or was revoked. The certificate of a person whose data were erased is printed without the name, external evidence as a page that says who issued it, without the file that is kept with it. The ETag is weak, because each document says when it was made, and another one on each day, because it says of which day its status is.",
      answers: {
        200: {
          description: "The certificate as PDF.",
          schema: Type.String({ format: "binary" }),
          media_type: "application/pdf",
          example: "%PDF-1.3 …",
        },
      },
      headers: {
        ETag: "For If-None-Match.",
        "Content-Disposition": "An attachment, with a file name made of the certificate's number.",
      },
    },
    params: CertificateParams,
    query: CertificatePrintQuery,
    async handle({ caller, params, query, request }) {
      const { headers: asked, raw } = request;
      const language = languageAmong([query.language ?? null, asked["accept-language"] ?? null]) ?? "en";
      const print = { verified_at: verifiedAt(caller.tenant.code), language };
      const { name, etag, draw } = await openCertificate(pool, caller, params.id, print);
      const headers = {
        etag,
        "cache-control": "private, no-cache",
        vary: "accept-language",
        "content-disposition": `attachment; filename="${name}"`,
      };
      if (matches(asked["if-none-match"], etag)) return { status: 304, body: null, headers };
      const bytes = await inTurn(caller.tenant.id, () => raw.socket.destroyed, draw);
      return {
        body: new Download("application/pdf", Readable.from([bytes])),
        headers: { ...headers, "content-length": String(bytes.length) },
      };
    },
  });
}
