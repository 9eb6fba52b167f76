// The panel's screens as its router lists them, and how a test opens each of them.
import assert from "node:assert/strict";
import type { BrowserContext, Page, Route } from "playwright-core";
import type { BrowsedPanel, VisitOptions } from "./browser.ts";
import type { Panel, Role } from "./panel.ts";
import { patience_ms } from "../patience.ts";

/** One address of the panel, as its router knows it. */
export type ListedScreen = { path: string; roles: readonly Role[] | "public"; group: string | null };

/** Every screen in the panel's router. */
export async function listScreens(page: Page): Promise<ListedScreen[]> {
  const screens = await page.evaluate<ListedScreen[]>(`Object.values(__TSR_ROUTER__.routesByPath)
    .map(({ options }) => options.staticData?.screen)
    .filter((screen) => screen !== undefined)
    .map(({ path, roles, nav }) => ({ path, roles, group: nav?.group ?? null }))`);
  assert.ok(screens.length >= 25, `saw only ${screens.length} screens`);
  return screens;
}

/** The role with the most rights on a screen. */
export function roleOf({ path, roles }: ListedScreen): Role | null {
  if (roles === "public") return null;
  const training = roles.includes("training_admin") && !["/", "/developer"].includes(path);
  return training ? "training_admin" : (["it_admin", "learner"] as const).find((role) => roles.includes(role))!;
}

/** A screen's address with the ids of a full organisation in it. */
export function addressOf({ path }: ListedScreen, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    // If a parameter means something else on one screen, `ids` has an entry for the screen's path.
    const id = ids[path] ?? ids[name.replace(/_id$/, "")];
    assert.ok(id, `the screen ${path} needs a ${name}: add it to idsOf in test/harness/organisation/full-organisation.ts`);
    return id;
  });
}

/** A browser context with cookies of a session, created without a password. */
export async function contextOf(panel: BrowsedPanel, session: Panel | null, options: VisitOptions = {}): Promise<BrowserContext> {
  const context = await panel.enter(options);
  const [value] = session?.cookies.values() ?? [];
  if (value) await context.addCookies([{ name: "muster_session", value, url: panel.server.url }]);
  return context;
}

/** A network fault between the page and the server. */
export type Fault = "429" | "500" | "timeout" | "offline" | "held";

export type Interception = {
  /** How calls are answered from now on, except reads of the session; null: they reach the server. */
  fault: Fault | null;
  /** Only these calls are affected; left out: all. */
  only: ((call: string) => boolean) | null;
  /** The calls in order, as `GET /people`, with real ids. */
  calls: string[];
  /** Answers the held calls. */
  release(fault: Fault | null): Promise<void>;
};

const body = (status: number, code: string) => ({
  type: `https://muster.example/problems/${code.toLowerCase().replaceAll("_", "-")}`,
  title: "It failed",
  status,
  detail: "Something failed.",
  code,
  request_id: "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F",
});

