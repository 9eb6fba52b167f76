import "@mantine/core/styles/baseline.css";
import "virtual:theme.css";
import "@mantine/core/styles/global.css";
import "./app/shell/shell.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchForSignOut, watchForSwitch } from "./api/drafts.ts";
import { query_client } from "./api/query-client.ts";
import { LastResort } from "./app/error-boundary.tsx";
import { startPageLanguage } from "./app/i18n.ts";
import { Later } from "./app/later.tsx";
import { getStyleNonce } from "./app/nonce.ts";
import { prepare } from "./app/prepare.ts";
import { createPanelRouter } from "./app/router.tsx";
import { color_scheme_manager } from "./app/scheme.ts";
import { theme } from "./app/theme.ts";

// If they cannot be loaded, the page goes on without them.
const Toasts = lazy(async () => {
  const loaded = await import("./app/shell/toasts.tsx").catch(() => null);
  return { default: loaded?.Toasts ?? (() => null) };
});

void start();

/** A function and no top-level await: screens import from this file's bundle and would wait for it while it awaits them. */
async function start(): Promise<void> {
  watchForSignOut();
  watchForSwitch();
  await startPageLanguage();
  const router = createPanelRouter();
  // What the server has painted stays until the screen is loaded.
  await prepare(router);
  createRoot(document.querySelector("#root")!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        defaultColorScheme="auto"
        colorSchemeManager={color_scheme_manager}
        getStyleNonce={getStyleNonce}
      >
        <LastResort>
          <QueryClientProvider client={query_client}>
            <RouterProvider router={router} />
            <Later>
              <Toasts />
            </Later>
          </QueryClientProvider>
        </LastResort>
      </MantineProvider>
    </StrictMode>,
  );
}
