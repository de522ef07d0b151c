import * as z from "zod";

/** What the routes of pages share. */

const HTML = "text/html; charset=utf-8";

export const pageOf = (description: string) => ({ description, contentType: HTML }) as const;

export const SIGN_IN = "/auth/signin";

export const below = z.object({ path: z.string() });
