import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { env } from "../core/kernel/env.ts";

/** `npm run prices -- BTC ETH`: prints what the local platform's WebSocket tells, until Ctrl-C. */

const symbols = process.argv.slice(2);
const runtime = z.object({ url: z.url() });

function address(): string {
  try {
    const file = readFileSync(join(env("LOCAL_DATA", ".local"), "runtime.json"), "utf8");
    return runtime.parse(JSON.parse(file)).url.replace(/^http/, "ws");
  } catch {
    process.stderr.write("Nothing runs here: npm start first.\n");
    process.exit(2);
  }
}

const socket = new WebSocket(`${address()}/ws/prices`);
socket.onopen = () =>
  socket.send(
    JSON.stringify({ action: "subscribe", symbols: symbols.length > 0 ? symbols : ["BTC", "ETH"] }),
  );
socket.onmessage = ({ data }) => process.stdout.write(`${data}\n`);
socket.onerror = () => process.stderr.write("The platform does not answer: npm start first.\n");
// Whoever has read enough, as `head` does, closes the pipe.
process.stdout.on("error", () => process.exit());
socket.onclose = () => process.exit();
