import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { createUser } from "../../tests/support/people.ts";
import { recordAccess } from "../identity/roles/people.ts";
import { hashOf } from "../identity/trail/chain.ts";
import { trailHead, trailLine } from "../identity/trail/entity.ts";
import * as Trail from "../identity/trail/index.ts";
import { ALL } from "../identity/trail/schema.ts";
import type { User } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import { audit } from "./index.ts";

withDatabase();
withSecrets();

const LINES = 8;
let [ada, ben, owner]: User[] = [];
let items: Table.Item[] = [];

beforeAll(async () => {
  [ada, ben, owner] = [await createUser("ADMIN"), await createUser("ADMIN"), await createUser()];
  const [one, other, { userId }] = [ada, ben, owner];
  for (let n = 0; n < 3; n++) await recordAccess(onWeb(one), userId, "mcp");
  // Concurrent actions of one author, and of two.
  await Promise.all(
    [one, one, other, other, one].map((author) => recordAccess(onWeb(author), userId, "mcp")),
  );
  for await (const item of Table.scan()) items = [...items, item];
});

const isLine = (item: Table.Item) => String(item["pk"]).startsWith("TRAIL#");
const isListed = (item: Table.Item) => item["pk"] === `TRAIL#${ALL}`;
const seqIs = (seq: bigint) => (item: Table.Item) =>
  isLine(item) && item["by"] === ada?.userId && item["seq"] === seq;

/** Returns the audit's findings with some items changed or removed. */
const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<string> => {
  expect(items.some(which)).toBe(true);
  const table = items.flatMap((item) => (which(item) ? change(item) : [item]));
  return (await audit(() => table)).differences.join("\n");
};
const same = (item: Table.Item) => [item];
const none = () => [];
const withoutChain = ({ seq: _seq, hash: _hash, previousHash: _previous, ...line }: Table.Item) => [line];

it("finds no difference in a correct trail, whose authors acted concurrently", async () => {
  expect(await when(isLine, same)).toBe("");
  expect(items.filter(isListed)).toHaveLength(LINES);
  const seqs = items.filter(isListed).flatMap(({ by, seq }) => (by === ada?.userId ? [seq] : []));
  expect(seqs.toSorted()).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
});

it.each(["deed", "by", "reason", "about", "at", "seq", "hash", "previousHash", "to"])(
  "reports a changed %s of a line, in the list of all actions, in the user's list and in both",
  async (name) => {
    const changed = (item: Table.Item) => [
      {
        ...item,
        [name]:
          name === "seq"
            ? 9n
            : name === "about"
              ? { by: "web" }
              : name === "deed"
                ? "user-blocked"
                : `${item[name]}x`,
      },
    ];
    for (const which of [isListed, (item: Table.Item) => !isListed(item), () => true])
      expect(await when((item) => seqIs(2n)(item) && which(item), changed)).not.toBe("");
  },
);

it("reports a line that is missing in one list or both, the first, one of the middle and the last", async () => {
  for (const seq of [1n, 4n, 6n])
    for (const which of [isListed, (item: Table.Item) => !isListed(item), () => true])
      expect(await when((item) => seqIs(seq)(item) && which(item), none)).not.toBe("");
  expect(await when(seqIs(6n), none)).toBe(`the trail's chain of ${ada?.userId} is broken after line 5`);
});

it("reports a line that was changed together with its hash, because the next line has the previous hash", async () => {
  const forged = (item: Table.Item) => {
    const line = { ...trailLine.parse(item), reason: "forged" };
    return [{ ...item, ...line, hash: hashOf(line as Parameters<typeof hashOf>[0]) }];
  };
  expect(await when(seqIs(3n), forged)).toBe(`the trail's chain of ${ada?.userId} is broken after line 3`);
});

it("reports a missing or changed end of a chain", async () => {
  const isHead = (item: Table.Item) => item["pk"] === trailHead.key({ by: `${ada?.userId}` }).pk;
  expect(await when(isHead, none)).toContain("is broken after line 6");
  expect(await when(isHead, (item) => [{ ...item, seq: 5n }])).toContain("is broken after line 5");
});

it("reports a line whose position in the chain was removed, whole or in part", async () => {
  expect(await when(seqIs(6n), withoutChain)).toContain("is broken after line 5");
  const partly = ({ hash: _hash, ...line }: Table.Item) => [line];
  expect(await when(seqIs(6n), partly)).toContain("only a part of its position");
});

it("accepts lines without a hash of earlier versions, and reports those of a day or more after the first chained line", async () => {
  const [line] = items.filter(isListed).filter(({ by }) => by === ada?.userId);
  const old = (atMs: number) => {
    const at = new Date(atMs).toISOString();
    const made = { ...trailLine.parse(line as Table.Item), deedId: `ded_${atMs}`, at };
    const lists = [ALL, `${owner?.userId}`];
    return lists.flatMap((list) => withoutChain({ ...made, ...trailLine.key({ ...made, list }) }));
  };
  const nowMs = Clock.nowMs();
  const findings = async (atMs: number) => (await audit(() => [...items, ...old(atMs)])).differences;
  expect(await findings(nowMs - 400 * DAY_MS)).toEqual([]);
  expect(await findings(nowMs + DAY_MS / 2)).toEqual([]);
  expect((await findings(nowMs + 2 * DAY_MS)).join()).toMatch(/has no hash, but lines are hashed since/);
});

it("continues the chain of an author after lines without a hash, and hashes text as the table stores it", async () => {
  const author = { operator: "ops#1" };
  const record = { deed: "user-blocked", to: `${owner?.userId}`, reason: "half \ud83d of a pair" } as const;
  await Trail.record(author, record, []);
  await Trail.record(author, { ...record, about: { b: "2", a: "1" } }, []);
  const lines = (await Trail.list({ limit: 2 }, owner?.userId)).items;
  expect(lines.map(({ by, seq }) => [by, seq])).toEqual([
    ["operator:ops#1", 2n],
    ["operator:ops#1", 1n],
  ]);
  expect((await audit()).differences).toEqual([]);
});
