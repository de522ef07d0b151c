import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envFlag, envInt } from "../../kernel/env.ts";
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
 * Which payments an administrator must approve first: high amounts, and new customers (spec 3, section 3).
 * What counts is all that a customer asked for within the last hours, and a new one since the account was
 * opened: so high amounts in small parts are found too.
 */

/** What of it an operator may set. Amounts are minor units, of whatever currency. */
const rules = () => ({
  highMinor: BigInt(envInt("PAYMENT_APPROVAL_MINOR", 100_000)),
  windowMs: envInt("PAYMENT_APPROVAL_WINDOW_HOURS", 24) * HOUR_MS,
  newAccountMinor: BigInt(envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR", 20_000)),
  newAccountMs: envInt("PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS", 7) * DAY_MS,
});

type Payer = Pick<LiveActor, "userId">;
type PaidIn = ReturnType<typeof paidIn.parse>;

const NOTHING = { newMinor: 0n, parts: [], version: 0n } satisfies Omit<PaidIn, "userId">;

/** Whether one payment of so many minor units needs an approval, whatever else its payer has paid. */
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
 * Counts a payment that is asked for, and decides whether it needs an approval: in one write, so that payments
 * that are asked for at once are counted one after the other. What is not paid in the end counts too: whether
 * it will be is not known yet.
 * @param cents what it is worth, where it is paid into the payer's own wallet: then it counts against what may
 *   come in by the payer's level
 * @param beside the writes that go with a decision, which was made and counted at that time
 * @throws KYC_LIMIT_EXCEEDED, CONTENTION, and what `beside` is refused with
 */
export const counted = (
  payer: Payer,
  amount: number,
  cents: bigint | undefined,
  beside: (decided: Decided) => readonly Table.Write[] = () => [],
): Promise<Decided> =>
  withLocalMutex(`paid-in ${payer.userId}`, () =>
    Table.change(
      () => Promise.all([Table.find(paidIn, payer), isNew(payer), limitInputs(payer)]),
      ([before = { ...NOTHING, ...payer }, asNew, inputs]) => {
        const nowMs = Clock.nowMs();
        const after = adding(before, BigInt(amount), asNew);
        const { highMinor, newAccountMinor } = rules();
        const needsApproval = sumOf(after) >= highMinor || (asNew && after.newMinor >= newAccountMinor);
        const result = { needsApproval, at: toIso(nowMs) };
        const { version } = before;
        const count: Table.Write = {
          put: paidIn.item(after),
          where: version === 0n ? Where.absent : Where.is({ version }),
        };
        const limited =
          cents === undefined ? [] : [Limits.countWrite({ ...comingIn(payer), cents }, inputs, nowMs)];
        return { writes: [count, ...limited, ...beside(result)], result };
      },
    ),
  );

/** What `counted` reads of a payer beside the profile. */
export const countedKeys = (payer: Payer): Table.Key[] => [
  paidIn.key(payer),
  ...Object.values(Limits.inputKeys(comingIn(payer))),
];

/** Reads the inputs of the limit on incoming money. */
async function limitInputs(payer: Payer): Promise<Limits.Inputs> {
  const keys = Limits.inputKeys(comingIn(payer));
  const [verification, moved] = await Table.getMany([keys.verification, keys.moved]);
  return { verification, moved };
}

/** Whether a payment needs an approval, and when that was decided: ISO 8601. */
interface Decided {
  readonly needsApproval: boolean;
  readonly at: string;
}

const comingIn = ({ userId }: Payer) => ({ userId, direction: "in" }) as const;

/** In how many parts the last hours are counted: each is forgotten as a whole, once all of it is over. */
const PARTS = 60;

const sumOf = ({ parts }: PaidIn): bigint => parts.reduce((sum, { minor }) => sum + minor, 0n);

function adding(before: PaidIn, amount: bigint, asNew: boolean): PaidIn {
  const { windowMs } = rules();
  const part = Math.max(1, Math.floor(windowMs / PARTS));
  const nowMs = Clock.nowMs();
  const fromMs = BigInt(nowMs - (nowMs % part));
  const kept = before.parts.filter((one) => Number(one.fromMs) + part > nowMs - windowMs);
  const minor = amount + (kept.find((one) => one.fromMs === fromMs)?.minor ?? 0n);
  return {
    ...before,
    newMinor: asNew ? before.newMinor + amount : 0n,
    parts: [...kept.filter((one) => one.fromMs !== fromMs), { fromMs, minor }],
    version: before.version + 1n,
  };
}

/** Whether another administrator must decide on what one pays or receives: there may be one alone. */
export const needsFourEyes = (): boolean => envFlag("PAYMENT_APPROVAL_FOUR_EYES", false);

interface Count {
  /** Cents of a euro. */
  readonly cents: bigint;
  /** ISO 8601. */
  readonly at: string;
}

/** As the provider keeps it with the payment, so that an event alone tells of it. */
export const formatCount = ({ cents, at }: Count): string => `${cents} ${at}`;

const WRITTEN = /^(\d{1,30}) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

export function parseCount(text: string | undefined): Count | undefined {
  const [, cents, at] = WRITTEN.exec(text ?? "") ?? [];
  return cents !== undefined && at !== undefined ? { cents: BigInt(cents), at } : undefined;
}

/** What of a top-up counts as it is now: rounded up, so that what has come in is never counted as less. */
function centsOf(one: Transaction, fullCents: bigint): bigint {
  const { status, entryId, amountMinor, refundedMinor, disputedMinor = 0n } = one;
  if (entryId === undefined && (status === "FAILED" || status === "CANCELED")) return 0n;
  const asked = one.authorizedMinor ?? amountMinor;
  const left = amountMinor - refundedMinor - disputedMinor;
  return left <= 0n ? 0n : (fullCents * left + asked - 1n) / asked;
}

/**
 * Brings what of a payment is counted to what the payment has become, once however often it is called: to be
 * called after every change of it, also where the change was made before.
 */
export async function followCount(one: TransactionName & Pick<Transaction, "counted">): Promise<void> {
  if (!one.counted) return;
  const of = { userId: one.userId, direction: "in" } as const;
  await Table.change(
    () => Table.getMany([Transactions.keyOf(one), Limits.movedKey(of)]),
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
      return { writes: [update, ...Limits.recountWrites(of, [recount], moved)], result: undefined };
    },
  );
}
