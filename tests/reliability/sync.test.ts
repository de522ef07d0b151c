import { afterEach, describe, expect, it } from "vitest";
import { consumers } from "../../contract/consumers.ts";
import type { App } from "../support/app.ts";
import { withKillable } from "../support/killable.ts";
import { Mirror } from "../support/mirror.ts";
import { type Calls, createPerson, PASSWORD, type Person, withRetries } from "../support/offline/people.ts";
import { type Pace, Progress, paces, pullAtPace } from "../support/offline/pullers.ts";
import { comparableRecords, readServerRecords } from "../support/offline/truth.ts";
import { addition, deletion, operations, type Writer } from "../support/offline/writers.ts";
import { call, withPlatform } from "../support/platform.ts";

/**
 * Offline sync under concurrent changes and faults: in the end every device has the server's state, whatever
 * it pulled and when.
 */

/** Two changes per batch, so that many batches of the stream's shards are concurrent. */
const inSmallBatches = consumers.map((one) =>
  "stream" in one.trigger ? { ...one, trigger: { stream: { ...one.trigger.stream, batchSize: 2 } } } : one,
);
const platform = withPlatform({ seeded: false, consumers: inSmallBatches });
const calls = withRetries(platform);
afterEach(() => platform.faults.clear());

const WRITERS = 20;

/**
 * The table throttles, fails, is slow and loses responses; the stream's shards are late, and their batches
 * arrive repeatedly and reordered.
 */
function injectFaults(): void {
  const { faults } = platform;
  faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.03 });
  faults.set({ dependency: "dynamodb", kind: "throttling", rate: 0.03 });
  faults.set({ dependency: "dynamodb", kind: "error", rate: 0.02 });
  faults.set({ dependency: "dynamodb", kind: "latency", rate: 0.3, latencyMs: 40 });
  faults.set({ dependency: "stream-delivery", kind: "duplicate", rate: 0.2 });
  faults.set({ dependency: "stream-delivery", kind: "reorder", rate: 0.3 });
  faults.set({ dependency: "stream-delivery", kind: "latency", rate: 0.2, latencyMs: 20 });
  faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.1 });
}

/** Runs every operation once, and returns the collections that changed. */
async function runEveryOperation(writer: Writer, progress: Progress): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const [step, work] of operations.entries()) {
    if ((await work.do(writer, step)) < 300) for (const one of work.collections) changed.add(one);
    progress.add();
  }
  return changed;
}

const firstDevice = ({ devices }: Person): App => devices[0] as App;

/** Pulls everything to a new device. */
async function pullFresh(person: Person): Promise<Mirror> {
  const mirror = new Mirror(firstDevice(person));
  await mirror.pull();
  return mirror;
}

describe("every device", () => {
  it("ends with the server's state after concurrent changes by twenty writers and faults", async () => {
    const people = [await createPerson(calls, 5), await createPerson(calls, 2)];
    const mirrors = people.flatMap((person) =>
      person.devices.map((app) => ({ person, mirror: new Mirror(app) })),
    );
    const writers = Array.from({ length: WRITERS }, (_, nth): Writer => {
      const [person, other] = [people[nth % 2], people[(nth + 1) % 2]] as [Person, Person];
      return { nth, owner: person, recipient: other, beneficiary: { id: "", version: 0 } };
    });
    for (const writer of writers) await addition.do(writer, 0);
    await platform.drain();
    for (const { mirror } of mirrors.slice(0, 3)) await mirror.pull();
    injectFaults();
    const progress = new Progress();
    const following = mirrors.map(({ mirror }, n) =>
      pullAtPace(mirror, paces[n % paces.length] as Pace, progress),
    );
    const changed = await Promise.all(writers.map((writer) => runEveryOperation(writer, progress)));
    // Many changes become visible only now, so the devices continue to pull.
    await platform.drain();
    progress.end();
    await Promise.all(following);
    platform.faults.clear();
    await platform.drain();

    for (const person of people) {
      const [fresh, truth] = [await pullFresh(person), await readServerRecords(person)];
      expect(comparableRecords(fresh, truth)).toEqual(truth);
      for (const { mirror } of mirrors.filter((one) => one.person === person)) {
        await mirror.pull();
        expect(mirror.contents()).toEqual(fresh.contents());
      }
    }
    const all = ["profile", "preferences", "notificationPreferences", "notifications", "accounts"];
    const touched = new Set(changed.flatMap((one) => [...one]));
    expect([...touched].toSorted()).toEqual([...all, "transactions", "cards", "beneficiaries"].toSorted());
    expect(mirrors[0]?.mirror.deletions).toBeGreaterThanOrEqual(WRITERS / 2);
  }, 120_000);

  it("that was offline for longer than changes are stored starts over, and retains no deleted record", async () => {
    const person = await createPerson(calls, 1);
    const writer: Writer = { nth: 1, owner: person, recipient: person, beneficiary: { id: "", version: 0 } };
    await addition.do(writer, 0);
    await platform.drain();
    const asleep = await pullFresh(person);
    const had = asleep.all("notifications").length + asleep.all("beneficiaries").length;
    await deletion.do(writer, 0);
    await platform.drain();
    await platform.advance(31 * 86_400);
    await firstDevice(person).login(person.email, PASSWORD);
    await platform.drain();
    await asleep.pull(3);
    const fresh = await pullFresh(person);
    expect(asleep.restarts).toBe(1);
    expect(asleep.contents()).toEqual(fresh.contents());
    expect(asleep.all("beneficiaries")).toEqual([]);
    expect(asleep.all("notifications").length).toBeLessThan(had);
  }, 60_000);
});

