import type { MailMessage } from "@svc/local-aws/messages/mail";
import type { Platform } from "./platform.ts";

/** Reads emails as their recipients do. */

export interface ParsedEmail {
  readonly subject: string;
  readonly text: string;
  /** The path of the link, without the origin. */
  readonly path: string;
  readonly token: string;
  readonly code: string;
}

export function parseEmail({ subject, text }: MailMessage): ParsedEmail {
  const link = /https?:\/\/[^/\s]+(\/\S*[?]token=(\S+))/.exec(text);
  const code = /: (\d{6})$/m.exec(text)?.[1] ?? "";
  return { subject, text, path: link?.[1] ?? "", token: link?.[2] ?? "", code };
}

/** Drains the queues, then returns the emails to an address whose link begins with `page`, the latest last. */
export async function emailsTo(
  platform: Pick<Platform, "drain" | "mail">,
  to: string,
  page: string,
): Promise<ParsedEmail[]> {
  await platform.drain();
  return platform
    .mail(to)
    .map(parseEmail)
    .filter(({ path }) => path.startsWith(page));
}

/** Returns the latest email of `emailsTo`. @throws Error if none exists */
export async function latestEmailTo(
  platform: Pick<Platform, "drain" | "mail">,
  to: string,
  page: string,
): Promise<ParsedEmail> {
  const latest = (await emailsTo(platform, to, page)).at(-1);
  if (!latest) throw new Error(`no email to ${to} leads to ${page}`);
  return latest;
}

export async function subjectsTo(platform: Pick<Platform, "drain" | "mail">, to: string): Promise<string[]> {
  await platform.drain();
  return platform.mail(to).map(({ subject }) => subject);
}
