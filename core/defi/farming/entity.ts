import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const farm = entity({
  name: "Farm",
  about:
    "A farm: emission, accumulator of rewards, total of shares, and a version that every change increments. An initial farm has no item until its first change.",
  pk: "FARMS#{mode}",
  sk: "FARM#{farmId}",
  schema: Schema.farm,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "all farms": "Query pk, sk begins with FARM#",
    "a farm": "GetItem pk, sk",
  },
});

export const position = entity({
  name: "FarmingPosition",
  about: "A user's position in one farm: shares, and rewards earned up to the last change.",
  pk: "FARMING#{mode}#{userId}",
  sk: "POSITION#{farmId}",
  schema: Schema.position,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: {
    "a farming position": "GetItem pk, sk, both decoded from the position's id",
    "the farming positions of a user": "Query pk, sk begins with POSITION#",
  },
});
