import { parameters } from "../../../contract/defi/governance.ts";
import { governanceParameters } from "../../../core/defi/parameters/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/governance.ts";

export const handler = serve(parameters, async () =>
  View.parameters(await governanceParameters.read("live")),
);
