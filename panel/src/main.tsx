import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/shell.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { query_client } from "./api/query-client.ts";
import { LastResort } from "./app/error-boundary.tsx";
import { startI18n } from "./app/i18n.ts";
import { getStyleNonce } from "./app/nonce.ts";
import { createPanelRouter } from "./app/router.tsx";
import { color_scheme_manager } from "./app/scheme.ts";
import { resolveVariables, theme } from "./app/theme.ts";

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
          <Notifications position="bottom-right" limit={4} autoClose={6_000} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LastResort>
    </MantineProvider>
  </StrictMode>,
);
