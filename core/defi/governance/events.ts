import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";

/**
 * What happens to a proposal, and to a delegation by somebody else's doing. A proposer gets e-mail when the
 * proposal ends (defeated, executed, cancelled), a delegator when the place is taken.
 */

interface OfProposal {
  readonly mode: Mode;
  /** The proposer. */
  readonly userId: string;
  readonly proposalId: string;
  readonly title: string;
}

/** Voting power in whole tokens, decimal strings. */
interface Counted extends OfProposal {
  readonly forVotes: string;
  readonly againstVotes: string;
  readonly abstainVotes: string;
  readonly quorumVotes: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** Voting has begun. */
export const proposalActivated = Outbox.define<OfProposal>()("proposal-activated", queue);

/** Voting is over and it did not pass. */
export const proposalDefeated = Outbox.define<Counted>()("proposal-defeated", queue);

/** Voting is over, it passed, and waits for its timelock. */
export const proposalQueued = Outbox.define<
  Counted & {
    /** When it can be executed: ISO 8601. */
    readonly eta: string;
  }
>()("proposal-queued", queue);

/** Its actions have taken effect. */
export const proposalExecuted = Outbox.define<OfProposal & { readonly actions: number }>()(
  "proposal-executed",
  queue,
);

/** It was cancelled, by somebody or because it could not be executed in time. */
export const proposalCancelled = Outbox.define<
  OfProposal & { readonly why: "proposer" | "below-threshold" | "expired" }
>()("proposal-cancelled", queue);

/** A delegator who brings clearly more took the last place: the delegation has ended, the power is its owner's again. */
export const delegationDisplaced = Outbox.define<{
  readonly mode: Mode;
  /** Whose delegation it was. */
  readonly userId: string;
  /** The delegate's address. */
  readonly delegatee: string;
}>()("delegation-displaced", queue);
