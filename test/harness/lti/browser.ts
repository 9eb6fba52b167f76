// What a browser does during a launch, page by page: the tool's login, our authorization endpoint, and the form that this posts
// to the tool.
import assert from "node:assert/strict";

export type Sent = { action: string; fields: Record<string, string> };

/** The form of a page, with its hidden fields. */
export function formOf(html: string): Sent {
  const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  assert.ok(action !== undefined, html);
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: unescaped(action),
    fields: Object.fromEntries(fields.map(([, name, value]) => [unescaped(name!), unescaped(value!)])),
  };
}

/** The cookies of a host, shared by all its ports. */
export class Jar {
  private readonly kept = new Map<string, string>();

  keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.kept.set(name!, value!);
    }
    return answer;
  }
  get header(): string {
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  async go(url: string, options: RequestInit = {}): Promise<Response> {
    return this.keep(await fetch(url, { redirect: "manual", ...options, headers: { cookie: this.header } }));
  }
}

/** Follows a launch to the tool; returns the page that the tool shows. `session`: our session cookie. */
export async function follow(url: string, session: string): Promise<string> {
  const jar = new Jar();
  const to_us = await jar.go(url);
  assert.equal(to_us.status, 302, await to_us.clone().text());
  const from_us = await fetch(to_us.headers.get("location")!, { headers: { cookie: session } });
  const { action, fields } = formOf(await from_us.text());
  assert.equal(fields["error"], undefined, JSON.stringify(fields));
  const taken = await jar.go(action, { method: "POST", body: new URLSearchParams(fields) });
  assert.equal(taken.status, 302, await taken.clone().text());
  const shown = await jar.go(new URL(taken.headers.get("location")!, action).href);
  assert.equal(shown.status, 200, await shown.clone().text());
  return shown.text();
}
