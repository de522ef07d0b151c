import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import * as Objects from "../../core/platform/objects.ts";
import { openObjects } from "../../local/aws.ts";
import { BUCKETS, OBJECTS_PATH, setVariables } from "../../local/environment.ts";

/** Gives the tests of a file an in-memory object store over HTTP. Call it at the top of the file. */
export function withObjects(): void {
  let server: Server | undefined;
  let restore: (() => void) | undefined;
  beforeAll(async () => {
    let address = "";
    const objects = openObjects(undefined, () => address);
    server = createServer((request, response) => {
      if (!objects.intercept(request, response)) response.writeHead(404).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${OBJECTS_PATH}`;
    restore = setVariables({
      AWS_REGION: "local",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL_S3: address,
      OBJECTS_BUCKET: BUCKETS.results,
      IDENTITY_BUCKET: BUCKETS.identity,
      OBJECTS_PATH_STYLE: "true",
    });
    Objects.configure({});
  });
  afterAll(() => {
    Objects.configure({});
    restore?.();
    server?.closeAllConnections();
    server?.close();
  });
}
