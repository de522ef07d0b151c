import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const farm = entity({
  name: "Farm",
  about:
    "A farm: its emission, its one accumulator of rewards, what is farmed in it, and a version that every change of it raises; absent as long as it is as the code has it.",
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
  about: "What a user has in one farm: shares, and rewards earned up to the last change.",
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
