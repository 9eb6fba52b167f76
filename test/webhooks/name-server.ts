import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

/** Addresses of both families (each question gets its own), an error, or no answer at all. */
export type Answer = readonly string[] | { addresses: readonly string[]; ttl_s: number } | "NXDOMAIN" | "SERVFAIL" | "silence";

export type NameServer = { address: string; asked: string[]; close(): void };

const types: Record<number, string> = { 1: "A", 28: "AAAA" };
const failures = { NXDOMAIN: 3, SERVFAIL: 2 };

/** A real name server on loopback. `answerOf` is called for every question; `nth` counts the questions for a name and type. */
export async function startNameServer(answerOf: (name: string, nth: number) => Answer): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    const key = `${name} ${type}`;
    const answer = answerOf(name, asked.filter((earlier) => earlier === key).length);
    asked.push(key);
    if (answer === "silence") return;
    const records = typeof answer === "string" ? [] : recordsOf(answer, type);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (typeof answer === "string" ? failures[answer] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() };
}

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), type: types[query.readUInt16BE(at + 1)] ?? "other", end: at + 5 };
}

/** Without a given TTL it is 0, so that every look-up asks again. */
function recordsOf(answer: Exclude<Answer, string>, type: string): Buffer[] {
  const { addresses, ttl_s } = "addresses" in answer ? answer : { addresses: answer, ttl_s: 0 };
  return addresses
    .filter((address) => address.includes(":") === (type === "AAAA"))
    .map((address) => {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      const head = Buffer.from([0xc0, 12, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, ttl_s, 0, bytes.length]);
      return Buffer.concat([head, bytes]);
    });
}
