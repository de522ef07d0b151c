import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onDevice, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { funded, someone } from "../../tests/support/ledger.ts";
import { beneficiary } from "../banking/beneficiaries/entity.ts";
import type { MobileActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { systemRef } from "../ledger/accounts.ts";
import { hold } from "../ledger/entity.ts";
import { notice } from "../messaging/entity.ts";
import { type Key, keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { touchedBy } from "./collections.ts";
import type { Entry } from "./entity.ts";
import * as Feed from "./feed.ts";
import { following, latest, pull } from "./pull.ts";

withSecrets();
const database = withDatabase();

const somebody = (): MobileActor =>
  onDevice({ userId: Ids.create("user"), role: "PARTICULIER", name: "Ada", email: "ada@example.com" });

/** Tells somebody something, or the same in other words. @returns the key of what changed */
async function tell({ userId }: MobileActor, notificationId: string, title: string): Promise<Key> {
  const occurredAt = Clock.nowIso();
  const eventId = notificationId;
  await Table.put(
    notice.item({
      ...{ userId, notificationId, eventId, type: "t", category: "jobs", title, body: "", occurredAt },
    }),
  );
  return notice.key({ userId, notificationId });
}

async function forget({ userId }: MobileActor, notificationId: string): Promise<Key> {
  const key = notice.key({ userId, notificationId });
  await Table.remove(key);
  return key;
}

/** A device that knows the titles of what its user was told. */
class Device {
  readonly titles = new Map<string, string>();
  readonly #actor: MobileActor;
  #cursor: string | undefined;

  constructor(actor: MobileActor) {
    this.#actor = actor;
  }

  async page(limit = 100): Promise<boolean> {
    const collections = ["notifications"] as const;
    const given = await pull(this.#actor, { cursor: this.#cursor, collections, limit });
    for (const { id, record } of given.changes)
      if (record?.collection === "notifications") this.titles.set(id, record.value.title);
      else this.titles.delete(id);
    this.#cursor = given.cursor;
    return given.hasMore;
  }

  async all(limit?: number): Promise<Record<string, string>> {
    while (await this.page(limit));
    return Object.fromEntries([...this.titles].toSorted());
  }
}

/**
 * Does work whose n-th call to the table waits until something else was done to its end, for each n.
 * @param prepare gives the work, what is done meanwhile, and what is true in the end
 */
async function atEachMoment(
  prepare: () => Promise<{
    readonly work: () => Promise<unknown>;
    readonly meanwhile: () => Promise<unknown>;
    readonly after: () => Promise<void>;
  }>,
): Promise<number> {
  for (let moment = 0; ; moment++) {
    const { work, meanwhile, after } = await prepare();
    let calls = 0;
    await interleave(database.endpoint, work, () => (calls++ === moment ? meanwhile() : undefined));
    if (calls <= moment) return moment;
    await after();
  }
}

describe("no change is ever behind a cursor", () => {
  it("if another is appended, and pulled, at any moment of its own append", async () => {
    const moments = await atEachMoment(async () => {
      const actor = somebody();
      const device = new Device(actor);
      await device.all();
      const [slow, fast] = [await tell(actor, "ntf_slow", "slow"), await tell(actor, "ntf_fast", "fast")];
      return {
        work: () => Feed.append([slow]),
        meanwhile: async () => {
          await Feed.append([fast]);
          await device.all();
        },
        after: async () => expect(await device.all()).toEqual({ ntf_fast: "fast", ntf_slow: "slow" }),
      };
    });
    expect(moments).toBeGreaterThanOrEqual(2);
  });

  it("if it is made and appended at any moment of a pull, also of a first one, in pages of one", async () => {
    for (const isFirst of [true, false]) {
      const moments = await atEachMoment(async () => {
        const actor = somebody();
        const device = new Device(actor);
        if (!isFirst) await device.all();
        await Feed.append(await Promise.all(["ntf_1", "ntf_2", "ntf_3"].map((id) => tell(actor, id, "old"))));
        return {
          work: () => device.all(1),
          meanwhile: async () => {
            const changed = [await forget(actor, "ntf_1"), await tell(actor, "ntf_2", "new")];
            await Feed.append([...changed, await tell(actor, "ntf_4", "new")]);
          },
          after: async () => expect(await device.all()).toEqual({ ntf_2: "new", ntf_3: "old", ntf_4: "new" }),
        };
      });
      expect(moments).toBeGreaterThan(8);
    }
  });

  it("if it was made during a first pull, which is not over before it", async () => {
    const actor = somebody();
    const device = new Device(actor);
    await Feed.append([await tell(actor, "ntf_1", "old")]);
    await device.page(1);
    await Feed.append([await tell(actor, "ntf_1", "new")]);
    expect(await device.all(1)).toEqual({ ntf_1: "new" });
  });
});

describe("a table that was restored to an earlier moment", () => {
  /** A user's device that knows three changes, in a table that knows one. */
  async function restored() {
    const actor = somebody();
    const device = new Device(actor);
    const told = async (id: string) => Feed.append([await tell(actor, id, "told")]);
    await told("ntf_1");
    const until: Table.Item[] = await Table.queryAll({ pk: `USER#${actor.userId}` });
    await told("ntf_2");
    await told("ntf_3");
    await device.all();
    for (const item of await Table.queryAll({ pk: `USER#${actor.userId}` }))
      await Table.remove(keyOfItem(item));
    for (const item of until) await Table.put(item as Table.Item & Key);
    return { actor, device, told };
  }

  it("makes a device start over that knows changes which are gone", async () => {
    const { actor, device } = await restored();
    await expect(device.all()).rejects.toThrow(expect.objectContaining({ code: "CURSOR_EXPIRED" }));
    expect(await new Device(actor).all()).toEqual({ ntf_1: "told" });
  });

  it("makes it start over too if other changes took its numbers", async () => {
    const { actor, device, told } = await restored();
    Clock.setOffset(Clock.offset() + 120_000);
    for (const id of ["ntf_4", "ntf_5", "ntf_6"]) await told(id);
    await expect(device.all()).rejects.toThrow(expect.objectContaining({ code: "CURSOR_EXPIRED" }));
    const anew = new Device(actor);
    expect(Object.keys(await anew.all())).toEqual(["ntf_1", "ntf_4", "ntf_5", "ntf_6"]);
    await told("ntf_7");
    expect(Object.keys(await anew.all())).toHaveLength(5);
    Clock.setOffset(0);
  });

  it("is not assumed if a change is as old as changes are stored", async () => {
    const actor = somebody();
    const device = new Device(actor);
    await Feed.append([await tell(actor, "ntf_1", "told")]);
    await device.all();
    for (const item of await Table.queryAll({ pk: `USER#${actor.userId}`, beginsWith: "SYNC#" }))
      await Table.remove(keyOfItem(item));
    expect(await device.all()).toEqual({ ntf_1: "told" });
  });
});

describe("a first pull", () => {
  it("answers and continues, however many items are not shown to devices", async () => {
    const actor = somebody();
    const at = Clock.nowIso();
    const entry = { iban: "FR7630006000011234567890189", version: 1n, createdAt: at, updatedAt: at };
    // A former owner's are read, and are none of the account's any more.
    const put = (beneficiaryId: string, ownershipId: string) =>
      Table.put(
        beneficiary.item({ userId: actor.userId, beneficiaryId, ownershipId, name: "Ada", ...entry }),
      );
    for (let index = 100; index < 220; index++) await put(`ben_${index}`, "former");
    await put("ben_000", actor.ownershipId);
    const collections = ["beneficiaries"] as const;
    const ids: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    for (let hasMore = true; hasMore; pages++) {
      const given = await pull(actor, { cursor, collections, limit: 1 });
      ids.push(...given.changes.map(({ id }) => id));
      ({ cursor, hasMore } = given);
    }
    expect(ids).toEqual(["ben_000"]);
    expect(pages).toBeGreaterThanOrEqual(3);
  });
});

describe("a hold", () => {
  it("is pending on a device until it is released, although its line stays as it was", async () => {
    const owner = someone();
    const wallet = await funded(owner, "EUR", 0n);
    const holdId = Ids.create("hold");
    await Policy.post({
      type: "TOP_UP",
      postings: [
        { ...systemRef("live", "clearing:psp", "EUR"), bucket: "available", amount: -500n },
        { ...wallet, bucket: "held", amount: 500n },
      ],
      holds: [{ ...wallet, holdId, change: 500n }],
      initiator: wallet.account,
      actorId: owner.userId,
      reason: "payment pi_1",
      result: () => null,
    });
    const actor = onDevice(owner);
    const asked = { collections: ["transactions"] as const, limit: 100 };
    const stands = ({ changes }: Awaited<ReturnType<typeof pull>>) =>
      changes.flatMap(({ record }) => (record?.collection === "transactions" ? [record.value.status] : []));
    const first = await pull(actor, asked);
    expect(stands(first)).toEqual(["pending"]);
    const movement = { actorId: "bank", reason: "cleared", result: () => null };
    await Policy.release({ ...wallet, holdId }, undefined, movement);
    await Feed.append([hold.key({ holdId })]);
    expect(stands(await pull(actor, { ...asked, cursor: first.cursor }))).toEqual(["completed"]);
  });

  it("without a known owner is in no feed", async () => {
    expect(await touchedBy(hold.key({ holdId: Ids.create("hold") }))).toEqual([]);
  });
});

const entry = (seq: number, id = `n${seq}`, ageMs = 0): Entry => ({
  seq,
  collection: "notifications",
  id,
  of: { pk: "USER#1", sk: id },
  at: new Date(Clock.nowMs() - ageMs).toISOString(),
});
const numbers = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);

describe("what comes after a cursor", () => {
  it.each([
    ["nothing", 4, [], []],
    ["what follows without a gap", 4, [5, 6, 7], [5, 6, 7]],
    ["what stands before a transaction that is shown in parts", 4, [5, 7, 8], [5]],
    ["nothing where that begins it", 4, [6, 7], []],
  ])("is %s", (_, seq, found, expected) => {
    expect(
      numbers(
        following(
          seq,
          found.map((one) => entry(one)),
        ),
      ),
    ).toEqual(expected);
  });

  it("is unknown if its beginning is gone for good", () => {
    expect(() => following(4, [entry(6, "n6", 61_000)])).toThrow(
      expect.objectContaining({ code: "CURSOR_EXPIRED" }),
    );
  });

  it("is each record once, at its latest change", () => {
    const entries = [entry(1, "a"), entry(2, "b"), entry(3, "a"), entry(4, "c")];
    expect(numbers(latest(entries))).toEqual([2, 3, 4]);
  });
});
