import type { components } from "../../api/schema.d.ts";

export type Client = components["schemas"]["Client"];
export type PublicKey = Client["public_keys"][number];
export type Scope = Client["scopes"][number];
export type Method = Client["methods"][number];
export type Setup = components["schemas"]["ClientSetup"];

export const scopes: readonly Scope[] = [
  "users:read",
  "users:write",
  "enrollments:write",
  "compliance:read",
  "webhooks:manage",
  "scim",
  "structure:read",
  "structure:write",
  "attempts:write",
  "gate:read",
  "xapi:read",
  "xapi:write",
];

/** How much harm a leaked secret with this scope could do. */
export const risks: Readonly<Record<Scope, "medium" | "high">> = {
  "users:read": "medium",
  "users:write": "high",
  "enrollments:write": "medium",
  "compliance:read": "medium",
  "webhooks:manage": "high",
  scim: "high",
  "structure:read": "medium",
  "structure:write": "high",
  "attempts:write": "high",
  "gate:read": "medium",
  "xapi:read": "medium",
  "xapi:write": "medium",
};

export const clients_key = ["clients"];

/** The entries of a list, typed one on each line or separated by commas. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A request within the client's scopes that shows at once whether the secret works. */
export function firstCall(
  client: Pick<Client, "id" | "scopes" | "methods">,
  secret: string,
  base_url: string,
  code: string,
): string {
  const { scopes: own, methods } = client;
  if (own.includes("scim") && own.length === 1)
    return `curl -sS -H "Authorization: Bearer ${secret}" "${base_url}/scim/v2/${code}/ServiceProviderConfig"`;
  if (!methods.includes("api_key"))
    return `curl -sS -u "${client.id}:${secret}" -H "X-Tenant-Code: ${code}" -d grant_type=client_credentials "${base_url}/api/v1/oauth/token"`;
  return `curl -sS -H "X-Tenant-Code: ${code}" -H "X-API-Key: ${secret}" "${base_url}/api/v1${pathFor(own)}"`;
}

function pathFor(own: readonly Scope[]): string {
  if (own.includes("users:read")) return "/departments";
  if (own.includes("compliance:read") || own.includes("enrollments:write")) return "/course-catalog";
  if (own.includes("structure:read")) return "/groups";
  return own.includes("webhooks:manage") ? "/webhooks/subscriptions" : "/client";
}
