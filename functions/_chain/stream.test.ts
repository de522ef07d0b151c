import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { route } from "../../contract/route.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { startGateway } from "../../local/aws.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { handler as fallback } from "./fallback.ts";
import { serveStream } from "./stream.ts";

/** Streamed responses through the local gateway, which emulates Lambda's streaming. */

withDatabase();

const spec = route({
  id: "t.stream",
  method: "GET",
  path: "/t/stream",
  family: "defi",
  summary: "",
  auth: "none",
  stream: true,
  responses: { 200: { description: "", contentType: "text/event-stream" } },
  errors: [NotFound],
});
const limit = { bucket: "t.stream", max: 2, windowSeconds: 60, by: "ip" } as const;
const secured = route({ ...spec, id: "t.secured", path: "/t/secured", auth: "session" });
const anyMethod = route({ ...secured, id: "t.any", path: "/t/any", method: "ANY", auth: "apiKey", limit });

/** The next piece of the stream, resolved by the test. */
let next = Promise.withResolvers<string | undefined>();
let ended = Promise.withResolvers<void>();
/** The correlation ids of the pieces. */
let ids: (string | undefined)[] = [];

async function* lines() {
  try {
    for (;;) {
      const line = await next.promise;
      next = Promise.withResolvers();
      ids.push(Correlation.current());
      if (line === undefined) return;
      yield line;
    }
  } finally {
    ended.resolve();
  }
}

/** Yields one piece, then waits until the client disconnects. */
async function* waiting(signal: AbortSignal) {
  yield "one";
  await once(signal, "abort");
  ended.resolve();
}

const handlers: Record<string, unknown> = {};
let gateway: Gateway;
let url = "";
beforeAll(async () => {
  Object.assign(process.env, { JWT_SECRET: Ids.secret(), CSRF_SECRET: Ids.secret(), ORIGIN_SECRET: "ours" });
  Object.assign(process.env, { PUBLIC_URL: "https://svc.example", CORS_ORIGINS: "https://app.example" });
  handlers[spec.id] = serveStream(spec, async ({ client }) => {
    if (client.headers["x-fail"]) throw fail(NotFound);
    return {
      headers: { "content-type": "text/event-stream" },
      body: client.headers["x-wait"] ? waiting : lines,
    };
  });
  handlers[secured.id] = serveStream(secured, async () => ({ headers: {}, body: "never" }));
  handlers[anyMethod.id] = serveStream(anyMethod, async () => ({ headers: {}, body: "never" }));
  gateway = await startGateway(
    {
      routes: [spec, secured, anyMethod],
      load: async (id) => handlers[id] as never,
      fallback: async () => fallback as never,
    },
    0,
    "127.0.0.1",
  );
  url = `http://127.0.0.1:${gateway.port}`;
});
afterAll(() => gateway.stop());

describe("a streamed response", () => {
  it("arrives chunk by chunk, with the chain's headers", async () => {
    const response = await fetch(`${url}/t/stream`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    next.resolve("one");
    expect(await reader?.read()).toEqual({ done: false, value: "one" });
    next.resolve("two");
    expect(await reader?.read()).toEqual({ done: false, value: "two" });
    next.resolve(undefined);
    expect((await reader?.read())?.done).toBe(true);
  });

  it("keeps its request's correlation id until the last chunk", async () => {
    ids = [];
    const response = await fetch(`${url}/t/stream`, { headers: { "x-correlation-id": "a-client-s-own" } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    next.resolve("one");
    await reader?.read();
    next.resolve(undefined);
    expect((await reader?.read())?.done).toBe(true);
    expect(ids).toEqual(["a-client-s-own", "a-client-s-own"]);
  });

  it("ends when its client disconnects while no chunk is due", async () => {
    ended = Promise.withResolvers();
    const leaving = new AbortController();
    const response = await fetch(`${url}/t/stream`, {
      headers: { "x-wait": "yes" },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    leaving.abort();
    await ended.promise;
  });

  it("ends at its next chunk after its client disconnected", async () => {
    ended = Promise.withResolvers();
    const leaving = new AbortController();
    const response = await fetch(`${url}/t/stream`, { signal: leaving.signal });
    expect(response.status).toBe(200);
    leaving.abort();
    // The generator ends when its next piece is requested.
    while ((await Promise.race([ended.promise.then(() => "ended"), sleep(5)])) !== "ended")
      next.resolve("more");
  });

  it("is an error in its family's envelope if its handler fails before the first byte", async () => {
    const response = await fetch(`${url}/t/stream`, { headers: { "x-fail": "yes" } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
    expect((await fetch(`${url}/t/secured`)).status).toBe(401);
  });

  it("is refused with 403 without the origin secret if EDGE_REQUIRED is set", async () => {
    process.env["EDGE_REQUIRED"] = "true";
    try {
      expect((await fetch(`${url}/t/secured`)).status).toBe(403);
      const { ORIGIN_SECRET_HEADER } = await import("../../contract/edge.ts");
      expect((await fetch(`${url}/t/secured`, { headers: { [ORIGIN_SECRET_HEADER]: "ours" } })).status).toBe(
        401,
      );
      expect(
        (await fetch(`${url}/t/secured`, { headers: { [ORIGIN_SECRET_HEADER]: "theirs" } })).status,
      ).toBe(403);
    } finally {
      delete process.env["EDGE_REQUIRED"];
    }
  });

  it("needs no credential for a CORS preflight, which counts towards no limit", async () => {
    const ask = (origin: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/t/any`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", ...headers },
      });
    for (let i = 0; i <= limit.max; i++) {
      const answer = await ask("https://app.example");
      expect(answer.status).toBe(204);
      expect(await answer.text()).toBe("");
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "access-control-allow-origin": "https://app.example",
        "access-control-allow-methods": expect.stringContaining("POST"),
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/^req_/),
      });
      const allowed = answer.headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining(["x-api-key", "mcp-protocol-version", "mcp-method", "mcp-name"]),
      );
    }
    const stranger = await ask("https://evil.example");
    expect(stranger.headers.get("access-control-allow-origin")).toBeNull();

    // Without the preflight's header, OPTIONS is an ordinary request.
    expect((await fetch(`${url}/t/any`, { method: "OPTIONS" })).status).toBe(401);
    const refused = await fetch(`${url}/t/any`, {
      method: "POST",
      headers: { origin: "https://app.example" },
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe("https://app.example");

    process.env["EDGE_REQUIRED"] = "true";
    try {
      const { ORIGIN_SECRET_HEADER } = await import("../../contract/edge.ts");
      expect((await ask("https://app.example")).status).toBe(403);
      expect((await ask("https://app.example", { [ORIGIN_SECRET_HEADER]: "ours" })).status).toBe(204);
    } finally {
      delete process.env["EDGE_REQUIRED"];
    }
  });
});
