// Runs a move that is killed when it reaches a step. Arguments: CODE TENANT_ID SOURCE TARGET STEP; the nodes are those of
// NODES_FILE.
import { move } from "../../../server/features/organisations/move/move.ts";
import { test_keyring } from "../../harness/server.ts";
import { openPlace, restless } from "./moving.ts";

const [code, tenant_id, from, to, last] = process.argv.slice(2) as [string, string, string, string, string];
const [source, target] = await Promise.all([openPlace(JSON.parse(from)), openPlace(JSON.parse(to))]);
await move(
  { code, tenant_id, source, target },
  {
    keyring: test_keyring,
    budget: restless,
    signal: new AbortController().signal,
    onStep: ({ step }) => void (step === last && process.kill(process.pid, "SIGKILL")),
  },
);
