import * as z from "zod";
import * as Ip from "../../kernel/ip/index.ts";
import type { KeyMode } from "../../kernel/mode.ts";
import { rule } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import type { Plan } from "../../platform/ratelimit/schema.ts";

/** The scopes of API keys. `*` includes all present and future ones. */
export const scopes = {
  "mcp:read": "Use read-only resources, prompts and tools of the MCP server",
  "mcp:write": "Use MCP tools that make changes",
  "prices:read": "Read prices, also in real time",
  "wallets:read": "Read wallets, transactions and the portfolio",
  "wallets:write": "Open wallets, withdraw",
  "transfers:write": "Send money to other wallets",
  "payments:read": "Read payments, cards and the merchant account",
  "payments:write": "Create payments and cards",
  "exchange:read": "Read pairs, quotes and liquidity positions",
  "exchange:write": "Swap, add and remove liquidity",
  "staking:read": "Read staking pools and positions",
  "staking:write": "Stake, unstake, claim",
  "farming:read": "Read farms and positions",
  "farming:write": "Stake liquidity shares, withdraw, harvest",
  "governance:read": "Read proposals and voting power",
  "governance:write": "Propose, vote, delegate",
  "events:read": "Read the events of the account",
  "webhooks:write": "Create and change webhooks",
  "jobs:read": "Read jobs and their results",
  "jobs:write": "Create and cancel jobs",
} as const;
export type Scope = keyof typeof scopes;

/** The maximum number of a key's allowed addresses or ranges. */
export const MAX_ADDRESSES = 50;

/** An IP address or a CIDR range. Converts an address to a range. */
export const addressRange = z
  .string()
  .trim()
  .max(64)
  .transform((text, context) => {
    const range = Ip.parseRange(text);
    if (range !== undefined) return range;
    context.addIssue(
      rule(
        "must be an IP address or a range in CIDR notation",
        "doit être une adresse IP ou une plage d'adresses en notation CIDR",
      ),
    );
    return z.NEVER;
  });

/** The maximum time for which a former secret stays valid after a rotation. */
export const MAX_OVERLAP_SECONDS = 7 * DAY_SECONDS;

/** A key, as shown to its owner. */
export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly plan: Plan;
  readonly scopes: string[];
  readonly hint: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly allowedAddresses: string[];
  readonly lastUsedAt: string | null;
  /** When the former secret becomes invalid. Null if there is no former secret. */
  readonly previousUntil: string | null;
}
