import * as z from "zod";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** Governance's words and values (spec 2, section 2.5). Voting power is counted in base units of the platform's token. */

export const categories = ["protocol", "treasury", "ecosystem", "emergency"] as const;
export type Category = (typeof categories)[number];

export const voteTypes = ["for", "against", "abstain"] as const;
export type VoteType = (typeof voteTypes)[number];

export const statuses = [
  "pending",
  "active",
  "defeated",
  "succeeded",
  "queued",
  "executed",
  "cancelled",
] as const;
export type Status = (typeof statuses)[number];

export const MAX_TITLE = 200;
/** 100 of them, escaped at their worst, stay under the 6 MB that a Lambda may answer. */
export const MAX_DESCRIPTION = 10_000;
export const MAX_REASON = 1000;
/** As Compound's Governor Bravo. */
export const MAX_ACTIONS = 10;
/** How many accounts may have delegated to one at a time. */
export const MAX_DELEGATORS = 1000;
/** The own power that delegating takes, in base units: one token. */
export const LEAST_DELEGATED: BaseUnits = 10n ** 18n;

/**
 * What proposals can act on: fixed addresses, the last 20 bytes of the Keccak-256 of `svc/target/<name>`, with EIP-55's
 * checksum. `core/defi/governance/actions` knows what each does.
 */
export const targets = {
  treasury: "0xB7E039a82f30056fe09afB96a74D353455b39fE8",
  exchange: "0x3c78610499be4a5C7354c07C62360BA9c764A0Af",
  staking: "0xf116b03A61108493F9a931795571B00f58352598",
  governance: "0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39",
} as const;
export type TargetName = keyof typeof targets;

/** One call that a proposal makes when it is executed, as it was proposed. */
export const action = z.strictObject({
  /** The address of a target. */
  target: z.string().max(42),
  /** Native value sent along: "0", for no target takes any. */
  value: z.string().max(80),
  /** `setFee(uint256)` */
  signature: z.string().max(200),
  /** The arguments, ABI-encoded, as hex; without the selector, which the signature says. */
  calldata: z.string().max(4096),
});
export type Action = z.output<typeof action>;

/** Base units of voting power for each answer. */
export const tally = z.object({ for: z.bigint(), against: z.bigint(), abstain: z.bigint() });
export type Tally = z.output<typeof tally>;

/** Milliseconds since the epoch, or a duration in them: the table gives whole numbers as bigint. */
const ms = z.coerce.number();

/**
 * What of a proposal decides its status: the small item that lists are made of. Marks are ISO 8601 instants; each is set
 * once, by the transition that it is named after.
 */
export const headItem = z.object({
  proposalId: z.string(),
  proposerId: z.string(),
  createdMs: ms,
  startMs: ms,
  endMs: ms,
  timelockMs: ms,
  /** The power that its proposer had to have, and that somebody who is to keep it alive must go on having. */
  threshold: z.bigint(),
  quorum: z.bigint(),
  activatedAt: z.string().optional(),
  /** Set when voting is over and its shards are closed: final. */
  tally: tally.optional(),
  queuedAt: z.string().optional(),
  executedAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  cancelReason: z.string().optional(),
  /** How often its execution failed, and what the last failure said. */
  attempts: z.coerce.number(),
  failure: z.string().optional(),
  version: z.bigint(),
  /** When the schedule has something to do with it. */
  dueSk: z.string().optional(),
});
export type Head = z.output<typeof headItem>;

/** What a proposal says: never changed. */
export const bodyItem = z.object({
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  actions: z.array(action),
  discussionUrl: z.string().optional(),
  transactionHash: z.string(),
});
export type Body = z.output<typeof bodyItem>;

/** What somebody proposes. */
export interface Draft extends Omit<Body, "transactionHash" | "actions"> {
  /** As they came: they are checked here, not at the edge, so that every flaw in them is INVALID_ACTIONS. */
  readonly actions: unknown;
}

/** A proposal as it stands at an instant. */
export interface Proposal extends Body {
  readonly head: Head;
  readonly status: Status;
  readonly tally: Tally;
}

export interface Page {
  readonly proposals: readonly Proposal[];
  readonly totalCount: number;
  readonly page: number;
  readonly totalPages: number;
}

/** What is kept of a creation. */
export interface Created {
  readonly id: string;
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly transactionHash: string;
}

export interface Vote {
  readonly proposalId: string;
  /** The voter's user id. */
  readonly voterId: string;
  readonly voteType: VoteType;
  readonly power: BaseUnits;
  readonly reason: string | undefined;
  /** ISO 8601. */
  readonly votedAt: string;
  readonly transactionHash: string;
}

/** What a cancellation leaves. */
export interface Cancelled {
  readonly id: string;
  readonly cancelledAt: string;
  readonly cancelReason: string;
}
