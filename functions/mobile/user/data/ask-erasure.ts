import { askErasure } from "../../../../contract/mobile/user/data.ts";
import { requestErasure } from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";

export const handler = serveConfirmed(askErasure, async ({ actor }) => ({
  erasure: await requestErasure(actor),
}));
