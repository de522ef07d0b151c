import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envFlag, envInt } from "../../kernel/env.ts";
import { sum } from "../../kernel/money/index.ts";
import { DAY_MS, HOUR_MS, toIso } from "../../kernel/time.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Limits from "../../policy/limits.ts";
import { transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction, TransactionName } from "../records/schema.ts";
import { paidIn } from "./entity.ts";

/**
 * Counts payments for approvals and limits. An administrator must approve high amounts, and smaller ones of new
 * customers (spec 3, section 3). All requests of the last hours count together, and those of a new customer since the
 * account was opened, so that a high amount in small parts is found too. A top-up also counts against the payer's
 * incoming limit, from the request on.
 */

/** The settings of an operator. Amounts are minor units of any currency. */
const rules = () => ({
  highMinor: BigInt(envInt("PAYMENT_APPROVAL_MINOR", 100_000)),
  windowMs: envInt("PAYMENT_APPROVAL_WINDOW_HOURS", 24) * HOUR_MS,
  newAccountMinor: BigInt(envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR", 20_000)),
  newAccountMs: envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS", 7) * DAY_MS,
});

type Payer = Pick<LiveActor, "userId">;
type PaidIn = ReturnType<typeof paidIn.parse>;

const NOTHING = { newMinor: 0n, parts: [], version: 0n } satisfies Omit<PaidIn, "userId">;

/** Returns whether a payment needs an approval by itself, without the payer's other payments. */
export async function needsApproval(payer: Payer, amountMinor: bigint): Promise<boolean> {
  const { highMinor, newAccountMinor } = rules();
  if (amountMinor >= highMinor) return true;
  return amountMinor >= newAccountMinor && isNew(payer);
}

async function isNew({ userId }: Payer): Promise<boolean> {
  const user = await Users.fromId(userId);
  return !user || Clock.nowMs() - Date.parse(user.createdAt) < rules().newAccountMs;
}

/**
 * Counts a requested payment, and decides in the same write whether it needs an approval, so that concurrent requests
 * are counted one after the other. An unpaid payment counts too.
 * @param cents its value if it goes to the payer's own wallet: then it counts against the payer's incoming limit
 * @param options `unconfirmedCents`: its value if it goes to another person without a proof of the payer; `beside`: returns writes
 *   for the same transaction
 * @throws KYC_LIMIT_EXCEEDED, AllowanceExceeded, CONTENTION, and the errors of `beside`
 */
export const countRequest = (
  payer: Payer,
  amount: number,
  cents: bigint | undefined,
  { unconfirmedCents, beside = () => [] }: CountOptions = {},
): Promise<ApprovalDecision> =>
  withLocalMutex(`paid-in ${payer.userId}`, () =>
    Table.change(
      () =>
        Promise.all([
          Table.find(paidIn, payer),
          isNew(payer),
          limitInputs(payer),
          unconfirmedCents === undefined ? undefined : Table.get(Limits.movedKey(outgoing(payer))),
        ]),
      ([before = { ...NOTHING, ...payer }, isNewCustomer, inputs, sent]) => {
        const nowMs = Clock.nowMs();
        const after = addAmount(before, BigInt(amount), isNewCustomer);
        const { highMinor, newAccountMinor } = rules();
        const needsApproval =
          sumOf(after) >= highMinor || (isNewCustomer && after.newMinor >= newAccountMinor);
        const result = { needsApproval, at: toIso(nowMs) };
        const count: Table.Write = { put: paidIn.item(after), where: paidIn.unchanged(before) };
        const limited =
          cents === undefined ? [] : [Limits.countWrite({ ...incoming(payer), cents }, inputs, nowMs)];
        const unconfirmed =
          unconfirmedCents === undefined
            ? []
            : [Limits.countUnconfirmedWrite(payer.userId, unconfirmedCents, sent)];
        return { writes: [count, ...limited, ...unconfirmed, ...beside(result)], result };
      },
    ),
  );

interface CountOptions {
  readonly unconfirmedCents?: bigint | undefined;
  readonly beside?: (decision: ApprovalDecision) => readonly Table.Write[];
}

/** Returns the inputs of `countRequest`, except the profile. */
export const countInputKeys = (payer: Payer): Table.Key[] => [
  paidIn.key(payer),
  ...Object.values(Limits.inputKeys(incoming(payer))),
];

/** Reads the inputs of the limit on incoming money. */
async function limitInputs(payer: Payer): Promise<Limits.Inputs> {
  const keys = Limits.inputKeys(incoming(payer));
  const [verification, moved] = await Table.getMany([keys.verification, keys.moved]);
  return { verification, moved };
}

interface ApprovalDecision {
  readonly needsApproval: boolean;
  /** ISO 8601. */
  readonly at: string;
}

const incoming = ({ userId }: Payer) => ({ userId, direction: "in" }) as const;
const outgoing = ({ userId }: Payer) => ({ userId, direction: "out" }) as const;

/** The number of parts of the window. A part expires as a whole. */
const PARTS = 60;

const sumOf = ({ parts }: PaidIn): bigint => sum(parts.map(({ minor }) => minor));

function addAmount(before: PaidIn, amount: bigint, isNewCustomer: boolean): PaidIn {
  const { windowMs } = rules();
  const part = Math.max(1, Math.floor(windowMs / PARTS));
  const nowMs = Clock.nowMs();
  const fromMs = BigInt(nowMs - (nowMs % part));
  const current = before.parts.filter((one) => Number(one.fromMs) + part > nowMs - windowMs);
  const minor = amount + (current.find((one) => one.fromMs === fromMs)?.minor ?? 0n);
  return {
    ...before,
    newMinor: isNewCustomer ? before.newMinor + amount : 0n,
    parts: [...current.filter((one) => one.fromMs !== fromMs), { fromMs, minor }],
    version: before.version + 1n,
  };
}

/** Returns whether approvals need two administrators. Defaults to no: there may be only one. */
export const needsFourEyes = (): boolean => envFlag("PAYMENT_APPROVAL_FOUR_EYES", false);

interface Count {
  /** Euro cents. */
  readonly cents: bigint;
  /** ISO 8601. */
  readonly at: string;
}

/** Formats a count for the provider's metadata, so that every event contains it. */
export const formatCount = ({ cents, at }: Count): string => `${cents} ${at}`;

const COUNT_FORMAT = /^(\d{1,30}) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

export function parseCount(text: string | undefined): Count | undefined {
  const [, cents, at] = COUNT_FORMAT.exec(text ?? "") ?? [];
  return cents !== undefined && at !== undefined ? { cents: BigInt(cents), at } : undefined;
}

/** Returns the part of a top-up that counts now, rounded up in favour of the limit. */
function centsOf(one: Transaction, fullCents: bigint): bigint {
  const { status, entryId, amountMinor, refundedMinor, disputedMinor = 0n } = one;
  if (entryId === undefined && (status === "FAILED" || status === "CANCELED")) return 0n;
  const requested = one.authorizedMinor ?? amountMinor;
  const left = amountMinor - refundedMinor - disputedMinor;
  return left <= 0n ? 0n : (fullCents * left + requested - 1n) / requested;
}

/**
 * Adjusts the count of a top-up to its current state, in the period of the request. A failed, canceled or returned part
 * no longer counts, and counts again if it is paid after all. Call it after every change, also a repeated one.
 */
export async function updateCount(one: TransactionName & Pick<Transaction, "counted">): Promise<void> {
  if (!one.counted) return;
  const limit = incoming(one);
  await Table.change(
    () => Table.getMany([Transactions.keyOf(one), Limits.movedKey(limit)]),
    ([item, moved]) => {
      const now = transaction.parse(item ?? {});
      const { counted, status, entryId, amountMinor, refundedMinor, disputedMinor } = now;
      const cents = counted && centsOf(now, counted.fullCents);
      if (!counted || cents === undefined || cents === counted.cents)
        return { writes: [], result: undefined };
      const update: Table.Write = {
        update: Transactions.keyOf(now),
        set: { "counted.cents": cents },
        where: Where.is({
          ...{ status, entryId, amountMinor, refundedMinor, disputedMinor },
          "counted.cents": counted.cents,
        }),
      };
      const recount = { cents: cents - counted.cents, atMs: Date.parse(counted.at) };
      return { writes: [update, ...Limits.recountWrites(limit, [recount], moved)], result: undefined };
    },
  );
}
