import { escapeHtml } from "../../platform/http/html.ts";
import type { FoundSession } from "../sign-in/sessions-sql.ts";
import type { PaintedScreen, PanelFiles } from "./files.ts";
import type { Language } from "../../platform/languages.ts";
import { withoutEndingSlashes } from "../../platform/text.ts";

export type Painting = { title: string; root: string; /** Sources that its scripts will import. */ sources: readonly string[] };

export type Visit = {
  pathname: string;
  language: Language;
  /** Null: no session; undefined: it is not known. */
  session: FoundSession | null | undefined;
  base_url: string;
};

const sign_in_path = "/sign-in";

/**
 * What a page shows until its scripts have arrived: the heading of its screen within the shell. It is inert and hidden from
 * screen readers, because the working page replaces it. Parts whose facts are missing are left out.
 */
export function paintingOf({ paintings }: PanelFiles, visit: Visit): Painting {
  const { shell, slow, screens, sources } = paintings[visit.language]!;
  const asked = screenAt(screens, visit.pathname);
  const screen = visit.session === null && !paintedFor(asked, "public") ? screens[sign_in_path]! : asked;
  const { title, html } = contentOf(screen, shell, visit);
  const painted = html === "" ? "" : `<div class="panel-painted" aria-busy="true" aria-hidden="true" inert>${html}</div>`;
  return { title, root: painted + slow, sources: [...sources, ...(screen?.sources ?? [])] };
}

function contentOf(screen: PaintedScreen | null, shell: string, { session, base_url }: Visit): { title: string; html: string } {
  const nothing = { title: "Muster", html: "" };
  const open = paintedFor(screen, "public");
  if (open) return open;
  // A person who has signed in by a link must choose a password first.
  if (!session || session.may_set_password) return nothing;
  const facts = factsOf(session, base_url);
  const painted = paintedFor(screen, session.role);
  const title = painted ? fill(painted.title, facts) : null;
  const content = painted ? fill(painted.html, facts) : null;
  return { title: title ?? nothing.title, html: fill(shell, { ...facts, content: content ?? "" }) ?? "" };
}

function paintedFor(screen: PaintedScreen | null, viewer: string): { title: string; html: string } | undefined {
  return screen?.painted.find(({ viewers }) => viewers.includes(viewer));
}

/** The screen at a path. A literal path takes precedence over one with a parameter. */
function screenAt(screens: Readonly<Record<string, PaintedScreen>>, pathname: string): PaintedScreen | null {
  const wanted = withoutEndingSlashes(pathname.replace(/^\/panel/, "")) || "/";
  const parts = wanted.split("/");
  const fits = (part: string, at: number) => part.startsWith("$") || part === parts[at];
  const fitting = (address: string) => address.split("/").length === parts.length && address.split("/").every(fits);
  const address = wanted in screens ? wanted : Object.keys(screens).find(fitting);
  return address === undefined ? null : screens[address]!;
}

type Facts = Readonly<Record<string, string | null>>;

function factsOf({ name, email, tenant_name, tenant_code }: FoundSession, base_url: string): Facts {
  const facts = { name, email, organisation: tenant_name, code: tenant_code, base_url };
  return Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, value === null ? null : escapeHtml(value)]));
}

/** Fills a template with facts; null: a needed fact is missing. Facts are not expanded again. */
function fill(template: string, facts: Facts): string | null {
  let complete = true;
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_, fact: string) => {
    const value = facts[fact] ?? null;
    complete &&= value !== null;
    return value ?? "";
  });
  return complete ? filled : null;
}
