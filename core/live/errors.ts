import { defineError, Internal, MalformedJson, RateLimited } from "../kernel/errors.ts";

// Refusals of a connection, with their HTTP status.

export const InvalidApiKey = defineError(
  "INVALID_API_KEY",
  "unauthenticated",
  "This API key is unknown or was revoked.",
);
export const TooManyConnections = defineError(
  "TOO_MANY_CONNECTIONS",
  "rate-limited",
  "You have the 5 live connections that an API key, or an address without one, may have. Close one first.",
);
export const TooManyConnects = {
  ...RateLimited,
  message: "An API key, or an address without one, may connect 60 times a minute. Wait a little.",
};

// Errors inside a connection, as messages. It stays open whatever happens, but for a flood.

export const MalformedMessage = { ...MalformedJson, message: "The message is not valid JSON." };
export const InvalidMessage = defineError(
  "INVALID_MESSAGE",
  "invalid",
  'Send {"action": "subscribe" or "unsubscribe", "symbols": ["BTC", …]}.',
);
export const UnknownAction = defineError(
  "UNKNOWN_ACTION",
  "invalid",
  'The action must be "subscribe" or "unsubscribe".',
);
export const UnknownSymbol = defineError(
  "UNKNOWN_SYMBOL",
  "invalid",
  "There are no prices of these symbols.",
);
export const TooManySymbols = defineError(
  "TOO_MANY_SYMBOLS",
  "invalid",
  "A message may name 50 symbols. Send several.",
);
export const MessageTooLarge = defineError(
  "MESSAGE_TOO_LARGE",
  "too-large",
  "A message may have 4096 bytes.",
);
export const TooManyMessages = {
  ...RateLimited,
  message: "A connection may send 50 messages in any 10 seconds. This one was not read.",
};
export const MessageFailed = {
  ...Internal,
  message:
    "Something went wrong on our side, and your last message may not have been carried out. Send it again.",
};
