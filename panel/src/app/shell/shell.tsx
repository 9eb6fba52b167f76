import { ActionIcon, Burger, CopyButton, Group, Kbd } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconCheck, IconCopy, IconSearch, IconUserCircle } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "../../api/session.ts";
import { usePainting } from "../../components/painting.ts";
import { useLate } from "../../components/use-late.ts";
import { Bell } from "./bell.tsx";
import { Brand } from "./brand.tsx";
import { useKeptFocus } from "./kept-focus.ts";
import { OrganisationLogo } from "./logo.tsx";
import { MenuButton } from "./menu-button.tsx";
import { Navigation } from "./navigation.tsx";
import { LanguageMenu, SchemeMenu } from "./preferences.tsx";
import { QuietFailures } from "../quiet-failures.tsx";
import { useShortcuts } from "./shortcuts.ts";

/**
 * Needed for sandboxes only. If it cannot be loaded, the page goes on without it: the organisation's name also says that it is a
 * sandbox.
 */
const SandboxStrip = lazy(async () => {
  const loaded = await import("./sandbox-strip.tsx").catch(() => null);
  const none: ComponentType<{ session: Session }> = () => null;
  return { default: loaded?.SandboxStrip ?? none };
});
/**
 * Needed in shared browsers only. If it cannot be loaded, the account's menu still signs out, and the server ends the session.
 */
const SharedBrowser = lazy(async () => {
  const loaded = await import("./shared-browser.tsx").catch(() => null);
  const none: ComponentType<{ idle_s: number }> = () => null;
  return { default: loaded?.SharedBrowser ?? none };
});
const loadPalette = () => import("./palette.tsx");
const loadHelp = () => import("./shortcut-help.tsx");

const main_id = "main";

/** The frame around every screen of a signed-in user. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { t } = useTranslation("shell");
  const painting = usePainting();
  const [menu_open, menu] = useDisclosure(false);
  const [palette_open, palette] = useDisclosure(false);
  const [help_open, help] = useDisclosure(false);
  const palette_part = useLate(loadPalette, palette_open, palette.close);
  const help_part = useLate(loadHelp, help_open, help.close);
  const main = useFocusOnNavigation(menu.close);
  useHotkeys([["mod+K", palette.open]], []);
  useShortcuts(session, help.open);
  useKeptFocus();

  return (
    <>
      <a href={`#${main_id}`} className="panel-skip">
        {t("skip")}
      </a>
      <header className="panel-header">
        <span className="panel-burger">
          {painting ? null : (
            <Burger
              size="sm"
              opened={menu_open}
              onClick={menu.toggle}
              aria-label={t(menu_open ? "menu.close" : "menu.open")}
              aria-expanded={menu_open}
              aria-controls="navigation"
            />
          )}
        </span>
        <Link to="/" className="panel-brand">
          {session.organisation.logo === null ? (
            <>
              <Brand />
              <span>Muster</span>
            </>
          ) : (
            <OrganisationLogo organisation={session.organisation} />
          )}
        </Link>
        <Organisation session={session} />
        {painting ? null : (
          <>
            <span style={{ flex: 1 }} />
            <PaletteButton open={palette.open} />
            <Group gap={0} visibleFrom="sm">
              <LanguageMenu />
              <SchemeMenu />
            </Group>
            <Bell />
            <AccountMenu session={session} help={help.open} />
          </>
        )}
      </header>
      <nav className="panel-nav" id="navigation" aria-label={t("navigation")} data-open={menu_open || undefined}>
        {painting ? null : <Navigation session={session} />}
      </nav>
      <main id={main_id} ref={main} tabIndex={-1} className="panel-main">
        {session.organisation.kind === "sandbox" && !painting ? (
          <Suspense fallback={null}>
            <SandboxStrip session={session} />
          </Suspense>
        ) : null}
        {session.shared_browser && !painting ? (
          <Suspense fallback={null}>
            <SharedBrowser idle_s={session.shared_browser.idle_s} />
          </Suspense>
        ) : null}
        {session.account.departments === null || painting ? null : <Departments of={session.account.departments} />}
        <QuietFailures />
        {children}
      </main>
      {palette_part ? <palette_part.Palette session={session} close={palette.close} /> : null}
      {help_part ? <help_part.ShortcutHelp session={session} close={help.close} /> : null}
    </>
  );
}

/** Moves the focus to the content when the address changes, as a new page would, and closes the menu of small screens. */
function useFocusOnNavigation(closeMenu: () => void) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [first] = useState(path);
  const seen = useRef(first);
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    closeMenu();
    // A screen that has focused a field of its own keeps that focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, closeMenu]);
  return main;
}

/** Stands above every page of an administrator of some departments, and names the departments whose people they see. */
function Departments({ of }: { of: NonNullable<Session["account"]["departments"]> }) {
  const { t, i18n } = useTranslation("shell");
  const names = new Intl.ListFormat(i18n.language).format(of.map(({ name }) => name));
  return (
    <aside className="panel-departments" aria-label={t("departments.label")}>
      {of.length === 0 ? t("departments.none") : t("departments.text", { names })}
    </aside>
  );
}

function Organisation({ session }: { session: Session }) {
  const { t } = useTranslation("shell");
  const { name, code } = session.organisation;
  return (
    <div className="panel-organisation">
      <span className="panel-organisation-name" title={name}>
        {name}
      </span>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <button
            type="button"
            className="panel-code"
            onClick={copy}
            aria-label={t("copy_tenant_code_named", { code })}
            data-hint={t(copied ? "common:copied" : "copy_tenant_code")}
          >
            <span>{code}</span>
            {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
          </button>
        )}
      </CopyButton>
    </div>
  );
}

function PaletteButton({ open }: { open: () => void }) {
  const { t } = useTranslation("shell");
  const is_mac = /mac/i.test(navigator.platform);
  return (
    <>
      <button type="button" className="panel-search mantine-visible-from-md" onClick={open}>
        <IconSearch size={15} aria-hidden />
        <span>{t("palette.button")}</span>
        <Kbd size="xs">{is_mac ? "⌘ K" : "Ctrl K"}</Kbd>
      </button>
      <ActionIcon hiddenFrom="md" size="lg" onClick={open} aria-label={t("palette.button")}>
        <IconSearch size={18} />
      </ActionIcon>
    </>
  );
}

function AccountMenu({ session, help }: { session: Session; help: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <MenuButton
      label={t("account.menu", { name: session.account.name })}
      icon={<IconUserCircle size={20} />}
      renderMenu={(menus, button) => <menus.AccountMenu button={button} session={session} help={help} />}
    />
  );
}
