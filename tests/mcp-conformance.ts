import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * `npm run test:mcp`: runs the official conformance suite of the Model Context Protocol against a whole
 * platform with the suite's fixtures. The suite cannot send headers, so a proxy adds the API key and a new
 * client address to each request: the suite exceeds the limit per address.
 */

export const revisions = ["2026-07-28", "2025-11-25"] as const;

/** Starts a proxy that adds a key and a new client address to each request, and leaves all else, such as Host, unchanged. */
export async function proxyTo(url: string, apiKey: string) {
  const target = new URL(url);
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count++;
    const passed = send(
      {
        host: "127.0.0.1",
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...incoming.headers,
          "x-api-key": apiKey,
          "x-forwarded-for": `10.${(count >> 12) & 255}.${(count >> 4) & 255}.${(count & 15) + 1}`,
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs the suite for a revision of the protocol. @returns its exit code and output */
export function conformance(
  url: string,
  revision: (typeof revisions)[number],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const folder = join(process.cwd(), "dist", "mcp-conformance", revision);
  mkdirSync(folder, { recursive: true });
  const cli = join(process.cwd(), "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const child = spawn(process.execPath, [cli, "server", "--url", url, "--requirements", revision], {
    // The suite writes its results to the working folder.
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function main(): Promise<void> {
  process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
  const { start } = await import("../local/runtime.ts");
  const { loadWithFixtures } = await import("./support/mcp/load.ts");
  const runtime = await start({ providers: false, load: loadWithFixtures });
  const proxy = await proxyTo(runtime.url, runtime.seed.apiKeys.mcp);
  try {
    for (const revision of revisions) {
      const { code, output } = await conformance(proxy.url, revision);
      process.stdout.write(`\n${revision}\n${output}\n`);
      if (code !== 0) process.exitCode = 1;
    }
  } finally {
    await proxy.stop();
    await runtime.stop();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
