import { defineError, Internal, MalformedJson, RateLimited } from "../kernel/errors.ts";

// Rejections of a connection, with their HTTP status.

export const InvalidApiKey = defineError(
  "INVALID_API_KEY",
  "unauthenticated",
  "This API key is unknown or was revoked. Check the key, or use another one.",
  "Cette clé d'API est inconnue ou a été révoquée. Vérifiez-la, ou utilisez-en une autre.",
);
export const InvalidTicket = defineError(
  "INVALID_TICKET",
  "unauthenticated",
  "This ticket is unknown, has expired or was already used. Request a new one.",
  "Ce ticket est inconnu, a expiré ou a déjà été utilisé. Demandez-en un nouveau.",
);
export const TooManyConnections = defineError(
  "TOO_MANY_CONNECTIONS",
  "rate-limited",
  "You have reached the limit of 5 live connections per API key, or per IP address without a key. Close one first.",
  "Vous avez atteint la limite de 5 connexions en direct par clé d'API, ou par adresse IP sans clé. Fermez-en d'abord une.",
);
export const TooManyConnects = {
  ...RateLimited,
  message:
    "You can connect up to 60 times a minute per API key, or per IP address without a key. Try again later.",
  french:
    "Vous pouvez vous connecter 60 fois par minute par clé d'API, ou par adresse IP sans clé. Réessayez plus tard.",
};

// Errors that are sent as messages. The connection remains open, except after a flood.

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
  "No prices are available for these symbols.",
  "Aucun cours n'est disponible pour ces symboles.",
);
export const TooManySymbols = defineError(
  "TOO_MANY_SYMBOLS",
  "invalid",
  "A message can contain at most 50 symbols. Send several messages.",
  "Un message peut contenir au plus 50 symboles. Envoyez plusieurs messages.",
);
export const MessageTooLarge = defineError(
  "MESSAGE_TOO_LARGE",
  "too-large",
  "A message can have at most 4096 bytes. Send several messages.",
  "Un message peut compter au plus 4096 octets. Envoyez plusieurs messages.",
);
export const TooManyMessages = {
  ...RateLimited,
  message:
    "A connection can send at most 50 messages in 10 seconds. This message was ignored: send it again later.",
  french:
    "Une connexion peut envoyer au plus 50 messages en 10 secondes. Ce message a été ignoré : renvoyez-le plus tard.",
};
export const MessageFailed = {
  ...Internal,
  message: "An error occurred on our side, and your last message may not have been processed. Send it again.",
  french:
    "Un problème est survenu de notre côté, et votre dernier message n'a peut-être pas été traité. Renvoyez-le.",
};
