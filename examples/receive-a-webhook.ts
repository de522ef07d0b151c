import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook } from "../sdk/src/index.ts";

/**
 * Receives and verifies a webhook: registers its own address, requests a test event and waits for it. Needs an access
 * token, because webhooks are registered with a session of the account.
 */

const url = process.env["SVC_URL"] ?? "";
const token = process.env["SVC_ACCESS_TOKEN"] ?? "";

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

let secret = "";
const delivered = Promise.withResolvers<string>();
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    // The raw body: parsing and serializing could change it.
    const event = await verifyWebhook({ payload: Buffer.concat(chunks), headers: request.headers, secret });
    response.writeHead(204).end();
    delivered.resolve(event.type);
  } catch {
    response.writeHead(401).end();
  }
}).listen(0, "127.0.0.1");
await once(server, "listening");

const { port } = server.address() as AddressInfo;
const webhook = await post<{ id: string; secret: string }>("/api/webhooks", {
  name: "Example",
  url: `http://127.0.0.1:${port}/hook`,
  events: ["job-done"],
});
secret = webhook.secret;
await post(`/api/webhooks/${webhook.id}/test`, { event: "job-done" });
process.stdout.write(`verified ${await delivered.promise}\n`);
server.close();
server.closeAllConnections();
