import * as Withdrawals from "../banking/withdrawals/order.ts";
import * as Governance from "../defi/governance/advance.ts";
import * as Compounding from "../defi/staking/schedules.ts";
import * as Staking from "../defi/staking/schedules.ts";
import type { Owner } from "../kernel/mode.ts";
import * as Due from "../platform/due/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Reservations from "../transfers/reservations/end.ts";

/**
 * All that is still to fall due in a sandbox. It is read by key, since an index may be behind: what was made a
 * moment ago is there.
 */

/** A kind of work that falls due: what of it there is in an owner's ledger, and how one is done. */
export interface Kind {
  open(owner: Owner): Promise<Table.Item[]>;
  work(item: Table.Item): Promise<boolean>;
}

const kinds: readonly Kind[] = [
  Governance.proposals,
  Staking.unlocks,
  Compounding.compoundings,
  Reservations.expiries,
  Withdrawals.settlements,
];

export interface DueWork {
  readonly item: Table.Item;
  /** The item's keys. */
  readonly name: string;
  /** When, by the sandbox's clock. */
  readonly at: string;
  work(): Promise<boolean>;
}

/** The earliest first. */
export async function dueWork(owner: Owner): Promise<DueWork[]> {
  const all = await Promise.all(
    kinds.map(async ({ open, work }) =>
      (await open(owner)).flatMap((item) => {
        const at = Due.timeOf(item);
        const name = `${item["pk"]} ${item["sk"]} `;
        return at === undefined ? [] : [{ item, name, at, work: () => work(item) }];
      }),
    ),
  );
  return all.flat().sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
