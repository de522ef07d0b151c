import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { argumentsOf, NoTarget, say, write } from "../contract/bin/command.ts";
import { env } from "../core/kernel/env.ts";
import { serverMessage } from "../core/live/schema.ts";

/** `npm run prices -- BTC ETH`: prints what the local platform's WebSocket tells, until Ctrl-C. */

const usage = `npm run prices -- [SYMBOL…]   BTC and ETH unless told`;
const { positionals: symbols } = argumentsOf({}, { usage });
const runtime = z.object({ url: z.url() });

function address(): string {
  try {
    const file = readFileSync(join(env("LOCAL_DATA", ".local"), "runtime.json"), "utf8");
    return runtime.parse(JSON.parse(file)).url.replace(/^http/, "ws");
  } catch {
    throw new NoTarget("Nothing runs here: npm start first.");
  }
}

/** Says why it ends before Ctrl-C. */
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
  const { data: told } = serverMessage.safeParse(JSON.parse(data));
  if (told?.type === "subscribed") subscribed = told.symbols.length;
  // Prices of those symbols that are known come all the same.
  if (told?.type === "error" && subscribed === 0)
    end("There is nothing to wait for: GET /api/defi/prices names the symbols.");
};
socket.onerror = () => end("The platform does not answer: npm start first.");
socket.onclose = () => process.exit();
