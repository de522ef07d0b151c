import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import type { MobileActor } from "../../core/identity/actor.ts";
import * as StepUp from "../../core/identity/step-up/index.ts";
import { addressOf, bytesOf, header, type State, type Step, stateOf } from "./request.ts";
import { makeServe } from "./serve.ts";

/** Step-up: the caller's confirmation of one request, after its input is parsed. */

/** A route that always requires a confirmation, or in cases that its handler decides. */
type Confirmed = RouteSpec & {
  readonly auth: "mobile";
  readonly stepUp: "always" | { readonly when: string };
};

/** As `serve`, for a route that requires a step-up. */
export const serveConfirmed = makeServe<Confirmed>((spec) => ({
  afterInput: [stepUp(async () => spec.stepUp === "always")],
}));

const ASSERTION = "x-biometric-assertion";

/**
 * Provides `confirm`, which checks at most once per request: one confirmation covers the whole request.
 * @param isDue whether the request must be confirmed before its handler runs
 */
export const stepUp = (isDue: (state: State) => Promise<boolean>): Step => ({
  before: async ({ event }) => {
    const state = stateOf(event);
    let confirmed: Promise<void> | undefined;
    state.confirm = () => {
      confirmed ??= confirm(event, state);
      return confirmed;
    };
    const assertion = header(event, ASSERTION);
    if (await isDue(state)) await state.confirm();
    else if (assertion !== undefined) await StepUp.check(deviceOf(state), requestOf(event), assertion);
  },
});

const requestOf = (event: APIGatewayProxyEventV2): StepUp.Request => ({
  method: event.requestContext.http.method,
  path: addressOf(event),
  body: bytesOf(event),
});

function deviceOf({ actor }: State): MobileActor {
  if (actor?.channel !== "mobile") throw new TypeError("only a device can confirm a request");
  return actor;
}

/** @throws STEP_UP_REQUIRED */
const confirm = (event: APIGatewayProxyEventV2, state: State): Promise<void> =>
  StepUp.confirm(deviceOf(state), requestOf(event), {
    assertion: header(event, ASSERTION),
    code: header(event, "x-2fa-code"),
  });
