import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { baseUrl, run } from "./setup.ts";

/** Lists the tools of the MCP server, and calls one of them. */

await run(["SVC_MCP_KEY"], async ({ SVC_MCP_KEY: key }) => {
  const client = new Client({ name: "example", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }) as Parameters<Client["connect"]>[0],
  );
  const { tools } = await client.listTools();
  process.stdout.write(`${tools.length} tools\n`);
  const { content } = await client.callTool({ name: "svc_get_prices", arguments: {} });
  const [first] = content as { readonly type: string; readonly text?: string }[];
  process.stdout.write(`prices: ${first?.text?.length ?? 0} characters\n`);
  await client.close();
});
