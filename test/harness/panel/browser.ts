// A real Chromium that opens the panel on the real server.
import assert from "node:assert/strict";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { buildPanel } from "../../../scripts/build-panel.ts";
import { locales, type Language } from "../../../server/platform/languages.ts";
import type { TestDatabase } from "../database.ts";
import { axe, tooWide } from "./looking.ts";
import { patience_ms } from "../patience.ts";
import { startServer, type TestServer, type TestServerOptions } from "../server.ts";

/** Why a test cannot open a browser, or false: `{ skip: needsBrowser() }`. With CI set, a browser is required. */
export function needsBrowser(): string | false {
  if (findChromium() !== null) return false;
  if (process.env["CI"]) throw new Error("CI is set and there is no Chromium on the path");
  return "needs Chromium on the path";
}

function findChromium(): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter)) {
    // The headless shell does the same with fewer resources.
    for (const name of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]) {
      try {
        accessSync(path.join(folder, name), constants.X_OK);
        return path.join(folder, name);
      } catch {
        // It is not in this folder.
      }
    }
  }
  return null;
}

export type BrowsedPanel = {
  server: TestServer;
  browser: Browser;
  /** The panel's address, without a trailing slash: `http://127.0.0.1:…/panel`. */
  url: string;
  /** A new visitor with separate cookies and storage. Pages must answer within `patience_ms`, or the test fails. */
  enter(options?: VisitOptions): Promise<BrowserContext>;
  /** The first page of a new visitor. */
  visit(options?: VisitOptions): Promise<Page>;
  /** The CSP violations that browsers reported, and the errors of pages. */
  complaints(): string[];
  /** Fails if a browser reported a CSP violation, or if a page opened a browser dialog. */
  close(): Promise<void>;
};

export type VisitOptions = BrowserContextOptions & {
  /** Default: light. */
  scheme?: "light" | "dark";
  language?: Language | "en-XA";
};

/**
 * The colour schemes in which tests open screens. every-screen.test.ts opens every screen in both. The other tests have more
 * states; with `WALK=all npm test -- test/panel` they open these in the dark scheme too.
 */
export const schemes: readonly ("light" | "dark")[] = process.env["WALK"] === "all" ? ["light", "dark"] : ["light"];

/**
 * Playwright's own list, because only the last such option applies. Added is a process that Chromium keeps ready for the next
 * page: starting it takes time even if it is not used.
 */
const disabled_features = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium()!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A page lives for seconds only. Optimising its code would take a quarter of the processor time without a benefit.
      "--js-flags=--no-turbofan --no-maglev --always-sparkplug",
      `--disable-features=${disabled_features.join(",")}`,
    ],
  });
}

let kept: Browser | undefined;

/**
 * Starts a browser for all files of a process, if there is one on this machine. Starting one takes as long as loading some pages.
 */
export async function keepBrowser(): Promise<void> {
  if (findChromium() !== null && !kept?.isConnected()) kept = await launchBrowser();
}

export async function closeKeptBrowser(): Promise<void> {
  await kept?.close();
}

/** Builds the panel if it is outdated, and starts the server on an address of its own. Starts a browser if none is kept. */
export async function browsePanel(database: TestDatabase, options: TestServerOptions = {}): Promise<BrowsedPanel> {
  await buildPanel();
  const server = await startServer(database, { ...options, own_port: await freePort() });
  const browser = kept?.isConnected() ? kept : await launchBrowser();
  const said: string[] = [];
  const refused: string[] = [];
  const contexts: BrowserContext[] = [];
  const enter: BrowsedPanel["enter"] = async ({ scheme = "light", language = "en", ...rest } = {}) => {
    const context = await browser.newContext({
      colorScheme: scheme,
      // An animation renders a frame every 16 ms, and no test checks it while it runs.
      reducedMotion: "reduce",
      locale: language === "en-XA" ? "en-GB" : locales[language],
      ...rest,
    });
    contexts.push(context);
    context.setDefaultTimeout(patience_ms);
    if (language === "en-XA") await context.addInitScript(in_pseudo_language);
    context.on("weberror", (error) => said.push(`${error.page()?.url()}: ${error.error().message}`));
    context.on("console", (message) => {
      // Chromium also logs API answers that are not a success; tests cause these on purpose.
      const text = message.text();
      const where = message.page()?.url();
      if (message.type() !== "error" || text.startsWith("Failed to load resource")) return;
      if (/content security policy/i.test(text)) refused.push(`${where}: ${text}`);
      else said.push(`${where}: ${text}`);
    });
    context.on("dialog", (dialog) => {
      // A form that asks before it is left, and no injected script.
      const asks = dialog.type() === "beforeunload";
      if (!asks) refused.push(`${dialog.page()?.url()} opened a dialog of the browser: ${dialog.message()}`);
      void (asks ? dialog.accept() : dialog.dismiss());
    });
    return context;
  };
  return {
    server,
    browser,
    url: `${options.own_host === undefined ? server.url : server.url.replace("127.0.0.1", options.own_host)}/panel`,
    enter,
    visit: async (options) => (await enter(options)).newPage(),
    complaints: () => [...policyReports(server), ...refused, ...said],
    close: async () => {
      for (const context of contexts) await context.close();
      if (browser !== kept) await browser.close();
      const found = [...policyReports(server), ...refused];
      await server.close();
      assert.deepEqual(found, [], "what browsers refused over the whole run");
    },
  };
}

function policyReports(server: TestServer): string[] {
  return server.log.filter(({ msg }) => msg === "a browser refused content of the panel").map((line) => JSON.stringify(line));
}

/** A port of 127.0.0.1 without a listener. */
export async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** Not on the empty page with which every page begins, because it has no storage. */
const in_pseudo_language = `if (location.protocol !== "about:") localStorage.setItem("muster.language", "en-XA")`;

/** Fails with every rule of axe-core that the page violates, and where. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations } = await axe(page);
  assert.deepEqual(violations, [], `accessibility of ${state}`);
}

/** Fails when the page is wider than its window (WCAG 1.4.10). */
export async function expectReflow(page: Page, state: string): Promise<void> {
  assert.deepEqual(await tooWide(page), [], state);
}

/** Signs in, opens an address or the first page, and waits for the shell. */
export async function signIn(
  page: Page,
  panel: BrowsedPanel,
  tenant_code: string,
  login: string,
  password: string,
  url?: string,
): Promise<void> {
  if (page.url().includes("/sign-in")) {
    await page.getByLabel("Tenant code").fill(tenant_code);
    await page.getByLabel("E-mail or login").fill(login);
    await page.locator("input[name=password]").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await showsShell(page);
    if (url !== undefined) await page.goto(url);
    return;
  }
  // Sends what the form would send, because loading the sign-in page takes as long as the main part of most tests.
  const headers = { origin: new URL(panel.url).origin, "sec-fetch-site": "same-origin" };
  const reply = await page.request.post(`${panel.url}/api/sign-in`, { headers, data: { tenant_code, login, password } });
  assert.equal(reply.status(), 200, await reply.text());
  await page.goto(url ?? `${panel.url}/`);
  await showsShell(page);
}

/** Hidden elements count, because the navigation is closed on a narrow screen. */
async function showsShell(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main", includeHidden: true }).waitFor({ state: "attached" });
}

/** Takes a screenshot for review if SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled" });
}
