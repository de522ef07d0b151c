import { reset } from "../../../contract/public/test.ts";
import * as Sandboxes from "../../../core/sandboxes/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { objectOf } from "../_view.ts";

export const handler = serve<typeof reset, Sandboxes.NewSandbox>(
  reset,
  ({ actor, idempotency }) => Sandboxes.reset(Sandboxes.toTester(actor), idempotency),
  ({ mode: id, createdAt }, { actor }) => objectOf("test_sandbox", actor, { id, createdAt }),
);
