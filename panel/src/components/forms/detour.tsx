import { IconArrowLeft } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton, type LinkTarget, TextLink } from "../values/link.tsx";

/**
 * A link out of a form to another screen where something has to be done first. That screen links back, and the form keeps its
 * draft.
 */
export function DetourLink({ to, params, search, children }: LinkTarget & { children: ReactNode }) {
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <TextLink to={to} params={params} search={{ ...search, back: here }}>
      {children}
    </TextLink>
  );
}

/** The link back to the form; nothing if the user did not come from one. */
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

/** The address of the form that the user came from; null: there is none, or it is not an address of this panel. */
export function backOf(search: object): string | null {
  const back = (search as { back?: unknown }).back;
  return typeof back === "string" && /^\/(?![/\\])/.test(back) ? back : null;
}
