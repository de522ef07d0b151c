import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/**
 * Simulates crashes: a handler's process dies before or after a call to the table, and none of its later
 * effects happen. The invocation fails as in Lambda.
 */
export interface Crashes {
  /** Wraps a handler so that its process may die. */
  readonly crashable: (handler: Handler) => Handler;
  /** Crashes at this share of table calls from now on; 0 stops it. Replaces any other client configuration. */
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
    crashable: (handler) => (event, context) => {
      const life: Life = { dead: false };
      return lives.run(life, async () => {
        const result = await handler(event, context);
        // A dead process sends no response, even if the handler caught the error.
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
          // An unread response would keep its connection open, which a dead process does not.
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
