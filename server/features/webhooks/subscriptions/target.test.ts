import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTarget, resolvesPrivately } from "./target.ts";

const no_origins: ReadonlySet<string> = new Set();

test("an allowed host is matched whole, whatever its case or script", () => {
  const allowed = ["hooks.acme.example", "xn--bcher-kva.example", "*.wide.example"];
  const kindOf = (url: string) => {
    const target = checkTarget(url, allowed, no_origins);
    return target.ok ? target.url.href : target.kind;
  };
  assert.equal(kindOf("https://hooks.acme.example/in?a=1"), "https://hooks.acme.example/in?a=1");
  assert.equal(kindOf("https://HOOKS.acme.example:443"), "https://hooks.acme.example/");
  assert.equal(kindOf("https://BÜCHER.example/"), "https://xn--bcher-kva.example/");
  assert.equal(kindOf("https://a.b.wide.example/"), "https://a.b.wide.example/");
  for (const other of [
    "acme.example",
    "a.hooks.acme.example",
    "xhooks.acme.example",
    "hooks.acme.example.net",
    "wide.example",
    "xwide.example",
    "evilwide.example",
  ])
    assert.deepEqual(checkTarget(`https://${other}/`, allowed, no_origins), { ok: false, kind: "host_not_allowed", host: other });
  assert.equal(checkTarget("https://hooks.acme.example/", [], no_origins).ok, false);
});

test("faults of a URL are reported before faults of its host", () => {
  const target = checkTarget("https://other.example:8443/", ["hooks.acme.example"], no_origins);
  assert.ok(!target.ok && target.kind === "invalid" && /443/.test(target.detail));
});

test("a trusted origin may have any scheme, port and address, and still needs its place on the client's list", () => {
  const trusted = new Set(["http://127.0.0.1:9999", "http://localhost:9999"]);
  assert.ok(checkTarget("http://127.0.0.1:9999/hook", ["127.0.0.1"], trusted).ok);
  assert.ok(checkTarget("http://localhost:9999/hook", ["localhost"], trusted).ok);
  const kindOf = (url: string, hosts: string[]) => {
    const target = checkTarget(url, hosts, trusted);
    return target.ok || target.kind;
  };
  assert.equal(kindOf("http://127.0.0.1:9999/hook", ["localhost"]), "host_not_allowed");
  assert.equal(kindOf("http://127.0.0.1:9998/hook", ["127.0.0.1"]), "invalid");
  assert.equal(kindOf("https://127.0.0.1:9999/hook", ["127.0.0.1"]), "invalid");
  assert.equal(kindOf("http://user@127.0.0.1:9999/hook", ["127.0.0.1"]), "invalid");
});

test("on save only a resolved address that is not global refuses", async () => {
  const url = new URL("https://hooks.acme.example/");
  const failed = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  assert.equal(await resolvesPrivately(url, async () => ["93.184.216.34"]), false);
  assert.equal(await resolvesPrivately(url, async () => ["93.184.216.34", "10.0.0.1"]), true);
  assert.equal(await resolvesPrivately(url, () => Promise.reject(failed)), false);
  assert.equal(await resolvesPrivately(url, async () => []), false);
});
