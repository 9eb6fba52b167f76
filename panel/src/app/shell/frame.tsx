import { Box, Center, Container } from "@mantine/core";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import i18next from "i18next";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { session_key, useSessionQuery, type Session } from "../../api/session.ts";
import { listenToCalls } from "../../api/fetch.ts";
import { beginAnew, sharedBy } from "../../api/shared-browser.ts";
import { query_client } from "../../api/query-client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { StepUpGate } from "../../components/forms/step-up-gate.tsx";
import { Hints } from "./hints.tsx";
import { followAccount } from "../i18n.ts";
import { OfflineNotice } from "../offline.tsx";
import { NoPermission, NotFound, Pending } from "../pages.tsx";
import { leadToSignIn } from "../prepare.ts";
import { showShades } from "../shades.ts";
import { isFor, type Screen } from "../screen.ts";
import { Shell } from "./shell.tsx";

const NewPassword = lazy(async () => {
  const [{ NewPassword }] = await Promise.all([
    import("../../screens/sign-in/new-password.tsx"),
    i18next.loadNamespaces("sign-in"),
  ]);
  return { default: NewPassword };
});

/** Whether the session ended while a page was open. The user then sees a message after signing in again. */
let lost = false;

listenToCalls({
  sessionLost: () => {
    lost ||= Boolean(query_client.getQueryData(session_key));
    query_client.setQueryData(session_key, null);
  },
});

/** Decides what surrounds a screen: nothing, a redirect to the sign-in, or the shell. */
export function Frame() {
  const screen = useScreen();
  useDocumentTitle(screen);
  return (
    <>
      <OfflineNotice />
      {screen?.roles === "public" ? <Outlet /> : <Guarded screen={screen} />}
      <Hints />
    </>
  );
}

function Guarded({ screen }: { screen: Screen | null }) {
  const { data: session, error, isPending, refetch } = useSessionQuery();
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
  if (session === null) return <ToSignIn />;
  if (session.must_set_password) {
    return (
      <WithAccount session={session}>
        <Suspense fallback={<Pending />}>
          <NewPassword session={session} />
        </Suspense>
      </WithAccount>
    );
  }
  return (
    <WithAccount session={session}>
      <Shell session={session}>{screen === null ? <NotFound /> : mayOpen(screen, session) ? <Outlet /> : <NoPermission />}</Shell>
      <StepUpGate second_factor={session.account.second_factor} />
    </WithAccount>
  );
}

/** Redirects to the sign-in once, with the way back. The address changes before the next screen is shown. */
function ToSignIn() {
  const router = useRouter();
  const [here] = useState(router.state.location.href);
  useEffect(() => {
    const shared = sharedBy();
    if (shared !== null && lost) return beginAnew(shared);
    leadToSignIn(router, here, lost);
    lost = false;
  }, [router, here]);
  return <Pending />;
}

function WithAccount({ session, children }: { session: Session; children: React.ReactNode }) {
  const { locale } = session.account;
  const { shades } = session.organisation;
  useEffect(() => void followAccount(locale), [locale]);
  useEffect(() => {
    showShades(shades);
    return () => showShades(null);
  }, [shades]);
  return children;
}

export function mayOpen(screen: Screen, session: Session): boolean {
  return isFor(screen, session.account);
}

/** The screen of the current address; null: there is none. */
function useScreen(): Screen | null {
  // Selected here, so that a change of the query string does not render the frame again.
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.screen ?? null });
}

/** Sets the document's title from the route. Page replaces it by the screen's own title. */
function useDocumentTitle(screen: Screen | null): void {
  const { t } = useTranslation();
  const title = screen && screen.title.startsWith("shell:") ? t(screen.title as "shell:nav.overview") : null;
  useEffect(() => {
    const titles = document.head.querySelectorAll("title");
    titles[titles.length - 1]!.textContent = title === null ? "Muster" : `${title} · Muster`;
  }, [title]);
}
