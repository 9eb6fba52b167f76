// The keys by which a statement can be found: 64 bits of a hash each, in one index. Two values with equal hashes would be found
// together. Within one organisation that takes about 2^32 different values.
import { createHash } from "node:crypto";
import { identifierOf, type Agent } from "./statement/agent.ts";
import type { Activity, Statement } from "./statement/check.ts";

export type KeyKind = "agent" | "related_agent" | "verb" | "activity" | "related_activity" | "about_person" | "beside_person";

/** The key as PostgreSQL's bigint, in decimal. */
export function keyOf(kind: KeyKind, value: string): string {
  return createHash("sha256").update(`${kind} ${value}`).digest().readBigInt64BE(0).toString();
}

/** An agent or a group, followed by its members. */
export function agentsIn(agent: Agent | undefined): Agent[] {
  return agent === undefined ? [] : [agent, ...(agent.member ?? [])];
}

function asAgent(object: Statement["object"]): Agent | undefined {
  return object.objectType === "Agent" || object.objectType === "Group" ? object : undefined;
}

/** Agents whom a statement is about: its actor, its object, and those of its inner statement. */
export function agentsAbout({ actor, object }: Statement): Agent[] {
  const inner = object.objectType === "SubStatement" ? agentsAbout(object) : [];
  return [...agentsIn(actor), ...agentsIn(asAgent(object)), ...inner];
}

/** Other agents that a statement names. */
export function agentsBeside({ context, object }: Statement): Agent[] {
  const inner = object.objectType === "SubStatement" ? agentsBeside(object) : [];
  return [...agentsIn(context?.instructor), ...agentsIn(context?.team), ...inner];
}

/** All activities that a statement names. */
export function activitiesIn({ object, context }: Statement): Activity[] {
  const inner = object.objectType === "SubStatement" ? activitiesIn(object) : [];
  const own = object.objectType === undefined || object.objectType === "Activity" ? [object] : [];
  return [...own, ...Object.values(context?.contextActivities ?? {}).flat(), ...inner];
}

/** `people`: ids of people by the identifiers of their agents. */
export function keysOf(statement: Statement, people: ReadonlyMap<string, string>): string[] {
  const { actor, verb, object } = statement;
  const identifiers = (agents: readonly Agent[]) => agents.flatMap((one) => identifierOf(one) ?? []);
  const about = agentsAbout(statement);
  const beside = agentsBeside(statement);
  const direct = identifiers([...agentsIn(actor), ...agentsIn(asAgent(object))]);
  const own = object.objectType === undefined || object.objectType === "Activity" ? [object.id] : [];
  const persons = (agents: readonly Agent[]) => identifiers(agents).flatMap((one) => people.get(one) ?? []);
  const keys = [
    ...direct.map((one) => keyOf("agent", one)),
    ...identifiers([...about, ...beside, ...agentsIn(statement.authority)]).map((one) => keyOf("related_agent", one)),
    keyOf("verb", verb.id),
    ...own.map((id) => keyOf("activity", id)),
    ...activitiesIn(statement).map(({ id }) => keyOf("related_activity", id)),
    ...persons(about).map((id) => keyOf("about_person", id)),
    ...persons(beside).map((id) => keyOf("beside_person", id)),
  ];
  return [...new Set(keys)];
}
