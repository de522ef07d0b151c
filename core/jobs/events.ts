import * as Outbox from "../platform/outbox/index.ts";

/**
 * A report waits to be made. The event says that there is work, not which: the best of what waits goes first.
 */
export const jobReady = Outbox.define<{ readonly jobId: string }>()("job-ready", "QUEUE_URL_JOBS");
