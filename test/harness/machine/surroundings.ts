import { readFileSync } from "node:fs";
import http from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import pino from "pino";
import type { TestCertificate } from "./certificate.ts";
import { version } from "../../../server/features/documentation/description.ts";
import { createHealth } from "../../../server/features/health/readiness.ts";
import { healthRoutes } from "../../../server/features/health/routes.ts";
import { readKeyring } from "../../../server/platform/crypto/keyring.ts";
import { createServer } from "../../../server/platform/http/server.ts";
import { parseNetworks } from "../../../server/platform/net/address.ts";

/**
 * The environment of a process of the service, as far as `muster doctor` checks it. Each part is opened when it is first used.
 */
export type Surroundings = {
  /** Starts the part of the service that the doctor calls, with `trust` as its setting for proxies; returns its address. */
  serve: (trust?: string, key?: string, program?: string) => Promise<string>;
  /** Starts a proxy in front of it, which treats X-Forwarded-For as told; returns its address. */
  proxy: (target: string, forwards: "adds" | "leaves" | "drops") => Promise<string>;
  /** Lets a server listen until everything is closed; returns its port. */
  listening: (server: Listening) => Promise<number>;
  /** Starts a mail server that implements SMTP as far as the password; returns its port. */
  mailServer: (how: { encrypted: boolean; refuses?: boolean }) => Promise<number>;
  /** How many mails were begun at the mail servers. */
  mails: () => number;
  close: () => Promise<void>;
};

type Listening = { listen(port: number, host: string, done: () => void): unknown; address(): unknown; close(): unknown };

/** The environment, with a key of the service and a certificate for encrypted connections. */
export function surroundings(secret_key: string, certificate: TestCertificate | string): Surroundings {
  const closes: (() => unknown)[] = [];
  let mails = 0;
  const listening = async (server: Listening) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closes.push(() => server.close());
    return (server.address() as AddressInfo).port;
  };
  return {
    listening,
    async serve(trust = "10.1.2.3", key = secret_key, program = version) {
      const app = createServer({
        base_url: "https://muster.example",
        trusted_proxies: parseNetworks(trust),
        log: pino({ level: "silent" }),
        onAnswer: () => undefined,
      });
      const health = createHealth({ pulse: async () => ({ ok: true, clock_skew_ms: 0 }) });
      healthRoutes(app, health, { keyring: readKeyring(key), version: program });
      closes.push(() => app.close());
      return app.listen({ port: 0, host: "127.0.0.1" });
    },
    proxy: async (target, forwards) => `http://127.0.0.1:${await listening(proxyTo(target, forwards))}`,
    async mailServer({ encrypted, refuses = false }) {
      const speak = (socket: Socket) => speakMail(socket, refuses, () => (mails += 1));
      if (!encrypted) return listening(createSocketServer(speak));
      const { certificate: cert, key } = certificate as TestCertificate;
      return listening(createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, speak));
    },
    mails: () => mails,
    async close() {
      for (const close of closes) await close();
    },
  };
}

function proxyTo(target: string, forwards: "adds" | "leaves" | "drops"): http.Server {
  return http.createServer((request, reply) => {
    const { "x-forwarded-for": all, ...headers } = request.headers;
    const given = String(all);
    // Makes the request appear to come from another machine, because all addresses here are 127.0.0.1.
    const forwarded = forwards === "drops" ? {} : { "x-forwarded-for": forwards === "adds" ? `${given}, 198.51.100.7` : given };
    const sent = http.request(target + request.url!, { headers: { ...headers, ...forwarded } }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    sent.on("error", () => reply.writeHead(502).end());
    sent.end();
  });
}

/** Implements SMTP; `begun` is called for each mail. */
function speakMail(socket: Socket, refuses: boolean, begun: () => void): void {
  socket.on("error", () => undefined);
  socket.write("220 mail.example ESMTP\r\n");
  socket.on("data", (bytes: Buffer) => {
    const [word] = String(bytes).trim().split(" ", 1);
    if (word === "EHLO") socket.write("250-mail.example\r\n250 AUTH PLAIN\r\n");
    else if (word === "AUTH") socket.write(refuses ? "535 5.7.8 wrong password\r\n" : "235 ok\r\n");
    else if (word === "QUIT") socket.end("221 bye\r\n");
    else {
      if (word === "MAIL") begun();
      socket.write("502 not here\r\n");
    }
  });
}
