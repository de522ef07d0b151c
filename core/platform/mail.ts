import type { SESv2Client, SESv2ClientConfig } from "@aws-sdk/client-sesv2";
import { env } from "../kernel/env.ts";
import * as Correlation from "./correlation.ts";

/** Sends emails: the only module that calls SES. */

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

let client: SESv2Client | undefined;
let clientConfig: SESv2ClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: SESv2ClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/**
 * Sends a plain-text email to one address, from `MAIL_FROM`. It may arrive twice if SES's response is lost. A header has
 * the correlation id, which leads to the log lines.
 */
export async function send({ to, subject, text }: Email): Promise<void> {
  const { SESv2Client, SendEmailCommand } = await import("./ses.lazy.ts");
  client ??= new SESv2Client({ maxAttempts: 4, ...clientConfig });
  const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
  const id = Correlation.current();
  const Headers = id === undefined ? [] : [{ Name: "X-Correlation-Id", Value: id }];
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: env("MAIL_FROM", "svc <no-reply@svc.local>"),
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) }, Headers } },
    }),
  );
}
