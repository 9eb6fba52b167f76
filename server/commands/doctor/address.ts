import http from "node:http";
import https from "node:https";
import type { TLSSocket } from "node:tls";
import type { Config } from "../../config.ts";
import { version } from "../../features/documentation/description.ts";
import { newQuestion, question_header, seen_header, type Seen } from "../../features/health/seen.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { isIn, plainAddress, type Networks } from "../../platform/net/address.ts";
import { answer_max_ms, ok, saying, unknown, warning, wrong, type Finding } from "./finding.ts";

/** An address that no machine has (RFC 5737). */
const forged_address = "192.0.2.1";
const certificate_days_min = 14;
const day_ms = 86_400_000;
const body_chars_max = 1_000;

type Answer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** The address of this machine as the other end of the connection sees it, without a proxy in between. */
  own_address: string;
  /** How many days the certificate remains valid, and the version of TLS; null: no encryption. */
  tls: { days_left: number; protocol: string } | null;
};

/** Calls the service at the URL that clients use. */
export async function checkAddress({ base_url, keyring, trust_proxy, host, port }: Readonly<Config>): Promise<Finding[]> {
  let answer: Answer;
  try {
    answer = await ask(`${base_url}/healthz`, keyring);
  } catch (error) {
    return [
      wrong(
        `Nothing answers at BASE_URL ${base_url}: ${saying(error)}.`,
        `See that \`muster api\` runs (http://${host}:${port}/healthz), that the proxy in front does, and that this machine resolves and reaches the name and trusts its certificate.`,
      ),
    ];
  }
  const other = checkAnswer(answer, base_url);
  if (other !== null) return [other];
  return [...checkTls(answer, base_url), ...checkSeen(answer, { base_url, trust_proxy, keyring })];
}

function checkAnswer({ status, headers, body }: Answer, base_url: string): Finding | null {
  const place = `${base_url}/healthz`;
  if (status >= 300 && status < 400)
    return wrong(
      `${place} leads elsewhere, to ${headers.location ?? "nowhere"}.`,
      "Set BASE_URL to where it leads, or let the proxy pass it on.",
    );
  if (status >= 502 && status <= 504)
    return wrong(
      `The proxy at ${place} answers ${status}: it reaches no process.`,
      "Start `muster api`, and see that the proxy's addresses of it and its health check are right.",
    );
  if (status === 200 && body.replaceAll(/\s/g, "") === '{"status":"ok"}') return null;
  return wrong(
    `At ${place} something else answers, with ${status}.`,
    "Correct BASE_URL, or let the proxy pass everything below it on.",
  );
}

function checkTls({ tls, headers }: Answer, base_url: string): Finding[] {
  if (tls === null) return [ok(`${base_url} answers.`)];
  const findings: Finding[] = [];
  if (tls.days_left < certificate_days_min)
    findings.push(
      warning(
        `The certificate at ${base_url} ends in ${Math.floor(tls.days_left)} days.`,
        "Renew it, and let it be renewed by itself.",
      ),
    );
  if (headers["strict-transport-security"] === undefined)
    findings.push(
      warning(
        `${base_url} does not tell browsers to come encrypted only (HSTS).`,
        "Let the proxy leave the header Strict-Transport-Security as the service sends it.",
      ),
    );
  return findings.length > 0 ? findings : [ok(`${base_url} answers, by ${tls.protocol}.`)];
}

function checkSeen(answer: Answer, given: { base_url: string; trust_proxy: Networks; keyring: Keyring | null }): Finding[] {
  const text = answer.headers[seen_header];
  if (given.keyring === null) return [unknown("How the proxy passes addresses on cannot be asked without SECRET_KEY.")];
  if (typeof text !== "string")
    return [
      wrong(
        "The process behind BASE_URL has another SECRET_KEY, or is an older version, or its clock is off by minutes.",
        "See that BASE_URL leads to the processes with these settings, and that all of them have one SECRET_KEY.",
      ),
    ];
  const seen = JSON.parse(text) as Seen;
  const findings = [judgeForwarding(seen, { own_address: answer.own_address, ...given })];
  if (seen.version !== version)
    findings.push(
      warning(
        `Behind BASE_URL runs version ${seen.version}, and this is ${version}.`,
        "Finish the upgrade: start new processes and stop old ones (docs/operating/upgrade.md).",
      ),
    );
  return findings;
}

/** Judges what the proxies did with the forged address, and which address the request is attributed to. */
export function judgeForwarding(
  { peer, address, forwarded }: Pick<Seen, "peer" | "address" | "forwarded">,
  { own_address, trust_proxy, base_url }: { own_address: string; trust_proxy: Networks; base_url: string },
): Finding {
  const [from, own] = [plainAddress(peer), plainAddress(own_address)];
  const has_proxy = base_url.startsWith("https:") || forwarded !== forged_address;
  if (address === forged_address) {
    const found = `A client may say which address it comes from: ${forged_address} was believed.`;
    if (isIn(own, trust_proxy))
      return unknown(
        `${found} This machine itself is in TRUST_PROXY, so that from here it may be right.`,
        "Run `muster doctor` on a machine that is not in TRUST_PROXY.",
      );
    return wrong(found, "Name only your proxies in TRUST_PROXY, and let the proxy replace or extend X-Forwarded-For.");
  }
  if (has_proxy && (forwarded === forged_address || forwarded === null))
    return wrong(
      `The proxy at ${from} does not say who calls: it ${forwarded === null ? "takes X-Forwarded-For away" : "leaves X-Forwarded-For as it was sent"}.`,
      "Let it add the client's address to X-Forwarded-For (`option forwardfor` of HAProxy).",
    );
  if (has_proxy && address === from && !isIn(from, trust_proxy))
    return wrong(
      `The proxy at ${from} is not believed: all clients count as this one address, for allow-lists, limits and blocks.`,
      `Add ${from} to TRUST_PROXY.`,
    );
  if (address === own) return ok(`A request of this machine counts as ${address}, and a forged X-Forwarded-For is not believed.`);
  return warning(
    `A request of this machine (${own}) counts as ${address}.`,
    `If ${address} is a proxy of yours, add it to TRUST_PROXY. If it is how this machine appears there, all is well.`,
  );
}

function ask(url: string, keyring: Keyring | null): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    "x-forwarded-for": forged_address,
    ...(keyring === null ? {} : { [question_header]: newQuestion(keyring, Date.now()) }),
  };
  const { request } = url.startsWith("https:") ? https : http;
  const sent = request(url, { headers, agent: false, signal: AbortSignal.timeout(answer_max_ms) }, (response) => {
    const { socket } = response;
    const own_address = socket.localAddress ?? "0.0.0.0";
    const tls = "getProtocol" in socket ? tlsOf(socket as TLSSocket) : null;
    let body = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (body = (body + chunk).slice(0, body_chars_max)));
    response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body, own_address, tls }));
    response.on("error", reject);
  });
  sent.on("error", reject).end();
  return promise;
}

function tlsOf(socket: TLSSocket): Answer["tls"] {
  const days_left = (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / day_ms;
  return { days_left, protocol: socket.getProtocol() ?? "TLS" };
}
