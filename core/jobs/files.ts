import * as Clock from "../kernel/clock/index.ts";
import * as Objects from "../platform/objects.ts";
import type { Job } from "./schema.ts";

/** How long a link to a file works, in seconds. */
export const LINK_SECONDS = 900;

/** The key of a file that an attempt makes, in the bucket of results. */
export const keyOfFile = (jobId: string, attempt: number, name: string): string =>
  `jobs/${jobId}/${attempt}/${name}`;

/** A file of a job that whoever has the link can download. */
export interface LinkedFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The files of a job, with links that are made for this moment. */
export function links({ files }: Job): Promise<LinkedFile[]> {
  // A signature counts whole seconds: the link ends when it says.
  const expiresAt = new Date((Clock.nowSeconds() + LINK_SECONDS) * 1000).toISOString();
  return Promise.all(
    files.map(async ({ key, name, contentType, bytes }) => ({
      name,
      contentType,
      bytes,
      url: await Objects.link({ bucket: "results", key }, LINK_SECONDS, name),
      expiresAt,
    })),
  );
}
