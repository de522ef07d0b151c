import { entity } from "../../platform/table/entity.ts";

/** How the sort key of every API key begins. */
export const KEY_PREFIX = "APIKEY#";

export const apiKey = entity({
  name: "ApiKey",
  about: "A developer's API key as its owner sees it; deleted when it is revoked.",
  pk: "USER#{ownerId}",
  sk: "APIKEY#{keyId}",
  answers: { "the API keys of a user": "Query pk, sk begins with APIKEY#" },
});

export const apiKeyCount = entity({
  name: "ApiKeyCount",
  about: "How many API keys a user has, so that parallel requests cannot make more than allowed.",
  pk: "USER#{ownerId}",
  sk: "APIKEYCOUNT",
  answers: { "may the user make another key": "UpdateItem with a condition, in the key's own transaction" },
});

export const apiKeySecret = entity({
  name: "ApiKeySecret",
  about:
    "What an API key may do, under the SHA-256 of its secret; deleted in the transaction that revokes it.",
  pk: "APIKEYSECRET#{hash}",
  sk: "APIKEYSECRET",
  answers: { "whose key is this": "GetItem pk, sk" },
});
