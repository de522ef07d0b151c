import type * as z from "zod";
import { request } from "../../platform/http.ts";
import { SourceFailure } from "./source.ts";

/** How long a source may take: prices that come later are no use. */
const TIMEOUT_MS = 2000;

/** Asks a source over HTTP and reads its answer by its schema. @throws SourceFailure whatever went wrong */
export async function ask<Schema extends z.ZodType>(
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const url = `${base.replace(/\/$/, "")}${path}?${new URLSearchParams(query)}`;
  const body = await read(url);
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new SourceFailure(`${hostOf(url)} answered in another shape than it says`, { cause: parsed.error });
  return parsed.data;
}

async function read(url: string): Promise<unknown> {
  try {
    const response = await request(url, {
      timeoutMs: TIMEOUT_MS,
      headers: { accept: "application/json" },
    });
    if (response.status !== 200)
      throw new SourceFailure(`${hostOf(url)} answered ${response.status}`, { restMs: restOf(response) });
    return await response.json();
  } catch (cause) {
    if (cause instanceof SourceFailure) throw cause;
    throw new SourceFailure(`${hostOf(url)} gave no answer`, { cause });
  }
}

const hostOf = (url: string): string => new URL(url).host;

/** How long a source that counts its callers' requests asks to be left alone (429, Binance's 418). */
function restOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 418) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 60_000;
}
