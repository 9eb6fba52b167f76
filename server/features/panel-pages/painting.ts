import { escapeHtml } from "../../platform/http/html.ts";
import type { FoundSession } from "../sign-in/sessions-sql.ts";
import type { PanelFiles, Paintings } from "./files.ts";
import type { Language } from "./visitor.ts";

export type Painting = { title: string; root: string };

export type Visit = {
  pathname: string;
  language: Language;
  /** null: nobody has signed in; undefined: it could not be found out. */
  session: FoundSession | null | undefined;
  base_url: string;
};

const sign_in_path = "/sign-in";

/**
 * What a page shows until its scripts have arrived: the heading of its screen, in the frame that it will have. Nothing of it can
 * be used or is read out, because the same comes again in working order. What depends on an answer that is not there is left out.
 */
export function paintingOf({ paintings }: PanelFiles, visit: Visit): Painting {
  const { shell, slow, screens } = paintings[visit.language]!;
  const { title, html } = contentOf(screens, shell, visit);
  const painted = html === "" ? "" : `<div class="panel-painted" aria-busy="true" aria-hidden="true" inert>${html}</div>`;
  return { title, root: painted + slow };
}

function contentOf(screens: Paintings[string]["screens"], shell: string, visit: Visit): { title: string; html: string } {
  const { session } = visit;
  const nothing = { title: "Muster", html: "" };
  const screen = screens[addressOf(Object.keys(screens), visit.pathname) ?? ""];
  if (screen?.["public"]) return screen["public"];
  if (session === null) return screens[sign_in_path]!["public"]!;
  // Who came by a link chooses a password first.
  if (session === undefined || session.may_set_password) return nothing;
  const facts = factsOf(session, visit.base_url);
  const painted = screen?.[session.role];
  const title = painted ? fill(painted.title, facts) : null;
  const content = painted ? fill(painted.html, facts) : null;
  return { title: title ?? nothing.title, html: fill(shell, { ...facts, content: content ?? "" }) ?? "" };
}

/** The address as the router knows it; one that is written out goes before one with a parameter. */
function addressOf(addresses: readonly string[], pathname: string): string | undefined {
  const wanted = pathname.replace(/^\/panel/, "").replace(/\/+$/, "") || "/";
  if (addresses.includes(wanted)) return wanted;
  const parts = wanted.split("/");
  const fits = (part: string, at: number) => part.startsWith("$") || part === parts[at];
  return addresses.find((address) => address.split("/").length === parts.length && address.split("/").every(fits));
}

type Facts = Readonly<Record<string, string | null>>;

function factsOf({ name, email, tenant_name, tenant_code }: FoundSession, base_url: string): Facts {
  const facts = { name, email, organisation: tenant_name, code: tenant_code, base_url };
  return Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, value === null ? null : escapeHtml(value)]));
}

/** null where a fact is wanted that there is not. What a fact says is not looked at again. */
function fill(template: string, facts: Facts): string | null {
  let complete = true;
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_, fact: string) => {
    const value = facts[fact] ?? null;
    complete &&= value !== null;
    return value ?? "";
  });
  return complete ? filled : null;
}
