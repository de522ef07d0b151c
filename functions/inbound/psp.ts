import { psp } from "../../contract/inbound.ts";
import * as Psp from "../../core/inbound/psp.ts";
import { receive } from "../_chain/receive.ts";

export const handler = receive(psp, {
  verify: Psp.verify,
  accept: Psp.accept,
});
