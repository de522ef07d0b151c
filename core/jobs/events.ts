import * as Outbox from "../platform/outbox/index.ts";

/** A job of the platform's own types waits to be worked on. It says that there is work, not which: the best of what waits goes first. */
export const jobReady = Outbox.define<{ readonly jobId: string }>()("job-ready", "QUEUE_URL_JOBS");
