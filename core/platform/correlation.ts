import { AsyncLocalStorage } from "node:async_hooks";
import * as Trace from "./trace.ts";

/**
 * The one id that joins all that a request sets off: it stands in the answer, in every log line, in the events
 * that were committed, in their messages, in what consumers do about them, in the mails that they send, in X-Ray.
 */

const ids = new AsyncLocalStorage<string>();

/** What an id may look like: it goes into headers, queues and logs as it is. */
const SAFE = /^[\w.:-]{8,128}$/;

/** An id that somebody else gives, if it is one that can be taken over. */
export const safe = (given: string | undefined): string | undefined =>
  given !== undefined && SAFE.test(given) ? given : undefined;

/** The id that is worked under; undefined outside of all work. */
export const current = (): string | undefined => ids.getStore();

/** Works under an id. */
export const under = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  ids.run(id, () => Trace.annotated({ correlation_id: id }, work));

/** Goes through what is made piece by piece. Each piece is made under the id of now: whoever asks for it later has no id. */
export function iterate<T>(pieces: AsyncIterable<T>): AsyncIterable<T> {
  const id = current();
  return id === undefined ? pieces : iterateUnder(id, pieces);
}

async function* iterateUnder<T>(id: string, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await ids.run(id, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await ids.run(id, async () => iterator.return?.());
  }
}

/** The attribute of a queue's message that has the id of what was sent it for. */
export const ATTRIBUTE = "correlationId";
