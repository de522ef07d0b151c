import { entity } from "../platform/table/entity.ts";

export const userProfile = entity({
  name: "User",
  about:
    "An account, one for web and mobile: name, e-mail, role, preferences, linked providers and the password's bcrypt hash.",
  pk: "USER#{userId}",
  sk: "PROFILE",
  answers: { "who is this user": "GetItem pk, sk" },
});

export const emailClaim = entity({
  name: "EmailClaim",
  about:
    "Which user has an e-mail address; written in the user's own transaction, so an address never has two.",
  pk: "EMAIL#{email}",
  sk: "EMAIL",
  answers: { "which user has this e-mail address": "GetItem pk, sk" },
});

export const providerAccount = entity({
  name: "ProviderAccount",
  about:
    "Which user an account at an OAuth provider signs in; known by the provider's own subject identifier.",
  pk: "OAUTH#{provider}#{subject}",
  sk: "OAUTH",
  answers: { "which user does this provider's account sign in": "GetItem pk, sk" },
});

/** How the sort key of every session begins. */
export const SESSION_PREFIX = "SESSION#";

export const session = entity({
  name: "Session",
  about: "A live session with the hash of its current refresh token; deleted when it ends.",
  pk: "USER#{userId}",
  sk: "SESSION#{sessionId}",
  expires: "when its refresh token does, 30 days after it was last renewed (attribute ttl)",
  answers: {
    "does this session still live": "GetItem pk, sk",
    "the sessions of a user": "Query pk, sk begins with SESSION#",
  },
});

export const fraudRecord = entity({
  name: "FraudRecord",
  about: "An attempt at fraud that was seen on an account: what, when and from where. Kept.",
  pk: "USER#{userId}",
  sk: "FRAUD#{at}#{sessionId}",
  answers: { "attempts at fraud on an account, by time": "Query pk, sk begins with FRAUD#" },
});
