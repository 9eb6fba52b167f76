import type { FastifyInstance } from "fastify";
import type { Caller } from "../context.ts";
import type { Deprecation, Operation } from "./route.ts";

/** Called after the answer when a client has used a deprecated operation; must not fail. */
export type OnDeprecatedUse = (caller: Caller, operation: Operation & { deprecation: Deprecation }) => Promise<void>;

/**
 * Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to every answer of a deprecated operation, errors included.
 * Throws when a route is mounted whose dates leave less than the promised twelve months.
 */
export function announceDeprecations(app: FastifyInstance, onUse: OnDeprecatedUse): void {
  const headers = new WeakMap<Operation, Record<string, string>>();
  app.addHook("onRoute", (mounted) => {
    const { operation } = mounted.config ?? {};
    if (operation?.deprecation) headers.set(operation, deprecationHeaders(operation.deprecation));
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation?.deprecation) reply.headers(headers.get(operation)!);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    const { operation } = request.routeOptions.config;
    if (request.caller && isDeprecated(operation)) return onUse(request.caller, operation);
    return done();
  });
}

/** Least months between deprecation and sunset of an operation. */
const months_until_sunset_min = 12;

export function deprecationHeaders({ deprecated_on, sunset_on, link }: Deprecation): Record<string, string> {
  const deprecated = Temporal.PlainDate.from(deprecated_on);
  const sunset = Temporal.PlainDate.from(sunset_on);
  if (Temporal.PlainDate.compare(sunset, deprecated.add({ months: months_until_sunset_min })) < 0) {
    throw new Error(`a sunset on ${sunset_on} is less than ${months_until_sunset_min} months after ${deprecated_on}`);
  }
  return {
    deprecation: `@${instantOf(deprecated).epochMilliseconds / 1_000}`,
    sunset: new Date(instantOf(sunset).epochMilliseconds).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
  };
}

function instantOf(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime("UTC").toInstant();
}

function isDeprecated(operation: Operation | undefined): operation is Operation & { deprecation: Deprecation } {
  return operation?.deprecation !== undefined;
}
