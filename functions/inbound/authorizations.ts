import { authorizations } from "../../contract/inbound.ts";
import * as Psp from "../../core/inbound/psp.ts";
import { respond } from "../../core/payments/issuing/authorizations/answer.ts";
import { API_VERSION } from "../../core/platform/psp/index.ts";
import { receive } from "../_chain/receive.ts";

export const handler = receive(authorizations, {
  verify: Psp.verifyAuthorization,
  accept: respond,
  headers: { "stripe-version": API_VERSION },
});
