import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { log } from "../core/platform/log.ts";
import { people } from "../local/seed.ts";
import { withPlatform } from "./support/platform.ts";
import { confirm } from "./support/psp.ts";
import { withReceivers } from "./support/receiver.ts";

/** One correlation id from the edge to the email, so that an operator can follow a request. */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) =>
    /^(notifications|user-events|outbox\.sweep|inbound\.process-psp|jobs\.work|webhooks\.)/.test(id),
  ),
});
const receivers = withReceivers();

type Line = Readonly<Record<string, unknown>>;
/** The lines logged since the test began. */
let lines: Line[] = [];
let token = "";

beforeAll(async () => {
  log.setLogLevel("INFO");
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    for (const line of String(chunk).split("\n")) if (line.startsWith("{")) lines.push(JSON.parse(line));
    return true;
  });
  const { email, password } = people.user;
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/login", {
    body: { email, password },
  });
  token = body.token;
});
beforeEach(() => {
  lines = [];
});
afterAll(() => {
  vi.restoreAllMocks();
  log.setLogLevel("SILENT");
});

const linesWith = (message: string): Line[] => lines.filter((line) => line["message"] === message);
const correlationIds = (some: readonly Line[]) => [
  ...new Set(some.map(({ correlationId }) => correlationId)),
];

const ID = "till-7.receipt:0042";

describe("one payment", () => {
  it("has one correlation id in its response, in its webhook and notification logs, and in its email", async () => {
    const url = receivers.at("/till");
    const hook = { name: "Till", url, events: ["payment.succeeded"] };
    expect((await platform.call("POST", "/api/webhooks", { token, body: hook })).status).toBe(201);
    await platform.drain();
    lines = [];
    const paid = await platform.call<{ data: { id: string } }>("POST", "/api/payments", {
      token,
      body: { amount: 1500, currency: "EUR", description: "Bread", metadata: {} },
      headers: { "x-request-id": ID },
    });
    expect([paid.status, paid.headers.get("x-request-id")]).toEqual([201, ID]);
    await confirm(paid.body.data.id);
    await platform.drain();

    expect(
      correlationIds(linesWith("request: answered").filter(({ route }) => route === "payments.create")),
    ).toEqual([ID]);
    // The provider reports it in a separate request; one log line names both.
    const reported = linesWith(
      "inbound event: processing under the correlation id of the request that caused it",
    ).filter(({ request }) => request === ID);
    expect(reported.length).toBeGreaterThan(0);
    const ofProvider = linesWith("request: answered").filter(({ route }) => route === "inbound.psp");
    for (const id of correlationIds(reported)) expect(correlationIds(ofProvider)).toContain(id);
    expect(correlationIds(linesWith("webhook attempt"))).toEqual([ID]);
    expect(receivers.got("/till")).toHaveLength(1);
    const mailed = linesWith("notification: processed").filter(({ type }) => type === "top-up-completed");
    expect(correlationIds(mailed)).toEqual([ID]);
    const email = platform.mail(people.user.email).at(-1);
    expect(email?.headers).toEqual({ "X-Correlation-Id": ID });
  });
});

describe("one job", () => {
  it("notifies its owner under the correlation id of its request", async () => {
    const asked = await platform.call("POST", "/api/jobs", {
      token,
      body: { type: "portfolio-report", payload: { currency: "EUR", format: "pdf" } },
      headers: { "x-correlation-id": "report-of-monday" },
    });
    expect(asked.status).toBe(202);
    await platform.drain();
    const reported = linesWith("notification: processed").filter(({ type }) => type === "job-done");
    expect(correlationIds(reported)).toEqual(["report-of-monday"]);
  });
});

describe("the log", () => {
  const signIn = (password: string) =>
    platform.call("POST", "/api/auth/login", {
      body: { email: people.user.email, password },
      ip: "198.51.100.9",
    });

  it("names the account and the method of each sign-in, also of a rejected one", async () => {
    expect((await signIn("Wrong!1843")).status).toBe(401);
    const [rejected] = linesWith("sign-in: rejected");
    expect(rejected).toMatchObject({ actor: expect.stringMatching(/^usr_/), method: "password" });
    expect((await signIn(people.user.password)).status).toBe(200);
    const [started] = linesWith("sign-in: session started");
    expect(started).toMatchObject({
      ...{ actor: rejected?.["actor"], methods: ["password"] },
      sessionId: expect.stringMatching(/^ses_/),
    });
  });

  it("names the account and the error of a request without the right", async () => {
    expect((await platform.call("GET", "/api/admin/trail", { token })).status).toBe(403);
    expect(linesWith("request: answered")).toEqual([
      expect.objectContaining({
        ...{ route: "admin.trail.list", status: 403, errorCode: "FORBIDDEN" },
        actor: expect.stringMatching(/^usr_/),
      }),
    ]);
  });
});

describe("the id of a request", () => {
  const me = (headers: Record<string, string>) =>
    platform.call("GET", "/api/auth/me", { token, headers }).then((answer) => ({
      id: answer.headers.get("x-request-id"),
      line: linesWith("request: answered").at(-1),
    }));

  it("is API Gateway's id if the caller sends none, so that it matches the access log", async () => {
    const { id, line } = await me({});
    const { gatewayRequestId } = line ?? {};
    expect(id).toBe(`req_${gatewayRequestId}`);
    expect(line).toMatchObject({ correlationId: id });
  });

  it("is the trace id of a valid W3C traceparent, unless the caller sends an X-Request-Id", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect(await me({ traceparent })).toMatchObject({ id: traceId, line: { correlationId: traceId } });
    expect((await me({ traceparent, "x-request-id": "mine-0001" })).id).toBe("mine-0001");
    expect((await me({ traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` })).id).toMatch(/^req_/);
  });

  it.each([
    ["7,000 characters long", "a".repeat(7_000)],
    ["too short to be unique", "abc"],
    ["markup", "<script>alert(1)</script>"],
    ["JSON", '{"correlationId":"admin"}'],
    ["text with a Unicode line break", "abcdefgh\u0085level=error"],
  ])("is never %s", async (_, given) => {
    for (const name of ["x-request-id", "x-correlation-id", "traceparent"]) {
      const { id, line } = await me({ [name]: Buffer.from(given).toString("latin1") });
      expect(id).toMatch(/^req_[\w-]{36}$/);
      expect(line).toMatchObject({ correlationId: id });
    }
  });

  it("cannot inject a log line or a header", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(platform.url);
      const socket = connect(Number(port), hostname);
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
      socket.end(
        "GET /api/defi/prices HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" +
          'X-Request-Id: abcdefgh\n{"level":"INFO","message":"forged","correlationId":"abcdefgh"}\r\n\r\n',
      );
    });
    expect(answer).not.toMatch(/^forged|x-request-id: abcdefgh/im);
    expect(linesWith("forged")).toEqual([]);
  });
});

describe("scheduled work", () => {
  it("has a new correlation id for each run", async () => {
    await platform.drain();
    await platform.advance(61);
    await platform.drain();
    const runs = linesWith("schedule: run completed");
    expect(runs.length).toBeGreaterThan(1);
    expect(correlationIds(runs)).toHaveLength(runs.length);
    for (const { correlationId } of runs) expect(correlationId).toMatch(/^[\da-f-]{36}$/);
  });
});
