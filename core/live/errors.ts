import { defineError, Internal, MalformedJson, RateLimited } from "../kernel/errors.ts";

// Refusals of a connection, with their HTTP status.

export const InvalidApiKey = defineError(
  "INVALID_API_KEY",
  "unauthenticated",
  "This API key is unknown or was revoked.",
  "Cette clé d'API est inconnue ou a été révoquée.",
);
export const TooManyConnections = defineError(
  "TOO_MANY_CONNECTIONS",
  "rate-limited",
  "You have the 5 live connections that an API key, or an address without one, may have. Close one first.",
  "Vous avez les 5 connexions en direct qu'une clé d'API, ou une adresse sans clé, peut avoir. Fermez-en d'abord une.",
);
export const TooManyConnects = {
  ...RateLimited,
  message: "An API key, or an address without one, may connect 60 times a minute. Wait a little.",
  french: "Une clé d'API, ou une adresse sans clé, peut se connecter 60 fois par minute. Attendez un peu.",
};

// Errors inside a connection, as messages. It stays open whatever happens, but for a flood.

export const MalformedMessage = {
  ...MalformedJson,
  message: "The message is not valid JSON.",
  french: "Le message n'est pas du JSON valide.",
};
export const InvalidMessage = defineError(
  "INVALID_MESSAGE",
  "invalid",
  'Send {"action": "subscribe" or "unsubscribe", "symbols": ["BTC", …]}.',
  'Envoyez {"action": "subscribe" ou "unsubscribe", "symbols": ["BTC", …]}.',
);
export const UnknownAction = defineError(
  "UNKNOWN_ACTION",
  "invalid",
  'The action must be "subscribe" or "unsubscribe".',
  'L\'action doit être "subscribe" ou "unsubscribe".',
);
export const UnknownSymbol = defineError(
  "UNKNOWN_SYMBOL",
  "invalid",
  "There are no prices of these symbols.",
  "Il n'y a pas de cours pour ces symboles.",
);
export const TooManySymbols = defineError(
  "TOO_MANY_SYMBOLS",
  "invalid",
  "A message may name 50 symbols. Send several.",
  "Un message peut nommer 50 symboles. Envoyez-en plusieurs.",
);
export const MessageTooLarge = defineError(
  "MESSAGE_TOO_LARGE",
  "too-large",
  "A message may have 4096 bytes.",
  "Un message peut avoir 4096 octets.",
);
export const TooManyMessages = {
  ...RateLimited,
  message: "A connection may send 50 messages in any 10 seconds. This one was not read.",
  french: "Une connexion peut envoyer 50 messages en 10 secondes. Celui-ci n'a pas été lu.",
};
export const MessageFailed = {
  ...Internal,
  message:
    "Something went wrong on our side, and your last message may not have been carried out. Send it again.",
  french:
    "Un problème est survenu de notre côté, et votre dernier message n'a peut-être pas été exécuté. Renvoyez-le.",
};
