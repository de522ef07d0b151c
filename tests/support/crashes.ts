import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/**
 * Crashes: a handler's process dies at some call to the table, before the call or after it was done, and
 * nothing that it would have done next is done. Its invocation fails, as Lambda's does.
 */
export interface Crashes {
  /** A handler that may die so. */
  readonly mortal: (handler: Handler) => Handler;
  /** Begins to crash, at this share of calls; 0 ends it. Undoes what else was between core and the table. */
  set(endpoint: string, rate: number): void;
  readonly count: () => number;
}

class Killed extends Error {
  override readonly name = "Killed";
}

interface Life {
  dead: boolean;
}

export function createCrashes(random: () => number = Math.random): Crashes {
  const lives = new AsyncLocalStorage<Life>();
  let rate = 0;
  let count = 0;

  function die(life: Life): never {
    if (!life.dead) count++;
    life.dead = true;
    throw new Killed("the process was killed");
  }

  return {
    mortal: (handler) => (event, context) => {
      const life: Life = { dead: false };
      return lives.run(life, async () => {
        const result = await handler(event, context);
        // Whoever is dead answers nothing, whatever the handler made of the failure.
        if (life.dead) throw new Killed("the process was killed");
        return result;
      });
    },
    set(endpoint, share) {
      rate = share;
      const inner = new DynamoDBClient(clientConfig(endpoint)).config.requestHandler;
      const handle: typeof inner.handle = async (request, options) => {
        const life = lives.getStore();
        if (life && (life.dead || random() < rate / 2)) die(life);
        const answer = await inner.handle(request, options);
        if (life && random() < rate / 2) {
          // Unread, the answer would keep its connection for good, which a process that dies does not.
          const { body } = answer.response;
          if (body instanceof Readable) body.resume();
          die(life);
        }
        return answer;
      };
      const requestHandler = new Proxy(inner, {
        get: (target, property, receiver) =>
          property === "handle" ? handle : Reflect.get(target, property, receiver),
      });
      Table.configure({ ...clientConfig(endpoint), requestHandler });
    },
    count: () => count,
  };
}
