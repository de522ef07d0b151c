import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/webhooks_outbound.json" with { type: "json" };
import { isLoopback, isPublic } from "./url.ts";

const rows = [...vectors.ssrf.svix_is_allowed, ...vectors.ssrf.convoy_blockPrivateNetworks_plus_metadata];

describe("an address", () => {
  it.each(rows)("of IANA's registries, $ip, is public: $allowed", ({ ip, allowed }) => {
    expect(isPublic(ip)).toBe(allowed);
  });

  it.each([
    "255.255.255.254",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    // IPv4-compatible, IPv4-translated, site-local, Teredo, ORCHID, benchmarking, not allocated
    "::8.8.8.8",
    "::808:808",
    "::ffff:0:808:808",
    "fec0::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2620:4f:8000::1",
    "4000::1",
    "1fff::1",
    "fe80::1%eth0",
    "2606:4700:4700::1111%eth0",
    // ISATAP: an IPv4 address behind a router of its own
    "2606:4700::5efe:a00:1",
    "2606:4700::200:5efe:a00:1",
    // Texts that no socket accepts as an address.
    "",
    "example.com",
    "127.1",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "8.8.8.8.",
    " 8.8.8.8",
    "8.8.8",
    "08.8.8.8",
    "[2606:4700:4700::1111]",
    "::ffff:8.8.8.8.8",
  ])("is not public: %j", (ip) => {
    expect(isPublic(ip)).toBe(false);
  });

  it.each([
    "9.255.255.255",
    "11.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "223.255.255.255",
    "2a00:1450::1",
  ])("is public next to a private range: %s", (ip) => {
    expect(isPublic(ip)).toBe(true);
  });

  it("of IPv4 inside an IPv6 address is public if the IPv4 address is", () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(isPublic(`::ffff:${ip}`)).toBe(isPublic(ip));
        const hex = ip.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
        expect(isPublic(`::ffff:${hex.slice(0, 2).join("")}:${hex.slice(2).join("")}`)).toBe(isPublic(ip));
      }),
    );
  });

  it("is decided upon for any text without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.domain()), (text) => {
        expect(typeof isPublic(text)).toBe("boolean");
      }),
    );
  });
});

it.each([
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["10.0.0.1", false],
  ["169.254.169.254", false],
  ["8.8.8.8", false],
])("%s is a loopback address: %s", (ip, loopback) => {
  expect(isLoopback(ip)).toBe(loopback);
});
