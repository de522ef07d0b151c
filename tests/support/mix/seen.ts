import type { Player } from "./people.ts";

/** What one user's app shows after the run. */

export interface Row {
  readonly id: string;
  readonly type: string;
  readonly direction: "in" | "out";
  readonly amount: number;
  readonly status: string;
  readonly reference: string | null;
}
export interface Payment {
  readonly id: string;
  readonly direction: "in" | "out";
  readonly method: string;
  readonly amount: number;
  readonly transactionId: string | null;
}
export interface Line {
  readonly type: string;
  readonly points: number;
  readonly programId: string | null;
  readonly cause: { readonly kind: string; readonly id: string };
}
export interface ShownScheduled {
  readonly id: string;
  readonly status: string;
  readonly runs: number;
}

async function pages<T>(one: Player, path: string, name: string): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: Record<string, unknown> = await one.get(`${path}?limit=100${more}`);
    found.push(...(page[name] as T[]));
    cursor = page["nextCursor"] as string | null;
  }
  return found;
}

export interface UserView {
  readonly one: Player;
  readonly rows: readonly Row[];
  readonly payments: readonly Payment[];
  readonly lines: readonly Line[];
  readonly cashback: readonly { readonly paymentId: string; readonly amount: number }[];
  readonly scheduled: readonly ShownScheduled[];
  /** The referral that the user claimed. */
  readonly referral: { readonly status: string } | null;
}

export async function readView(one: Player): Promise<UserView> {
  return {
    one,
    rows: await pages(one, "/wallet/transactions", "transactions"),
    payments: await pages(one, "/payments/history", "payments"),
    lines: await pages(one, "/loyalty/history", "history"),
    cashback: (await one.get<{ history: UserView["cashback"] }>("/loyalty/cashback")).history,
    scheduled: await pages(one, "/payments/scheduled", "scheduledPayments"),
    referral: (await one.get<{ referredBy: UserView["referral"] }>("/loyalty/referral")).referredBy,
  };
}
