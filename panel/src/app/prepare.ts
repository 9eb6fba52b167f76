import type { AnyRouter } from "@tanstack/react-router";
import { query_client } from "../api/query-client.ts";
import { session_query } from "../api/session.ts";
import { screens } from "./screens.ts";
import { stringifySearch } from "./search.ts";

/** It comes with the page. Where it has to be asked for and takes longer, the frame says that it is awaited. */
const patience_ms = 500;

/** Finds out who is signed in and loads the screen that they will see, so that nothing has to be shown in between. */
export async function prepare(router: AnyRouter): Promise<void> {
  const { pathname } = router.latestLocation;
  const is_public = screens.some(({ path, roles }) => roles === "public" && path === pathname);
  if (!is_public && (await isSignedOut())) leadToSignIn(router, router.latestLocation.href);
  await router.load();
}

async function isSignedOut(): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience_ms));
  // The frame tells of a failure.
  const session = query_client.fetchQuery(session_query).catch(() => undefined);
  return (await Promise.race([session, late])) === null;
}

/** With the way back to where one was; `ended`: the session that one had there is over. */
export function leadToSignIn({ history }: AnyRouter, here: string, ended = false): void {
  history.replace(`/panel/sign-in${stringifySearch({ next: here === "/" ? "" : here, ended: ended ? "yes" : "" })}`);
}
