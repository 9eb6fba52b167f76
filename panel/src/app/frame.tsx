import { Box, Center, Container } from "@mantine/core";
import { Navigate, Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { session_key, useSessionQuery, type Session } from "../api/session.ts";
import { listenToCalls } from "../api/fetch.ts";
import { query_client } from "../api/query-client.ts";
import { ProblemAlert } from "../components/problem-alert.tsx";
import { StepUpGate } from "../components/step-up-gate.tsx";
import { followAccount } from "./i18n.ts";
import { OfflineNotice } from "./offline.tsx";
import { NoPermission, NotFound, Pending } from "./pages.tsx";
import type { Screen } from "./screen.ts";
import { Shell } from "./shell.tsx";

listenToCalls({ sessionLost: () => query_client.setQueryData(session_key, null) });

/** Decides what is around a screen: nothing, the way to sign in, or the shell. */
export function Frame() {
  const screen = useScreen();
  useDocumentTitle(screen);
  return (
    <>
      <OfflineNotice />
      {screen?.roles === "public" ? <Outlet /> : <Guarded screen={screen} />}
    </>
  );
}

function Guarded({ screen }: { screen: Screen | null }) {
  const { data: session, error, isPending, refetch } = useSessionQuery();
  const here = useRouterState({ select: (state) => state.location.href });
  if (isPending)
    return (
      <Box mih="100vh">
        <Pending />
      </Box>
    );
  if (session === undefined)
    return (
      <Center mih="100vh">
        <Container size="xs">
          <ProblemAlert error={error} retry={() => void refetch()} />
        </Container>
      </Center>
    );
  if (session === null) return <Navigate to="/sign-in" search={here === "/" ? {} : { next: here }} replace />;
  return (
    <WithAccount session={session}>
      <Shell session={session}>{screen === null ? <NotFound /> : mayOpen(screen, session) ? <Outlet /> : <NoPermission />}</Shell>
      <StepUpGate second_factor={session.account.second_factor} />
    </WithAccount>
  );
}

function WithAccount({ session, children }: { session: Session; children: React.ReactNode }) {
  const { locale } = session.account;
  useEffect(() => void followAccount(locale), [locale]);
  return children;
}

export function mayOpen(screen: Screen, session: Session): boolean {
  return screen.roles === "public" || screen.roles.includes(session.account.role);
}

/** The screen of the current address; null: there is none. */
function useScreen(): Screen | null {
  const matches = useMatches();
  return matches.at(-1)?.staticData.screen ?? null;
}

/** Until the screen itself says better (Page), its title is that of the route. */
function useDocumentTitle(screen: Screen | null): void {
  const { t } = useTranslation();
  const title = screen && screen.title.startsWith("shell:") ? t(screen.title as "shell:nav.overview") : null;
  useEffect(() => {
    document.title = title === null ? "Muster" : `${title} · Muster`;
  }, [title]);
}
