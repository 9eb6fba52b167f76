import { createRootRoute, createRoute, createRouter, type AnyRouter, type RouterHistory } from "@tanstack/react-router";
import { Broken } from "./error-boundary.tsx";
import { Frame } from "./shell/frame.tsx";
import { lazyScreen } from "./lazy-screen.tsx";
import { NotFound, Pending } from "./pages.tsx";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { parseSearch, stringifySearch } from "./search.ts";

/** Loading that takes longer than this shows a skeleton. */
const pending_after_ms = 300;

/** One lazy route for each screen, below the frame that decides who may see it. */
export function createPanelRouter(options: { history?: RouterHistory; scrollRestoration?: boolean } = {}): AnyRouter {
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
  const routes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      staticData: { screen },
      component: lazyScreen(screen),
    }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: "/panel",
    defaultPreload: "intent",
    defaultPendingMs: pending_after_ms,
    defaultPendingComponent: Pending,
    defaultErrorComponent: ({ error, reset }) => (
      <Broken error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
    ),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    ...options,
  });
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}
