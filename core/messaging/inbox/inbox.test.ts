import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { mobileActor } from "../../identity/actor.ts";
import * as Devices from "../../identity/devices/index.ts";
import * as Sessions from "../../identity/sessions.ts";
import * as Users from "../../identity/users.ts";
import { create } from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { UserEvent, UserEventType } from "../schema.ts";
import * as Inbox from "./index.ts";
import { type FollowOptions, follow, MAX_OPEN, type StreamEvent } from "./stream.ts";

withDatabase();

let actor = newActor();
const client = { now: new AbortController() };
beforeEach(async () => {
  client.now = new AbortController();
  const email = `${Ids.create("event")}@example.com`;
  const user = await create({ name: "Ada Lovelace", email, emailVerified: true });
  process.env["JWT_SECRET"] ??= Ids.secret();
  const { sessionId } = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  actor = onWeb(user, sessionId);
});
afterEach(() => {
  client.now.abort();
  Clock.setOffset(0);
});

const event = (type: UserEventType = "share-received", userId = actor.userId): UserEvent => ({
  id: Ids.create("event"),
  type,
  occurredAt: Clock.nowIso(),
  userId,
  data: { jobId: "job_x" },
});

/** Opens a stream. `next` returns its events one at a time. */
function openStream(options: Partial<FollowOptions> = {}) {
  const events = follow(actor, {
    activeJobs: async () => [],
    pollMs: 60_000,
    signal: client.now.signal,
    ...options,
  });
  return {
    next: async (): Promise<StreamEvent | undefined> => (await events.next()).value ?? undefined,
    end: () => events.return(undefined),
  };
}

describe("notifications", () => {
  it("are stored once for an event that is delivered several times, also concurrently", async () => {
    const one = event();
    await Promise.all(Array.from({ length: 8 }, () => Inbox.put(one)));
    await Inbox.put(one);
    expect(await Inbox.latest(actor, 10)).toMatchObject([{ eventId: one.id, type: "share-received" }]);
  });

  it("do not include another user's", async () => {
    await Inbox.put(event("job-done", newActor().userId));
    expect(await Inbox.latest(actor, 10)).toEqual([]);
  });
});

