import { bank } from "../../contract/inbound.ts";
import * as Bank from "../../core/inbound/bank.ts";
import { receive } from "../_chain/receive.ts";

export const handler = receive(bank, {
  verify: Bank.verify,
  accept: Bank.accept,
});
