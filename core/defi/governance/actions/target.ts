import type * as z from "zod";
import type { Mode } from "../../../kernel/mode.ts";
import type { BaseUnits } from "../../../kernel/money/index.ts";
import { text as inBoth, ruleText, type Text } from "../../../kernel/texts/index.ts";
import type { Posting } from "../../../ledger/schema.ts";
import type * as Table from "../../../platform/table/index.ts";
import type { Argument, Arguments } from "./abi.ts";

/** The functions that proposals can call, and the effects of a call. */

/** A payment of the treasury to a user's wallet. */
export interface Payment {
  readonly userId: string;
  readonly asset: string;
  readonly amount: BaseUnits;
}

/** The effects of a call, all in the transaction that executes its proposal. */
export interface Effect {
  readonly payments?: readonly Payment[];
  /** Movements between the platform's own accounts. */
  readonly postings?: readonly Posting[];
  readonly writes?: readonly Table.Write[];
}

export interface TargetFunction {
  readonly name: string;
  readonly args: readonly Argument[];
  /**
   * Checks the arguments beyond their types, when the call is proposed.
   * @throws BrokenRule, or an error of the domain that the call changes
   */
  check(mode: Mode, args: Arguments): Promise<void>;
  /**
   * Returns the subject that only one call of a proposal may change, since a transaction writes an item once. Undefined
   * if the number of calls is unlimited.
   */
  subject(args: Arguments): string | undefined;
  /** Returns the assets that the treasury spends. Each may require a write for every shard of its account. */
  spends?(args: Arguments): readonly string[];
  /** Returns the effects of the call on the ledger's current state. */
  effect(mode: Mode, args: Arguments): Promise<Effect>;
}

/** Returns the first rule that the values break, such as `feeBps must be at most 100`. */
export function ruleOf({ issues: [issue] }: z.ZodError): Text {
  if (!issue) return inBoth("is invalid", "n'est pas valide");
  const path = issue.path.join(".");
  const rule = bound(issue);
  return path === "" ? rule : inBoth(`${path} ${rule.en}`, `${path} ${rule.fr}`);
}

function bound(issue: z.core.$ZodIssue): Text {
  if (issue.code === "too_big")
    return issue.inclusive === false
      ? inBoth(`must be less than ${issue.maximum}`, `doit être inférieur à ${issue.maximum}`)
      : inBoth(`must be at most ${issue.maximum}`, `doit être au plus ${issue.maximum}`);
  if (issue.code === "too_small")
    return issue.inclusive === false
      ? inBoth(`must be more than ${issue.minimum}`, `doit être supérieur à ${issue.minimum}`)
      : inBoth(`must be at least ${issue.minimum}`, `doit être au moins ${issue.minimum}`);
  const rule = ruleText(issue.message);
  return inBoth(`is not valid: ${rule.en}`, `n'est pas valide : ${rule.fr}`);
}

export const text = (args: Arguments, name: string): string => String(args[name]);
export const integer = (args: Arguments, name: string): bigint => BigInt(args[name] as bigint);
