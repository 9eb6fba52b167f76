import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { IncomingMessage } from "node:http";
import { clientAddress, parseNetworks } from "../../server/platform/net/address.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, askForToken, byBasic, byKey, byToken, knock, read_path, type TestClient } from "./arrange.ts";

const proxies = "10.0.0.0/8, 2001:db8:ff::/48";

/** The peer's address, what it sends in X-Forwarded-For, and the address that counts as the caller's. */
const cases: [name: string, trusted: string, peer: string, forwarded: string | undefined, address: string][] = [
  ["a direct caller", proxies, "203.0.113.7", undefined, "203.0.113.7"],
  ["a direct caller that pretends to be another", proxies, "203.0.113.7", "192.0.2.1", "203.0.113.7"],
  ["a direct caller that pretends to come through a proxy", proxies, "203.0.113.7", "192.0.2.1, 10.0.0.1", "203.0.113.7"],
  ["no address is trusted when no proxy is named", "", "10.0.0.1", "192.0.2.1", "10.0.0.1"],
  ["a caller through one proxy", proxies, "10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["a caller through one proxy, with an invented hop before it", proxies, "10.0.0.1", "192.0.2.1, 203.0.113.7", "203.0.113.7"],
  ["a caller through a chain of three proxies", proxies, "10.0.0.1", "203.0.113.7, 10.0.0.3, 10.0.0.2", "203.0.113.7"],
  [
    "an invented chain of proxies ends at the first stranger from the right",
    proxies,
    "10.0.0.1",
    "10.9.9.9, 203.0.113.7, 10.0.0.2",
    "203.0.113.7",
  ],
  ["a proxy that says nothing is the source", proxies, "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy with an empty header is the source", proxies, "10.0.0.1", "", "10.0.0.1"],
  ["where every hop is a proxy, the left-most is the source", proxies, "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["what is no address ends the search at the last proxy", proxies, "10.0.0.1", "203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"],
  ["an obfuscated identifier is no address", proxies, "10.0.0.1", "_hidden", "10.0.0.1"],
  ["an address with leading zeros is no address", proxies, "10.0.0.1", "0203.0.113.7", "10.0.0.1"],
  ["an address in hexadecimal is no address", proxies, "10.0.0.1", "0xcb007107", "10.0.0.1"],
  ["an address as one number is no address", proxies, "10.0.0.1", "3405803783", "10.0.0.1"],
  ["an address with three parts is no address", proxies, "10.0.0.1", "203.0.113", "10.0.0.1"],
  ["a script is no address", proxies, "10.0.0.1", "<script>", "10.0.0.1"],
  ["blanks and commas around hops do not count", proxies, "10.0.0.1", " \t203.0.113.7  ", "203.0.113.7"],
  ["a trailing comma is an empty hop, and that is no address", proxies, "10.0.0.1", "203.0.113.7,", "10.0.0.1"],
  ["IPv6 from the wire", proxies, "2001:db8:1::7", undefined, "2001:db8:1::7"],
  [
    "IPv6 through an IPv6 proxy, in its long spelling",
    proxies,
    "2001:db8:ff::1",
    "2001:0DB8:0001:0000:0000:0000:0000:0007",
    "2001:db8:1::7",
  ],
  ["IPv4 that a dual-stack socket shows mapped into IPv6", proxies, "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["an IPv4 proxy that the socket shows mapped", proxies, "::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["a mapped hop in hexadecimal", proxies, "10.0.0.1", "::ffff:cb00:7107", "203.0.113.7"],
  ["a trusted network written as mapped IPv6", "::ffff:10.0.0.0/104", "10.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["an IPv6 address with a zone", "fe80::/10", "fe80::1%eth0", "203.0.113.7", "203.0.113.7"],
  ["a link-local caller loses its zone", proxies, "fe80::1%eth0", undefined, "fe80::1"],
  ["a single trusted address instead of a network", "192.0.2.9", "192.0.2.9", "203.0.113.7", "203.0.113.7"],
];

/** X-Forwarded-For from a proxy on 10.0.0.1 that appends ports, and the address that counts as the caller's. */
const ports: [name: string, forwarded: string, address: string][] = [
  ["IPv4 with a port", "203.0.113.7:4711", "203.0.113.7"],
  ["IPv4 with the lowest port", "203.0.113.7:0", "203.0.113.7"],
  ["IPv4 with the highest port", "203.0.113.7:65535", "203.0.113.7"],
  ["a port out of range is none", "203.0.113.7:65536", "10.0.0.1"],
  ["a port of six digits is none", "203.0.113.7:000443", "10.0.0.1"],
  ["an empty port is none", "203.0.113.7:", "10.0.0.1"],
  ["a name of a service is no port", "203.0.113.7:https", "10.0.0.1"],
  ["a negative port is none", "203.0.113.7:-1", "10.0.0.1"],
  ["two ports are none", "203.0.113.7:443:443", "10.0.0.1"],
  ["a port in other digits is none", "203.0.113.7:４４３", "10.0.0.1"],
  ["a blank before the port is no port", "203.0.113.7 :443", "10.0.0.1"],
  ["a port without an address is no address", ":443", "10.0.0.1"],
  ["a name with a port is no address", "client.example:443", "10.0.0.1"],
  ["short IPv4 with a port is no address", "203.0.113:443", "10.0.0.1"],
  ["octal IPv4 with a port is no address", "0203.0.113.7:443", "10.0.0.1"],
  ["IPv6 in brackets with a port", "[2001:db8:1::7]:443", "2001:db8:1::7"],
  ["IPv6 in brackets without a port", "[2001:db8:1::7]", "2001:db8:1::7"],
  ["the shortest IPv6 in brackets", "[::1]:443", "::1"],
  ["IPv6 in brackets with a zone", "[fe80::7%eth0]:443", "fe80::7"],
  ["IPv6 in its long spelling, in brackets", "[2001:0DB8:0001:0000:0000:0000:0000:0007]:443", "2001:db8:1::7"],
  ["mapped IPv4 in brackets", "[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ["IPv6 without brackets has no port: all of it is the address", "2001:db8:1::7:443", "2001:db8:1::7:443"],
  ["full IPv6 without brackets and with a port is no address", "2001:db8:1:0:0:0:0:7:443", "10.0.0.1"],
  ["IPv4 in brackets is no address", "[203.0.113.7]:443", "10.0.0.1"],
  ["brackets that do not close", "[2001:db8:1::7", "10.0.0.1"],
  ["brackets that do not open", "2001:db8:1::7]:443", "10.0.0.1"],
  ["empty brackets", "[]:443", "10.0.0.1"],
  ["letters behind brackets", "[2001:db8:1::7]x", "10.0.0.1"],
  ["an empty port behind brackets", "[2001:db8:1::7]:", "10.0.0.1"],
  ["doubled brackets", "[[2001:db8:1::7]]:443", "10.0.0.1"],
  ["quotation marks are those of another header", '"[2001:db8:1::7]:443"', "10.0.0.1"],
  ["a chain in which every hop has a port", "203.0.113.7:1, 10.0.0.3:2, 10.0.0.2:3", "203.0.113.7"],
  ["an IPv6 proxy with a port in the chain", "203.0.113.7:1, [2001:db8:ff::2]:443", "203.0.113.7"],
  ["an invented hop before one with a port", "192.0.2.1, 203.0.113.7:443", "203.0.113.7"],
];

suite("AU9 whose address counts", () => {
  for (const [name, forwarded, address] of ports) {
    test(`R9 behind a proxy that appends ports: ${name}`, () => {
      const request = { socket: { remoteAddress: "10.0.0.1" }, headers: { "x-forwarded-for": forwarded } };
      assert.equal(clientAddress(request as unknown as IncomingMessage, parseNetworks(proxies)), address);
    });
  }

  for (const [name, trusted, peer, forwarded, address] of cases) {
    test(`AU9 ${name}`, () => {
      const request = {
        socket: { remoteAddress: peer },
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      };
      assert.equal(clientAddress(request as unknown as IncomingMessage, parseNetworks(trusted)), address);
    });
  }

  test("AU9 a network that cannot be read is named in the error", () => {
    for (const text of [
      "10.0.0.0/33",
      "10.0.0.0/8, proxy",
      "2001:db8::/129",
      "10.0.0",
      "010.0.0.0/8",
      "::ffff:10.0.0.0/95",
      "10.0.0.0/8/8",
      "10.0.0.0/",
    ])
      assert.throws(() => parseNetworks(text), /neither an address nor a CIDR/);
  });
});

suite("AU9 over HTTP, behind a proxy on 127.0.0.1", () => {
  let database: TestDatabase;
  let server: TestServer;

  before(async () => {
    database = await openDatabase();
    server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  });
  after(async () => {
    await server.close();
    await database.close();
  });

  /** The statuses that key, token and token endpoint give to an address behind the proxy. */
  async function statuses(client: TestClient, token: string, forwarded: string, from?: string): Promise<number[]> {
    const hop = { "x-forwarded-for": forwarded };
    const at = from === undefined ? {} : { from };
    return [
      (await knock(server.url + read_path, { headers: { ...byKey(client), ...hop }, ...at })).status,
      (await knock(server.url + read_path, { headers: { ...byToken(client, token), ...hop }, ...at })).status,
      (await askForToken(server.url, { ...byBasic(client), ...hop }, undefined, from)).status,
    ];
  }

  const allow_lists: [name: string, list: string[], forwarded: string, allowed: boolean][] = [
    ["an empty list allows everyone", [], "203.0.113.7", true],
    ["an address in a listed network", ["203.0.113.0/24"], "203.0.113.255", true],
    ["the address just beyond it", ["203.0.113.0/24"], "203.0.114.0", false],
    ["a listed single address", ["203.0.113.7/32"], "203.0.113.7", true],
    ["its neighbour", ["203.0.113.7/32"], "203.0.113.8", false],
    ["the second of two networks", ["192.0.2.0/24", "203.0.113.0/24"], "203.0.113.7", true],
    ["an IPv6 address in a listed network", ["2001:db8:1::/64"], "2001:db8:1::7", true],
    ["an IPv6 address outside", ["2001:db8:1::/64"], "2001:db8:1:1::7", false],
    ["an IPv4 address while only IPv6 is listed", ["2001:db8:1::/64"], "203.0.113.7", false],
    ["IPv4 mapped into IPv6 counts as IPv4", ["203.0.113.0/24"], "::ffff:203.0.113.7", true],
    ["a listed address with a port, as some proxies send it", ["10.1.2.3/32"], "10.1.2.3:443", true],
    ["its neighbour with a port", ["10.1.2.3/32"], "10.1.2.4:443", false],
    ["a listed IPv6 address in brackets with a port", ["::1/128"], "[::1]:443", true],
    ["all of IPv4 does not hold IPv6", ["0.0.0.0/0"], "2001:db8:1::7", false],
    ["a hop invented by the caller does not help", ["203.0.113.0/24"], "203.0.113.7, 192.0.2.1", false],
  ];
  for (const [name, ip_allowlist, forwarded, allowed] of allow_lists) {
    test(`AU9 allow-list, by key, token and token endpoint alike: ${name}`, async () => {
      const client = await arrangeClient(database);
      const token = (await askForToken(server.url, { ...byBasic(client), "x-forwarded-for": "198.51.100.1" })).body
        .access_token as string;
      await database.superuser.query("update client set ip_allowlist = $2 where id = $1", [client.client_id, ip_allowlist]);
      await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
      assert.deepEqual(await statuses(client, token, forwarded), allowed ? [200, 200, 200] : [401, 401, 401]);
    });
  }

  test("AU9 a peer that is no proxy cannot speak for others: the allow-list sees the peer", async () => {
    const client = await arrangeClient(database, { ip_allowlist: ["203.0.113.0/24"] });
    const answer = await knock(server.url + read_path, {
      headers: { ...byKey(client), "x-forwarded-for": "203.0.113.7" },
      from: "127.0.0.2",
    });
    assert.equal(answer.status, 401);
  });

  test("AU9 several X-Forwarded-For lines count as one list", async () => {
    const client = await arrangeClient(database, { ip_allowlist: ["203.0.113.0/24"] });
    const read = async (lines: string[]) =>
      (await knock(server.url + read_path, { headers: { ...byKey(client), "x-forwarded-for": lines } })).status;
    assert.equal(await read(["192.0.2.1", "203.0.113.7"]), 200);
    assert.equal(await read(["203.0.113.7", "192.0.2.1"]), 401);
  });

  test("AU9 failures are counted for a /64 of IPv6, and for a single address of IPv4, mapped or not", async () => {
    const client = await arrangeClient(database);
    const blockedAt = async (failing: (failure: number) => string, then: string) => {
      await database.superuser.query("truncate infra.failed_authentication");
      for (let failure = 1; failure <= 20; failure += 1) {
        const headers = { ...byKey(client), "x-api-key": "wrong", "x-forwarded-for": failing(failure) };
        assert.equal((await knock(server.url + read_path, { headers })).status, 401);
      }
      return (await knock(server.url + read_path, { headers: { ...byKey(client), "x-forwarded-for": then } })).status === 429;
    };
    assert.equal(await blockedAt((failure) => `2001:db8:1:2::${failure}`, "2001:db8:1:2:ffff:ffff:ffff:ffff"), true);
    assert.equal(await blockedAt((failure) => `2001:db8:1:2::${failure}`, "2001:db8:1:3::1"), false);
    assert.equal(
      await blockedAt((failure) => (failure % 2 === 0 ? "203.0.113.7" : "::ffff:203.0.113.7"), "::ffff:cb00:7107"),
      true,
    );
    assert.equal(await blockedAt((failure) => (failure % 2 === 0 ? "203.0.113.7" : "203.0.113.6"), "203.0.113.7"), false);
  });

  test("AU9 token requests are counted for a /64 of IPv6", async (t) => {
    t.after(() => database.clock.release());
    await database.clock.freeze("2026-06-01T12:00:00Z");
    await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
    const ask = async (address: string) => (await askForToken(server.url, { "x-forwarded-for": address })).status;
    for (let count = 1; count <= 60; count += 1) assert.equal(await ask(`2001:db8:5:6::${count}`), 401);
    assert.equal(await ask("2001:db8:5:6:a:b:c:d"), 429);
    assert.equal(await ask("2001:db8:5:7::1"), 401);
  });
});
