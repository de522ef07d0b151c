import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Operation } from "./schema.ts";

/** Somebody of the staff moved a user's money: the user is told. */
export const walletAdjusted = Outbox.define<{
  readonly mode: Mode;
  readonly userId: string;
  readonly walletId: string;
  readonly operation: Operation;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
  /** How much of a deposit has paid what the user owed. */
  readonly settled: string;
  readonly reason: string;
  /** The id of the user who asked for it. */
  readonly by: string;
  /** The id of the user who approved it; missing where nobody had to. */
  readonly approvedBy?: string | undefined;
}>()("wallet-adjusted", "QUEUE_URL_NOTIFICATIONS");
