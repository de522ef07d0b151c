import * as z from "zod";
import { testWithdrawal, withdrawal } from "../banking/withdrawals/entity.ts";
import { type Withdrawal, withdrawalItem } from "../banking/withdrawals/schema.ts";
import * as Exchange from "../defi/exchange/entity.ts";
import { parsePositionId } from "../defi/exchange/pairs.ts";
import * as ExchangeSchema from "../defi/exchange/schema.ts";
import * as Farming from "../defi/farming/entity.ts";
import { parsePositionId as parseFarmingId } from "../defi/farming/names.ts";
import * as FarmingSchema from "../defi/farming/schema.ts";
import * as Staking from "../defi/staking/entity.ts";
import type { PaidSum, StakedPart } from "../defi/staking/schema.ts";
import { type Mode, mode as modeSchema, type Owner } from "../kernel/mode.ts";
import { parseWalletId, walletRef } from "../ledger/accounts.ts";
import {
  accountIban,
  debt as debtItem,
  historyLine,
  hold,
  journalEntry,
  reversalMark,
  systemShard,
  walletAccount,
} from "../ledger/entity.ts";
import { lineKey } from "../ledger/entry.ts";
import { type Flag, flag } from "../ledger/flags/entity.ts";
import { openReservations, reservation } from "../ledger/reservations/entity.ts";
import type { Reservation } from "../ledger/reservations/schema.ts";
import {
  type AccountRef,
  type AccountState,
  accountState,
  type Entry,
  entryItem,
  type Hold,
  historyItem,
  holdItem,
  type RunningLine,
  reversalItem,
  shardItem,
} from "../ledger/schema.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import type { Card as LoyaltyCard } from "../loyalty/cards/schema.ts";
import { pendingReward } from "../loyalty/saveback/entity.ts";
import * as Saveback from "../loyalty/saveback/pending.ts";
import { rewardItem } from "../loyalty/saveback/schema.ts";
import * as CardEntities from "../payments/issuing/authorizations/entity.ts";
import type {
  Authorization,
  CardDispute,
  CardTransaction,
} from "../payments/issuing/authorizations/schema.ts";
import { madePayment } from "../payments/made/entity.ts";
import type { Made } from "../payments/made/schema.ts";
import * as Due from "../platform/due/index.ts";
import type { Item, StoredKey } from "../platform/table/index.ts";
import * as Stakes from "./staking-items.ts";

const strict = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.strictObject({ ...shape, pk: z.string(), sk: z.string() });
const poolItem = strict(ExchangeSchema.pool);
const positionItem = strict(ExchangeSchema.position);
const farmItem = strict(FarmingSchema.farm);
const farmingItem = strict(FarmingSchema.position);

