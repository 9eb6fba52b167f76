// ADL's conformance tests of xAPI 1.0.3 against this service's store. They use agents that no person has. Before each of their
// requests, a proxy creates people with these agents, as an organisation has them before anyone sends statements about them. It
// does not change the requests.
import { createServer, type Server } from "node:http";
import type { TestDatabase } from "../harness/database.ts";
import { newId } from "../../server/platform/ids.ts";
import { caseNorm } from "../../server/platform/text.ts";

export type Door = {
  url: string;
  /** Requests that were refused with 403 although every agent in them has another identifier than mbox_sha1sum or openid. */
  refused_others: string[];
  close: () => Promise<void>;
};

export async function openDoor(database: TestDatabase, tenant_id: string, target: string): Promise<Door> {
  const known = new Set<string>();
  const refused_others: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void pass(Buffer.concat(chunks)).catch((error: unknown) => response.writeHead(599).end(String(error)));
    });
    const pass = async (body: Buffer) => {
      await hire(`${decode(body.toString("latin1"))} ${decode(request.url!)}`);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(
          ([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name),
        ),
      ) as Record<string, string>;
      const has_body = !["GET", "HEAD"].includes(request.method!);
      const answer = await fetch(target + request.url!, {
        method: request.method!,
        headers: { ...headers, "accept-encoding": "identity" },
        ...(has_body ? { body: new Uint8Array(body) } : {}),
        redirect: "manual",
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const said = body.toString("latin1") + decode(request.url!);
      if (answer.status === 403 && !/mbox_sha1sum|openid/.test(said))
        refused_others.push(`${said.slice(0, 500)} ${bytes.toString()}`);
      const own = Object.fromEntries([...answer.headers].filter(([name]) => !["transfer-encoding", "connection"].includes(name)));
      response.writeHead(answer.status, own);
      response.end(bytes);
    };
  });
  const hire = async (text: string) => {
    for (const [, mail] of text.matchAll(/mailto:([^"\s\\<>]+@[^"\s\\<>]+)/g)) await once(`mail ${mail}`, mail!, null);
    for (const [, account] of text.matchAll(/"account"\s*:\s*(\{[^}]*\})/g)) {
      const { homePage, name } = parsed(account!);
      if (typeof homePage === "string" && typeof name === "string")
        await once(`account ${homePage} ${name}`, null, { homePage, name });
    }
  };
  const once = async (key: string, mail: string | null, account: { homePage: string; name: string } | null) => {
    if (known.has(key)) return;
    known.add(key);
    const id = newId();
    await database.superuser.query(
      `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, email, email_norm, login, login_norm, worker_type, state)
      values ($1, $2, $3, lower($3), 'Xapi', 'Person', $4, $5, $3, lower($3), 'internal_payroll', 'active') on conflict do nothing`,
      [tenant_id, id, `X-${id}`, mail, mail === null ? null : caseNorm(mail)],
    );
    if (account !== null)
      await database.superuser.query(
        "insert into identity_link (tenant_id, issuer, subject, person_id, linked_by, linked_at) values ($1, $2, $3, $4, 'email', now()) on conflict do nothing",
        [tenant_id, account.homePage, account.name, id],
      );
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, refused_others, close };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
