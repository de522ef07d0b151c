import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { newLogin, type Result, smoke, summary } from "./smoke/checks.ts";
import { withPlatform } from "./support/platform.ts";

/** The smoke test passes on a working platform, detects failures, and removes its API key and sessions. */

// All sign-ins come from one address, and a stage allows five per 15 minutes.
process.env["SIGN_IN_MAX"] = "1000";
const platform = withPlatform();

const proxies: { stop(): void }[] = [];
afterEach(() => {
  for (const one of proxies.splice(0)) one.stop();
});

/** Starts a proxy to the platform that returns 503 for paths beginning with `path`. */
async function proxyWithout(path: string): Promise<string> {
  const target = new URL(platform.url);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(path)) return outgoing.writeHead(503).end("shut");
    const { method, url, headers } = incoming;
    const passed = send(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    return incoming.pipe(passed);
  });
  server.on("upgrade", (_request, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxies.push({
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failed = (results: readonly Result[]): string[] =>
  results.flatMap(({ name, problem, skipped }) => (problem !== undefined && !skipped ? [name] : []));

describe("npm run smoke", () => {
  test("passes every check on a working platform, and leaves neither key nor session", async () => {
    const login = newLogin();
    expect((await smoke(platform.url, login)).filter(({ problem }) => problem !== undefined)).toEqual([]);
    const { email, password } = login;
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
    });
    expect((await platform.call("GET", "/api/keys", { token: body.token })).body).toEqual({ keys: [] });
    const sessions = await platform.call<{ sessions: unknown[] }>("GET", "/api/auth/sessions", {
      token: body.token,
    });
    expect(sessions.body.sessions).toHaveLength(1);
  });

  test("can run again with the same account", async () => {
    const { email, password } = newLogin();
    const login = { email, password };
    for (const _time of [1, 2]) expect(failed(await smoke(platform.url, login))).toEqual([]);
  });

  test.each([
    ["/v1/", "the public API"],
    ["/mcp", "MCP"],
    ["/api/notifications", "the notification stream"],
    ["/api/defi/prices", "prices"],
  ])("with %s unavailable reports that %s fails, and revokes its API key", async (path, name) => {
    const results = await smoke(await proxyWithout(path), newLogin());
    // No WebSocket works through this proxy, either.
    expect(failed(results)).toEqual(expect.arrayContaining([name, "a price over the WebSocket"]));
    expect(failed(results)).toHaveLength(2);
    expect(results.find((one) => one.name === "the key is revoked")).not.toHaveProperty("problem");
  });

  test("skips dependent checks if the sign-in fails", async () => {
    const results = await smoke(await proxyWithout("/api/auth/"), newLogin());
    expect(results.filter(({ skipped }) => skipped).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["a wallet", "an API key", "the public API", "MCP", "sign out"]),
    );
    const left = results.filter(({ skipped }) => skipped).length;
    // No WebSocket works through this proxy, either.
    expect(failed(results)).toEqual(["sign in", "a price over the WebSocket"]);
    expect(summary(results)).toBe(
      `does not work: 2 of ${results.length} checks failed, ${left} were skipped.`,
    );
  });

  test("fails every check at an address without a server", async () => {
    const results = await smoke("http://127.0.0.1:9", newLogin());
    expect(results.every(({ problem }) => problem !== undefined)).toBe(true);
  });
});
