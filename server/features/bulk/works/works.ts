import type { WorkKind } from "../schema.ts";
import { complete } from "./complete.ts";
import { exempt } from "./exempt.ts";
import { extend } from "./extend.ts";
import { invite } from "./invite.ts";
import { join } from "./join.ts";
import { remind } from "./remind.ts";
import type { Work } from "./work.ts";

/** THE list of kinds of work, except assigning, which plans the seats of all people together. */
export const works: Readonly<Record<Exclude<WorkKind, "assign">, Work>> = { extend, exempt, join, remind, complete, invite };
