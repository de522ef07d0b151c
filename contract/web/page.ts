import * as z from "zod";

const HTML = "text/html; charset=utf-8";

export const pageOf = (description: string) => ({ description, contentType: HTML }) as const;
export const page = { 200: pageOf("The page") } as const;

export const redirect = { description: "Redirects", headers: { Location: "The destination" } } as const;

/** The response to a form of a session without a recent proof. */
export const toConfirm = {
  ...redirect,
  description: "Redirects to the page on which the user proves who acts, if the session has no recent proof",
} as const;

export const SIGN_IN = "/auth/signin";
/** The path of the page on which a signed-in user proves who acts, and then returns to another page. */
export const confirmPath = (page: string): string => `/auth/confirm?callbackUrl=${encodeURIComponent(page)}`;
/** The page at which a sign-in continues with the second factor. */
export const TWO_FACTOR = "/auth/two-factor";

/** The page at which a signed-in user proves who acts. */
export const CONFIRM = "/auth/confirm";

export const below = z.object({ path: z.string() });

/** The fields of every form. The handler chain verifies the token before the handler runs. */
export const form = z.object({
  csrfToken: z.string().optional().describe("The form's token, which must match the cookie"),
});

/** The request of a form that is posted by a page. */
export const posted = <const B extends z.ZodType>(body: B) => ({
  body,
  contentTypes: ["application/x-www-form-urlencoded"],
});

/** A password or code as it is typed. The handler validates it and shows the problem on the page. */
export const typed = z.string().max(1024);

/** A box that a browser sends only if it is checked. */
export const checkbox = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
