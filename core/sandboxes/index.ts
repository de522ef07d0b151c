import { Decimal } from "decimal.js";
import { SupplyExceeded } from "../defi/adjustments/errors.ts";
import { openPool } from "../defi/exchange/add-liquidity.ts";
import { type Pair, pairs, type Token } from "../defi/exchange/pairs.ts";
import { readExchange } from "../defi/exchange/pools.ts";
import * as Farms from "../defi/farming/funding.ts";
import { isLive, type KeyActor, type UserActor } from "../identity/actor.ts";
import { sandbox } from "../identity/sandboxes/entity.ts";
import * as State from "../identity/sandboxes/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as LedgerClock from "../kernel/clock/ledger.ts";
import { fail, recover } from "../kernel/errors.ts";
import { partsOf, type Sandbox, sandboxOf } from "../kernel/mode.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import { accountOf, clearingRef, walletId } from "../ledger/accounts.ts";
import { amountOf } from "../ledger/draft.ts";
import { PlatformAccountShort } from "../ledger/errors.ts";
import * as Ledger from "../ledger/index.ts";
import * as Supply from "../ledger/supply.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Policy from "../policy/index.ts";
import * as Prices from "../prices/index.ts";
import { assetOf } from "../wallets/opening.ts";
import { TestKeyRequired } from "./errors.ts";

/**
 * Sandboxes: a test ledger for each developer, with all features of the live one, its own clock and free test money. Only
 * its owner acts in it.
 */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

export type Tester = KeyActor & { readonly mode: Sandbox };

/** @throws TEST_KEY_REQUIRED for an actor of the live ledger */
export function toTester(actor: UserActor): Tester {
  if (isLive(actor)) throw fail(TestKeyRequired);
  return actor as Tester;
}

export type Open = State.SandboxState & { readonly stored: NonNullable<State.SandboxState["stored"]> };

const isOpen = (state: State.SandboxState): state is Open => state.stored !== undefined;

/** Returns the owner's sandbox. Creates it if it does not exist: once, also under parallel requests. */
export async function open(owner: Owner): Promise<Open> {
  const before = await State.read(owner);
  return isOpen(before) ? before : create(owner, before.mode);
}

/**
 * Replaces the owner's sandbox with a new one: empty wallets, new pools, the platform's time. The previous one can no longer be
 * accessed.
 */
export async function reset(owner: Owner, claim?: Idempotency.Claim<NewSandbox>): Promise<NewSandbox> {
  const { mode, stored } = await State.read(owner);
  const next = stored ? sandboxOf(owner.userId, stored.generation + 1) : mode;
  return toNewSandbox(await create(owner, next, claim));
}

export type NewSandbox = Pick<Open, "mode"> & Pick<Open["stored"], "createdAt">;

const toNewSandbox = ({ mode, stored: { createdAt } }: Open): NewSandbox => ({ mode, createdAt });

/** Seeds a sandbox and assigns it to the owner, unless a concurrent request has done so. */
async function create(owner: Owner, mode: Sandbox, claim?: Idempotency.Claim<NewSandbox>): Promise<Open> {
  // Uses the new sandbox's clock instead of the previous one's, because a farm's time never goes back.
  await LedgerClock.under(0, () => seed(mode));
  const { userId: ownerId, ownershipId } = owner;
  const { generation } = partsOf(mode);
  const createdAt = Clock.nowIso();
  const stored = { ownerId, ownershipId, generation, createdAt, aheadMs: 0, goalMs: 0 };
  // The generation must follow the stored one, or be the first.
  const where = generation === 1 ? Where.absent : Where.is({ generation: generation - 1 });
  const opened = { mode, aheadMs: 0, stored };
  const record = Idempotency.recordWrites(claim, toNewSandbox(opened));
  const writing = Table.commit([...record, { put: sandbox.item(stored), where }]);
  const isDone = await Table.ignoreConditionFailure(writing.then(() => true));
  if (isDone) return opened;
  const now = await State.read(owner);
  if (!isOpen(now)) throw new Error(`the sandbox ${mode} was not created`);
  if (claim) await Idempotency.recordResult(claim, toNewSandbox(now));
  return now;
}

interface FundingRequest {
  readonly asset: string;
  /** Whole units, as a decimal string. */
  readonly amount: string;
}

export interface Funding {
  readonly entryId: string;
  readonly walletId: string;
  readonly asset: string;
  readonly amountMinor: bigint;
  readonly createdAt: string;
}

/**
 * Deposits test money into a wallet of the tester's sandbox, and opens the wallet if it is missing.
 * @throws UNSUPPORTED_ASSET, INVALID_AMOUNT, WALLET_LIMIT_REACHED, SUPPLY_EXCEEDED if the token's supply outside the
 *   ledger is used up
 */
export async function fund(
  tester: Tester,
  request: FundingRequest,
  idempotency?: Idempotency.Claim<Funding>,
): Promise<Funding> {
  await open(tester);
  const { symbol, decimals } = assetOf(request.asset);
  const wallet = accountOf(tester, symbol);
  const amountMinor = amountOf("amount", request.amount, decimals);
  const posted = Policy.post<Funding>({
    type: "DEPOSIT",
    postings: Ledger.move(clearingRef(tester.mode, symbol), wallet, amountMinor),
    opens: [wallet],
    initiator: wallet.account,
    actorId: tester.userId,
    reason: "faucet",
    idempotency,
    result: ({ entryId, createdAt }) => ({
      entryId,
      walletId: walletId(tester.mode, tester.userId, symbol),
      asset: symbol,
      amountMinor,
      createdAt,
    }),
  });
  return recover(PlatformAccountShort, posted, () => Promise.reject(supplyExceeded()));
}

/** Returns the error for an exhausted supply, which never increases. */
function supplyExceeded() {
  const message = text(
    "must not exceed the remaining supply of the token",
    "ne doit pas dépasser l'offre restante du jeton",
  );
  return fail(SupplyExceeded, { details: { fields: [{ field: "amount", message }] } });
}

/*
 * The content of a new sandbox: the supply of the platform's token, pools with liquidity, and funded farms. Staking pools
 * and parameters are the same in every ledger.
 */

/** The value of each side of a pool. */
const POOL_SIDE_USD = 2_000_000;
/** The maximum number of decimals in seeded amounts. */
const MAX_DECIMALS = 8;

/** Creates the missing content at current prices. Idempotent, also in parallel. */
export async function seed(mode: Sandbox): Promise<void> {
  await Supply.issue(mode);
  await Promise.all([Farms.open(mode), openPools(mode)]);
}

async function openPools(mode: Sandbox): Promise<void> {
  const { pools } = await readExchange(mode);
  const closed = pairs.filter(({ id }) => pools.get(id)?.version === 0n);
  if (closed.length === 0) return;
  const prices = await Prices.snapshot();
  await Promise.all(closed.map((pair) => openPool(mode, pair, reservesOf(pair, prices))));
}

/** @throws RangeError if a price is unknown */
function reservesOf({ token0, token1 }: Pair, prices: Awaited<ReturnType<typeof Prices.snapshot>>) {
  const reserve = ({ symbol, decimals }: Token): bigint => {
    const price = prices.get(symbol);
    if (!price) throw new RangeError(`no price of ${symbol}: its pools cannot be opened`);
    const places = Math.min(decimals, MAX_DECIMALS);
    const amount = new Decimal(POOL_SIDE_USD).div(price.usd).toDecimalPlaces(places, Decimal.ROUND_DOWN);
    return Money.parse(amount.toFixed(), decimals);
  };
  return [reserve(token0), reserve(token1)] as const;
}
