import { treasury } from "../../../contract/defi/governance.ts";
import * as Treasury from "../../../core/defi/governance/treasury.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/governance.ts";

export const handler = serve(treasury, async () => View.treasury(await Treasury.read("live")));
