import type * as z from "zod";
import type * as Contract from "../../contract/data.ts";
import type { Job } from "../../core/jobs/schema.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import type { Overview } from "../../core/people/requests.ts";

/** A person's own data, as its routes show it. */

export const exported = (job: Job): z.input<typeof Contract.exported> => ({
  status: job.status,
  requestedAt: job.createdAt,
  readyAt: job.finishedAt ?? null,
  expiresAt: job.ttl === undefined ? null : new Date(job.ttl * 1000).toISOString(),
});

export const erasure = (
  { graceDays, dueAt, blockers }: Overview,
  { language }: Reader,
): z.input<typeof Contract.erasure> => ({
  graceDays,
  dueAt: dueAt ?? null,
  blockers: blockers.map(({ code, message, amounts }) => ({
    code,
    message: message.in(language),
    ...(amounts && { amounts: [...amounts] }),
  })),
});
