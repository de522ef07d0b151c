import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OutboundFailure, request } from "./http.ts";

let server: Server;
let url = "";
const seen: string[] = [];
beforeAll(async () => {
  server = createServer((incoming, response) => {
    seen.push(incoming.url ?? "");
    if (incoming.url === "/moved") response.writeHead(302, { location: "/elsewhere" }).end();
    else if (incoming.url === "/large") response.end(Buffer.alloc(600 * 1024));
    else if (incoming.url === "/slow") response.write("{");
    else response.end("hello");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

it("a request returns the other server's response", async () => {
  const response = await request(`${url}/`);
  expect([response.status, await response.text()]).toEqual([200, "hello"]);
});

it("a request does not follow redirects", async () => {
  expect((await request(`${url}/moved`)).status).toBe(302);
  expect(seen).not.toContain("/elsewhere");
});

it("a request times out if the server stops within its response", async () => {
  await expect(request(`${url}/slow`, { timeoutMs: 100 })).rejects.toThrow(OutboundFailure);
});

it("a request fails if the response is larger than 512 KiB", async () => {
  await expect(request(`${url}/large`)).rejects.toThrow("larger than 512 KiB");
});

it.each(["http://example.com/", "http://127.0.0.1.example.com/", "ftp://127.0.0.1/", "file:///etc/passwd"])(
  "a request to %s is rejected",
  async (address) => {
    await expect(request(address)).rejects.toThrow("must be called with https");
  },
);

it("a request to an unreachable server fails with the server's address", async () => {
  await expect(request("http://127.0.0.1:9/")).rejects.toThrow("127.0.0.1:9 did not respond");
});
