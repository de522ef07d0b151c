import * as z from "zod";

/** What the routes of pages share. */

const HTML = "text/html; charset=utf-8";

export const pageOf = (description: string) => ({ description, contentType: HTML }) as const;

export const redirect = { description: "Elsewhere", headers: { Location: "Where" } } as const;

export const SIGN_IN = "/auth/signin";
/** Where a sign-in goes on that has given its first proof. */
export const TWO_FACTOR = "/auth/two-factor";

export const below = z.object({ path: z.string() });

export const FORM = "application/x-www-form-urlencoded";

/** What every form of a page sends. The chain has compared it before anybody reads it. */
export const form = z.object({
  csrfToken: z.string().optional().meta({ description: "The form's token, which is in a cookie too" }),
});
