import { governance } from "./letters/governance.ts";
import { identity } from "./letters/identity.ts";
import type { Letter } from "./letters/letter.ts";
import { money } from "./letters/money.ts";
import { payments } from "./letters/payments.ts";
import { webhooks } from "./letters/webhooks.ts";

const letters = new Map([...identity, ...money, ...payments, ...governance, ...webhooks]);

/** The letter that tells of events of this type, or undefined where users are told nothing. */
export const letterFor = (type: string): Letter | undefined => letters.get(type);
