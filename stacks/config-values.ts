import type { ContextName } from "./context.ts";

/** Parses a boolean setting. @throws Error that names the setting */
export function flag(setting: string, text: string | undefined, byDefault: boolean): boolean {
  if (text !== undefined && !/^(true|false)$/.test(text))
    throw new Error(`${setting} must be "true" or "false"`);
  return text === undefined ? byDefault : text === "true";
}

/** Parses ARNs of IAM users and roles, never of whole accounts. @throws Error that names the setting and the rule */
export function principals(setting: string, text: string | undefined): readonly string[] {
  const arns = (text ?? "")
    .split(",")
    .map((arn) => arn.trim())
    .filter((arn) => arn !== "");
  const wrong = arns.find((arn) => !/^arn:aws:iam::\d{12}:(user|role)\/[\w+=,.@/-]+$/.test(arn));
  if (wrong !== undefined)
    throw new Error(`${setting} must be ARNs of IAM users or roles, separated by commas, got "${wrong}"`);
  return arns;
}

/** A table that a point-in-time restore has created. */
export interface RestoredTable {
  readonly tableName: string;
  /** The ARN of its stream. A restore does not enable streams, and stream consumers need one. */
  readonly tableStreamArn: string;
}

/**
 * Parses which table a stage uses, and whether the stack has its own.
 * @throws Error that names the setting and the rule
 */
export function tables(
  tableName: string | undefined,
  tableStreamArn: string | undefined,
  ownTableText: string | undefined,
): { readonly restored: RestoredTable | undefined; readonly ownTable: boolean } {
  const ownTable = flag("ownTable", ownTableText, true);
  if (tableName === undefined && tableStreamArn === undefined) {
    if (!ownTable)
      throw new Error("ownTable=false leaves no table: it goes with tableName and tableStreamArn");
    return { restored: undefined, ownTable: true };
  }
  if (tableName === undefined || tableStreamArn === undefined)
    throw new Error("tableName and tableStreamArn go together: switch the table's stream on and give both");
  if (!/^[\w.-]{3,255}$/.test(tableName)) throw new Error(`tableName "${tableName}" is not a table name`);
  const stream = new RegExp(`^arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:table/${tableName}/stream/.+$`);
  if (!stream.test(tableStreamArn))
    throw new Error(`tableStreamArn must be the stream of ${tableName}, got "${tableStreamArn}"`);
  return { restored: { tableName, tableStreamArn }, ownTable };
}

/** The distribution's firewall: the stage's own, an existing one, or none. */
export type Firewall =
  | {
      readonly kind: "own";
      /** The maximum number of requests from one address in five minutes. */
      readonly flood: number;
      /** The action of AWS's managed rules. `count` is for the first days, to see which requests they would block. */
      readonly managed: "block" | "count";
    }
  | { readonly kind: "named"; readonly arn: string }
  | { readonly kind: "none" };

/** 20 a second. Many devices may share one address. */
const FLOOD = 6000;

/** @throws Error that names the setting and the rule */
export function firewallOf(text: (name: ContextName) => string | undefined, byDefault: boolean): Firewall {
  const arn = text("webAclArn");
  const hasOwn = flag("firewall", text("firewall"), byDefault);
  if (arn !== undefined) return { kind: "named", arn };
  if (!hasOwn) return { kind: "none" };
  const flood = Number(text("firewallFlood") ?? FLOOD);
  if (!Number.isInteger(flood) || flood < 10 || flood > 2_000_000_000)
    throw new Error(
      "firewallFlood must be a whole number from 10: requests from one address in five minutes",
    );
  const managed = text("firewallManaged") ?? "block";
  if (managed !== "block" && managed !== "count")
    throw new Error('firewallManaged must be "block" or "count"');
  return { kind: "own", flood, managed };
}
