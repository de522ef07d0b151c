/** The console: files of one application under one path, behind the local gateway and CloudFront. */

export const CONSOLE_PATH = "/app";

/** The page that uses Stripe's script, for card forms and card secrets. */
export const PAY_PATH = `${CONSOLE_PATH}/pay`;

const policyOf = (sources: { readonly scripts?: readonly string[]; readonly frames?: readonly string[] }) =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...(sources.scripts ?? [])].join(" ")}`,
    "style-src 'self'",
    // Pictures to upload are previewed from memory.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(sources.scripts ?? [])].join(" ")}`,
    ...(sources.frames ? [`frame-src ${sources.frames.join(" ")}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(sources.scripts ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join("; ");

/** The headers of the application's page. Its files have names with a hash of their content and are cached for a year. */
export const consoleHeaders = {
  "content-security-policy": policyOf({}),
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "permissions-policy":
    "camera=(self), publickey-credentials-get=(self), publickey-credentials-create=(self)",
  "cross-origin-opener-policy": "same-origin",
} as const;

/** Stripe's hosts. Source: Stripe, Security guide, Content Security Policy. */
const STRIPE = ["https://js.stripe.com", "https://api.stripe.com"] as const;

export const payHeaders = {
  ...consoleHeaders,
  "content-security-policy": policyOf({
    scripts: STRIPE,
    frames: ["https://js.stripe.com", "https://hooks.stripe.com"],
  }),
} as const;