/** Intercepts all calls of a page, except the one that reads the session. */
export async function intercept(page: Page): Promise<Interception> {
  const held: Route[] = [];
  const state: Interception = {
    fault: null,
    only: null,
    calls: [],
    async release(fault) {
      state.fault = fault;
      await Promise.all(held.splice(0).map((route) => answer(route, fault)));
    },
  };
  // Removes the answers that come with the page, so that the page requests them and they can fail.
  await page.route("**/panel/**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const answers = /(id="first-answers">).*?(<\/script>)/;
    return route.fulfill({ response, body: (await response.text()).replace(answers, "$1{}$2") });
  });
  await page.route("**/panel/api/**", async (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname.replace("/panel/api", "")}`;
    if (isOfTheFrame(call, page)) return route.continue();
    state.calls.push(call);
    if (state.only !== null && !state.only(call)) return route.continue();
    if (state.fault === "held") held.push(route);
    else await answer(route, state.fault);
  });
  return state;
}

/** The frame reads the session, and its bell reads unread notices. Only the screen of notices shows them itself. */
function isOfTheFrame(call: string, page: Page): boolean {
  return call === "GET /session" || (call === "GET /my/notices" && !new URL(page.url()).pathname.endsWith("/notices"));
}

async function answer(route: Route, fault: Fault | null): Promise<void> {
  const send = (status: number, code: string, headers: Record<string, string> = {}) =>
    route.fulfill({ status, contentType: "application/problem+json", headers, body: JSON.stringify(body(status, code)) });
  // A closed page no longer needs an answer.
  const ignore = () => undefined;
  if (fault === null) await route.continue().catch(ignore);
  // Longer than the wait up to which the page repeats a call by itself.
  else if (fault === "429") await send(429, "RATE_LIMITED", { "retry-after": "60" }).catch(ignore);
  else if (fault === "500") await send(500, "INTERNAL_ERROR").catch(ignore);
  else if (fault === "offline") await route.abort("internetdisconnected").catch(ignore);
  // "timeout" and "held": the call is never answered.
}

/** How often a page is checked for a state. */
const look_again_ms = 50;

/** Waits until an expression is true in the page. The CSP forbids the page to evaluate text, but the debugger may. */
export async function until(page: Page, expression: string, otherwise: () => Promise<string> | string): Promise<void> {
  for (let waited_ms = 0; waited_ms < patience_ms; waited_ms += look_again_ms) {
    if (await page.evaluate<boolean>(expression)) return;
    await page.waitForTimeout(look_again_ms);
  }
  assert.fail(await otherwise());
}

/** Waits until a screen has its heading and no loading indicator. */
export async function settled(page: Page, state: string): Promise<void> {
  const loading = `[...document.querySelectorAll("[aria-busy=true], .mantine-Skeleton-root")].some((part) => part.checkVisibility())`;
  await until(
    page,
    `document.querySelector("h1") !== null && !(${loading})`,
    async () => `${state} is still loading: ${await shownBy(page)}`,
  );
}

/** The visible text of a page; it must not be empty (UX12). */
export async function shownBy(page: Page): Promise<string> {
  return (await page.evaluate<string>(`(document.querySelector("main") ?? document.body).innerText`)).trim();
}

export type Who = Role | "public";

export type Walk = {
  screens: readonly ListedScreen[];
  ids: Readonly<Record<string, string>>;
  /** The browser context of the role that opens a screen. */
  contextFor(who: Who): Promise<BrowserContext>;
  /** `loads`: each screen is loaded as a page; `links`: all are opened one after the other in one page, as by links. */
  by: "loads" | "links";
  /** A query string for each address. */
  query?: string;
};

/** Screens that are open at the same time. */
const pages_at_once = 3;

/** Opens each screen in the role with the most rights there, and checks it; all failures are reported together. */
export async function walkScreens(
  panel: BrowsedPanel,
  walk: Walk,
  look: (page: Page, screen: ListedScreen, address: string) => Promise<void>,
) {
  const contexts = new Map<Who, Promise<BrowserContext>>();
  const contextOfWho = (who: Who) => contexts.get(who) ?? contexts.set(who, walk.contextFor(who)).get(who)!;
  const waiting = [...walk.screens].toSorted((one, other) => whoOf(one).localeCompare(whoOf(other)));
  const failures: string[] = [];
  const work = async () => {
    let at: { who: Who; page: Page } | null = null;
    for (let screen = waiting.shift(); screen !== undefined; screen = waiting.shift()) {
      const who = whoOf(screen);
      if (at !== null && (at.who !== who || walk.by === "loads")) at = await leave(at.page);
      const fresh = at === null;
      at ??= { who, page: await (await contextOfWho(who)).newPage() };
      const address = addressOf(screen, walk.ids) + (walk.query ?? "");
      try {
        if (walk.by === "links") {
          await (fresh ? at.page.goto(panel.url + address) : follow(at.page, panel.url + address));
          await arrived(at.page, panel.url + address);
          await at.page.waitForLoadState("networkidle");
        }
        await look(at.page, screen, address);
      } catch (error) {
        failures.push(`${screen.path}: ${(error as Error).message}`);
        at = await leave(at.page);
      }
    }
    if (at !== null) await leave(at.page);
  };
  await Promise.all(Array.from({ length: pages_at_once }, work));
  for (const context of contexts.values()) await (await context).close();
  assert.equal(failures.length, 0, failures.join("\n\n"));
}

function whoOf(screen: ListedScreen): Who {
  return roleOf(screen) ?? "public";
}

async function leave(page: Page): Promise<null> {
  await page.close();
  return null;
}

/** Opens an address of the panel as a link does, without loading the page again; redirects are followed. */
export async function follow(page: Page, url: string): Promise<void> {
  const { pathname, search } = new URL(url);
  await page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no screen comes")), ${patience_ms});
    const end = __TSR_ROUTER__.subscribe("onResolved", () => { end(); resolve(null); });
    __TSR_ROUTER__.history.push(${JSON.stringify(pathname + search)});
  })`);
}

/** Waits until the screen of an address is shown and has loaded. */
export async function arrived(page: Page, url: string): Promise<void> {
  const pathname = new URL(url).pathname.replace("/panel", "");
  const there = `__TSR_ROUTER__.state.status === "idle" && __TSR_ROUTER__.state.resolvedLocation?.pathname === ${JSON.stringify(pathname)}`;
  await until(
    page,
    `globalThis.__TSR_ROUTER__ !== undefined && (${there})`,
    async () => `the screen does not come: ${await shownBy(page)}`,
  );
  await settled(page, "the screen");
}
