import type { MailMessage } from "@svc/local-aws/messages/mail";
import type { Platform } from "./platform.ts";

/** Letters as their readers use them. */

/** What a letter carries. */
export interface Carried {
  readonly subject: string;
  readonly text: string;
  /** Where its link leads, without the origin. */
  readonly path: string;
  readonly token: string;
  readonly code: string;
}

export function carriedBy({ subject, text }: MailMessage): Carried {
  const link = /https?:\/\/[^/\s]+(\/\S*[?]token=(\S+))/.exec(text);
  const code = /: (\d{6})$/m.exec(text)?.[1] ?? "";
  return { subject, text, path: link?.[1] ?? "", token: link?.[2] ?? "", code };
}

/** The letters to an address that lead to a page, the latest last, once all that is under way has arrived. */
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

/** The latest of them. @throws Error where there is none */
export async function letterTo(
  platform: Pick<Platform, "drain" | "mail">,
  to: string,
  page: string,
): Promise<Carried> {
  const latest = (await lettersTo(platform, to, page)).at(-1);
  if (!latest) throw new Error(`no letter to ${to} leads to ${page}`);
  return latest;
}

/** Subjects of all letters to an address. */
export async function subjectsTo(platform: Pick<Platform, "drain" | "mail">, to: string): Promise<string[]> {
  await platform.drain();
  return platform.mail(to).map(({ subject }) => subject);
}
