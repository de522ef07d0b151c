import type { WebActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { openStreams } from "./entity.ts";

/**
 * The notification streams that a user has open. Each holds a function, so there are ten at most. A client
 * that went away cannot always be seen, so a new stream is never refused: it takes the place of the oldest,
 * which ends at its next look. A page that is reloaded often always has its stream.
 */

export const MAX_OPEN = 10;

type Owner = Pick<WebActor, "userId">;

async function read({ userId }: Owner) {
  const { version = 0n, streams = [] } = (await Table.find(openStreams, { userId })) ?? {};
  return { version, streams };
}

const write = ({ userId }: Owner, version: bigint, streams: readonly { id: string; until: number }[]) => ({
  put: openStreams.item({
    userId,
    version: version + 1n,
    streams: [...streams],
    ttl: Math.max(Clock.nowSeconds(), ...streams.map(({ until }) => until)),
  }),
  where: version === 0n ? Where.absent : Where.is({ version }),
});

/**
 * Opens a stream of the actor.
 * @param seconds how long it lives at most
 * @returns its id
 */
export async function enter(actor: Owner, seconds: number): Promise<string> {
  const id = Ids.secret(12);
  const now = Clock.nowSeconds();
  await Table.change(
    () => read(actor),
    ({ version, streams }) => {
      const others = streams.filter(({ until }) => until > now).slice(1 - MAX_OPEN);
      return {
        writes: [write(actor, version, [...others, { id, until: now + seconds }])],
        result: undefined,
      };
    },
  );
  return id;
}

/** Whether the stream still has its place. */
export const has = async (actor: Owner, streamId: string): Promise<boolean> =>
  (await read(actor)).streams.some(({ id }) => id === streamId);

/** Gives the place of a stream that ended back. It never fails: what is left ends with its time. */
export async function leave(actor: Owner, streamId: string): Promise<void> {
  try {
    await Table.change(
      () => read(actor),
      ({ version, streams }) => {
        const others = streams.filter(({ id }) => id !== streamId);
        const writes = others.length === streams.length ? [] : [write(actor, version, others)];
        return { writes, result: undefined };
      },
    );
  } catch (error) {
    log.warn("the place of a notification stream was not given back", { userId: actor.userId, error });
  }
}
