import type { UserActor } from "../identity/actor.ts";
import { type LinkedFile, links } from "../jobs/files.ts";
import * as Jobs from "../jobs/index.ts";
import { isOpen, type Job } from "../jobs/schema.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { DAY_MS } from "../kernel/time.ts";
import { ExportNotReady } from "./errors.ts";

/** Exports as their owner asks for them: a job makes the file, a letter tells, a link fetches it. */

/** An export that is not older is given again: nobody needs two a day. */
const FRESH_MS = DAY_MS;

/** Asks for an export; one that is being made, or was within a day, is that one. */
export async function ask(actor: UserActor): Promise<Job> {
  const latest = await Jobs.latestExport(actor);
  const isFresh = latest?.status === "succeeded" && Date.parse(latest.createdAt) > Clock.nowMs() - FRESH_MS;
  return latest && (isOpen(latest) || isFresh) ? latest : Jobs.exportData(actor);
}

/** The latest export; undefined where there is none. */
export const latest = (actor: UserActor): Promise<Job | undefined> => Jobs.latestExport(actor);

/** A link to the file that works for a while; whoever calls has had it confirmed. @throws EXPORT_NOT_READY */
export async function link(actor: UserActor): Promise<LinkedFile> {
  const made = await Jobs.latestExport(actor);
  const [file] = made?.status === "succeeded" ? await links(made) : [];
  if (!file) throw fail(ExportNotReady);
  return file;
}
