export { type Answer, type Client, type ClientOptions, createClient } from "./client.ts";
export {
  type ErrorCode,
  isSvcError,
  type KnownErrorCode,
  SvcConnectionError,
  SvcError,
} from "./errors.ts";
export { type ItemOf, Listing, type ListPath, type Page } from "./listing.ts";
export type { components, paths } from "./schema.ts";
export { sign } from "./signing.ts";
export {
  type Statement,
  type StatementLine,
  type StatementProblem,
  type StatementStanding,
  verifyStatement,
} from "./statements.ts";
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhooks.ts";
