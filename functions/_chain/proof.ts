import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod";
import type { RouteSpec } from "../../contract/route.ts";
import type { PersonActor } from "../../core/identity/actor.ts";
import * as Proof from "../../core/identity/proof/index.ts";
import { needsStrongProof } from "../../core/identity/resets.ts";
import { addressOf, bytesOf, header, type State, type Step, stateOf } from "./request.ts";
import { makeServe } from "./serve.ts";

/** Recent proof of who acts, after the request's input is parsed. */

/**
 * A route that always requires a recent proof, or in cases that its handler decides. Without a required credential, the handler
 * may require one of a signed-in user.
 */
export type Confirmed = RouteSpec & { readonly waitsAfterReset?: never } & Confirmable;

export type Confirmable = RouteSpec &
  (
    | {
        readonly auth: "session" | "mobile" | "person" | "admin";
        readonly proof: "always" | { readonly when: string } | { readonly accepts: string };
      }
    | { readonly auth: "none"; readonly proof: { readonly when: string } }
  );

/** As `serve`, for a route that requires a recent proof. */
export const serveConfirmed = makeServe<Confirmed>((spec) => {
  const { afterInput, beforeWork } = confirmation(spec);
  const isHandlers = typeof spec.proof === "object" && "accepts" in spec.proof;
  return { afterInput: [...afterInput, ...(isHandlers ? [assertConfirmed(spec)] : [])], beforeWork };
});

/** Returns what the chain adds for a recent proof that is always required, or in cases that the handler decides. */
export const confirmation = ({ proof }: Confirmable, assertAllowed?: AssertAllowed) =>
  recentProof(async () => proof === "always", assertAllowed);

/** Asserts that an actor may act at all, before a proof is required. */
type AssertAllowed = (actor: PersonActor) => void;

/** Fails if the handler of a route that always needs a proof has not called `confirm`. */
const assertConfirmed = ({ id }: Confirmed): Step => ({
  after: async ({ event }) => {
    if (stateOf(event).isConfirmed !== true)
      throw new TypeError(`the handler of ${id} has not called confirm`);
  },
});

const ASSERTION = "x-biometric-assertion";

/**
 * Provides `confirm`, which checks at most once per request: one proof covers the whole request. A repeated request needs no
 * proof, because its result is replayed.
 * @param isDue whether the request needs a proof before its handler runs
 */
export const recentProof = (isDue: (state: State) => Promise<boolean>, assertAllowed?: AssertAllowed) => ({
  afterInput: [provideConfirm(assertAllowed)],
  async beforeWork(event: APIGatewayProxyEventV2): Promise<void> {
    const state = stateOf(event);
    await proveByCode(event);
    const { assertion } = requestProofOf(event);
    if (await isDue(state)) await state.confirm?.();
    // Without a required credential, the caller may be anonymous.
    else if (assertion !== undefined && state.actor)
      await Proof.checkAssertion(personOf(state), requestOf(event), assertion);
  },
});

/**
 * In the wait after a reset, lets a code of the request count as a proof in the session: the handler requires one for new
 * recipients, whom it knows only later.
 */
async function proveByCode(event: APIGatewayProxyEventV2): Promise<void> {
  const state = stateOf(event);
  const { code } = requestProofOf(event);
  if (code === undefined || !state.actor || state.actor.channel === "apiKey") return;
  if (!needsStrongProof(state.actor) || isPreview(state.body)) return;
  state.actor = await Proof.proveByCode(state.actor, code);
  state.isCodeUsed = true;
}

/** Returns whether a body asks for a preview, which moves nothing. Routes without previews reject the field. */
export const isPreview = (body: unknown): boolean => previewed.safeParse(body).success;

const previewed = z.object({ preview: z.literal(true) });

const provideConfirm = (assertAllowed?: AssertAllowed): Step => ({
  before: ({ event }) => {
    const state = stateOf(event);
    let confirmed: Promise<void> | undefined;
    const assertProven = async (verified: Proof.RequestProof["verified"]) => {
      const actor = personOf(state);
      assertAllowed?.(actor);
      const { assertion, code } = requestProofOf(event);
      const sent = { assertion, verified, code: state.isCodeUsed === true ? undefined : code };
      await Proof.assertRecentProof(actor, requestOf(event), sent);
      state.isConfirmed = true;
    };
    state.confirm = (verified) => {
      confirmed ??= assertProven(verified);
      return confirmed;
    };
  },
});

export const requestOf = (event: APIGatewayProxyEventV2): Proof.Request => ({
  method: event.requestContext.http.method,
  path: addressOf(event),
  body: bytesOf(event),
});

export const requestProofOf = (event: APIGatewayProxyEventV2): Proof.RequestProof => ({
  assertion: header(event, ASSERTION),
  code: header(event, "x-2fa-code"),
});

function personOf({ actor }: State): PersonActor {
  if (actor === undefined || actor.channel === "apiKey")
    throw new TypeError("only a session can have a proof");
  return actor;
}
