import { describe, expect, it } from "vitest";
import * as Ip from "./index.ts";

describe("a range of addresses", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9/32"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::/032", "2001:db8::/32"],
    ["::1", "::1/128"],
    ["::ffff:203.0.113.9", "203.0.113.9/32"],
  ])("%s is parsed as %s", (text, range) => {
    expect(Ip.parseRange(text)).toBe(range);
  });

  it.each([
    "",
    "/",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/",
    "203.0.113.0/2 4",
    "203.0.113/24",
    "127.1",
    "0x7f.0.0.1",
    "2001:db8::/129",
    "::ffff:203.0.113.0/120",
    "fe80::1%eth0",
    "203.0.113.0/24/8",
    "example.com",
  ])("cannot be parsed from %j", (text) => {
    expect(Ip.parseRange(text)).toBeUndefined();
  });
});
