import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import type { MobileActor } from "../../core/identity/actor.ts";
import * as StepUp from "../../core/identity/step-up/index.ts";
import { bytesOf } from "./bytes.ts";
import { addressOf, header, type Step } from "./middleware.ts";
import { serving } from "./serve.ts";
import { type State, stateOf } from "./state.ts";

/** A route whose caller confirms always, or in cases that its handler knows. */
export type Confirmed = RouteSpec & {
  readonly auth: "mobile";
  readonly stepUp: "always" | { readonly when: string };
};

/** As `serve`, for a route that asks for a step-up: other functions need not carry what that takes. */
export const serveConfirmed = serving<Confirmed>((spec) => ({
  informed: [stepUp(async () => spec.stepUp === "always")],
}));

const ASSERTION = "x-biometric-assertion";

/**
 * The step-up, once the input is known. It is asked for at most once a request, however often the handler
 * asks: one confirmation is of the whole request.
 * @param isDue whether this request is one that must be confirmed before its handler runs
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
  if (actor?.door !== "mobile") throw new TypeError("a step-up is of a device");
  return actor;
}

/** @throws STEP_UP_REQUIRED */
function confirm(event: APIGatewayProxyEventV2, state: State): Promise<void> {
  return StepUp.confirm(deviceOf(state), requestOf(event), {
    assertion: header(event, ASSERTION),
    code: header(event, "x-2fa-code"),
  });
}
