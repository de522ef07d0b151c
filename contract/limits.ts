import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../core/kernel/time.ts";
import type { Limit } from "./route.ts";

/**
 * Every rate limit of the platform (spec 1 section 8, spec 2 section 8, spec 3 section 8), in one place. Routes that
 * use the same limit share one count. Limits marked (own) are not in the specification.
 */

/** The limits of the developers' plans, for the firewall. */
export { allowances } from "../core/platform/ratelimit/schema.ts";

const QUARTER_SECONDS = 15 * MINUTE_SECONDS;

/* @__NO_SIDE_EFFECTS__ */
const perIp = (bucket: string, max: number, windowSeconds: number = MINUTE_SECONDS): Limit => ({
  bucket,
  max,
  windowSeconds,
  by: "ip",
});
/* @__NO_SIDE_EFFECTS__ */
const perActor = (bucket: string, max: number, windowSeconds: number = MINUTE_SECONDS): Limit => ({
  ...perIp(bucket, max, windowSeconds),
  by: "actor",
});

/** Sign-in, legacy login and mobile login together. A local stage may raise it. */
export const signIn: Limit = { ...perIp("sign-in", 5, QUARTER_SECONDS), setting: "SIGN_IN_MAX" };
/** Web and mobile together. */
export const forgotPassword = perIp("forgot-password", 5, QUARTER_SECONDS);
export const resetPassword = perIp("reset-password", 5, QUARTER_SECONDS);
/** Requests of signed-in users that take the password (own). */
export const ownPassword = perActor("own-password", 5, QUARTER_SECONDS);
/** Proofs of who acts (own). A wrong code has a limit of its own, which counts the sign-in's wrong codes as well. */
export const proof = perActor("proof", 10, QUARTER_SECONDS);
/** Emails with links that an account requests, and attempts at their codes (own). */
export const emailLinks = perActor("letters", 5, HOUR_SECONDS);
export const emailCodes = perActor("letter-codes", 10, QUARTER_SECONDS);
/** Text messages with codes and attempts at them (spec 1, section 8). Core also limits them by account and number. */
export const phone = perIp("phone", 10);
/** (own) */
export const sessions = perActor("sessions", 60);
/** Each route of identity verification has its own count (spec 1, section 5, rule 2). */
export const identity = (route: string): Limit => perActor(`identity-${route}`, 10);
export const register = perIp("register", 10);

/** All mobile routes of an account together (own). */
export const mobile = perActor("mobile", 100);
/** Separate from the web's limit, because mobile networks put many devices behind one address. */
export const mobileRefresh = perIp("mobile-refresh", 100);
/** Routes for owners of loyalty programs (own). */
export const loyalty = perActor("loyalty", 100);
/** Passkeys on the web (own). */
export const passkeys = perActor("passkeys", 60);
/** Setup of a second factor on the web (own). */
export const twoFactor = perActor("two-factor", 30);
/** (own) Bounds guesses of refresh tokens. */
export const refresh = perIp("refresh", 30);

/** Requests without a credential (own): the session layer with sign-ins at a provider, pages, public reads. */
export const sessionLayer = perIp("session-layer", 120);
export const session = perIp("session", 300);
export const page = perIp("page", 600);
export const publicRead = perIp("public-read", 300);

/** Prices (spec 2, section 8). */
export const priceList = perIp("price-list", 100);
export const priceRead = perIp("price-read", 200);
export const priceHistory = perIp("price-history", 60);

/** All payments routes together (spec 3, section 8). */
export const payments = perIp("payments", 100);
export const savebackPayout = perIp("saveback-payout", 100, QUARTER_SECONDS);

/** All administrators' routes together (own). */
export const administration = perActor("administration", 300);
/** Adjustments of wallets by staff (own). */
export const adjustWallet = perActor("wallet-adjust", 600);
/** (own) Stops a client that opens streams in a loop. The number of open streams is limited elsewhere. */
export const notificationStream = perActor("notification-stream", 60);
/** (own) */
export const createKey = perActor("api-keys", 30, HOUR_SECONDS);
/** The standard endpoint and the plain routes of the MCP server together (spec 3, section 8). */
export const mcp = perIp("mcp", 100);

/** Governance (own). Delegating and withdrawing a delegation count together. */
export const propose = perActor("governance-propose", 100, DAY_SECONDS);
export const castVote = perActor("governance-vote", 60);
export const cancelProposal = perActor("governance-cancel", 60);
export const votingPower = perActor("voting-power", 120);
export const delegate = perActor("delegation", 30, DAY_SECONDS);

/** Webhooks of users (own): changes to them, and requests that send something to them. */
export const changeWebhook = perActor("webhook-change", 60);
export const sendWebhook = perActor("webhook-send", 60);

/** Jobs and templates (own). All calls of workers count together. */
export const createJob = perActor("job-create", 100, HOUR_SECONDS);
export const useJobs = perActor("job-use", 600);
export const shareJob = perActor("job-share", 30, HOUR_SECONDS);
export const workJobs = perActor("job-work", 600);
export const changeTemplate = perActor("job-template", 60);
