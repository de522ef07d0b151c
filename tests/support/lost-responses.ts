import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/**
 * Makes the table's client lose responses: the database has applied the write, but the caller only gets a connection
 * error. `lose` decides for each transaction, or for each write by its operation and DynamoDB's JSON.
 * @param applied whether the database gets the request. Defaults to true
 */
export function loseResponses(
  endpoint: string,
  lose: (operation: string, body: string) => boolean,
  maxAttempts = 4,
  applied = true,
): { readonly lost: () => number } {
  let lost = 0;
  const inner = new DynamoDBClient(clientConfig(endpoint)).config.requestHandler;
  const handle: typeof inner.handle = async (request, options) => {
    const operation = request.headers["x-amz-target"]?.split(".").at(-1) ?? "";
    const send = () => inner.handle(request, options);
    // A function without parameters is called for transactions only.
    if (lose.length === 0 && operation !== "TransactWriteItems") return send();
    if (!lose(operation, new TextDecoder().decode(request.body as Uint8Array))) return send();
    lost++;
    if (applied) (await send()).response.body?.destroy();
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  };
  const requestHandler = new Proxy(inner, {
    get: (target, property, receiver) =>
      property === "handle" ? handle : Reflect.get(target, property, receiver),
  });
  Table.configure({ ...clientConfig(endpoint), maxAttempts, requestHandler });
  return { lost: () => lost };
}
