/** The parts of an AWS SDK client that these services replace. */

/** Sends the requests of an SDK client. */
export interface RequestHandler {
  handle(request: never, options?: never): Promise<{ response: unknown }>;
}

/** Returns a request handler that sends with `handle` and otherwise behaves as `inner`. */
export const replaceHandle = <H extends RequestHandler>(inner: H, handle: RequestHandler["handle"]): H =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === "handle") return handle;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Signs requests with a constant. No service here checks signatures, and computing one takes half of the time of a message to a WebSocket. */
export const withoutSignature = {
  async sign(request: { readonly headers: Record<string, string> }) {
    // The database requires the headers, with any value.
    request.headers["x-amz-date"] = "20260101T000000Z";
    request.headers["authorization"] =
      "AWS4-HMAC-SHA256 Credential=local/20260101/local/local/aws4_request, SignedHeaders=host, Signature=0";
    return request;
  },
} as never;
