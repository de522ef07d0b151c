import { advance } from "../../../contract/public/test.ts";
import * as Clock from "../../../core/sandboxes/clock.ts";
import { toTester } from "../../../core/sandboxes/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { clockOf } from "../_events.ts";

export const handler = serve<typeof advance, Clock.ShownClock>(
  advance,
  ({ actor, body, idempotency }) => Clock.advance(toTester(actor), body.advance_seconds, idempotency),
  (clock, { actor }) => clockOf(actor, clock),
);
