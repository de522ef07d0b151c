import { askErasure } from "../../../../contract/mobile/user/data.ts";
import { ask } from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";

export const handler = serveConfirmed(askErasure, async ({ actor }) => ({ erasure: await ask(actor) }));
