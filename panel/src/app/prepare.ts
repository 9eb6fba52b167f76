import type { AnyRouter } from "@tanstack/react-router";
import { query_client } from "../api/query-client.ts";
import { session_query } from "../api/session.ts";
import { screens } from "./screens.ts";
import { stringifySearch } from "./search.ts";

/** The session comes with the page. If it must be requested and takes longer than this, the frame shows that it is loading. */
const patience_ms = 500;

/** Finds out who is signed in and loads their first screen, so that no intermediate page is shown. */
export async function prepare(router: AnyRouter): Promise<void> {
  const { pathname } = router.latestLocation;
  const is_public = screens.some(({ path, roles }) => roles === "public" && path === pathname);
  if (!is_public && (await isSignedOut())) leadToSignIn(router, router.latestLocation.href);
  await router.load();
}

async function isSignedOut(): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience_ms));
  // The frame shows the failure.
  const session = query_client.fetchQuery(session_query).catch(() => undefined);
  return (await Promise.race([session, late])) === null;
}

/** Opens the sign-in, with the way back to `here`. `ended`: the user's session has ended. */
export function leadToSignIn({ history }: AnyRouter, here: string, ended = false): void {
  history.replace(`/panel/sign-in${stringifySearch({ next: here === "/" ? "" : here, ended: ended ? "yes" : "" })}`);
}
