import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safePath } from "./callback-url.ts";

const before = process.env["PUBLIC_URL"];
beforeAll(() => {
  process.env["PUBLIC_URL"] = "https://app.example.com";
});
afterAll(() => {
  if (before === undefined) delete process.env["PUBLIC_URL"];
  else process.env["PUBLIC_URL"] = before;
});

describe("a callback address on the platform", () => {
  test.each([
    ["/", "/"],
    ["/dashboard", "/dashboard"],
    ["/dashboard/wallets?tab=2#top", "/dashboard/wallets?tab=2#top"],
    ["/dashboard?next=https%3A%2F%2Fevil.com", "/dashboard?next=https%3A%2F%2Fevil.com"],
    ["/dashboard/a%20b", "/dashboard/a%20b"],
    ["/dashboard/../auth/register", "/auth/register"],
    ["https://app.example.com", "/"],
    ["https://app.example.com/dashboard?a=1", "/dashboard?a=1"],
    ["https://app.example.com?a=1", "/?a=1"],
  ])("%j is converted to %j", (asked, path) => {
    expect(safePath(asked)).toBe(path);
  });
});

describe("a callback address that leads elsewhere for any parser", () => {
  test.each([
    "//evil.com",
    "///evil.com",
    "/\\evil.com",
    "\\/evil.com",
    "/\\/evil.com",
    "https:evil.com",
    "https:/evil.com",
    "https://evil.com",
    "https://app.example.com.evil.com/",
    "https://app.example.com@evil.com/",
    "https://app.example.com:444/",
    "http://app.example.com/",
    "//app.example.com/dashboard",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "evil.com",
    "dashboard",
    "/.//evil.com",
    "/x/..//evil.com",
    "/%2e//evil.com",
    "/%2Fevil.com",
    "/%2f%2fevil.com",
    "/%252Fevil.com",
    "/%25252Fevil.com",
    "/%5Cevil.com",
    "/%255Cevil.com",
    "/%09/evil.com",
    "/%0d%0aSet-Cookie:%20a=b",
    "/%00",
    "/%zz",
    "/\t/evil.com",
    "/\nevil.com",
    "\t//evil.com",
    " /dashboard",
    "/dash board",
    "/\u0000",
    "",
    `/${"a".repeat(2048)}`,
    undefined,
    null,
    42,
    ["/dashboard"],
  ])("%j is rejected", (asked) => {
    expect(safePath(asked)).toBe("/");
  });
});
