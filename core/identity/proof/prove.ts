import * as Clock from "../../kernel/clock/index.ts";
import { toIso } from "../../kernel/time.ts";
import type { PersonActor, ProofMethod } from "../actor.ts";
import { withPassword } from "../change-password.ts";
import { PROOF_SECONDS } from "../schema.ts";
import * as Sessions from "../sessions.ts";
import { consumeProof, type Request, type RequestProof, rejection, requiredMethods } from "./index.ts";

/** A proof for the whole session. */
export interface GivenProof extends RequestProof {
  readonly password?: string | undefined;
}

/**
 * Verifies a proof and records it in the session, for the actions of the next five minutes.
 * @returns its method, and when it ends (ISO 8601)
 * @throws STEP_UP_REQUIRED with the methods of which one is required, AUTH_WRONG_PASSWORD, RATE_LIMITED after too many wrong
 *   codes, SESSION_ENDED
 */
export async function prove(
  actor: PersonActor,
  request: Request,
  { password, ...sent }: GivenProof,
): Promise<{ readonly method: ProofMethod; readonly validUntil: string }> {
  const method = (await consumeProof(actor, request, sent)) ?? (await provePassword(actor, password));
  await Sessions.recordProof(actor, [method]);
  return { method, validUntil: toIso((Clock.nowSeconds() + PROOF_SECONDS) * 1000) };
}

async function provePassword(actor: PersonActor, password: string | undefined): Promise<ProofMethod> {
  const methods = await requiredMethods(actor);
  if (password === undefined || !methods.includes("password"))
    throw rejection(methods, "the request has no proof with one of these methods");
  await withPassword(actor, password);
  return "password";
}