describe("the stream", () => {
  it("begins with a snapshot, newest first, and sends none of its notifications again", async () => {
    const [old, recent] = [event(), event("job-done")];
    await Inbox.put(old);
    Clock.setOffset(10);
    await Inbox.put(recent);
    const stream = openStream();
    const snapshot = await stream.next();
    expect(snapshot).toMatchObject({
      event: "snapshot",
      data: { notifications: [{ eventId: recent.id }, { eventId: old.id }], jobs: [] },
    });
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it("sends a notification of this process immediately: as new, and as done if a job has finished", async () => {
    const stream = openStream();
    await stream.next();
    await stream.next();
    const next = stream.next();
    const sent = event("job-failed");
    await Inbox.put(sent);
    const first = await next;
    expect(first).toMatchObject({ event: "new", data: { eventId: sent.id, type: "job-failed" } });
    expect(await stream.next()).toMatchObject({ event: "done", data: { eventId: sent.id } });
  });

  it("sends a quiet event at each poll without a notification", async () => {
    const stream = openStream({ pollMs: 1 });
    await stream.next();
    expect(await stream.next()).toEqual({ event: "quiet" });
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it("resumes after the last event that the client received, over more than one page", async () => {
    const all = Array.from({ length: 130 }, () => event());
    for (const [index, one] of all.entries()) {
      Clock.setOffset(index);
      await Inbox.put(one);
    }
    const [, second] = await Inbox.since(actor, "", 2);
    const stream = openStream({ lastEventId: second?.id, pollMs: 1 });
    expect(await stream.next()).toMatchObject({ event: "snapshot", id: second?.id });
    const sent: unknown[] = [];
    for (let one = await stream.next(); one?.event === "new"; one = await stream.next())
      sent.push(one.data.eventId);
    // Notifications from seconds before may be sent again, but never the last one received.
    expect(sent.filter((id) => id !== all[0]?.id)).toEqual(all.slice(2).map(({ id }) => id));
  });

  it("gives a user without notifications an id to resume after", async () => {
    const first = await openStream().next();
    expect(first).toMatchObject({ event: "snapshot", data: { notifications: [] } });
    const missed = event("job-done");
    await Inbox.put(missed);
    const lastEventId = first?.event === "snapshot" ? first.id : "";
    const again = openStream({ lastEventId });
    await again.next();
    expect(await again.next()).toMatchObject({ event: "new", data: { eventId: missed.id } });
  });

  it("sends no notification that is older than a full snapshot", async () => {
    for (let count = 0; count < 25; count++) await Inbox.put(event());
    const stream = openStream({ pollMs: 1 });
    await stream.next();
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it.each(["ntf_zzzzzzzzzzzzzzzzzzzzzzzzzz", "ntf_7zzzzzzzzzzzzzzzzzzzzzzzzz", "ntf_x", ""])(
    "begins again after the id %j, which has no past time",
    async (lastEventId) => {
      const sent = event();
      await Inbox.put(sent);
      const stream = openStream({ lastEventId, pollMs: 1 });
      expect(await stream.next()).toMatchObject({
        event: "snapshot",
        data: { notifications: [{ eventId: sent.id }] },
      });
      expect(await stream.next()).toEqual({ event: "quiet" });
    },
  );

  it("sends a notification of a machine whose clock is slow", async () => {
    const stream = openStream({ pollMs: 1 });
    await Inbox.put(event());
    expect(await stream.next()).toMatchObject({ event: "snapshot" });
    Clock.setOffset(-3000);
    const late = event();
    await Inbox.put(late);
    let one = await stream.next();
    while (one?.event === "quiet") one = await stream.next();
    expect(one).toMatchObject({ event: "new", data: { eventId: late.id } });
  });

  it("displaces the oldest stream if ten are open, which ends at its next poll", async () => {
    const streams = Array.from({ length: MAX_OPEN }, () => openStream({ pollMs: 1 }));
    for (const stream of streams) await stream.next();
    const [oldest, second] = streams;
    const newest = openStream({ pollMs: 1 });
    expect(await newest.next()).toMatchObject({ event: "snapshot" });
    await oldest?.next();
    expect(await oldest?.next()).toEqual({ event: "displaced" });
    expect(await oldest?.next()).toBeUndefined();
    for (const remaining of [second, newest]) {
      await remaining?.next();
      expect(await remaining?.next()).toEqual({ event: "quiet" });
    }
  });

  it("closes with its page, so that a page reloaded fifty times displaces no other stream", async () => {
    const other = openStream({ pollMs: 1 });
    await other.next();
    for (let reload = 0; reload < 50; reload++) {
      const page = openStream();
      await page.next();
      await page.end();
    }
    await other.next();
    expect(await other.next()).toEqual({ event: "quiet" });
  });

  it("opens for each of thirty concurrent pages, and the ten newest remain", async () => {
    const streams = Array.from({ length: 30 }, () => openStream({ pollMs: 1 }));
    const opened = await Promise.all(streams.map((stream) => stream.next()));
    expect(opened.every((one) => one?.event === "snapshot")).toBe(true);
    await Promise.all(streams.map((stream) => stream.next()));
    const polled = await Promise.all(streams.map((stream) => stream.next()));
    expect(polled.filter((one) => one?.event === "quiet")).toHaveLength(MAX_OPEN);
    expect(polled.filter((one) => one?.event === "displaced")).toHaveLength(20);
  });

  it("ends after its lifetime, with its session and with its client", async () => {
    const short = openStream({ lifetimeMs: 0 });
    await short.next();
    expect(await short.next()).toBeUndefined();

    const abandoned = openStream();
    await abandoned.next();
    await abandoned.next();
    const last = abandoned.next();
    client.now.abort();
    expect(await last).toBeUndefined();

    client.now = new AbortController();
    const signedOut = openStream({ pollMs: 1, signal: client.now.signal });
    await signedOut.next();
    await signedOut.next();
    await Sessions.end(actor);
    expect(await signedOut.next()).toBeUndefined();
  });

  it("of a device ends when the device is signed out", async () => {
    const client = { ip: "127.0.0.1", userAgent: "test" };
    const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };
    const user = await Users.readOwn(actor);
    const { sessionId } = await Devices.start(user, client, { deviceId: "phone", deviceInfo });
    const device = mobileActor(user, sessionId, "phone");
    const events = follow(device, { activeJobs: async () => [], pollMs: 1 });
    expect((await events.next()).value).toMatchObject({ event: "snapshot" });
    expect((await events.next()).value).toMatchObject({ event: "quiet" });
    await Devices.revoke(actor, sessionId);
    expect((await events.next()).done).toBe(true);
  });
});
