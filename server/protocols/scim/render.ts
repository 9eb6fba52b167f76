// Errors in the form of RFC 7644 §3.12: refusals of SCIM itself, and problems of the features and the platform.
import type { FastifyReply } from "fastify";
import type { ErrorItem, Problem } from "../../platform/http/problem.ts";
import type { RenderProblem } from "../../platform/http/server.ts";
import { parameterFault } from "./lists/list-request.ts";
import { scimError, type ScimError, type ScimType } from "./errors.ts";

const scim_media_type = "application/scim+json";

/** The body of an error; `status` is a string there. */
export function errorBody({ status, scimType, detail }: ScimError) {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail,
  };
}

export function sendError(reply: FastifyReply, error: ScimError): FastifyReply {
  return sendBody(reply.code(error.status), errorBody(error));
}

/** Sent as bytes: the server would add a charset to a text, which RFC 7644 §8.1 does not define. */
export function sendBody(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(scim_media_type).send(Buffer.from(JSON.stringify(body)));
}

export const renderScimProblem: RenderProblem = (failure, _request, reply) =>
  sendError(reply.headers(failure.headers), inScimTerms(failure));

/** A problem of the platform as a SCIM error. */
export function inScimTerms({ type, detail, members }: Problem): ScimError {
  // RFC 7644 does not define 422.
  const status = type.status === 422 ? 400 : type.status;
  if (status === 415) return scimError(415, null, "Send the body as application/scim+json, in UTF-8, without content encoding.");
  return scimError(status, scimTypeOf(type, members["errors"]), [detail, ...faultsIn(members["errors"])].join(" "));
}

function scimTypeOf({ code, status }: Problem["type"], errors: unknown): ScimType | null {
  if (code === "PERSON_ALREADY_EXISTS") return "uniqueness";
  if (itemsOf(errors)[0]?.code === "BELOW_ITSELF") return "invalidValue";
  if (status === 422) return parameterFault(itemsOf(errors)[0]?.parameter ?? "");
  return status === 400 ? "invalidSyntax" : null;
}

function itemsOf(errors: unknown): ErrorItem[] {
  return Array.isArray(errors) ? (errors as ErrorItem[]) : [];
}

function faultsIn(errors: unknown): string[] {
  return itemsOf(errors).map(({ pointer, parameter, detail }) => `${pointer ?? parameter}: ${detail}.`);
}
