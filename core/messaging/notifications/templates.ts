import { access } from "./templates/access.ts";
import { cards } from "./templates/cards.ts";
import { governance } from "./templates/governance.ts";
import { identity } from "./templates/identity.ts";
import { jobs } from "./templates/jobs.ts";
import { loyalty } from "./templates/loyalty.ts";
import { money } from "./templates/money.ts";
import { payments } from "./templates/payments.ts";
import { people } from "./templates/people.ts";
import { phones } from "./templates/phones.ts";
import { scheduled } from "./templates/scheduled.ts";
import { guards } from "./templates/second-factor.ts";
import { standing } from "./templates/standing.ts";
import type { Template } from "./templates/template.ts";
import { webhooks } from "./templates/webhooks.ts";

const templates = new Map([
  ...identity,
  ...access,
  ...guards,
  ...phones,
  ...standing,
  ...people,
  ...money,
  ...payments,
  ...scheduled,
  ...loyalty,
  ...cards,
  ...governance,
  ...webhooks,
  ...jobs,
]);

/** Every event that a user is told of. */
export const types = (): readonly string[] => [...templates.keys()];

/** The text for events of this type, or undefined where users are told nothing. */
export const templateFor = (type: string): Template | undefined => templates.get(type);
