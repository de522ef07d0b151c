import * as ApiKey from "../../core/identity/api-keys/open.ts";
import { makeServe, type Plain } from "../_chain/serve.ts";

/** As `serve`, for a route of the MCP server, which accepts API keys. */
export const serve = makeServe<Plain & { readonly family: "mcp" }>(() => ({ keys: ApiKey }));
