// A bought tool, made with the most used LTI library for Node (ltijs): it verifies our signatures, and sends scores.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { LtiToken, Provider as LtiProvider } from "ltijs";

export type TestTool = {
  url: string;
  /** The settings that an administrator registers in the panel. */
  settings: { login_url: string; launch_url: string; redirect_urls: string[]; jwks_url: string };
  /** The launches that the library has accepted, the newest last. */
  launches: LtiToken[];
  grade: (typeof LtiProvider)["Grade"];
  /** Registers our platform at the tool. */
  register(platform: RegisteredPlatform): Promise<void>;
  close(): Promise<void>;
};
export type RegisteredPlatform = {
  issuer: string;
  client_id: string;
  authorization_url: string;
  token_url: string;
  jwks_url: string;
};

/** A new copy of the library, because each copy has only one tool, and test files share a process. */
function anotherProvider(): typeof LtiProvider {
  const require = createRequire(import.meta.url);
  for (const name of Object.keys(require.cache)) if (/[/\\]node_modules[/\\]ltijs[/\\]/.test(name)) delete require.cache[name];
  return (require("ltijs") as { Provider: typeof LtiProvider }).Provider;
}

export async function startTool(): Promise<TestTool> {
  const launches: LtiToken[] = [];
  const Provider = anotherProvider();
  Provider.setup("a key of the tool's own cookies", { plugin: new Memory() }, { tokenMaxAge: 60 });
  Provider.onConnect(async (token, _request, response) => {
    launches.push(token);
    return response.send(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Simulation</title>
      <h1>Forklift simulation</h1><form method="post" action="/done?ltik=${response.locals.ltik}"><button>Finish</button></form></html>`);
  });
  await Provider.deploy({ serverless: true, silent: true });
  Provider.app.post("/done", async (_request, response) => {
    const { token } = response.locals;
    const { endpoint, launchPresentation } = token.platformContext;
    const score = { scoreGiven: 9, scoreMaximum: 10, activityProgress: "Completed", gradingProgress: "FullyGraded" };
    await Provider.Grade.submitScore(token, endpoint.lineitem, score);
    return response.redirect(launchPresentation.return_url);
  });
  const server = createServer(Provider.app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    settings: { login_url: `${url}/login`, launch_url: `${url}/`, redirect_urls: [`${url}/`], jwks_url: `${url}/keys` },
    launches,
    grade: Provider.Grade,
    async register({ issuer, client_id, authorization_url, token_url, jwks_url }) {
      await Provider.registerPlatform({
        url: issuer,
        name: issuer,
        clientId: client_id,
        authenticationEndpoint: authorization_url,
        accesstokenEndpoint: token_url,
        authConfig: { method: "JWK_SET", key: jwks_url },
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Row = Record<string, unknown>;

/** The library's storage, in memory, with the interface of its database plug-ins. */
class Memory {
  readonly rows = new Map<string, Row[]>();

  async setup() {
    return true;
  }
  async Close() {
    return true;
  }
  async Get(_key: unknown, collection: string, query: Row = {}): Promise<Row[] | false> {
    const found = this.of(collection).filter((row) => isMatch(row, query));
    return found.length === 0 ? false : structuredClone(found);
  }
  async Insert(_key: unknown, collection: string, item: Row, index: Row = {}) {
    this.of(collection).push({ ...index, ...item, createdAt: Date.now() });
    return true;
  }
  async Replace(key: unknown, collection: string, query: Row, item: Row, index: Row = {}) {
    await this.Delete(collection, query);
    return this.Insert(key, collection, item, index);
  }
  async Modify(_key: unknown, collection: string, query: Row, change: Row) {
    for (const row of this.of(collection)) if (isMatch(row, query)) Object.assign(row, change);
    return true;
  }
  async Delete(collection: string, query: Row) {
    const left = this.of(collection).filter((row) => !isMatch(row, query));
    this.rows.set(collection, left);
    return true;
  }
  private of(collection: string): Row[] {
    if (!this.rows.has(collection)) this.rows.set(collection, []);
    return this.rows.get(collection)!;
  }
}

function isMatch(row: Row, query: Row): boolean {
  return Object.entries(query).every(([name, value]) => row[name] === value);
}
