import { useRouter, useRouterState } from "@tanstack/react-router";
import { memo, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "../../api/session.ts";
import { isFor, type NavGroup, type Screen } from "../screen.ts";
import { screens } from "../screens.ts";

const groups: readonly NavGroup[] = [
  "overview",
  "learning",
  "integrations",
  "people",
  "training",
  "compliance",
  "organisation",
  "developer",
];

export type NavScreen = Screen & { nav: NonNullable<Screen["nav"]> };

/** The screens that the account may open, in the order of the navigation. */
export function navigationOf(session: Session): NavScreen[] {
  return screens
    .filter((screen): screen is NavScreen => screen.nav !== undefined)
    .filter((screen) => screen.roles !== "public" && isFor(screen, session.account))
    .toSorted((one, other) => groups.indexOf(one.nav.group) - groups.indexOf(other.nav.group) || one.nav.order - other.nav.order);
}

export function Navigation({ session }: { session: Session }) {
  const { t } = useTranslation("shell");
  const entries = navigationOf(session);
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return groups.map((group) => {
    const own = entries.filter(({ nav }) => nav.group === group);
    if (own.length === 0) return null;
    // The overview needs no heading above its only entry.
    const heading = group === "overview" ? undefined : `nav-${group}`;
    return (
      <div key={group}>
        {heading ? (
          <p className="panel-nav-group" id={heading}>
            {t(`nav_group.${group}`)}
          </p>
        ) : null}
        <ul className="panel-nav-list" aria-labelledby={heading}>
          {own.map((screen) => (
            <li key={screen.path}>
              <Entry screen={screen} active={isBelow(screen.path, here)} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function isBelow(path: string, here: string): boolean {
  return here === path || (path !== "/" && here.startsWith(`${path}/`));
}

/**
 * An anchor instead of a Link: each Link computes its address again whenever the page's address changes, and there are two dozen.
 */
const Entry = memo(function Entry({ screen, active }: { screen: NavScreen; active: boolean }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { icon: Icon } = screen.nav;
  const target = { to: screen.path };
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  };
  const prepare = () => void router.preloadRoute(target).catch(() => undefined);
  return (
    <a
      href={`/panel${screen.path}`}
      className="panel-nav-link"
      data-status={active ? "active" : undefined}
      aria-current={active ? "page" : undefined}
      onClick={follow}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Icon size={17} stroke={1.7} />
      {t(screen.title as "shell:nav.overview")}
    </a>
  );
});