/** The ledger's items as the audit finds them in the table. */
export type Found =
  | { readonly kind: "entry"; readonly entry: Entry }
  | {
      readonly kind: "wallet";
      readonly ref: AccountRef;
      readonly state: AccountState;
      readonly iban: string | undefined;
    }
  | { readonly kind: "iban"; readonly iban: string; readonly walletId: string }
  | { readonly kind: "shard"; readonly ref: AccountRef; readonly balance: bigint }
  | { readonly kind: "line"; readonly line: RunningLine }
  | { readonly kind: "hold"; readonly hold: Hold }
  | { readonly kind: "reversal"; readonly entryId: string; readonly reversedBy: string }
  | { readonly kind: "pool"; readonly pool: z.output<typeof poolItem> }
  | { readonly kind: "position"; readonly position: z.output<typeof positionItem> }
  | { readonly kind: "farm"; readonly farm: FarmingSchema.Farm }
  | { readonly kind: "farming position"; readonly position: FarmingSchema.Position }
  | { readonly kind: "stake"; readonly position: z.output<typeof Stakes.position> }
  | {
      readonly kind: "stake totals";
      readonly owner: Owner;
      readonly totals: z.output<typeof Stakes.totals>;
    }
  | { readonly kind: "staked shard"; readonly mode: Mode; readonly poolId: string; readonly part: StakedPart }
  | { readonly kind: "staking pool" }
  | { readonly kind: "compounding"; readonly plan: z.output<typeof Stakes.plan> }
  | { readonly kind: "paid reward"; readonly paid: z.output<typeof Stakes.paid> }
  | { readonly kind: "paid sum"; readonly owner: Owner; readonly poolId: string; readonly sum: PaidSum }
  | { readonly kind: "reward"; readonly reward: z.output<typeof rewardItem> }
  | { readonly kind: "withdrawal"; readonly withdrawal: Withdrawal }
  | {
      readonly kind: "reservation";
      readonly reservation: Reservation;
      /** When the schedule ends it, by the clock of its ledger. */
      readonly dueAt: string | undefined;
    }
  | { readonly kind: "open reservations"; readonly open: ReturnType<typeof openReservations.parse> }
  | { readonly kind: "payment"; readonly payment: Made }
  | { readonly kind: "debt"; readonly debt: z.output<typeof debtItem.schema> }
  | { readonly kind: "suspense"; readonly flag: Flag }
  | { readonly kind: "loyalty card"; readonly card: LoyaltyCard }
  | { readonly kind: "card authorization"; readonly authorization: Authorization }
  | { readonly kind: "card transaction"; readonly transaction: CardTransaction }
  | { readonly kind: "card dispute"; readonly dispute: CardDispute }
  /** An item of the ledger that does not read as one, and why. */
  | { readonly kind: "broken"; readonly problem: string };

/** What of the ledger an item is, or undefined when it belongs to another part of the platform. */
export function recognize(item: Item): Found | undefined {
  const pk = String(item["pk"]);
  const sk = String(item["sk"]);
  if (pk.startsWith("ENTRY#") && sk === "REVERSAL") {
    return read(item, reversalItem, reversalMark, (mark) => ({ kind: "reversal", ...mark }));
  }
  if (pk.startsWith("ENTRY#"))
    return read(item, entryItem, journalEntry, (entry) => ({ kind: "entry", entry }));
  if (pk.startsWith("USER#") && sk.startsWith("WALLET#")) return wallet(item, pk, sk);
  if (pk.startsWith("SYSTEM#")) return shard(item, pk);
  if (pk.startsWith("IBAN#")) {
    const { iban = "?" } = accountIban.paramsOf({ pk, sk }) ?? {};
    const its = keyed(accountIban, () => accountIban.key({ iban }));
    return read(item, accountIban.schema, its, ({ walletId }) => ({ kind: "iban", iban, walletId }));
  }
  if (pk.startsWith("HISTORY#"))
    return read(item, historyItem, keyed(historyLine, lineKey), (line) => ({ kind: "line", line }));
  if (pk.startsWith("HOLD#")) return read(item, holdItem, hold, (one) => ({ kind: "hold", hold: one }));
  if (pk.startsWith("POOL#"))
    return read(item, poolItem, Exchange.pool, (one) => ({ kind: "pool", pool: one }));
  if (pk.startsWith("LIQUIDITY#")) {
    return read(item, positionItem, keyed(Exchange.position, keyOfPosition), (one) => ({
      kind: "position",
      position: one,
    }));
  }
  if (pk.startsWith("FARMS#")) return read(item, farmItem, Farming.farm, (farm) => ({ kind: "farm", farm }));
  if (pk.startsWith("FARMING#"))
    return read(item, farmingItem, keyed(Farming.position, keyOfFarming), (one) => ({
      kind: "farming position",
      position: one,
    }));
  if (pk.startsWith("SAVEBACK#"))
    return read(item, rewardItem, keyed(pendingReward, Saveback.pendingKey), (reward) => ({
      kind: "reward",
      reward,
    }));
  if (pk.startsWith("USER#") && sk.startsWith(withdrawal.prefix))
    return read(item, withdrawalItem, withdrawal, (one) => ({ kind: "withdrawal", withdrawal: one }));
  if (pk.startsWith("WITHDRAWALS#"))
    return read(item, withdrawalItem, testWithdrawal, (one) => ({ kind: "withdrawal", withdrawal: one }));
  if (pk.startsWith("RESERVATIONS#") && sk.startsWith(reservation.prefix))
    return read(item, reservation.schema, reservation, (one) => ({
      kind: "reservation",
      reservation: one,
      dueAt: Due.timeOf(item),
    }));
  if (pk.startsWith("RESERVATIONS#"))
    return read(item, openReservations.schema, openReservations, (open) => ({
      kind: "open reservations",
      open,
    }));
  if (pk.startsWith("USER#") && sk.startsWith(madePayment.prefix))
    return read(item, madePayment.schema, madePayment, (payment) => ({ kind: "payment", payment }));
  if (pk.startsWith("USER#") && sk.startsWith("OWED#"))
    return read(item, debtItem.schema, debtItem, (debt) => ({ kind: "debt", debt }));
  if (pk.startsWith("USER#") && sk.startsWith(loyaltyCard.prefix))
    return read(item, loyaltyCard.schema, loyaltyCard, (card) => ({ kind: "loyalty card", card }));
  if (pk === flag.partition({}) && item["kind"] === "suspense")
    return read(item, flag.schema, flag, (one) => ({ kind: "suspense", flag: one }));
  return card(item, pk) ?? stake(item, pk, sk);
}

