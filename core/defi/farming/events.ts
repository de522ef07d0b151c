import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";

/** What users do in farms. Amounts are decimal strings, in whole shares and whole tokens. */

interface OfPosition {
  readonly mode: Mode;
  readonly userId: string;
  readonly positionId: string;
  readonly farmId: string;
  readonly pairId: string;
  /** The position's version: its events in their order, without a gap but where one operation has two. */
  readonly sequence: number;
  /** Shares in the position after it. */
  readonly shares: string;
  readonly transactionHash: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Shares of a pool were put into a farm. */
export const farmStaked = Outbox.define<OfPosition & { readonly amount: string }>()("farm-staked", queue);

/** Shares were taken back, in part or whole. */
export const farmWithdrawn = Outbox.define<OfPosition & { readonly amount: string }>()(
  "farm-withdrawn",
  queue,
);

/** Rewards were paid to the wallet. */
export const farmHarvested = Outbox.define<
  OfPosition & { readonly amount: string; readonly asset: string }
>()("farm-harvested", queue);
