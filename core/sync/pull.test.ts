import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onDevice, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { createFundedWallet, newActor as newUser } from "../../tests/support/ledger.ts";
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
import { changedRecordsOf } from "./collections.ts";
import type { Entry } from "./entity.ts";
import * as Feed from "./feed.ts";
import { entriesAfter, latestPerRecord, pull } from "./pull.ts";

withSecrets();
const database = withDatabase();

const newActor = (): MobileActor =>
  onDevice({ userId: Ids.create("user"), role: "PARTICULIER", name: "Ada", email: "ada@example.com" });

/** Stores a notice with a title. @returns its key */
async function putNotice({ userId }: MobileActor, notificationId: string, title: string): Promise<Key> {
  const occurredAt = Clock.nowIso();
  const eventId = notificationId;
  await Table.put(
    notice.item({
      ...{ userId, notificationId, eventId, type: "t", category: "jobs", title, body: "", occurredAt },
    }),
  );
  return notice.key({ userId, notificationId });
}

async function removeNotice({ userId }: MobileActor, notificationId: string): Promise<Key> {
  const key = notice.key({ userId, notificationId });
  await Table.remove(key);
  return key;
}

/** A device that copies the titles of its user's notices. */
class Device {
  readonly titles = new Map<string, string>();
  readonly #actor: MobileActor;
  #cursor: string | undefined;

  constructor(actor: MobileActor) {
    this.#actor = actor;
  }

  async page(limit = 100): Promise<boolean> {
    const collections = ["notifications"] as const;
    const page = await pull(this.#actor, { cursor: this.#cursor, collections, limit });
    for (const { id, record } of page.changes)
      if (record?.collection === "notifications") this.titles.set(id, record.value.title);
      else this.titles.delete(id);
    this.#cursor = page.cursor;
    return page.hasMore;
  }

  async all(limit?: number): Promise<Record<string, string>> {
    while (await this.page(limit));
    return Object.fromEntries([...this.titles].toSorted());
  }
}

/**
 * Runs `work` repeatedly, with `concurrent` completed before its n-th call to the table, for each n.
 * @param prepare returns both functions, and the check of the result
 */
async function atEachMoment(
  prepare: () => Promise<{
    readonly work: () => Promise<unknown>;
    readonly concurrent: () => Promise<unknown>;
    readonly after: () => Promise<void>;
  }>,
): Promise<number> {
  for (let moment = 0; ; moment++) {
    const { work, concurrent, after } = await prepare();
    let calls = 0;
    await interleave(database.endpoint, work, () => (calls++ === moment ? concurrent() : undefined));
    if (calls <= moment) return moment;
    await after();
  }
}

describe("no change is lost behind a cursor", () => {
  it("if another change is appended and pulled at any moment of its append", async () => {
    const moments = await atEachMoment(async () => {
      const actor = newActor();
      const device = new Device(actor);
      await device.all();
      const [slow, fast] = [
        await putNotice(actor, "ntf_slow", "slow"),
        await putNotice(actor, "ntf_fast", "fast"),
      ];
      return {
        work: () => Feed.append([slow]),
        concurrent: async () => {
          await Feed.append([fast]);
          await device.all();
        },
        after: async () => expect(await device.all()).toEqual({ ntf_fast: "fast", ntf_slow: "slow" }),
      };
    });
    expect(moments).toBeGreaterThanOrEqual(2);
  });

  it("if it is made and appended at any moment of a pull or a snapshot, in pages of one", async () => {
    for (const isFirst of [true, false]) {
      const moments = await atEachMoment(async () => {
        const actor = newActor();
        const device = new Device(actor);
        if (!isFirst) await device.all();
        await Feed.append(
          await Promise.all(["ntf_1", "ntf_2", "ntf_3"].map((id) => putNotice(actor, id, "old"))),
        );
        return {
          work: () => device.all(1),
          concurrent: async () => {
            const changed = [await removeNotice(actor, "ntf_1"), await putNotice(actor, "ntf_2", "new")];
            await Feed.append([...changed, await putNotice(actor, "ntf_4", "new")]);
          },
          after: async () => expect(await device.all()).toEqual({ ntf_2: "new", ntf_3: "old", ntf_4: "new" }),
        };
      });
      expect(moments).toBeGreaterThan(8);
    }
  });

  it("if it was made during a snapshot", async () => {
    const actor = newActor();
    const device = new Device(actor);
    await Feed.append([await putNotice(actor, "ntf_1", "old")]);
    await device.page(1);
    await Feed.append([await putNotice(actor, "ntf_1", "new")]);
    expect(await device.all(1)).toEqual({ ntf_1: "new" });
  });
});

describe("a table that was restored to an earlier moment", () => {
  /** Returns a device that has three changes, with a restored table that has one. */
  async function restored() {
    const actor = newActor();
    const device = new Device(actor);
    const notify = async (id: string) => Feed.append([await putNotice(actor, id, "new")]);
    await notify("ntf_1");
    const backup: Table.Item[] = await Table.queryAll({ pk: `USER#${actor.userId}` });
    await notify("ntf_2");
    await notify("ntf_3");
    await device.all();
    for (const item of await Table.queryAll({ pk: `USER#${actor.userId}` }))
      await Table.remove(keyOfItem(item));
    for (const item of backup) await Table.put(item as Table.Item & Key);
    return { actor, device, notify };
  }

  it("makes a device start over if the table lacks changes that the device has", async () => {
    const { actor, device } = await restored();
    await expect(device.all()).rejects.toThrow(expect.objectContaining({ code: "CURSOR_EXPIRED" }));
    expect(await new Device(actor).all()).toEqual({ ntf_1: "new" });
  });

  it("makes a device start over if other changes have reused the numbers of its changes", async () => {
    const { actor, device, notify } = await restored();
    Clock.setOffset(Clock.offset() + 120_000);
    for (const id of ["ntf_4", "ntf_5", "ntf_6"]) await notify(id);
    await expect(device.all()).rejects.toThrow(expect.objectContaining({ code: "CURSOR_EXPIRED" }));
    const restarted = new Device(actor);
    expect(Object.keys(await restarted.all())).toEqual(["ntf_1", "ntf_4", "ntf_5", "ntf_6"]);
    await notify("ntf_7");
    expect(Object.keys(await restarted.all())).toHaveLength(5);
    Clock.setOffset(0);
  });

  it("is not assumed if the change at the device's cursor has expired", async () => {
    const actor = newActor();
    const device = new Device(actor);
    await Feed.append([await putNotice(actor, "ntf_1", "new")]);
    await device.all();
    for (const item of await Table.queryAll({ pk: `USER#${actor.userId}`, beginsWith: "SYNC#" }))
      await Table.remove(keyOfItem(item));
    expect(await device.all()).toEqual({ ntf_1: "new" });
  });
});

describe("a snapshot", () => {
  it("returns pages and a cursor even if many items are not shown", async () => {
    const actor = newActor();
    const at = Clock.nowIso();
    const entry = { iban: "FR7630006000011234567890189", version: 1n, createdAt: at, updatedAt: at };
    // The beneficiaries of a former owner are read, but not shown.
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
      const page = await pull(actor, { cursor, collections, limit: 1 });
      ids.push(...page.changes.map(({ id }) => id));
      ({ cursor, hasMore } = page);
    }
    expect(ids).toEqual(["ben_000"]);
    expect(pages).toBeGreaterThanOrEqual(3);
  });
});

