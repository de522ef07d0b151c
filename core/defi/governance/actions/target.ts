import type * as z from "zod";
import type { Mode } from "../../../kernel/mode.ts";
import type { BaseUnits } from "../../../kernel/money/index.ts";
import { text as inBoth, ruleText, type Text } from "../../../kernel/texts/index.ts";
import type { Posting } from "../../../ledger/schema.ts";
import type * as Table from "../../../platform/table/index.ts";
import type { Argument, Arguments } from "./abi.ts";

/** What a target of proposals declares: the functions that can be called on it, and what a call does. */

/** Money that the treasury pays to a user's wallet. */
export interface Payment {
  readonly userId: string;
  /** The asset's symbol. */
  readonly asset: string;
  readonly amount: BaseUnits;
}

/** What a call does when its proposal is executed, all in one transaction. */
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
   * Checks what the types do not say, when the call is proposed.
   * @throws BrokenRule, or an error of the domain that the call is to change
   */
  check(mode: Mode, args: Arguments): Promise<void>;
  /** What only one call of a proposal may do: a transaction writes an item once. Undefined where any may. */
  subject(args: Arguments): string | undefined;
  /**
   * Of which assets the treasury gives, one word each: each may take a write for every shard of its account.
   */
  spends?(args: Arguments): readonly string[];
  /** What the call does, as of the ledger's state now. */
  effect(mode: Mode, args: Arguments): Promise<Effect>;
}

/** An argument that breaks a rule; the rule goes after the argument's name. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
  readonly argument: string;
  readonly rule: Text;
  constructor(argument: string, rule: Text) {
    super(`${argument} ${rule.en}`);
    this.argument = argument;
    this.rule = rule;
  }
}

/** The first rule that values break, in a line: `feeBps must be at most 100`. */
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
  return inBoth(`is refused: ${rule.en}`, `est refusé : ${rule.fr}`);
}

export const text = (args: Arguments, name: string): string => String(args[name]);
export const integer = (args: Arguments, name: string): bigint => BigInt(args[name] as bigint);
