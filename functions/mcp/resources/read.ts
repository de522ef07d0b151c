import { readResource } from "../../../contract/mcp.ts";
import { read } from "../../../core/mcp/reading.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(readResource, async ({ body }) => ({ contents: [read(body.uri)] }));
