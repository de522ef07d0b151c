import type { ContextName } from "./context-names.ts";
import type { Unit } from "./units.ts";

/**
 * What functions set aside of the executions that an account may have at once in a region. A share is also a
 * limit: of what a function's clients can drive up, the others lose no more.
 */
export interface Concurrency {
  /** Whether any share is set aside. */
  readonly reserve: boolean;
  /** What the account has: Lambda's quota "Concurrent executions". */
  readonly account: number;
  /** Shares by a function's id, in place of those that the contract states. */
  readonly shares: Readonly<Record<string, number>>;
}

/** What Lambda keeps for all functions without a share. Source: AWS Lambda Developer Guide, Reserved concurrency. */
export const UNRESERVED = 100;

/** @throws Error that names the setting and the rule */
export function concurrency(
  text: (name: ContextName) => string | undefined,
  reserveByDefault: boolean,
): Concurrency {
  const reserve = text("reserveConcurrency") ?? String(reserveByDefault);
  if (!/^(true|false)$/.test(reserve)) throw new Error('reserveConcurrency must be "true" or "false"');
  const account = text("accountConcurrency") ?? "1000";
  if (!/^[1-9]\d{0,6}$/.test(account))
    throw new Error("accountConcurrency must be a whole number: Lambda's quota of concurrent executions");
  return {
    reserve: reserve === "true",
    account: Number(account),
    shares: shares(text("reservedConcurrency")),
  };
}

function shares(text: string | undefined): Readonly<Record<string, number>> {
  const parts = (text ?? "").split(" ").filter((part) => part !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [, id, share] = /^([\w.]+):([1-9]\d{0,6})$/.exec(part) ?? [];
      if (id === undefined)
        throw new Error(
          `reservedConcurrency must be id:executions, between them a space, such as mcp.server:20, got "${part}"`,
        );
      return [id, Number(share)];
    }),
  );
}

/** The share of a unit, where it has one. */
export const shareOf = (
  { id, reservedConcurrency }: Pick<Unit, "id" | "reservedConcurrency">,
  { reserve, shares }: Concurrency,
): number | undefined =>
  reserve && reservedConcurrency !== undefined ? (shares[id] ?? reservedConcurrency) : undefined;

/** @throws Error where the account has less than what is set aside and what must be left, or a share is of nobody */
export function checkConcurrency(
  units: readonly Pick<Unit, "id" | "reservedConcurrency">[],
  concurrency: Concurrency,
): void {
  const { account, shares } = concurrency;
  const sharing = units.filter((unit) => unit.reservedConcurrency !== undefined);
  const strangers = Object.keys(shares).filter((id) => !sharing.some((unit) => unit.id === id));
  if (strangers.length > 0)
    throw new Error(
      `reservedConcurrency names ${strangers.join(", ")}; with a share are ${sharing.map(({ id }) => id).join(", ")}`,
    );
  const taken = sharing.flatMap((unit) => {
    const share = shareOf(unit, concurrency);
    return share === undefined ? [] : [{ id: unit.id, share }];
  });
  const sum = taken.reduce((all, { share }) => all + share, 0);
  if (sum === 0 || sum + UNRESERVED <= account) return;
  throw new Error(
    `functions reserve ${sum} executions at once (${taken.map(({ id, share }) => `${id} ${share}`).join(", ")}) and ` +
      `${UNRESERVED} must stay for all others, but the account has ${account}: have Lambda's quota of concurrent ` +
      "executions raised (Service Quotas, L-B99A9384) and state it with -c accountConcurrency=…, lower shares with " +
      '-c reservedConcurrency="id:executions …", or set none aside with -c reserveConcurrency=false',
  );
}
