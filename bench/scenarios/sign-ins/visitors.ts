// People who sign in at a steady rate, whether or not earlier sign-ins have finished, in a process of its own. Each has a browser
// with its own cookies.
import { Agent, request, type Dispatcher } from "undici";

export type Visit = {
  url: string;
  protocol: "oidc" | "saml";
  tenant_code: string;
  /** E-mail addresses of the people, in the order of their sign-ins. */
  people: string[];
  per_minute: number;
};

/**
 * For each person: milliseconds at this service on the way to the provider and back, without the time of the provider's own page.
 */
export type Visited = { durations_ms: number[]; faults: string[] };

const origin = "https://muster.example";
const agent = new Agent({ keepAliveTimeout: 30_000, connections: 64 });

if (import.meta.main) {
  process.on("message", (visit: Visit) => {
    void come(visit).then((visited) => process.send!(visited));
  });
  process.once("disconnect", () => process.exit(0));
}

async function come({ people, per_minute, ...visit }: Visit): Promise<Visited> {
  const visited: Visited = { durations_ms: [], faults: [] };
  const started_ms = performance.now();
  await Promise.all(
    people.map(async (person, place) => {
      const due_ms = started_ms + (place * 60_000) / per_minute;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due_ms - performance.now())));
      try {
        visited.durations_ms.push(await signIn(visit, person));
      } catch (error) {
        visited.faults.push(String(error));
      }
    }),
  );
  return visited;
}

type Cookies = Map<string, string>;

async function signIn({ url, protocol, tenant_code }: Omit<Visit, "people" | "per_minute">, person: string): Promise<number> {
  const cookies: Cookies = new Map();
  const left = await timed(() =>
    send(cookies, `${url}/panel/api/sign-in/company`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ tenant_code, next: "/my/training" }),
    }),
  );
  expect(left.answer, 200);
  const sent_to = new URL((JSON.parse(left.answer.text) as { location: string }).location);
  sent_to.searchParams.set("person", person);
  const there = await send(new Map(), sent_to.href, { method: "GET" });
  const back = await (protocol === "oidc" ? comeBack(cookies, url, there) : postBack(cookies, url, there));
  if (![...cookies.keys()].some((name) => name.endsWith("muster_session"))) throw new Error("there is no session");
  return left.took_ms + back;
}

async function comeBack(cookies: Cookies, url: string, { location }: Answered): Promise<number> {
  const { pathname, search } = new URL(location);
  const headers = { "sec-fetch-site": "cross-site" };
  const { took_ms, answer } = await timed(() => send(cookies, url + pathname + search, { method: "GET", headers }));
  expect(answer, 303);
  return took_ms;
}

/**
 * Posts as browsers do: first without cookies, because the form comes from the provider's site, and then again from the page that
 * answers.
 */
async function postBack(cookies: Cookies, url: string, { text }: Answered): Promise<number> {
  const { acs_url, SAMLResponse, RelayState } = JSON.parse(text) as Record<string, string>;
  const form = (site: string) => ({
    method: "POST" as const,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site },
    body: new URLSearchParams({ SAMLResponse: SAMLResponse!, RelayState: RelayState! }).toString(),
  });
  const place = url + new URL(acs_url!).pathname;
  const first = await timed(() => send(new Map(), place, form("cross-site")));
  expect(first.answer, 200);
  const again = await timed(() => send(cookies, `${place}?again=1`, form("same-origin")));
  expect(again.answer, 303);
  return first.took_ms + again.took_ms;
}

type Answered = { status: number; text: string; location: string };
type Sent = { method: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string };

async function send(cookies: Cookies, url: string, { method, headers = {}, body }: Sent): Promise<Answered> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const all = { ...headers, ...(cookie === "" ? {} : { cookie }) };
  const answer = await request(url, { method, headers: all, body: body ?? null, dispatcher: agent });
  for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    cookies.set(name!, value!);
  }
  return { status: answer.statusCode, text: await answer.body.text(), location: String(answer.headers["location"] ?? "") };
}

async function timed(act: () => Promise<Answered>): Promise<{ took_ms: number; answer: Answered }> {
  const began_ms = performance.now();
  const answer = await act();
  return { took_ms: performance.now() - began_ms, answer };
}

function expect({ status, text }: Answered, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text.slice(0, 200)}`);
}
