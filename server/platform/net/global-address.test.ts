import assert from "node:assert/strict";
import { test } from "node:test";
import { isGlobalUnicast } from "./global-address.ts";

test("endpoints on the open network are global", () => {
  for (const address of ["8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001:81b::200e"])
    assert.equal(isGlobalUnicast(address), true, address);
});

test("private, local, shared, reserved, multicast and carrying addresses are not global", () => {
  const addresses = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 ::ffff:8.8.8.8 ::ffff:7f00:1 ::7f00:1 64:ff9b::808:808
    64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1
    fd00:ec2::254 fe80::1 fec0::1 ff02::1 2606:4700::5efe:7f00:1 2606:4700::200:5efe:7f00:1`.split(/\s+/);
  for (const address of addresses) assert.equal(isGlobalUnicast(address), false, address);
});

test("a text that is not an address is not global", () => {
  for (const text of [
    "",
    "example.com",
    "8.8.8",
    "134744072",
    "0x8.8.8.8",
    "08.8.8.8",
    "8.8.8.8.",
    " 8.8.8.8",
    "2606:4700::1%eth0",
    "[2606:4700::1]",
  ])
    assert.equal(isGlobalUnicast(text), false, text);
});
