import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { someone } from "../../../tests/support/ledger.ts";
import * as Sessions from "../../identity/sessions.ts";
import { create } from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { UserEvent, UserEventType } from "../schema.ts";
import * as Inbox from "./index.ts";
import { type Following, follow, MAX_OPEN, type StreamEvent } from "./stream.ts";

withDatabase();

let actor = someone();
const leaving = { now: new AbortController() };
beforeEach(async () => {
  leaving.now = new AbortController();
  const email = `${Ids.create("event")}@example.com`;
  const user = await create({ name: "Ada Lovelace", email, emailVerified: true });
  process.env["JWT_SECRET"] ??= Ids.secret();
  const { sessionId } = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  actor = onWeb(user, sessionId);
});
afterEach(() => {
  leaving.now.abort();
  Clock.setOffset(0);
});

const event = (type: UserEventType = "share-received", userId = actor.userId): UserEvent => ({
  id: Ids.create("event"),
  type,
  occurredAt: Clock.nowIso(),
  userId,
  data: { jobId: "job_x" },
});

/** Begins to follow; answers what comes, one at a time. */
function following(options: Partial<Following> = {}) {
  const events = follow(actor, {
    activeJobs: async () => [],
    pollMs: 60_000,
    signal: leaving.now.signal,
    ...options,
  });
  return {
    next: async (): Promise<StreamEvent | undefined> => (await events.next()).value ?? undefined,
    end: () => events.return(undefined),
  };
}

describe("notifications", () => {
  it("are kept once for an event, however often it is delivered, at once too", async () => {
    const one = event();
    await Promise.all(Array.from({ length: 8 }, () => Inbox.put(one)));
    await Inbox.put(one);
    expect(await Inbox.latest(actor, 10)).toMatchObject([{ eventId: one.id, type: "share-received" }]);
  });

  it("are their user's alone", async () => {
    await Inbox.put(event("job-done", someone().userId));
    expect(await Inbox.latest(actor, 10)).toEqual([]);
  });
});

