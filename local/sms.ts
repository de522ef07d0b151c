import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import * as Clock from "../core/kernel/clock/index.ts";
import type { RequestHandler } from "./faults.ts";
import { Refused, snsHandler } from "./sns-protocol.ts";

/**
 * The telephone network of this machine: takes the text messages that SNS would send and keeps them to be read at
 * `GET /_local/sms`. Numbers that end with 0000 take none.
 */

export interface SmsMessage {
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** ISO 8601, by the platform's clock. */
  readonly sentAt: string;
}

export interface SmsSink {
  /** What SNS's client sends its requests through here. */
  readonly handler: RequestHandler;
  /** The messages, oldest first; only those to one number where that is stated. */
  list(to?: string): SmsMessage[];
  clear(): void;
}

/** The list keeps this many messages; the file keeps all. */
const KEPT = 1000;

/** Opens the sink. @param folder LOCAL_DATA; undefined: in memory alone */
export function openSms(folder?: string): SmsSink {
  const path = folder && join(folder, "sms.jsonl");
  const lines = path && existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  let messages = lines
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as SmsMessage)
    .slice(-KEPT);
  return {
    handler: snsHandler({
      Publish(given) {
        const to = given.get("PhoneNumber") ?? "";
        if (!/^\+[1-9]\d{6,14}$/.test(to) || to.endsWith("0000"))
          throw new Refused(400, "InvalidParameter", "Invalid parameter: PhoneNumber");
        const text = given.get("Message") ?? "";
        const message: SmsMessage = { id: randomUUID(), to, text, sentAt: Clock.nowIso() };
        if (path) appendFileSync(path, `${JSON.stringify(message)}\n`);
        messages = [...messages.slice(1 - KEPT), message];
        return { MessageId: message.id };
      },
    }),
    list: (to) => messages.filter((one) => to === undefined || one.to === to),
    clear() {
      messages = [];
      if (path && existsSync(path)) truncateSync(path);
    },
  };
}
