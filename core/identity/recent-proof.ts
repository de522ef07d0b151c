import * as Clock from "../kernel/clock/index.ts";
import { type PersonActor, type ProofMethod, proofMethods, type UserActor } from "./actor.ts";
import { PROOF_SECONDS } from "./schema.ts";
import type { AuthenticatedUser } from "./user.ts";

/** The proof that a session already has. `proof/` verifies new ones. */

/** Returns whether the latest proof in the session is recent and one of the methods. */
export const isRecent = ({ authentication }: PersonActor, methods: readonly ProofMethod[]): boolean =>
  Clock.nowSeconds() - authentication.at < PROOF_SECONDS &&
  authentication.methods.some((one) => methods.includes(one));

/**
 * Returns the authentication of a session that replaces the actor's own after a new proof. Other methods of a recent proof stay,
 * and with them its time: otherwise each replacement would extend it.
 */
export function continuedBy(
  actor: UserActor,
  method: ProofMethod,
): Required<Pick<AuthenticatedUser, "amr" | "authenticatedAt">> {
  const { at, methods } =
    actor.channel !== "apiKey" && isRecent(actor, proofMethods)
      ? actor.authentication
      : { at: 0, methods: [] };
  const others = methods.filter((one) => one !== method);
  return { amr: [...others, method], authenticatedAt: others.length > 0 ? at : Clock.nowSeconds() };
}
