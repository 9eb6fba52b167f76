import { ScrollArea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Session } from "../api/session.ts";
import type { NavGroup, Screen } from "./screen.ts";
import { screens } from "./screens.ts";

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
    .filter(({ roles }) => roles !== "public" && roles.includes(session.account.role))
    .toSorted((one, other) => groups.indexOf(one.nav.group) - groups.indexOf(other.nav.group) || one.nav.order - other.nav.order);
}

export function Navigation({ session }: { session: Session }) {
  const { t } = useTranslation("shell");
  const entries = navigationOf(session);
  return (
    <ScrollArea h="100%" type="hover" scrollbarSize={6} p="xs" pb="xl">
      {groups.map((group) => {
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
                  <Entry screen={screen} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </ScrollArea>
  );
}

function Entry({ screen }: { screen: NavScreen }) {
  const { t } = useTranslation();
  const { icon: Icon } = screen.nav;
  return (
    <Link to={screen.path} className="panel-nav-link" activeOptions={{ exact: screen.path === "/", includeSearch: false }}>
      <Icon size={17} stroke={1.7} />
      {t(screen.title as "shell:nav.overview")}
    </Link>
  );
}
