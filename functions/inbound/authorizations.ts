import { authorizations } from "../../contract/inbound.ts";
import * as Psp from "../../core/inbound/psp.ts";
import { type Response, respond } from "../../core/payments/issuing/authorizations/request.ts";
import { API_VERSION } from "../../core/platform/psp/index.ts";
import { receive } from "../_chain/receive.ts";

export const handler = receive<Response>(authorizations, {
  verify: Psp.verifyAuthorization,
  accept: respond,
  answer: (taken) => taken,
  headers: { "stripe-version": API_VERSION },
});
