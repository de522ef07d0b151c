import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { argumentsOf, NoTarget, say, write } from "../contract/bin/command.ts";
import { env } from "../core/kernel/env.ts";
import { serverMessage } from "../core/live/schema.ts";

/** `npm run prices -- BTC ETH`: prints the messages of the local platform's WebSocket until Ctrl-C. */

const usage = `npm run prices -- [SYMBOL…]   default: BTC and ETH`;
const { positionals: symbols } = argumentsOf({}, { usage });
const runtime = z.object({ url: z.url() });

function address(): string {
  try {
    const file = readFileSync(join(env("LOCAL_DATA", ".local"), "runtime.json"), "utf8");
    return runtime.parse(JSON.parse(file)).url.replace(/^http/, "ws");
  } catch {
    throw new NoTarget("No local platform is running: npm start first.");
  }
}

/** Prints a reason and exits. */
function end(message: string): never {
  say(message);
  process.exit(1);
}

const socket = new WebSocket(`${address()}/ws/prices`);
socket.onopen = () =>
  socket.send(
    JSON.stringify({ action: "subscribe", symbols: symbols.length > 0 ? symbols : ["BTC", "ETH"] }),
  );
let subscribed = 0;
socket.onmessage = ({ data }) => {
  write(data);
  const { data: message } = serverMessage.safeParse(JSON.parse(data));
  if (message?.type === "subscribed") subscribed = message.symbols.length;
  // Prices of known symbols still arrive.
  if (message?.type === "error" && subscribed === 0)
    end(
      "None of the symbols is known, so there is nothing to wait for: GET /api/defi/prices names the symbols.",
    );
};
socket.onerror = () => end("The platform does not answer: npm start first.");
socket.onclose = () => process.exit();
