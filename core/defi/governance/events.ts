import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";

/** What happens to a proposal. Its proposer gets e-mail when it ends: defeated, executed, cancelled. */

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