describe("a platform that is killed", () => {
  const killable = withKillable();
  /** The URL of the platform that was started last. After a kill, it does not respond. */
  let url = "";
  const local = (path: string, body?: object) =>
    call<Record<string, unknown>>(url, "POST", `/_local/${path}`, { ...(body && { body }) });
  const mortal: Calls = withRetries({
    call: (method, path, options) => call(url, method, path, options),
    advance: async (advanceSeconds) => void (await local("clock", { advanceSeconds })),
  });

  /** Writes until the platform is killed, and returns the last acknowledged version of each beneficiary. */
  async function writeUntilKilled(writer: Writer, progress: Progress): Promise<Map<string, number>> {
    const acknowledged = new Map<string, number>();
    const ours = operations.filter(({ collections }) =>
      ["beneficiaries", "preferences", "notificationPreferences"].some((one) => collections.includes(one)),
    );
    const goesOn = ours.filter((work) => work !== deletion);
    try {
      for (let step = 0; ; step++) {
        const status = await goesOn[step % goesOn.length]?.do(writer, step);
        if (status === 200 && writer.beneficiary.version > 0)
          acknowledged.set(writer.beneficiary.id, writer.beneficiary.version);
        progress.add();
      }
    } catch (error) {
      expect(String(error)).toMatch(/fetch failed|terminated/);
      return acknowledged;
    }
  }

  it.each([true, false])(
    "loses no change of the sync feed (kill of the whole process group: %s)",
    async (everything) => {
      ({ url } = await killable.up());
      const person = await createPerson(mortal, 3);
      const mirrors = person.devices.map((app) => new Mirror(app));
      const acknowledged = new Map<string, number>();
      for (const kill of [1, 2]) {
        const progress = new Progress();
        const working = [0, 1, 2, 3].map((nth) =>
          writeUntilKilled(
            { nth, owner: person, recipient: person, beneficiary: { id: "", version: 0 } },
            progress,
          ),
        );
        await progress.reaches(10 * kill);
        for (const mirror of mirrors.slice(0, kill)) await mirror.page(5).catch(() => undefined);
        await killable.kill(everything);
        for (const one of await Promise.all(working))
          for (const [id, version] of one) acknowledged.set(id, version);
        ({ url } = await killable.up());
        for (const mirror of mirrors.slice(kill)) await mirror.page(4);
      }
      expect((await local("drain")).body).toMatchObject({ idle: true });
      const fresh = await pullFresh(person);
      for (const [id, version] of acknowledged) {
        expect(fresh.get("beneficiaries", id)?.version).toBeGreaterThanOrEqual(version);
      }
      for (const mirror of mirrors) {
        await mirror.pull(7);
        expect(mirror.contents()).toEqual(fresh.contents());
      }
    },
    60_000,
  );
});
