// Agents and groups (xAPI 1.0.3, Data 2.4.2).
import { fail, iri, isObject, list, object, text, type Check } from "./forms.ts";

const identifiers = ["mbox", "mbox_sha1sum", "openid", "account"] as const;

const mbox: Check = (value, at) => {
  if (typeof value !== "string" || !/^mailto:[^\s@<>]+@[^\s@<>]+$/.test(value)) fail(at, "must be mailto: and an e-mail address");
};
const sha1: Check = (value, at) => {
  if (typeof value !== "string" || !/^[0-9a-f]{40}$/i.test(value)) fail(at, "must be a SHA-1 in hex");
};
const accountOf: Check = (value, at) => void object(value, at, { homePage: iri, name: text }, ["homePage", "name"]);
const named = { name: text, mbox, mbox_sha1sum: sha1, openid: iri, account: accountOf };

function identifiersOf(value: Record<string, unknown>): string[] {
  return identifiers.filter((name) => Object.hasOwn(value, name));
}

export const agent: Check = (value, at) => {
  const objectType: Check = (type, where) => type === "Agent" || fail(where, 'must be "Agent"');
  const found = object(value, at, { ...named, objectType });
  if (identifiersOf(found).length !== 1) fail(at, "must have exactly one of mbox, mbox_sha1sum, openid and account");
};

export const group: Check = (value, at) => {
  const objectType: Check = (type, where) => type === "Group" || fail(where, 'must be "Group"');
  const found = object(value, at, { ...named, objectType, member: list(agent) }, ["objectType"]);
  const count = identifiersOf(found).length;
  if (count > 1) fail(at, "must have at most one of mbox, mbox_sha1sum, openid and account");
  if (count === 0 && !Array.isArray(found["member"])) fail(`${at}.member`, "is missing: the group has no name of its own");
};

export const agentOrGroup: Check = (value, at) => {
  if (isObject(value) && value["objectType"] === "Group") group(value, at);
  else agent(value, at);
};

/** Data 2.4.9: an agent, or the group of two agents that OAuth uses. */
export const authority: Check = (value, at) => {
  agentOrGroup(value, at);
  const { objectType, member } = value as { objectType?: string; member?: unknown[] };
  if (objectType !== "Group") return;
  if (identifiersOf(value as Record<string, unknown>).length > 0) fail(at, "must not name a group");
  if (member?.length !== 2) fail(`${at}.member`, "must be two agents");
};

export type Agent = {
  objectType?: "Agent" | "Group";
  name?: string;
  mbox?: string;
  mbox_sha1sum?: string;
  openid?: string;
  account?: { homePage: string; name: string };
  member?: Agent[];
};

/** The identifier of an agent as one text; null: an anonymous group. */
export function identifierOf({ mbox: mail, mbox_sha1sum, openid, account }: Agent): string | null {
  if (mail !== undefined) return `mbox ${mail}`;
  if (mbox_sha1sum !== undefined) return `mbox_sha1sum ${mbox_sha1sum.toLowerCase()}`;
  if (openid !== undefined) return `openid ${openid}`;
  return account === undefined ? null : `account ${account.homePage} ${account.name}`;
}
