import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import type { Role, Session } from "./api/session.ts";
import { session_key } from "./api/session.ts";
import { first_texts, startI18n } from "./app/i18n.ts";
import { languages } from "./app/languages.ts";
import { createPanelRouter } from "./app/router.tsx";
import type { Screen } from "./app/screen.ts";
import { Slow } from "./app/slow.tsx";
import { theme } from "./app/theme.ts";
import { Painting } from "./components/painting.ts";

/** What the server paints of one screen: the document's title, and the content within the shell. */
type Painted = { title: string; html: string };
/** `public`: users without a session. */
type Viewer = Role | "public";

/** By language. `{{…}}` marks a value of the session. */
export type Paintings = Record<
  string,
  {
    /** The frame for signed-in users; `{{content}}` marks the place for the screen. */
    shell: string;
    /** The notice for pages whose scripts do not arrive. */
    slow: string;
    /** The files that every page loads, by their names in the build's manifest. */
    sources: readonly string[];
    /** By the router's path. */
    screens: Record<string, PaintedScreen>;
  }
>;

type PaintedScreen = {
  /** The files that this screen loads in addition: its texts and its component. */
  sources: readonly string[];
  /** One entry for each distinct result: most screens look the same for all roles that may open them. */
  painted: (Painted & { viewers: Viewer[] })[];
};

const routes = import.meta.glob<{ screens: Screen[] }>("./screens/*/route.tsx", { eager: true });

/**
 * Renders every screen without data, for the server to paint it into the page: on a slow network scripts arrive seconds after the
 * page. The screens themselves are rendered, so that no heading is written twice. The build does it, so that no React runs in the
 * server.
 */
export async function paint(): Promise<Paintings> {
  const paintings: Paintings = {};
  await startI18n(languages[0]);
  for (const language of languages) {
    await i18next.changeLanguage(language);
    const painting = { shell: "", slow: renderToStaticMarkup(<Slow />), sources: textsOf(language, first_texts) };
    const painted_screens: Record<string, PaintedScreen> = {};
    for (const [file, { screens }] of Object.entries(routes)) {
      for (const screen of screens) {
        const painted: PaintedScreen["painted"] = [];
        for (const viewer of screen.roles === "public" ? (["public"] as const) : screen.roles) {
          const { shell, title, html } = partsOf(await draw(screen.path, viewer), screen.path);
          const same = painted.find((other) => other.html === html && other.title === title);
          if (same) same.viewers.push(viewer);
          // A screen that redirects has no title, and is not painted.
          else if (title !== "") painted.push({ viewers: [viewer], title, html });
          painting.shell ||= shell;
        }
        painted_screens[screen.path] = { sources: [...textsOf(language, screen.texts), componentOf(file, screen)], painted };
      }
    }
    paintings[language] = { ...painting, screens: painted_screens };
  }
  return paintings;
}

function textsOf(language: string, names: readonly string[]): string[] {
  return names.map((name) => `src/locales/${language}/${name}.json`);
}

/** The path of a screen's component. A route names it only in the `import()` of its `load`. */
function componentOf(route: string, { path, load }: Screen): string {
  const [, name] = /\("\.?([\w/-]*\/[\w-]+\.tsx)"\)/.exec(String(load)) ?? [];
  if (name === undefined) throw new Error(`nothing is imported for ${path}: ${String(load)}`);
  return name.startsWith("/src/") ? name.slice(1) : route.replace("./", "src/").replace("/route.tsx", name);
}

async function draw(path: string, viewer: Viewer): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [`/panel${path.replaceAll(/\$\w+/g, "some")}`] });
  const router = createPanelRouter({ history, scrollRestoration: false });
  await router.load();
  const client = new QueryClient();
  client.setQueryData(session_key, viewer === "public" ? null : sessionOf(viewer));
  return renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <Painting value={true}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Painting>
    </MantineProvider>,
  );
}

/** A session with placeholders, which the server fills in. */
function sessionOf(role: Role): Session {
  return {
    account: {
      id: "",
      kind: "administrator",
      name: "{{name}}",
      email: "{{email}}",
      login: "{{email}}",
      role,
      locale: null,
      second_factor: false,
      departments: null,
    },
    organisation: {
      code: "{{code}}",
      name: "{{organisation}}",
      time_zone: "UTC",
      kind: "live",
      now: new Date().toISOString(),
      shades: null,
      logo: null,
    },
    stepped_up_until: null,
    must_set_password: false,
    shared_browser: null,
    base_url: "{{base_url}}",
    version: "",
  };
}

/** The painted page is inactive, so its links are removed. */
function partsOf(drawn: string, path: string): Painted & { shell: string } {
  if (/<(script|style)|\sstyle="/.test(drawn))
    throw new Error(`what ${path} begins with would be refused by the policy: ${drawn}`);
  const [, title = ""] = /<title>(.*?)<\/title>/.exec(drawn) ?? [];
  const html = drawn.replace(/<title>.*?<\/title>/, "").replaceAll(/ href="[^"]*"/g, "");
  const [, before, content, after] = /^(.*<main id="main"[^>]*>)(.*)(<\/main>.*)$/s.exec(html) ?? [];
  return content === undefined ? { title, html, shell: "" } : { title, html: content, shell: `${before}{{content}}${after}` };
}
