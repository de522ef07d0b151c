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
import type { ReportFile } from "../reports/report.ts";
import { OwnerGone } from "../reports/schema.ts";
import { owned } from "../wallets/owned.ts";
import { type AnyEntity, entityOf, partitionsOf } from "./inventory.ts";

/**
 * Exports personal data (GDPR, articles 15 and 20) as one JSON file: the items of the user's own partitions, by entity, limited to
 * the attributes that the entity exports. Data of other users is limited to what the apps show: the name of a movement's other
 * party, and its message.
 */

type Records = Map<string, unknown[]>;

/** Internal attributes, which an export of `all` omits. */
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

/** Adds the exported attributes of an item to the records. */
function addRecord(
  records: Records,
  { name, exported }: AnyEntity,
  item: Table.Item,
  more: object = {},
): void {
  if (exported === undefined) return;
  const names = exported === "all" ? Object.keys(item).filter((one) => !INTERNAL.includes(one)) : exported;
  const shown = names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  const known = records.get(name);
  const record = { ...Object.fromEntries(shown), ...more };
  if (known) known.push(record);
  else records.set(name, [record]);
}

/**
 * Creates the file. @param checkpoint lets other work run, and throws if the job was canceled
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
      for (const item of items) await addItem(records, item);
      await checkpoint();
    }
  await addHistories(records, userId, checkpoint);
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
    body: Buffer.from(JSON.stringify(file, toPlain, 1)),
    result: { records: [...records.values()].flat().length },
  };
}

async function addItem(records: Records, item: Table.Item): Promise<void> {
  const entity = entityOf(item);
  if (entity !== transaction) return addRecord(records, entity, item);
  const found = await Table.find(transactionMetadata, transaction.parse(item));
  addRecord(records, entity, item, found && { metadata: found.metadata });
}

/** Adds every movement in the user's accounts, with its message and card purchase. */
async function addHistories(
  records: Records,
  userId: string,
  checkpoint: () => Promise<void>,
): Promise<void> {
  const purchases = new Set<string>();
  for (const { id } of await owned({ userId, mode: "live" }))
    for await (const items of Table.pages({ pk: historyLine.partition({ walletId: id }) })) {
      const lines = items.map((item): RunningLine => historyLine.parse(item));
      const entries = await Table.getMany(lines.map((line) => journalEntry.key(line)));
      lines.forEach((line, at) => {
        const entry = entries[at] && fromItem(entries[at]);
        if (entry?.reference?.kind === "issuing_authorization") purchases.add(entry.reference.id);
        addRecord(records, historyLine, { ...line }, { description: entry?.reason });
      });
      await checkpoint();
    }
  const keys = [...purchases].map((authorizationId) => cardAuthorization.key({ authorizationId }));
  for (const item of await Table.getMany(keys)) if (item) addRecord(records, cardAuthorization, item);
}

/** Converts stored values to JSON. */
const toPlain = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Set ? [...value] : value;
};
