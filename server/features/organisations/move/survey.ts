import { Unavailable } from "../../../platform/db/failures.ts";
import type { NodeEntry } from "../../../platform/nodes.ts";
import { openSession } from "../../../platform/db/moving/session.ts";
import { findKnown, type Known } from "./move-sql.ts";
import { session_name } from "./place.ts";

/** The answer of a node about an organisation; null: it knows nothing of it. */
export type Said = { node: NodeEntry; known: Known | null };

/** The answers of all nodes about an organisation, and where it is. */
export type Survey = {
  said: readonly Said[];
  /** Nodes that did not answer, and why. */
  silent: readonly { node: NodeEntry; why: string }[];
  /** The node that has the organisation; null: none of those that answered. */
  holder: Said | null;
  /** Whether `holder` has completed the move; false: it still has to take over the data outside the tables. */
  is_taken_in: boolean;
};

/** Asks every node. Throws if two of them say that they have the organisation. */
export async function survey(nodes: readonly NodeEntry[], code: string): Promise<Survey> {
  const answers = await Promise.all(nodes.map((node) => ask(node, code)));
  const said = answers.flatMap((answer) => ("known" in answer ? [answer] : []));
  const silent = answers.flatMap((answer) => ("why" in answer ? [answer] : []));
  const here = said.filter(({ known }) => known !== null && known.has_rows && !gone.has(known.state ?? ""));
  if (here.length > 1)
    throw new Error(`${code} is on ${here.map(({ node }) => node.name).join(" and ")}, and must be on one node only`);
  if (here[0]) return { said, silent, holder: here[0], is_taken_in: true };
  const coming = said.find(({ node, known }) => known?.state === "moving_in" && hasMovedTo(said, node.name, known.node));
  return { said, silent, holder: coming ?? null, is_taken_in: false };
}

/** States of a node that has rows of an organisation which is served elsewhere. */
const gone: ReadonlySet<string> = new Set(["moved", "moving_in"]);

/** Whether the source of a move says that the organisation has moved to this node. */
function hasMovedTo(said: readonly Said[], to: string, from: string | null): boolean {
  return said.some(({ node, known }) => node.name === from && known?.state === "moved" && known.node === to);
}

async function ask(node: NodeEntry, code: string): Promise<Said | { node: NodeEntry; why: string }> {
  try {
    const session = await openSession(node.database_url, session_name);
    try {
      return { node, known: (await findKnown(session, code)) ?? null };
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { node, why: error.cause instanceof Error ? error.cause.message : error.message };
  }
}
