import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import { type After, type Draft, posting, type Request, type Snapshot } from "./draft.ts";
import { journalEntry, reversalMark } from "./entity.ts";
import { fromItem } from "./entry.ts";
import { AlreadyReversed, EntryNotFound, HoldExceeded, NotReversible, SameAccount } from "./errors.ts";
import { assertUsable } from "./holds.ts";
import { type Policy, type Post, withPolicies } from "./post.ts";
import type { AccountRef, HoldRef, Posting } from "./schema.ts";

/** The attributes of a movement beside its amounts. */
export type Movement<T> = Pick<
  Draft<T>,
  "actorId" | "reason" | "reference" | "result" | "events" | "extraWrites"
> &
  Pick<Request<T>, "idempotency">;

/** Returns the two postings that move available money from one account to another. */
export const move = (from: AccountRef, to: AccountRef, amount: BaseUnits): Posting[] => [
  posting(from, -amount),
  posting(to, amount),
];

/** The options of the policies that a verb always has. */
export type VerbOptions<Options> = { readonly [Verb in "transfer" | "hold" | "release"]?: Options };

/**
 * Returns the plain movements over a `post`: transfer, hold, capture, release and reversal. Each takes options of
 * the policies of that `post` with its movement.
 * @param defaults the options of a verb
 */
const verbs = <Options extends object>(post: Post<Options>, defaults: VerbOptions<Options> = {}) => ({
  /** Moves money between two accounts; `from` initiates. @throws as `post`, and SAME_ACCOUNT */
  async transfer<T>(
    from: AccountRef,
    to: AccountRef,
    amount: BaseUnits,
    movement: Movement<T> & Options,
  ): Promise<T> {
    if (from.account === to.account) throw fail(SameAccount);
    return post({
      ...defaults.transfer,
      ...movement,
      type: "TRANSFER",
      postings: move(from, to, amount),
      initiator: from.account,
    });
  },

  /** Reserves money of a user account; `result` also receives the hold's id. @throws as `post` */
  async hold<T>(
    ref: AccountRef,
    amount: BaseUnits,
    movement: Omit<Movement<T>, "result"> & {
      readonly result: (after: After, holdId: string) => T;
    } & Options,
  ): Promise<T> {
    const holdId = Ids.create("hold");
    return post({
      ...defaults.hold,
      ...movement,
      type: "HOLD",
      postings: [posting(ref, -amount), posting(ref, amount, "held")],
      holds: [{ ...pick(ref), holdId, change: amount }],
      initiator: ref.account,
      result: (after: After) => movement.result(after, holdId),
    });
  },

  /**
   * Pays reserved money to another account: `amount` of it, or by default all of it.
   * @throws as `post`, and SAME_ACCOUNT
   */
  async capture<T>(
    ref: HoldRef,
    to: AccountRef,
    amount: BaseUnits | undefined,
    movement: Movement<T> & Options,
  ): Promise<T> {
    if (to.account === ref.account) throw fail(SameAccount);
    return post({ ...movement, initiator: ref.account, holds: [ref] }, (snapshot) => {
      const taken = amountFrom(ref, amount, snapshot);
      return {
        ...movement,
        type: "CAPTURE",
        postings: [posting(ref, -taken, "held"), posting(to, taken)],
        holds: [{ ...pick(ref), holdId: ref.holdId, change: -taken }],
      };
    });
  },

  /** Releases reserved money to its account: `amount` of it, or by default all of it. @throws as `post` */
  async release<T>(ref: HoldRef, amount: BaseUnits | undefined, movement: Movement<T> & Options): Promise<T> {
    return post({ ...defaults.release, ...movement, initiator: ref.account, holds: [ref] }, (snapshot) => {
      const freed = amountFrom(ref, amount, snapshot);
      return {
        ...movement,
        type: "RELEASE",
        postings: [posting(ref, -freed, "held"), posting(ref, freed)],
        holds: [{ ...pick(ref), holdId: ref.holdId, change: -freed }],
      };
    });
  },

  /**
   * Undoes an entry by a new entry with opposite postings. The credited accounts must still have the money.
   * @throws as `post`, and ENTRY_NOT_FOUND, NOT_REVERSIBLE, ALREADY_REVERSED
   */
  async reverse<T>(entryId: string, movement: Movement<T> & Options): Promise<T> {
    const [item, mark] = await Table.getMany([journalEntry.key({ entryId }), reversalMark.key({ entryId })]);
    if (!item) throw fail(EntryNotFound);
    const old = fromItem(item);
    if (old.holds.length > 0) throw fail(NotReversible);
    if (mark) throw fail(AlreadyReversed, { details: { entryId } });
    return post({
      ...movement,
      type: "REVERSAL",
      postings: old.postings.map((one) => ({ ...one, amount: -one.amount })),
      initiator: old.link?.initiator,
      reverses: entryId,
    });
  },
});

const pick = ({ account, asset }: AccountRef): AccountRef => ({ account, asset });

/** @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED */
function amountFrom(
  ref: HoldRef,
  amount: BaseUnits | undefined,
  { holds }: Pick<Snapshot, "holds">,
): BaseUnits {
  const { remaining } = assertUsable(ref, holds.get(ref.holdId));
  if (amount !== undefined && amount > remaining) throw fail(HoldExceeded);
  return amount ?? remaining;
}

/**
 * Returns a ledger: `post` and `readsOf` under the policies, and the plain movements over that `post`.
 * @param defaults the options of a verb
 */
export function ledgerUnder<Options extends object>(
  policies: readonly Policy<Options>[],
  defaults?: VerbOptions<Options>,
) {
  const ledger = withPolicies(policies);
  return { ...ledger, ...verbs(ledger.post, defaults) };
}

/** The ledger without policies: for the platform's own supply, and for tests of the kernel. */
export const withoutPolicies = /* @__PURE__ */ ledgerUnder<object>([]);
