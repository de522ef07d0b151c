import { read as readResource } from "../../../contract/mcp/resources.ts";
import { serve } from "../../_chain/serve.ts";
import { read } from "../_resources/read.ts";

export const handler = serve(readResource, async ({ body }) => ({ contents: [read(body.uri)] }));
