import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import type { PersonActor } from "../../core/identity/actor.ts";
import * as Proof from "../../core/identity/proof/index.ts";
import { addressOf, bytesOf, header, type State, type Step, stateOf } from "./request.ts";
import { makeServe } from "./serve.ts";

/** Recent proof of who acts, after the request's input is parsed. */

/** A route that always requires a recent proof, or in cases that its handler decides. */
type Confirmed = RouteSpec & {
  readonly auth: "session" | "mobile" | "person" | "admin";
  readonly proof: "always" | { readonly when: string };
};

/** As `serve`, for a route that requires a recent proof. */
export const serveConfirmed = makeServe<Confirmed>((spec) => ({
  afterInput: [recentProof(async () => spec.proof === "always")],
}));

const ASSERTION = "x-biometric-assertion";

/**
 * Provides `confirm`, which checks at most once per request: one proof covers the whole request.
 * @param isDue whether the request needs a proof before its handler runs
 */
export const recentProof = (isDue: (state: State) => Promise<boolean>): Step => ({
  before: async ({ event }) => {
    const state = stateOf(event);
    let confirmed: Promise<void> | undefined;
    state.confirm = (verified) => {
      confirmed ??= Proof.assertRecentProof(personOf(state), requestOf(event), {
        ...requestProofOf(event),
        verified,
      });
      return confirmed;
    };
    const { assertion } = requestProofOf(event);
    if (await isDue(state)) await state.confirm();
    else if (assertion !== undefined)
      await Proof.checkAssertion(personOf(state), requestOf(event), assertion);
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
