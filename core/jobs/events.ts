import * as Outbox from "../platform/outbox/index.ts";

/** A report waits to be made. A worker takes the best of what waits, whichever job this names. */
export const jobReady = Outbox.define<{ readonly jobId: string }>()("job-ready", "QUEUE_URL_JOBS");
