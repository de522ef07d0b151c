import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";

/**
 * The post office of this machine: takes what SES would send and keeps it to be read at `GET /_local/mail`.
 */

export interface MailMessage {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Those beside the usual ones, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601, by the platform's clock. */
  readonly sentAt: string;
}

const part = z.object({ Data: z.string() });

/** SES v2 `SendEmail`, as far as a simple message goes. */
export const sendEmailInput = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({ ToAddresses: z.array(z.string().min(1)).min(1).max(50) }),
  Content: z.object({
    Simple: z.object({
      Subject: part,
      Body: z.object({ Text: part.optional(), Html: part.optional() }),
      // The largest of SES's own: names of 126 characters, values of 870.
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
  /** The messages, oldest first; only those to one address where that is stated. */
  list(to?: string): MailMessage[];
  clear(): void;
}

/** The list keeps this many messages; the file keeps all. */
const KEPT = 1000;

/** Opens the sink. @param folder LOCAL_DATA; undefined: in memory alone */
export function openMail(folder?: string): MailSink {
  const path = folder && join(folder, "mail.jsonl");
  const lines = path && existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  let messages = lines
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as MailMessage)
    .slice(-KEPT);
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
        sentAt: Clock.nowIso(),
      };
      if (path) appendFileSync(path, `${JSON.stringify(message)}\n`);
      messages = [...messages.slice(1 - KEPT), message];
      return { MessageId: message.id };
    },
    list: (to) => {
      const wanted = to?.toLowerCase();
      return messages.filter(({ to }) => wanted === undefined || to.some((a) => a.toLowerCase() === wanted));
    },
    clear() {
      messages = [];
      if (path && existsSync(path)) truncateSync(path);
    },
  };
}