/** What of issued cards an item is. */
function card(item: Item, pk: string): Found | undefined {
  const { cardAuthorization, cardTransaction, cardDispute } = CardEntities;
  if (pk.startsWith("CARDAUTHORIZATION#"))
    return read(item, cardAuthorization.schema, cardAuthorization, (authorization) => ({
      kind: "card authorization",
      authorization,
    }));
  if (pk.startsWith("CARDTRANSACTION#"))
    return read(item, cardTransaction.schema, cardTransaction, (transaction) => ({
      kind: "card transaction",
      transaction,
    }));
  if (pk.startsWith("CARDDISPUTE#"))
    return read(item, cardDispute.schema, cardDispute, (dispute) => ({ kind: "card dispute", dispute }));
  return undefined;
}

/** What of staking an item is. */
function stake(item: Item, pk: string, sk: string): Found | undefined {
  const [kind, ledger = "", id = "", shard = ""] = pk.split("#");
  const mode = modeSchema.safeParse(ledger).data ?? "live";
  if (kind === "STAKES" && sk.startsWith(Staking.openPosition.prefix))
    return read(item, Stakes.position, Staking.openPosition, (position) => ({ kind: "stake", position }));
  if (kind === "STAKES" && sk.startsWith(Staking.completedPosition.prefix))
    return read(item, Stakes.completed, Staking.completedPosition, (position) => ({
      kind: "stake",
      position,
    }));
  if (kind === "STAKES" && sk.startsWith(Staking.compoundingStake.prefix))
    return read(item, Stakes.plan, Staking.compoundingStake, (plan) => ({ kind: "compounding", plan }));
  if (kind === "STAKES") {
    const owner = { mode, userId: id };
    const its = keyed(Staking.stakeTotals, () => Staking.stakeTotals.key(owner));
    return read(item, Stakes.totals, its, (totals) => ({ kind: "stake totals", owner, totals }));
  }
  if (kind === "STAKEREWARDS" && sk.startsWith(Staking.paidReward.prefix))
    return read(item, Stakes.paid, Staking.paidReward, (paid) => ({ kind: "paid reward", paid }));
  if (kind === "STAKEREWARDS") {
    const owner = { mode, userId: id };
    const poolId = sk.slice(Staking.paidSum.prefix.length);
    const its = keyed(Staking.paidSum, () => Staking.paidSum.key({ ...owner, poolId }));
    return read(item, Stakes.paidSum, its, ({ paid, compounded }) => ({
      kind: "paid sum",
      owner,
      poolId,
      sum: { paid, compounded },
    }));
  }
  if (kind === "STAKINGPOOL" && sk === "STAKED") {
    const its = keyed(Staking.stakedShard, () => Staking.stakedShard.key({ mode, poolId: id, shard }));
    return read(item, Stakes.shard, its, ({ staked, unearned }) => ({
      kind: "staked shard",
      mode,
      poolId: id,
      part: { staked, unearned },
    }));
  }
  if (kind === "STAKINGPOOL") {
    const its = keyed(Staking.stakingPool, () => Staking.stakingPool.key({ mode, poolId: id }));
    return read(item, Stakes.pool, its, () => ({ kind: "staking pool" }));
  }
  return undefined;
}

