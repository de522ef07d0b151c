import type { Limit } from "./route.ts";

/** Every rate limit of the platform (spec 1 section 8, spec 2 section 8, spec 3 section 8), in one place. */

/** Sign-in, legacy login and mobile login share one bucket. More is for trying things on one machine. */
export const signIn: Limit = {
  bucket: "sign-in",
  max: 5,
  windowSeconds: 900,
  by: "ip",
  setting: "SIGN_IN_MAX",
};

/** Of each 5 in 15 minutes, web and mobile together. */
export const forgotPassword: Limit = { bucket: "forgot-password", max: 5, windowSeconds: 900, by: "ip" };
export const resetPassword: Limit = { bucket: "reset-password", max: 5, windowSeconds: 900, by: "ip" };
/** Whatever asks for the password of somebody who is signed in already. Not in the specification. */
export const ownPassword: Limit = { bucket: "own-password", max: 5, windowSeconds: 900, by: "actor" };
/** Letters with links that an account asks for, and tries of their codes. Not in the specification. */
export const letters: Limit = { bucket: "letters", max: 5, windowSeconds: 3600, by: "actor" };
export const letterCodes: Limit = { bucket: "letter-codes", max: 10, windowSeconds: 900, by: "actor" };
/**
 * Codes by text message and tries of them, web and mobile each for itself (spec 1, section 8). How many go to an
 * account and to a number is held where they are asked for.
 */
export const phone: Limit = { bucket: "phone", max: 10, windowSeconds: 60, by: "ip" };
/** What an account asks about its sessions. Not in the specification. */
export const sessions: Limit = { bucket: "sessions", max: 60, windowSeconds: 60, by: "actor" };

/** Each route of the verification of identity for itself (spec 1, section 5, rule 2). */
export const identity = (route: string): Limit => ({
  bucket: `identity-${route}`,
  max: 10,
  windowSeconds: 60,
  by: "actor",
});

export const register: Limit = { bucket: "register", max: 10, windowSeconds: 60, by: "ip" };

/** What the mobile app asks for an account: all its routes share one count. Not in the specification. */
export const mobile: Limit = { bucket: "mobile", max: 100, windowSeconds: 60, by: "actor" };
/** Apart from the web's: many telephones are behind one address of their network. */
export const mobileRefresh: Limit = { bucket: "mobile-refresh", max: 100, windowSeconds: 60, by: "ip" };

/** Not in the specification: what owners of loyalty programs ask. */
export const loyalty: Limit = { bucket: "loyalty", max: 100, windowSeconds: 60, by: "actor" };

/** Not in the specification: setting up and switching off a second factor on the web. */
export const twoFactor: Limit = { bucket: "two-factor", max: 30, windowSeconds: 60, by: "actor" };

/** Not in the specification; without it a stolen cookie jar could be tried against refresh without end. */
export const refresh: Limit = { bucket: "refresh", max: 30, windowSeconds: 60, by: "ip" };

/**
 * Not in the specification: what anybody may ask without a credential. The session layer's requests, sign-ins
 * at a provider that begin among them, share one count; so do pages, and so do public reads.
 */
export const sessionLayer: Limit = { bucket: "session-layer", max: 120, windowSeconds: 60, by: "ip" };
export const session: Limit = { bucket: "session", max: 300, windowSeconds: 60, by: "ip" };
export const page: Limit = { bucket: "page", max: 600, windowSeconds: 60, by: "ip" };
export const publicRead: Limit = { bucket: "public-read", max: 300, windowSeconds: 60, by: "ip" };

/** Prices (spec 2, section 8), per address: their reads take no credential. */
export const priceList: Limit = { bucket: "price-list", max: 100, windowSeconds: 60, by: "ip" };
export const priceRead: Limit = { bucket: "price-read", max: 200, windowSeconds: 60, by: "ip" };
export const priceHistory: Limit = { bucket: "price-history", max: 60, windowSeconds: 60, by: "ip" };

/** All payments routes share one count (spec 3, section 8). */
export const payments: Limit = { bucket: "payments", max: 100, windowSeconds: 60, by: "ip" };
export const savebackPayout: Limit = { bucket: "saveback-payout", max: 100, windowSeconds: 900, by: "ip" };

/** What administrators do to accounts and look at, all of it together. Not in the specification. */
export const administration: Limit = { bucket: "administration", max: 300, windowSeconds: 60, by: "actor" };

/**
 * Not in the specification. How many streams are open at once is held where they are opened; this only stops
 * a client that opens them in a loop.
 */
export const notificationStream: Limit = {
  bucket: "notification-stream",
  max: 60,
  windowSeconds: 60,
  by: "actor",
};
/** Not in the specification: keys are made by people. */
export const createKey: Limit = { bucket: "api-keys", max: 30, windowSeconds: 3600, by: "actor" };

/** The standard endpoint and the plain routes of the MCP server share one count (spec 3, section 8). */
export const mcp: Limit = { bucket: "mcp", max: 100, windowSeconds: 60, by: "ip" };

/**
 * Governance, not in the specification: what anybody may do to everybody's proposals and to a delegate's
 * places.
 */
export const propose: Limit = { bucket: "governance-propose", max: 100, windowSeconds: 86_400, by: "actor" };
export const castVote: Limit = { bucket: "governance-vote", max: 60, windowSeconds: 60, by: "actor" };
export const cancelProposal: Limit = {
  bucket: "governance-cancel",
  max: 60,
  windowSeconds: 60,
  by: "actor",
};
export const votingPower: Limit = { bucket: "voting-power", max: 120, windowSeconds: 60, by: "actor" };
/** Delegating and taking back share one bucket. */
export const delegate: Limit = { bucket: "delegation", max: 30, windowSeconds: 86_400, by: "actor" };

/**
 * Users' webhooks, not in the specification. Changing them, and having something sent to an address of one's
 * choice.
 */
export const changeWebhook: Limit = { bucket: "webhook-change", max: 60, windowSeconds: 60, by: "actor" };
export const sendWebhook: Limit = { bucket: "webhook-send", max: 60, windowSeconds: 60, by: "actor" };

/** Jobs, not in the specification. Workers' calls share one count. */
export const createJob: Limit = { bucket: "job-create", max: 100, windowSeconds: 3600, by: "actor" };
/** Lists, reads, cancellations and what takes no more, of jobs and of templates. */
export const useJobs: Limit = { bucket: "job-use", max: 600, windowSeconds: 60, by: "actor" };
export const shareJob: Limit = { bucket: "job-share", max: 30, windowSeconds: 3600, by: "actor" };
export const workJobs: Limit = { bucket: "job-work", max: 600, windowSeconds: 60, by: "actor" };
export const changeTemplate: Limit = { bucket: "job-template", max: 60, windowSeconds: 60, by: "actor" };
