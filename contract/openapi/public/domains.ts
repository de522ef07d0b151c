import type { RouteSpec } from "../../route.ts";

/** The domains of the public API, by which its documents group operations. */

interface Domain {
  readonly name: string;
  readonly description: string;
}

const known: Readonly<Record<string, string>> = {
  Wallets: "One wallet per asset: balances, history, addresses to pay in to, withdrawals.",
  Transfers: "Money from a wallet to another one, of the caller or of somebody else.",
  Portfolio: "All that the caller has, and what it is worth.",
  Staking: "Lock the platform's token for rewards.",
  Exchange: "Quotes, swaps, and liquidity for the pools that they are made in.",
  Farming: "Farm a pool's shares for rewards.",
  Governance: "Proposals, votes, voting power and its delegation.",
  Prices: "What assets are worth, now and before.",
  Holds: "Money set aside, to be captured in parts or let go.",
  Balances: "What a wallet has, with the holds on it, or had at an instant.",
  Statements: "What moved in a wallet, with the hashes that prove it.",
  Events: "What happened, in order.",
};

/** `public.governance.proposals.create` is of Governance. */
const nameOf = ({ id }: RouteSpec): string => {
  const [, domain = ""] = id.split(".");
  return domain.charAt(0).toUpperCase() + domain.slice(1).replaceAll("-", " ");
};

const of = (spec: RouteSpec): Domain => {
  const name = nameOf(spec);
  return { name, description: known[name] ?? `${name}.` };
};

/** Those of a list of routes, in its order. */
const among = (specs: readonly RouteSpec[]): readonly Domain[] => [
  ...new Map(specs.map((spec) => [nameOf(spec), of(spec)])).values(),
];

export const domains = { of, among };
