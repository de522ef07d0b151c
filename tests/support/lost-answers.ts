import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/**
 * Makes the table's client lose answers: the database has applied the write, but the caller hears only that
 * the connection broke. `lose` decides for each transaction that was sent, or of a write by its operation and
 * DynamoDB's JSON.
 */
export function loseAnswers(
  endpoint: string,
  lose: (operation: string, body: string) => boolean,
  maxAttempts = 4,
): { readonly lost: () => number } {
  let lost = 0;
  const inner = new DynamoDBClient(clientConfig(endpoint)).config.requestHandler;
  const handle: typeof inner.handle = async (request, options) => {
    const output = await inner.handle(request, options);
    const operation = request.headers["x-amz-target"]?.split(".").at(-1) ?? "";
    // Who takes no operation speaks of transactions.
    if (lose.length === 0 && operation !== "TransactWriteItems") return output;
    if (!lose(operation, new TextDecoder().decode(request.body as Uint8Array))) return output;
    lost++;
    output.response.body?.destroy();
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  };
  const requestHandler = new Proxy(inner, {
    get: (target, property, receiver) =>
      property === "handle" ? handle : Reflect.get(target, property, receiver),
  });
  Table.configure({ ...clientConfig(endpoint), maxAttempts, requestHandler });
  return { lost: () => lost };
}
