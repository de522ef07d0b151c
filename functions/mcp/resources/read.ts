import { readResource } from "../../../contract/mcp.ts";
import { serve } from "../../_chain/serve.ts";
import { read } from "../_presentation/reading.ts";

export const handler = serve(readResource, async ({ body }) => ({ contents: [read(body.uri)] }));
