import { entity } from "../platform/table/entity.ts";

export const liveConnection = entity({
  name: "LiveConnection",
  about: "A WebSocket connection to the live prices: whose it is, and which shard it is in.",
  pk: "LIVECONNECTION#{connectionId}",
  sk: "CONNECTION",
  expires:
    "a day after it was opened (attribute ttl); it is deleted when the connection ends, 2 hours on at most",
  answers: { "which shard is this connection in": "GetItem pk, sk" },
});

export const liveHolder = entity({
  name: "LiveHolder",
  about:
    "The live connections of one API key or one address, so that parallel connects never leave more than five.",
  pk: "LIVEHOLDER#{holder}",
  sk: "HOLDER",
  expires:
    "a day after its last connection was opened (attribute ttl); it is deleted with its last connection",
  answers: { "may this caller open another connection": "PutItem pk, sk, if unchanged since it was read" },
});

export const liveMember = entity({
  name: "LiveMember",
  about: "A connection as its shard's server sees it: what it is subscribed to.",
  pk: "LIVESHARD#{shard}",
  sk: "CONNECTION#{connectionId}",
  expires: "as the connection (attribute ttl)",
  answers: { "who of this shard wants which prices": "Query pk" },
});

export const liveShard = entity({
  name: "LiveShard",
  about: "How many connections a shard of the live prices has, and until when its server was ordered.",
  pk: "LIVESHARDS",
  sk: "SHARD#{shard}",
  answers: {
    "which shard has room": "Query pk",
    "which shards need a server": "Query pk",
  },
});
