// oidc-provider, certified by the OpenID Foundation, on a real socket, with pages for sign-in and consent.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type Configuration } from "oidc-provider";

export type CertifiedProvider = {
  issuer: string;
  /** Registers a client, and the people who can sign in. */
  serve(directory: Directory, client: CertifiedClient, options?: { claims_in_token?: boolean }): void;
  close(): Promise<void>;
};

/** The claims of each person, by login. */
export type Directory = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type CertifiedClient = NonNullable<Configuration["clients"]>[number];

/** `host`: to a browser, localhost is another site than 127.0.0.1. */
export async function startCertifiedProvider(host: "127.0.0.1" | "localhost" = "127.0.0.1"): Promise<CertifiedProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    serve(directory, client, { claims_in_token = false } = {}) {
      const provider = new Provider(issuer, {
        clients: [client],
        cookies: { keys: ["a key of the test"] },
        claims: {
          openid: ["sub"],
          email: ["email", "email_verified"],
          profile: ["given_name", "family_name", "employee_number", "department"],
          groups: ["groups"],
        },
        // Otherwise only userinfo returns the claims of scopes (OpenID Connect Core 1.0 §5.4).
        conformIdTokenClaims: !claims_in_token,
        pkce: { required: () => true },
        features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
        // It calls the addresses that its clients have registered, including those on this machine.
        fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
        findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...directory[id] }) }),
      });
      const answer = provider.callback();
      server.removeAllListeners("request").on("request", (request, reply) => void answer(request, reply));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const steps_max = 15;

/** Signs in as `login` at the provider in a browser with these `cookies`, consents, and stops at the first address elsewhere. */
export async function signInThere(
  issuer: string,
  location: string,
  login: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  let form: URLSearchParams | null = null;
  let url = location;
  for (let step = 0; step < steps_max; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response: Response = await fetch(url, {
      method: form === null ? "GET" : "POST",
      redirect: "manual",
      headers: { cookie },
      ...(form === null ? {} : { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const next = response.headers.get("location");
    const page = await response.text();
    if (next !== null) {
      url = new URL(next, url).href;
      form = null;
      if (!url.startsWith(`${issuer}/`)) return url;
      continue;
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined)
      throw new Error(`the provider shows no form: ${response.status} ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams(prompt === "login" ? { prompt, login, password: "any" } : { prompt });
  }
  throw new Error("the provider leads in circles");
}

/** Signs the browser out at the provider; returns the address to which it is sent, if any. */
export async function signOutThere(location: string, cookies: ReadonlyMap<string, string>): Promise<string | null> {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const asked = await fetch(location, { headers });
  const page = await asked.text();
  const action = /action="([^"]+)"/.exec(page)?.[1];
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  if (action === undefined || xsrf === undefined)
    throw new Error(`the provider shows no form: ${asked.status} ${page.slice(0, 500)}`);
  const set = asked.headers.getSetCookie().map((line) => line.split(";")[0]!);
  const answer = await fetch(new URL(action, location), {
    method: "POST",
    redirect: "manual",
    headers: { cookie: [headers.cookie, ...set].filter(Boolean).join("; ") },
    body: new URLSearchParams({ xsrf, logout: "yes" }),
  });
  return answer.headers.get("location");
}
