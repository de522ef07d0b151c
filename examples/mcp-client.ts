import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** An MCP client: lists the tools and calls one. */

const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("/mcp", process.env["SVC_URL"]), {
    requestInit: { headers: { authorization: `Bearer ${process.env["SVC_MCP_KEY"]}` } },
  }) as Parameters<Client["connect"]>[0],
);
const { tools } = await client.listTools();
process.stdout.write(`${tools.length} tools\n`);
const { content } = await client.callTool({ name: "svc_get_prices", arguments: {} });
const [first] = content as { readonly type: string; readonly text?: string }[];
process.stdout.write(`prices: ${first?.text?.length ?? 0} characters\n`);
await client.close();