describe("a hold", () => {
  it("is pending on a device until it is released, although its history line does not change", async () => {
    const owner = newUser();
    const wallet = await createFundedWallet(owner, "EUR", 0n);
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
    const request = { collections: ["transactions"] as const, limit: 100 };
    const statusesOf = ({ changes }: Awaited<ReturnType<typeof pull>>) =>
      changes.flatMap(({ record }) => (record?.collection === "transactions" ? [record.value.status] : []));
    const first = await pull(actor, request);
    expect(statusesOf(first)).toEqual(["pending"]);
    const movement = { actorId: "bank", reason: "cleared", result: () => null };
    await Policy.release({ ...wallet, holdId }, undefined, movement);
    await Feed.append([hold.key({ holdId })]);
    expect(statusesOf(await pull(actor, { ...request, cursor: first.cursor }))).toEqual(["completed"]);
  });

  it("of an unknown owner is in no feed", async () => {
    expect(await changedRecordsOf(hold.key({ holdId: Ids.create("hold") }))).toEqual([]);
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

describe("the entries after a cursor", () => {
  it.each([
    ["empty for an empty feed", 4, [], []],
    ["all if they have no gap", 4, [5, 6, 7], [5, 6, 7]],
    ["those before a partly visible transaction", 4, [5, 7, 8], [5]],
    ["none after a gap at the beginning", 4, [6, 7], []],
  ])("are %s", (_, seq, found, expected) => {
    expect(
      numbers(
        entriesAfter(
          seq,
          found.map((one) => entry(one)),
        ),
      ),
    ).toEqual(expected);
  });

  it("expire the cursor if the gap at the beginning is older than a minute", () => {
    expect(() => entriesAfter(4, [entry(6, "n6", 61_000)])).toThrow(
      expect.objectContaining({ code: "CURSOR_EXPIRED" }),
    );
  });

  it("contain each record once, at its latest change", () => {
    const entries = [entry(1, "a"), entry(2, "b"), entry(3, "a"), entry(4, "c")];
    expect(numbers(latestPerRecord(entries))).toEqual([2, 3, 4]);
  });
});