/** The key of a position whose id says so; none if the id says another one than the item. */
const keyOfPosition = ({ positionId, ...position }: ExchangeSchema.Position) => {
  const named = parsePositionId(positionId);
  const isIts =
    named?.mode === position.mode && named.userId === position.userId && named.pairId === position.pairId;
  return isIts ? Exchange.position.key(named) : { pk: "", sk: "" };
};

/** As `keyOfPosition`, of a farming position. */
const keyOfFarming = ({ positionId, ...position }: FarmingSchema.Position) => {
  const named = parseFarmingId(positionId);
  const isIts =
    named?.mode === position.mode && named.userId === position.userId && named.farmId === position.farmId;
  return isIts ? Farming.position.key(named) : { pk: "", sk: "" };
};

/** What the audit needs of an entity: how its items of other versions are read, and where each is. */
interface Its {
  migrated(item: Item): Item;
  key(content: never): StoredKey;
}

/** An entity, with another way to the key. */
const keyed = ({ migrated }: Pick<Its, "migrated">, key: Its["key"]): Its => ({ migrated, key });

/** Reads an item by its schema, and checks that it stands where its content says. */
const read = <S extends z.ZodType>(
  item: Item,
  schema: S,
  its: Its,
  found: (content: z.output<S>) => Found,
): Found =>
  parsed(item, schema, its, (content) => {
    const { pk, sk } = its.key(content as never);
    return item["pk"] === pk && item["sk"] === sk
      ? found(content)
      : { kind: "broken", problem: `${name(item)} holds what belongs to ${pk} ${sk}` };
  });

/** What an item is by its schema, of whatever version it is. */
function parsed<S extends z.ZodType>(
  item: Item,
  schema: S,
  { migrated }: Pick<Its, "migrated">,
  found: (content: z.output<S>) => Found,
): Found {
  let current: Item;
  try {
    current = migrated(item);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    return { kind: "broken", problem: `${name(item)} cannot be read as of the current version: ${why}` };
  }
  const { data, error } = schema.safeParse(current);
  return error ? broken(item, error) : found(data as z.output<S>);
}

const shownAccount = accountState.extend({ walletId: z.string(), iban: z.string().optional() });

const wallet = (item: Item, pk: string, sk: string): Found =>
  parsed(item, shownAccount, walletAccount, ({ walletId, iban, ...state }) => {
    const named = parseWalletId(walletId);
    const key = named && walletAccount.key(named);
    return key?.pk === pk && key.sk === sk
      ? { kind: "wallet", ref: walletRef(walletId), state, iban }
      : { kind: "broken", problem: `${name(item)} names the wallet ${walletId}` };
  });

const shard = (item: Item, pk: string): Found =>
  parsed(item, shardItem, systemShard, ({ account, asset, balance }) =>
    pk.startsWith(`SYSTEM#${account}#${asset}#`)
      ? { kind: "shard", ref: { account, asset }, balance }
      : { kind: "broken", problem: `${name(item)} names the account ${account} of ${asset}` },
  );

const name = (item: Item): string => `the item ${item["pk"]} ${item["sk"]}`;

const broken = (item: Item, { issues }: z.ZodError): Found => ({
  kind: "broken",
  problem: `${name(item)} is damaged: ${issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; ")}`,
});
