import { Reply } from "../../../_chain/call.ts";

/** Back to the page, which says what was done. */
export const back = (done: string, cookies: readonly string[] = []): Reply<undefined> =>
  new Reply(undefined, { status: 302, headers: { location: `/dashboard/security?done=${done}` }, cookies });
