import { readDelegation } from "../../../../contract/defi/governance.ts";
import * as Delegation from "../../../../core/defi/governance/delegation.ts";
import { serve } from "../../../_chain/serve.ts";
import { delegation } from "../_view.ts";

export const handler = serve(readDelegation, async ({ actor }) => delegation(await Delegation.read(actor)));
