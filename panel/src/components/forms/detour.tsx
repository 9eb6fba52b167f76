import { IconArrowLeft } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton, type LinkTarget, TextLink } from "../values/link.tsx";

/** A link out of a form to what has to be done first; the screen that it opens leads back, and the form keeps its draft. */
export function DetourLink({ to, params, search, children }: LinkTarget & { children: ReactNode }) {
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <TextLink to={to} params={params} search={{ ...search, back: here }}>
      {children}
    </TextLink>
  );
}

/** The way back from a detour; nothing where there was none. */
export function WayBack() {
  const { t } = useTranslation();
  const back = useRouterState({ select: ({ location }) => backOf(location.search) });
  if (back === null) return null;
  return (
    <LinkButton to={back} variant="light" size="xs" mb="sm" leftSection={<IconArrowLeft size={15} aria-hidden />}>
      {t("way_back")}
    </LinkButton>
  );
}

/** The address at which a detour began; null: there was none, or it is not an address of this panel. */
export function backOf(search: object): string | null {
  const back = (search as { back?: unknown }).back;
  return typeof back === "string" && /^\/(?![/\\])/.test(back) ? back : null;
}
