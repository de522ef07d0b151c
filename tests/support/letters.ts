import type { MailMessage } from "@svc/local-aws/messages/mail";
import type { Platform } from "./platform.ts";

/** Reads emails as their recipients do. */

/** The parts of an email that a recipient uses. */
export interface Carried {
  readonly subject: string;
  readonly text: string;
  /** The path of the link, without the origin. */
  readonly path: string;
  readonly token: string;
  readonly code: string;
}

export function carriedBy({ subject, text }: MailMessage): Carried {
  const link = /https?:\/\/[^/\s]+(\/\S*[?]token=(\S+))/.exec(text);
  const code = /: (\d{6})$/m.exec(text)?.[1] ?? "";
  return { subject, text, path: link?.[1] ?? "", token: link?.[2] ?? "", code };
}

/**
 * Drains the queues, then returns the emails to an address whose link begins with `page`, the latest last.
 */
export async function lettersTo(
  platform: Pick<Platform, "drain" | "mail">,
  to: string,
  page: string,
): Promise<Carried[]> {
  await platform.drain();
  return platform
    .mail(to)
    .map(carriedBy)
    .filter(({ path }) => path.startsWith(page));
}

/** Returns the latest of them. @throws Error if none exists */
export async function letterTo(
  platform: Pick<Platform, "drain" | "mail">,
  to: string,
  page: string,
): Promise<Carried> {
  const latest = (await lettersTo(platform, to, page)).at(-1);
  if (!latest) throw new Error(`no letter to ${to} leads to ${page}`);
  return latest;
}

/** Returns the subjects of all emails to an address. */
export async function subjectsTo(platform: Pick<Platform, "drain" | "mail">, to: string): Promise<string[]> {
  await platform.drain();
  return platform.mail(to).map(({ subject }) => subject);
}
