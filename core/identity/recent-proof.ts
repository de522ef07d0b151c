import * as Clock from "../kernel/clock/index.ts";
import { type PersonActor, type ProofMethod, proofMethods, type UserActor } from "./actor.ts";
import { PROOF_SECONDS } from "./schema.ts";

/** The proof that a session already has. `proof/` verifies new ones. */

/** Returns whether the latest proof in the session is recent and one of the methods. */
export const isRecent = ({ authentication }: PersonActor, methods: readonly ProofMethod[]): boolean =>
  Clock.nowSeconds() - authentication.at < PROOF_SECONDS &&
  authentication.methods.some((one) => methods.includes(one));

/** Returns the methods of a session that replaces the actor's own after a new proof: those of a recent one stay. */
export const methodsWith = (actor: UserActor, method: ProofMethod): readonly ProofMethod[] =>
  actor.channel !== "apiKey" && isRecent(actor, proofMethods)
    ? [...new Set([...actor.authentication.methods, method])]
    : [method];