describe("the stream", () => {
  it("begins with a snapshot, newest first, and sends none of it again", async () => {
    const [old, recent] = [event(), event("job-done")];
    await Inbox.put(old);
    Clock.setOffset(10);
    await Inbox.put(recent);
    const stream = following();
    const snapshot = await stream.next();
    expect(snapshot).toMatchObject({
      event: "snapshot",
      data: { notifications: [{ eventId: recent.id }, { eventId: old.id }], jobs: [] },
    });
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it("sends at once what this process puts there: new, and done where a job has finished", async () => {
    const stream = following();
    await stream.next();
    await stream.next();
    const coming = stream.next();
    const sent = event("job-failed");
    await Inbox.put(sent);
    const first = await coming;
    expect(first).toMatchObject({ event: "new", data: { eventId: sent.id, type: "job-failed" } });
    expect(await stream.next()).toMatchObject({ event: "done", data: { eventId: sent.id } });
  });

  it("looks by itself where nothing is announced", async () => {
    const stream = following({ pollMs: 1 });
    await stream.next();
    expect(await stream.next()).toEqual({ event: "quiet" });
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it("goes on after the last event that a client has seen, over more than one page", async () => {
    const all = Array.from({ length: 130 }, () => event());
    for (const [index, one] of all.entries()) {
      Clock.setOffset(index);
      await Inbox.put(one);
    }
    const [, second] = await Inbox.since(actor, "", 2);
    const stream = following({ lastEventId: second?.id, pollMs: 1 });
    expect(await stream.next()).toMatchObject({ event: "snapshot", id: second?.id });
    const sent: unknown[] = [];
    for (let one = await stream.next(); one?.event === "new"; one = await stream.next())
      sent.push(one.data.eventId);
    // What came within seconds before may come again, whoever was seen last never does.
    expect(sent.filter((id) => id !== all[0]?.id)).toEqual(all.slice(2).map(({ id }) => id));
  });

  it("gives whoever has no notification yet an id to go on from", async () => {
    const first = await following().next();
    expect(first).toMatchObject({ event: "snapshot", data: { notifications: [] } });
    const missed = event("job-done");
    await Inbox.put(missed);
    const lastEventId = first?.event === "snapshot" ? first.id : "";
    const again = following({ lastEventId });
    await again.next();
    expect(await again.next()).toMatchObject({ event: "new", data: { eventId: missed.id } });
  });

  it("sends nothing again that is older than a full snapshot", async () => {
    for (let count = 0; count < 25; count++) await Inbox.put(event());
    const stream = following({ pollMs: 1 });
    await stream.next();
    expect(await stream.next()).toEqual({ event: "quiet" });
  });

  it.each(["ntf_zzzzzzzzzzzzzzzzzzzzzzzzzz", "ntf_7zzzzzzzzzzzzzzzzzzzzzzzzz", "ntf_x", ""])(
    "begins anew after %j, which is of no time that has been",
    async (lastEventId) => {
      const sent = event();
      await Inbox.put(sent);
      const stream = following({ lastEventId, pollMs: 1 });
      expect(await stream.next()).toMatchObject({
        event: "snapshot",
        data: { notifications: [{ eventId: sent.id }] },
      });
      expect(await stream.next()).toEqual({ event: "quiet" });
    },
  );

  it("sends what a machine whose clock is slow put there, too", async () => {
    const stream = following({ pollMs: 1 });
    await Inbox.put(event());
    expect(await stream.next()).toMatchObject({ event: "snapshot" });
    Clock.setOffset(-3000);
    const late = event();
    await Inbox.put(late);
    let one = await stream.next();
    while (one?.event === "quiet") one = await stream.next();
    expect(one).toMatchObject({ event: "new", data: { eventId: late.id } });
  });

  it("is never refused: an eleventh displaces the oldest, which is told at its next look", async () => {
    const streams = Array.from({ length: MAX_OPEN }, () => following({ pollMs: 1 }));
    for (const stream of streams) await stream.next();
    const [oldest, second] = streams;
    const newest = following({ pollMs: 1 });
    expect(await newest.next()).toMatchObject({ event: "snapshot" });
    await oldest?.next();
    expect(await oldest?.next()).toEqual({ event: "displaced" });
    expect(await oldest?.next()).toBeUndefined();
    for (const stays of [second, newest]) {
      await stays?.next();
      expect(await stays?.next()).toEqual({ event: "quiet" });
    }
  });

  it("gives its place back: reloaded fifty times, a page displaces no other", async () => {
    const other = following({ pollMs: 1 });
    await other.next();
    for (let reload = 0; reload < 50; reload++) {
      const page = following();
      await page.next();
      await page.end();
    }
    await other.next();
    expect(await other.next()).toEqual({ event: "quiet" });
  });

  it("finds a place for each of thirty pages that open it at once, and keeps ten", async () => {
    const streams = Array.from({ length: 30 }, () => following({ pollMs: 1 }));
    const begun = await Promise.all(streams.map((stream) => stream.next()));
    expect(begun.every((one) => one?.event === "snapshot")).toBe(true);
    await Promise.all(streams.map((stream) => stream.next()));
    const then = await Promise.all(streams.map((stream) => stream.next()));
    expect(then.filter((one) => one?.event === "quiet")).toHaveLength(MAX_OPEN);
    expect(then.filter((one) => one?.event === "displaced")).toHaveLength(20);
  });

  it("ends with its time, with its session and with its client", async () => {
    const short = following({ lifetimeMs: 0 });
    await short.next();
    expect(await short.next()).toBeUndefined();

    const left = following();
    await left.next();
    await left.next();
    const leavingNext = left.next();
    leaving.now.abort();
    expect(await leavingNext).toBeUndefined();

    leaving.now = new AbortController();
    const signedOut = following({ pollMs: 1, signal: leaving.now.signal });
    await signedOut.next();
    await signedOut.next();
    await Sessions.end(actor);
    expect(await signedOut.next()).toBeUndefined();
  });
});
