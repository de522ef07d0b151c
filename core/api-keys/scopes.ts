import type { Verified } from "./schema.ts";

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

export const isScope = (text: string): text is Scope | "*" => text === "*" || Object.hasOwn(scopes, text);

/** Whether a key may do it. */
export const allows = ({ scopes: granted }: Pick<Verified, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);
