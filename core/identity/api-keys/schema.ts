import * as z from "zod";
import { modes } from "../../kernel/mode.ts";
import { plans } from "../../platform/ratelimit/schema.ts";

/** What an API key may be allowed to do. `*` is all of it, whatever is added later. */
export const scopes = {
  "mcp:read": "Read through the MCP server: resources, prompts, tools that change nothing",
  "mcp:write": "Call tools of the MCP server that change something",
  "prices:read": "Prices, in real time too",
  "wallets:read": "Wallets and their transactions",
  "wallets:write": "Open wallets, move money",
  "payments:read": "Payments, cards, the merchant account",
  "payments:write": "Create payments and cards",
  "exchange:read": "Pairs, quotes, liquidity positions",
  "exchange:write": "Swap, add and remove liquidity",
  "staking:read": "Staking pools and positions",
  "staking:write": "Stake, unstake, claim",
  "governance:read": "Proposals and voting power",
  "governance:write": "Propose, vote, delegate",
  "webhooks:write": "Webhooks of one's own",
  "jobs:read": "Jobs and their results",
  "jobs:write": "Create and cancel jobs",
} as const;
export type Scope = keyof typeof scopes;

/** Parses an item of the table as the owner sees it. */
export const apiKeyItem = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  name: z.string(),
  mode: z.enum(modes),
  plan: z.enum(plans),
  scopes: z.array(z.string()),
  /** The secret's last 4 characters: enough to tell keys apart, of no use to anybody else. */
  hint: z.string(),
  createdAt: z.string(),
});
export type ApiKey = z.output<typeof apiKeyItem>;

export const verifiedItem = apiKeyItem.pick({
  keyId: true,
  ownerId: true,
  plan: true,
  mode: true,
  scopes: true,
});
/** What a secret that was shown stands for. */
export type Verified = z.output<typeof verifiedItem>;
