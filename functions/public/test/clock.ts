import { clock } from "../../../contract/public/test.ts";
import * as Clock from "../../../core/sandboxes/clock.ts";
import { toTester } from "../../../core/sandboxes/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { clockOf } from "../_events.ts";

export const handler = serve(clock, async ({ actor }) => clockOf(actor, await Clock.read(toTester(actor))));
