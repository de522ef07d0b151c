import { AsyncLocalStorage } from "node:async_hooks";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/** A call to the table that is about to be sent. */
export interface Request {
  /** For example `GetItem`, `Query`, `TransactWriteItems`. */
  readonly operation: string;
  /** DynamoDB's JSON. */
  readonly body: string;
}

/**
 * Runs concurrent changes at the worst moment: `concurrently` runs to completion before every table call of
 * `work`. The calls of `work` run one after the other. Calls of `concurrently` itself are not intercepted.
 */
export async function interleave<T>(
  endpoint: string,
  work: () => Promise<T>,
  concurrently: (request: Request) => Promise<unknown> | undefined,
): Promise<T> {
  const ofWork = new AsyncLocalStorage<boolean>();
  const inner = new DynamoDBClient(clientConfig(endpoint)).config.requestHandler;
  let last: Promise<unknown> = Promise.resolve();
  const handle: typeof inner.handle = async (request, options) => {
    if (!ofWork.getStore()) return inner.handle(request, options);
    const operation = request.headers["x-amz-target"]?.split(".").at(-1) ?? "";
    const body = new TextDecoder().decode(request.body as Uint8Array);
    const sendNext = async () => {
      await ofWork.exit(() => concurrently({ operation, body }));
      return inner.handle(request, options);
    };
    const response = last.then(sendNext, sendNext);
    last = response;
    return response;
  };
  const requestHandler = new Proxy(inner, {
    get: (target, property, receiver) =>
      property === "handle" ? handle : Reflect.get(target, property, receiver),
  });
  Table.configure({ ...clientConfig(endpoint), requestHandler });
  try {
    return await ofWork.run(true, work);
  } finally {
    Table.configure(clientConfig(endpoint));
  }
}
