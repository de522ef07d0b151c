import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook } from "../sdk/src/index.ts";
import { post, run } from "./setup.ts";

/**
 * Registers a webhook to a server of its own, requests a test event, and verifies it. Webhooks belong to an
 * account's session, so this takes an access token instead of an API key. The platform must be able to reach
 * this machine: a local one does.
 */

const TIMEOUT_MS = 40_000;

await run(["SVC_ACCESS_TOKEN"], async ({ SVC_ACCESS_TOKEN: token }) => {
  let secret = "";
  const delivered = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      // Verify the raw body: after parsing and serializing, its text would differ.
      const event = await verifyWebhook({ payload: Buffer.concat(chunks), headers: request.headers, secret });
      response.writeHead(204).end();
      delivered.resolve(event.type);
    } catch {
      response.writeHead(401).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const { port } = server.address() as AddressInfo;
  const webhook = await post<{ id: string; secret: string }>("/api/webhooks", token, {
    name: "Example",
    url: `http://127.0.0.1:${port}/hook`,
    events: ["job-done"],
  });
  secret = webhook.secret;
  await post(`/api/webhooks/${webhook.id}/test`, token, { event: "job-done" });
  const timeout = setTimeout(() => {
    delivered.reject(new Error(`No webhook arrived within ${TIMEOUT_MS / 1000} seconds.`));
  }, TIMEOUT_MS);
  process.stdout.write(`verified ${await delivered.promise}\n`);
  clearTimeout(timeout);
  server.close();
  server.closeAllConnections();
});
