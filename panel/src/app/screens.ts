/**
 * Every screen of the panel, found by itself: this file is never edited to add one.
 *
 * To add a screen `clients`:
 *
 * 1. `panel/src/screens/clients/route.tsx` exports `screens`, a list of one or more addresses:
 *
 *        import { IconKey } from "@tabler/icons-react";
 *        import { roles, type Screen } from "../../app/screen.ts";
 *
 *        export const screens: Screen[] = [
 *          {
 *            path: "/clients",
 *            title: "shell:nav.clients",
 *            roles: roles.it,
 *            nav: { group: "integrations", order: 10, icon: IconKey, key: "c" },
 *            texts: ["clients"],
 *            load: async () => (await import("./clients.tsx")).Clients,
 *          },
 *          { path: "/clients/$client_id", title: "clients:detail.title", roles: roles.it, texts: ["clients"],
 *            load: async () => (await import("./client-detail.tsx")).ClientDetail },
 *        ];
 *
 *    It is read before the first page is shown, so it imports nothing but icons and types; all else is behind `load`.
 * 2. Texts: `panel/src/locales/en/clients.json` and `panel/src/locales/pl/clients.json`, the same keys in both; `npm run generate` lists what
 *    the other languages lack (plurals by suffix: `_one _other` in English, `_one _few _many _other` in Polish). In a component:
 *    `const { t } = useTranslation("clients")`, `t("list.empty")`; of another namespace `t("common:save")`. Keys are literals, so that
 *    the test finds those that are missing; where one is computed, list what it can be: `t(`state.${state}`)` is checked
 *    as "some key begins with `state.`". Names of screens stand in `shell.json` under `nav`; most are there already.
 * 3. The component: `<Page title={t("title")}>…</Page>` (components/page.tsx) with one `h1`. Data: `useQuery` with `api.GET(…)` or
 *    `call(…)`; while it loads or where it failed: `<Unanswered>`, on the page of one record `unansweredPage` (components/unanswered.tsx).
 *    A list: `useListState`, `useListPage`, `<ListPage>` and the filters of components/lists/filters.tsx. A dialog with a form:
 *    `useDialogForm` and `<DialogForm>`; other saving: `useSave`, which names what the change is shown in.
 *    Operations that want a recent sign-in need nothing: the call asks for it and goes on.
 * 4. Links: `<TextLink to="/clients/$client_id" params={{ client_id }}>`, `<LinkButton to="/clients/new">` (components/link.tsx).
 * 5. A test in test/panel/ opens it with `browsePanel` and `signIn` (test/harness/panel/browser.ts), as test/panel/every-screen/pages.test.ts does,
 *    and looks at it with `expectAccessible` and `expectReflow`.
 */
import type { Screen } from "./screen.ts";

const routes = import.meta.glob<{ screens: Screen[] }>("../screens/*/route.tsx", { eager: true });

export const screens: readonly Screen[] = Object.values(routes).flatMap((route) => route.screens);
