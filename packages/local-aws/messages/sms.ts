import { randomUUID } from "node:crypto";
import type { RequestHandler } from "../client.ts";
import { openSink, type SinkOptions } from "./sink.ts";
import { SnsError, snsHandler } from "./sns.ts";

/** An SNS that stores text messages instead of sending them. Rejects numbers that end with 0000. */

export interface SmsMessage {
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export interface SmsSink {
  /** Handles the requests of SNS's client. */
  readonly handler: RequestHandler;
  /** Returns the messages, oldest first: all, or those to a number. */
  list(to?: string): SmsMessage[];
  clear(): void;
}

/** Opens the sink, in `sms.jsonl`. */
export function openSms(options: SinkOptions): SmsSink {
  const sink = openSink<SmsMessage>("sms.jsonl", options);
  return {
    handler: snsHandler({
      Publish(given) {
        const to = given.get("PhoneNumber") ?? "";
        if (!/^\+[1-9]\d{6,14}$/.test(to) || to.endsWith("0000"))
          throw new SnsError(400, "InvalidParameter", "Invalid parameter: PhoneNumber");
        const text = given.get("Message") ?? "";
        const message: SmsMessage = { id: randomUUID(), to, text, sentAt: sink.now() };
        sink.add(message);
        return { MessageId: message.id };
      },
    }),
    list: (to) => sink.list().filter((one) => to === undefined || one.to === to),
    clear: sink.clear,
  };
}
