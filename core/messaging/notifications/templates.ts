import { access } from "./templates/access.ts";
import { account } from "./templates/account.ts";
import { banking } from "./templates/banking.ts";
import { cards } from "./templates/cards.ts";
import { developers } from "./templates/developers.ts";
import { governance } from "./templates/governance.ts";
import { loyalty } from "./templates/loyalty.ts";
import { money } from "./templates/money.ts";
import { payments } from "./templates/payments.ts";
import { people } from "./templates/people.ts";
import { security } from "./templates/security.ts";
import type { Template } from "./templates/template.ts";

const templates = new Map([
  ...[...access, ...account, ...security, ...people],
  ...[...money, ...banking, ...payments, ...cards],
  ...[...loyalty, ...governance, ...developers],
]);

export const types = (): readonly string[] => [...templates.keys()];

/** Returns the template of a type of event; undefined if users are not notified of it. */
export const templateFor = (type: string): Template | undefined => templates.get(type);
