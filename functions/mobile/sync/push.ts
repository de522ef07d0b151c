import { push } from "../../../contract/mobile/sync.ts";
import * as Sync from "../../../core/sync/push.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { result } from "./_view.ts";

export const handler = serveConfirmed(push, async ({ actor, body, confirm, reader }) => ({
  results: (await Sync.push(actor, body.changes, confirm)).map((one) => result(one, reader.language)),
}));
