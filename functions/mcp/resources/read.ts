import { read as readResource } from "../../../contract/mcp/resources.ts";
import { read } from "../_resources/read.ts";
import { serve } from "../_serve.ts";

export const handler = serve(readResource, async ({ body }) => ({ contents: [read(body.uri)] }));
