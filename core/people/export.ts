import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { RunningLine } from "../ledger/schema.ts";
import { cardAuthorization } from "../payments/issuing/authorizations/entity.ts";
import { transaction, transactionMetadata } from "../payments/records/entity.ts";
import * as Table from "../platform/table/index.ts";
import { SECRET } from "../platform/table/schema.ts";
import { OwnerGone } from "../reports/errors.ts";
import type { ReportFile } from "../reports/report.ts";
import { owned } from "../wallets/owned.ts";
import type { AnyEntity } from "./entities.ts";
import { entityOf, partitionsOf } from "./erased.ts";

/**
 * The export of a person's data (GDPR, articles 15 and 20): one JSON file of what the person's own partitions have, by
 * entity, and of each only what the entity says is exported. Of others it has what the person sees of them in the apps:
 * the name at the other end of a movement, and what they wrote.
 */

type Records = Map<string, unknown[]>;

/** Attributes that are ours alone, of what is exported whole. */
const INTERNAL = [
  "pk",
  "sk",
  "duePk",
  "dueSk",
  "ledgerDueAt",
  "ttl",
  "version",
  "ownershipId",
  "securityStamp",
];

/** What of an item its person is given; undefined where that is nothing. */
function shown(item: Table.Item, { exported }: AnyEntity): Record<string, unknown> | undefined {
  if (exported === undefined) return undefined;
  const names = exported === "all" ? Object.keys(item).filter((one) => !INTERNAL.includes(one)) : exported;
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}

function keep(records: Records, entity: AnyEntity, one: Record<string, unknown> | undefined): void {
  if (!one) return;
  const kept = records.get(entity.name);
  if (kept) kept.push(one);
  else records.set(entity.name, [one]);
}

/**
 * Makes the file. @param checkpoint lets others work; throws when the work is of no use any more
 * @throws OWNER_GONE
 */
export async function exportOf(
  { userId }: { readonly userId: string },
  checkpoint: () => Promise<void>,
): Promise<ReportFile> {
  const user = await Users.fromId(userId);
  if (!user || user.blocked) throw fail(OwnerGone);
  const records: Records = new Map();
  for (const pk of (await partitionsOf(userId)).filter((one) => !one.startsWith(SECRET)))
    for await (const items of Table.pages({ pk })) {
      for (const item of items) await ofItem(records, item);
      await checkpoint();
    }
  await histories(records, userId, checkpoint);
  const count = [...records.values()].reduce((sum, all) => sum + all.length, 0);
  const file = {
    format: "svc.export/1",
    account: userId,
    createdAt: Clock.nowIso(),
    about:
      "Times are ISO 8601 in UTC. Amounts are whole numbers, as text, of the smallest unit of their asset: cents of a euro, satoshi, wei.",
    records: Object.fromEntries([...records].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return {
    name: "my-data.json",
    contentType: "application/json",
    body: Buffer.from(JSON.stringify(file, plain, 1)),
    result: { records: count },
  };
}

async function ofItem(records: Records, item: Table.Item): Promise<void> {
  const entity = entityOf(item);
  const one = shown(item, entity);
  if (entity !== transaction || !one) return keep(records, entity, one);
  const noted = await Table.find(transactionMetadata, transaction.parse(item));
  keep(records, entity, { ...one, ...(noted && { metadata: noted.metadata }) });
}

/** All that has moved in the person's accounts, with what was written and bought. */
async function histories(records: Records, userId: string, checkpoint: () => Promise<void>): Promise<void> {
  const purchases = new Set<string>();
  for (const { id } of await owned({ userId, mode: "live" }))
    for await (const items of Table.pages({ pk: historyLine.partition({ walletId: id }) })) {
      const lines = items.map((item): RunningLine => historyLine.parse(item));
      const entries = await Table.getMany(lines.map((line) => journalEntry.key(line)));
      lines.forEach((line, at) => {
        const entry = entries[at] && fromItem(entries[at]);
        if (entry?.reference?.kind === "issuing_authorization") purchases.add(entry.reference.id);
        keep(records, historyLine, { ...shown({ ...line }, historyLine), description: entry?.reason });
      });
      await checkpoint();
    }
  const found = await Table.getMany(
    [...purchases].map((authorizationId) => cardAuthorization.key({ authorizationId })),
  );
  for (const item of found) if (item) keep(records, cardAuthorization, shown(item, cardAuthorization));
}

/** JSON of what the table has. */
const plain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Set ? [...value] : value;
};
