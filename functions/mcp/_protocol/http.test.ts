import { afterEach, describe, expect, it, vi } from "vitest";
import { ORIGIN_SECRET_HEADER } from "../../../contract/edge.ts";
import type { Client } from "../../_chain/call.ts";
import { answer } from "./http.ts";

const clientOf = (headers: Record<string, string>): Client => ({
  ip: "192.0.2.1",
  userAgent: "test",
  requestId: "req_one",
  cookies: {},
  headers: { host: "function.lambda-url.example", "content-type": "application/json", ...headers },
  method: "POST",
  path: "/mcp",
  origin: "",
  rawBody: "{}",
});

/** The status of an answer to a page of that site; 200 where the server came to see the request. */
const statusFor = async (origin: string | undefined): Promise<number | undefined> =>
  (await answer(clientOf(origin === undefined ? {} : { origin }), async () => new Response("seen"))).status;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a request that came through the distribution", () => {
  it("is handed on without credentials, and without the secret that the distribution adds", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    const dropped = [ORIGIN_SECRET_HEADER, "authorization", "x-api-key", "cookie"];
    const headers = {
      ...Object.fromEntries(dropped.map((name) => [name, "distinct"])),
      "mcp-method": "ping",
    };
    let seen: Request | undefined;
    await answer(clientOf(headers), async (request) => {
      seen = request;
      return new Response("");
    });
    expect(seen?.headers.get("mcp-method")).toBe("ping");
    expect(JSON.stringify([...(seen?.headers ?? [])])).not.toContain("distinct");
  });

  it("may come from no page, from our own, or from one that is configured", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("PUBLIC_URL", "https://svc.example");
    vi.stubEnv("CORS_ORIGINS", "https://app.example, https://other.example");
    for (const origin of [undefined, "https://svc.example", "https://app.example", "https://other.example"])
      expect(await statusFor(origin), origin).toBe(200);
    for (const origin of ["https://evil.example", "http://localhost:3000", "null"])
      expect(await statusFor(origin), origin).toBe(403);
  });

  it("may come from the pages that are configured alone where our own address is not known", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("PUBLIC_URL", "");
    vi.stubEnv("CORS_ORIGINS", "https://d111.cloudfront.net");
    expect(await statusFor("https://d111.cloudfront.net")).toBe(200);
    expect(await statusFor("https://d222.cloudfront.net")).toBe(403);
    vi.stubEnv("CORS_ORIGINS", "");
    expect(await statusFor(undefined)).toBe(200);
    expect(await statusFor("https://d111.cloudfront.net")).toBe(403);
  });
});
