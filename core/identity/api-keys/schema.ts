import * as z from "zod";
import * as Ip from "../../kernel/ip/index.ts";
import type { KeyMode } from "../../kernel/mode.ts";
import { rule } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import type { Plan } from "../../platform/ratelimit/schema.ts";

/** The scopes of API keys. `*` includes all present and future ones. */
export const scopes = {
  "mcp:read": "Read through the MCP server: resources, prompts, tools that change nothing",
  "mcp:write": "Call tools of the MCP server that change something",
  "prices:read": "Prices, in real time too",
  "wallets:read": "Wallets, their transactions, the portfolio",
  "wallets:write": "Open wallets, withdraw",
  "transfers:write": "Send money to other wallets",
  "payments:read": "Payments, cards, the merchant account",
  "payments:write": "Create payments and cards",
  "exchange:read": "Pairs, quotes, liquidity positions",
  "exchange:write": "Swap, add and remove liquidity",
  "staking:read": "Staking pools and positions",
  "staking:write": "Stake, unstake, claim",
  "farming:read": "Farms and positions",
  "farming:write": "Stake liquidity shares, withdraw, harvest",
  "governance:read": "Proposals and voting power",
  "governance:write": "Propose, vote, delegate",
  "events:read": "What happened: events of all that the account has",
  "webhooks:write": "Webhooks of one's own",
  "jobs:read": "Jobs and their results",
  "jobs:write": "Create and cancel jobs",
} as const;
export type Scope = keyof typeof scopes;

/** How many addresses or ranges may restrict a key. */
export const MAX_ADDRESSES = 50;

/** An address or a range (CIDR), as a range. */
export const addressRange = z
  .string()
  .trim()
  .max(64)
  .transform((text, context) => {
    const range = Ip.parseRange(text);
    if (range !== undefined) return range;
    context.addIssue(
      rule(
        "must be an IP address or a range of them in CIDR notation",
        "doit être une adresse IP ou une plage d'adresses en notation CIDR",
      ),
    );
    return z.NEVER;
  });

/** How long a former secret may stay valid beside its replacement. */
export const MAX_OVERLAP_SECONDS = 7 * DAY_SECONDS;

/** A key as its owner sees it. */
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
  /** Until when the former secret is valid. Null without one. */
  readonly previousUntil: string | null;
}
