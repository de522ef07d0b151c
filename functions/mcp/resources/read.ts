import { read as readResource } from "../../../contract/mcp/resources.ts";
import { serve } from "../../_chain/serve.ts";
import { read } from "../_presentation/reading.ts";

export const handler = serve(readResource, async ({ body }) => ({ contents: [read(body.uri)] }));
