import { randomUUID } from "node:crypto";
import * as z from "zod";
import { openSink, type SinkOptions } from "./sink.ts";

/** An SES that stores emails instead of sending them. */

export interface MailMessage {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly sentAt: string;
}

const part = z.object({ Data: z.string() });

/** The input of SES v2's `SendEmail` with a simple message. */
export const sendEmailInput = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({ ToAddresses: z.array(z.string().min(1)).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({
      Subject: part,
      Body: z.object({ Text: part.optional(), Html: part.optional() }),
      // SES's own limits: names of 126 characters, values of 870.
      Headers: z
        .array(
          z.object({
            Name: z.string().regex(/^[!-9;-~]{1,126}$/),
            Value: z.string().regex(/^[ -~]{1,870}$/),
          }),
        )
        .max(15)
        .default([]),
    }),
  }),
});

export interface MailSink {
  take(input: z.output<typeof sendEmailInput>): { MessageId: string };
  /** Returns the messages, oldest first: all, or those to an address. */
  list(to?: string): MailMessage[];
  clear(): void;
}

/** Opens the sink, in `mail.jsonl`. */
export function openMail(options: SinkOptions): MailSink {
  const sink = openSink<MailMessage>("mail.jsonl", options);
  return {
    take(input) {
      const { Subject, Body, Headers } = input.Content.Simple;
      const message: MailMessage = {
        id: randomUUID(),
        to: input.Destination.ToAddresses,
        from: input.FromEmailAddress,
        subject: Subject.Data,
        text: Body.Text?.Data ?? "",
        html: Body.Html?.Data ?? "",
        headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
        sentAt: sink.now(),
      };
      sink.add(message);
      return { MessageId: message.id };
    },
    list: (to) => {
      const wanted = to?.toLowerCase();
      return sink
        .list()
        .filter(({ to }) => wanted === undefined || to.some((a) => a.toLowerCase() === wanted));
    },
    clear: sink.clear,
  };
}
