import { loadHandler } from "../../../local/parts.ts";

/** Loads the handlers of a runtime, with the MCP server that has fixtures instead of the platform's. */
export const loadWithFixtures: typeof loadHandler = (file) =>
  loadHandler(file === "functions/mcp/server.ts" ? "tests/support/mcp/server.ts" : file);
