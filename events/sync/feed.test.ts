import { DeleteItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordAccess } from "../../core/identity/roles/people.ts";
import * as Trail from "../../core/identity/trail/index.ts";
import { journalEntry } from "../../core/ledger/entity.ts";
import { log } from "../../core/platform/log.ts";
import { db } from "../../core/platform/table/dynamodb.ts";
import type { StoredKey } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Policy from "../../core/policy/index.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { createUser } from "../../tests/support/people.ts";
import { withPlatform } from "../../tests/support/platform.ts";

/** Changes of append-only items, from the write to the report, over the table's stream. */

const platform = withPlatform({ seeded: false });

let reported: unknown[] = [];
beforeEach(() => {
  vi.spyOn(log, "error").mockImplementation((...line: unknown[]) => void reported.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  reported = [];
});

/** Changes or deletes an item as an attacker with rights on the table would: without the code's own checks. */
async function tamper(how: "change" | "delete", { pk, sk }: StoredKey): Promise<void> {
  const item = { TableName: Table.tableName(), Key: { pk: { S: pk }, sk: { S: sk } } };
  if (how === "delete") await db().send(new DeleteItemCommand(item));
  else await db().send(new UpdateItemCommand({ ...item, UpdateExpression: "SET reason = sk" }));
}

it("reports no entry of the journal and no line of the trail that is appended", async () => {
  const wallet = await createFundedWallet(newActor(), "EUR", 1_000n);
  const treasury = { account: "treasury", asset: "EUR" };
  const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };
  const entryId = await Policy.transfer(wallet, treasury, 100n, by);
  await Policy.reverse(entryId, by);
  await recordAccess(onWeb(await createUser("ADMIN")), (await createUser()).userId, "mcp");
  await platform.drain();
  expect(reported).toEqual([]);
});

it.each([
  ["change", "MODIFY"],
  ["delete", "REMOVE"],
] as const)("reports the %s of an entry and of a line, with its key and a metric", async (how, eventName) => {
  const wallet = await createFundedWallet(newActor(), "EUR", 1_000n);
  const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };
  const entryId = await Policy.transfer(wallet, { account: "treasury", asset: "EUR" }, 100n, by);
  const { userId } = await createUser();
  await recordAccess(onWeb(await createUser("ADMIN")), userId, "mcp");
  const { deedId } = (await Trail.list({ limit: 1 }, userId)).items[0] as { deedId: string };
  const keys = [journalEntry.key({ entryId }), { pk: `TRAIL#${userId}`, sk: `DEED#${deedId}` }];
  for (const key of keys) await tamper(how, key);
  await platform.drain();
  for (const { pk, sk } of keys)
    expect(reported).toContainEqual([
      "append-only: item of the journal or the audit trail changed or deleted, treat it as tampering",
      expect.objectContaining({ pk, sk, eventName, appendOnlyChanges: 1 }),
    ]);
  expect(reported).toHaveLength(2);
});
