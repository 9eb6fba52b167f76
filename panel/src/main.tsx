import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "./app/shell.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { query_client } from "./api/query-client.ts";
import { LastResort } from "./app/error-boundary.tsx";
import { startI18n } from "./app/i18n.ts";
import { Later } from "./app/later.tsx";
import { getStyleNonce } from "./app/nonce.ts";
import { createPanelRouter } from "./app/router.tsx";
import { color_scheme_manager } from "./app/scheme.ts";
import { resolveVariables, theme } from "./app/theme.ts";

// Where they cannot be loaded, the page does without them.
const Toasts = lazy(async () => {
  const loaded = await import("./app/toasts.tsx").catch(() => null);
  return { default: loaded?.Toasts ?? (() => null) };
});

await startI18n();
const router = createPanelRouter();

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
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
