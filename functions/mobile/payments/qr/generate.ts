import { generate } from "../../../../contract/mobile/payments/qr.ts";
import * as Codes from "../../../../core/payments/codes/index.ts";
import type { DisplayedCode } from "../../../../core/payments/codes/schema.ts";
import { serve } from "../../../_chain/serve.ts";

export const handler = serve<typeof generate, DisplayedCode>(
  generate,
  ({ actor, body, idempotency }) => Codes.generate(actor, body, idempotency),
  (code) => code,
);
