import * as z from "zod";
import * as Correlation from "../correlation.ts";

/** Which request of ours made an object of the provider: its metadata tells each of its events. */

/** The name in the metadata. */
export const REQUEST = "svc_request";

const marked = z.object({ metadata: z.object({ [REQUEST]: z.string() }) });

/** What goes into the metadata of what is made; nothing where no request is known. */
export const requestMetadata = (correlationId: string | undefined): Readonly<Record<string, string>> =>
  correlationId === undefined || correlationId === "" ? {} : { [REQUEST]: correlationId };

/** The id of the request that made an object, as an event shows it. */
export const requestOf = (object: unknown): string | undefined =>
  Correlation.safe(marked.safeParse(object).data?.metadata[REQUEST]);
