/** Calls a deployed platform like its clients: only by its public host. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The timeout of a request, longer than a cold start. */
export const TIMEOUT_MS = 15_000;

export interface CallOptions {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly body?: object;
}

export type Call = (path: string, asking?: CallOptions) => Promise<Answer>;

export const createCall =
  (url: string): Call =>
  async (path, { method = "GET", token, key, body } = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        "user-agent": "svc-smoke",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "x-api-key": key }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

/** Opens an event stream. @returns its first bytes */
export async function firstOfStream(url: string, path: string, token: string): Promise<string> {
  const ended = new AbortController();
  const late = setTimeout(
    () => ended.abort(new Error(`no data arrived within ${TIMEOUT_MS} ms`)),
    TIMEOUT_MS,
  );
  try {
    const response = await fetch(new URL(path, url), {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", "user-agent": "svc-smoke" },
      signal: ended.signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`answered ${response.status}`);
    const { value } = await response.body.getReader().read();
    return new TextDecoder().decode(value);
  } finally {
    clearTimeout(late);
    ended.abort();
  }
}

/** Subscribes to a price over the WebSocket. @returns the first message with a price */
export function firstTick(url: string, symbol: string): Promise<Readonly<Record<string, unknown>>> {
  const socket = new WebSocket(new URL("/ws/prices", url.replace(/^http/, "ws")));
  return new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no price arrived within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    const end = (by: () => void) => {
      clearTimeout(late);
      by();
    };
    socket.onopen = () => socket.send(JSON.stringify({ action: "subscribe", symbols: [symbol] }));
    socket.onerror = () => end(() => reject(new Error("the connection failed")));
    socket.onclose = ({ code }) => end(() => reject(new Error(`the connection ended with ${code}`)));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Readonly<Record<string, unknown>>;
      if (message["type"] === "price_update") end(() => resolve(message));
      if (message["type"] === "error") end(() => reject(new Error(String(message["message"]))));
    };
  }).finally(() => socket.close());
}
