import { EventSource } from "eventsource";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { SESSION_COOKIE } from "../contract/cookies.ts";
import * as Users from "../core/identity/users.ts";
import * as UserEvents from "../core/messaging/events.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { withPlatform } from "./support/platform.ts";

/** The notification stream through a browser's EventSource and the whole platform. */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) => ["outbox.sweep", "user-events"].includes(id)),
});

let token = "";
let userId = "";
beforeAll(async () => {
  const { body } = await platform.call<{ token: string; user: { id: string } }>("POST", "/api/auth/signin", {
    body: platform.seed.professional,
  });
  token = body.token;
  userId = (await Users.fromEmail(platform.seed.professional.email))?.userId ?? "";
});

const open = new Set<EventSource>();
afterEach(() => {
  for (const one of open) one.close();
  open.clear();
});

interface Received {
  readonly event: string;
  readonly id: string;
  readonly data: { readonly data?: unknown; readonly type?: string; readonly notifications?: unknown[] };
}

/** Opens an EventSource that authenticates with the cookie, as a browser does. */
function listen(lastEventId?: string) {
  const query = lastEventId === undefined ? "" : `?lastEventId=${lastEventId}`;
  const source = new EventSource(`${platform.url}/api/notifications/stream${query}`, {
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init.headers, cookie: `${SESSION_COOKIE}=${token}` } }),
  });
  open.add(source);
  const received: Received[] = [];
  let wake = () => {};
  for (const event of ["snapshot", "new", "done"])
    source.addEventListener(event, (message) => {
      received.push({ event, id: message.lastEventId, data: JSON.parse(message.data) });
      wake();
    });
  return async (count: number): Promise<Received[]> => {
    while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return received;
  };
}

async function emitJobDone(jobId: string): Promise<void> {
  await Table.commit([Outbox.write(UserEvents.jobDone, { userId, data: { jobId } })]);
  expect((await platform.drain()).idle).toBe(true);
}

describe("the notification stream", () => {
  it("begins with a snapshot, and sends a finished job as a new notification and as done", async () => {
    const received = listen();
    expect(await received(1)).toMatchObject([{ event: "snapshot", data: { notifications: [], jobs: [] } }]);
    await emitJobDone("job_1");
    expect(await received(3)).toMatchObject([
      { event: "snapshot" },
      { event: "new", data: { type: "job-done", data: { jobId: "job_1" } } },
      { event: "done", data: { data: { jobId: "job_1" } } },
    ]);
  });

  it("continues after Last-Event-ID with the missed events only", async () => {
    const before = await listen()(1);
    const last = before[0]?.id ?? "";
    expect(last).toMatch(/^ntf_/);
    for (const one of open) one.close();
    await emitJobDone("job_2");
    await emitJobDone("job_3");
    const missed = await listen(last)(5);
    expect(missed.map(({ event }) => event)).toEqual(["snapshot", "new", "done", "new", "done"]);
    expect(missed[1]?.data.data).toEqual({ jobId: "job_2" });
    expect(missed[3]?.data.data).toEqual({ jobId: "job_3" });
  });

  it("requires a session and a valid event id", async () => {
    expect((await platform.call("GET", "/api/notifications/stream")).status).toBe(401);
    const { status, body } = await platform.call("GET", "/api/notifications/stream?lastEventId=x", { token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: [{ field: "lastEventId" }] });
  });

  it("serves twenty reloads of a page, with varying retry delays", async () => {
    const retries = new Set<string>();
    for (let count = 0; count < 20; count++) {
      const leaving = new AbortController();
      const response = await fetch(`${platform.url}/api/notifications/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      const first = await response.body?.pipeThrough(new TextDecoderStream()).getReader().read();
      retries.add(/^retry: (\d+)$/m.exec(first?.value ?? "")?.[1] ?? "");
      leaving.abort();
    }
    expect(retries.size).toBeGreaterThan(10);
  });
});
